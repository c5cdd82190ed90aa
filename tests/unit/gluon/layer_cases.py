"""Layers and losses with parameters and inputs that are the same on every machine.

Only NumPy is imported here: the same code runs on this package and, to record what is right, on
the real MXNet 1.9.1.
"""

from __future__ import annotations

import pathlib

import numpy as np

from tests.ops.row import integers, uniform, values

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "gluon.npz"

LINE, IMAGE, VOLUME = uniform(2, 3, 7), uniform(2, 3, 6, 5), uniform(1, 2, 4, 5, 4)
FLAT, SHUFFLED = uniform(4, 6), uniform(2, 12, 3, 2)
PRED, LABEL = uniform(3, 4), uniform(3, 4)
CLASSES, BITS = integers(3, high=4), integers(3, 4, high=2)
SIGNS = values([[1, -1, 1, 1], [-1, -1, 1, -1], [1, 1, 1, -1]])
SAMPLES = values([[1.0], [2.0], [0.5]])
LOGITS, SEQUENCES = uniform(2, 8, 5), values([[1, 0, -1, -1], [2, 1, 1, -1]])

# The call that makes a block, then its inputs.
LAYERS = [
    ("nn.Dense(3)", FLAT),
    ("nn.Dense(3, activation='tanh', use_bias=False)", IMAGE),
    ("nn.Dense(3, activation='sigmoid', flatten=False)", IMAGE),
    ("nn.Flatten()", IMAGE),
    ("nn.Dropout(0)", FLAT),
    ("nn.Embedding(5, 3)", integers(2, 4, high=5)),
    ("nn.Lambda('tanh')", FLAT),
    ("nn.HybridLambda(lambda F, x: F.exp(x) * 2)", FLAT),
    *((f"nn.Activation('{name}')", FLAT) for name in ("relu", "sigmoid", "tanh", "softrelu")),
    ("nn.Activation('softsign')", FLAT),
    ("nn.LeakyReLU(0.2)", FLAT),
    ("nn.PReLU()", IMAGE),
    ("nn.PReLU(in_channels=3)", IMAGE),
    ("nn.ELU(0.5)", FLAT),
    ("nn.SELU()", FLAT),
    ("nn.GELU()", FLAT),
    ("nn.Swish(2.0)", FLAT),
    ("nn.BatchNorm()", IMAGE),
    ("nn.BatchNorm(axis=-1, momentum=0.5, epsilon=1e-3)", IMAGE),
    ("nn.BatchNorm(center=False, scale=False)", FLAT),
    ("nn.BatchNorm(use_global_stats=True)", FLAT),
    ("nn.BatchNormReLU()", IMAGE),
    ("contrib.nn.SyncBatchNorm(num_devices=1)", IMAGE),
    ("nn.LayerNorm()", FLAT),
    ("nn.LayerNorm(axis=1, epsilon=1e-3, center=False, scale=False)", IMAGE),
    ("nn.InstanceNorm(scale=True)", IMAGE),
    ("nn.InstanceNorm(axis=2, epsilon=1e-3)", IMAGE),
    ("nn.GroupNorm(3)", uniform(2, 6, 4)),
    ("nn.GroupNorm(2, epsilon=1e-3, center=False)", uniform(2, 4, 3, 3)),
    ("nn.Conv1D(4, 3)", LINE),
    ("nn.Conv1D(4, 3, strides=2, padding=1, dilation=2, use_bias=False)", LINE),
    ("nn.Conv2D(4, (3, 2), strides=(2, 1), padding=(1, 0), activation='relu')", IMAGE),
    ("nn.Conv2D(6, 3, groups=3, dilation=(1, 2))", IMAGE),
    ("nn.Conv3D(2, (2, 3, 2), padding=1)", VOLUME),
    ("nn.Conv1DTranspose(4, 3, strides=2, output_padding=1)", LINE),
    ("nn.Conv2DTranspose(4, 3, strides=2, padding=1, output_padding=1)", IMAGE),
    ("nn.Conv2DTranspose(6, (2, 3), groups=3, use_bias=False, activation='tanh')", IMAGE),
    ("nn.Conv3DTranspose(2, 2, strides=2)", VOLUME),
    ("nn.MaxPool1D()", LINE),
    ("nn.MaxPool2D(3, 2, 1, ceil_mode=True)", IMAGE),
    ("nn.MaxPool3D((2, 3, 2), strides=1)", VOLUME),
    ("nn.AvgPool1D(3, 2, 1, count_include_pad=False)", LINE),
    ("nn.AvgPool2D((2, 3), padding=1)", IMAGE),
    ("nn.AvgPool3D(ceil_mode=True)", VOLUME),
    *((f"nn.Global{kind}Pool1D()", LINE) for kind in ("Max", "Avg")),
    *((f"nn.Global{kind}Pool2D()", IMAGE) for kind in ("Max", "Avg")),
    *((f"nn.Global{kind}Pool3D()", VOLUME) for kind in ("Max", "Avg")),
    ("nn.ReflectionPad2D(2)", IMAGE),
    ("contrib.nn.Identity()", FLAT),
    ("contrib.nn.PixelShuffle1D(3)", uniform(2, 6, 4)),
    ("contrib.nn.PixelShuffle2D((2, 3))", SHUFFLED),
    ("contrib.nn.PixelShuffle3D((1, 2, 3))", uniform(1, 12, 2, 3, 2)),
    ("stack(contrib.nn.Concurrent(1), nn.Dense(2), nn.Dense(3))", FLAT),
    ("stack(contrib.nn.HybridConcurrent(), nn.Dense(2), contrib.nn.Identity())", FLAT),
    ("stack(nn.Sequential(), nn.Conv2D(4, 3), nn.BatchNorm(), nn.Dense(2))", IMAGE),
    ("stack(nn.HybridSequential(), nn.Dense(4, 'relu'), nn.LayerNorm(), nn.Dense(2))", FLAT),
    ("contrib.cnn.DeformableConvolution(4, (3, 2), padding=1, activation='tanh')", IMAGE),
    ("contrib.cnn.DeformableConvolution(6, 3, groups=3, num_deformable_group=3)", IMAGE),
]

# 1.9.1 has no gradient of these on the CPU.
ONLY_FORWARD = [
    ("contrib.cnn.ModulatedDeformableConvolution(4, (3, 2), padding=1)", IMAGE),
    ("contrib.cnn.ModulatedDeformableConvolution(6, 3, groups=3, activation='tanh')", IMAGE),
    ("loss.PoissonNLLLoss(compute_full=True)", PRED, integers(3, 4, low=1, high=5)),
]

LOSSES = [
    *(
        (f"loss.{name}({options})", PRED, label)
        for name, label in (
            ("L2Loss", LABEL),
            ("L1Loss", LABEL),
            ("HuberLoss", LABEL),
            ("HingeLoss", SIGNS),
            ("SquaredHingeLoss", SIGNS),
            ("LogisticLoss", SIGNS),
            ("SigmoidBCELoss", BITS),
            ("PoissonNLLLoss", BITS),
        )
        for options in ("", "weight=3.0", "batch_axis=1")
    ),
    ("loss.L2Loss(weight=2)", PRED, LABEL, SAMPLES),
    ("loss.L2Loss()", PRED, uniform(12)),
    ("loss.L1Loss()", PRED, LABEL, SAMPLES),
    ("loss.HuberLoss(rho=0.3)", PRED, LABEL, SAMPLES),
    ("loss.HingeLoss(margin=0.5)", PRED, SIGNS, SAMPLES),
    ("loss.SquaredHingeLoss(margin=0.5)", PRED, SIGNS, SAMPLES),
    ("loss.LogisticLoss(label_format='binary')", PRED, BITS, SAMPLES),
    ("loss.SigmoidBCELoss()", PRED, BITS, SAMPLES),
    ("loss.SigmoidBCELoss()", PRED, BITS, SAMPLES, values([[1.0, 2.0, 3.0, 4.0]])),
    ("loss.SigmoidBCELoss(from_sigmoid=True)", uniform(3, 4, low=0.1, high=0.9), BITS, SAMPLES),
    (
        "loss.SigmoidBinaryCrossEntropyLoss(from_sigmoid=True)",
        uniform(3, 4, low=0.1, high=0.9),
        BITS,
        SAMPLES,
        values([[1.0, 2.0, 3.0, 4.0]]),
    ),
    ("loss.SoftmaxCELoss()", PRED, CLASSES),
    ("loss.SoftmaxCELoss(weight=2.0)", PRED, CLASSES, SAMPLES),
    ("loss.SoftmaxCrossEntropyLoss(sparse_label=False)", PRED, uniform(3, 4, low=0), SAMPLES),
    ("loss.SoftmaxCELoss(axis=1)", uniform(2, 4, 3), integers(2, 3, high=4)),
    ("loss.SoftmaxCELoss(from_logits=True)", uniform(3, 4, low=-3, high=-0.1), CLASSES),
    ("loss.SoftmaxCELoss(axis=0, batch_axis=1)", PRED, integers(4, high=3)),
    ("loss.KLDivLoss()", uniform(3, 4, low=-3, high=-0.1), uniform(3, 4, low=0.1)),
    ("loss.KLDivLoss(from_logits=False, weight=2.0)", PRED, uniform(3, 4, low=0.1), SAMPLES),
    ("loss.KLDivLoss(from_logits=False, axis=0)", PRED, uniform(3, 4, low=0.1)),
    ("loss.TripletLoss()", PRED, LABEL, uniform(3, 4)),
    ("loss.TripletLoss(margin=5, weight=2.0)", PRED, LABEL, SIGNS),
    ("loss.PoissonNLLLoss(from_logits=False)", uniform(3, 4, low=0.1), BITS, SAMPLES),
    ("loss.CosineEmbeddingLoss()", PRED, LABEL, values([1.0, -1.0, 1.0])),
    ("loss.CosineEmbeddingLoss(margin=0.2)", PRED, LABEL, values([1.0, -1.0, -1.0]), SAMPLES),
    ("loss.SDMLLoss()", PRED, LABEL),
    ("loss.SDMLLoss(smoothing_parameter=0.1, weight=2.0)", PRED, LABEL),
    ("loss.CTCLoss()", LOGITS, SEQUENCES),
    ("loss.CTCLoss(layout='TNC', weight=2.0)", uniform(8, 2, 5), SEQUENCES),
    ("loss.CTCLoss(label_layout='TN')", LOGITS, values([[1, 2], [0, 1], [-1, 1], [-1, -1]])),
    ("loss.CTCLoss()", LOGITS, SEQUENCES, values([6.0, 7.0])),
    ("loss.CTCLoss()", LOGITS, SEQUENCES, values([6.0, 7.0]), values([2.0, 3.0])),
]


def name_of(case) -> str:
    """Return a name for a case, of the call and the shapes of its inputs."""
    call, *inputs = case
    return f"{call} of {', '.join(str(array.shape) for array in inputs)}"


def stack(block, *layers):
    block.add(*layers)
    return block


def build(mx, call: str):
    gluon = mx.gluon
    names = {"nn": gluon.nn, "contrib": gluon.contrib, "loss": gluon.loss, "stack": stack}
    return eval(call, names)


def set_parameters(mx, block) -> None:
    """Give every parameter values that depend on its place and shape only."""
    for seed, (name, parameter) in enumerate(sorted(block._collect_params_with_prefix().items())):
        low = 0.5 if name.endswith("running_var") else -1.0
        values = np.random.RandomState(100 + seed).uniform(low, 1.5, parameter.shape)
        parameter.set_data(mx.nd.array(values))


def _is_smooth(spec) -> bool:
    """Return whether an input is neither integers nor written out."""
    return not spec.integers and spec.given is None


def run(mx, case, backward=True, array=None, hybridize=False) -> dict[str, np.ndarray]:
    """Return outputs, gradients and changed states of a case, in training and in prediction.

    ``array`` makes the inputs, ``mx.nd.array`` by default.
    """
    call, *inputs = case
    array = array or mx.nd.array
    block = build(mx, call)
    if hybridize:
        block.hybridize()
    arguments = [array(spec.make(seed).astype("float32")) for seed, spec in enumerate(inputs)]
    block.initialize()
    block(*arguments)  # completes the shapes
    set_parameters(mx, block)
    parts = {"predict": block(*arguments).asnumpy()}
    if not backward:
        return parts
    smooth = {f"input{i}": arguments[i] for i, spec in enumerate(inputs) if _is_smooth(spec)}
    for source in smooth.values():
        source.attach_grad()
    with mx.autograd.record():
        out = block(*arguments)
    parts["train"] = out.asnumpy()
    random = np.random.RandomState(7)
    out.backward(array(random.uniform(-1, 1, out.shape).astype("float32")))
    parts |= {name: source.grad.asnumpy() for name, source in smooth.items()}
    for name, parameter in block._collect_params_with_prefix().items():
        if parameter.grad_req == "null":
            parts[name] = parameter.data().asnumpy()
        else:
            parts[name] = parameter.grad().asnumpy()
    return parts


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {}
    for case in LAYERS + LOSSES + ONLY_FORWARD:
        parts = run(mx, case, backward=case not in ONLY_FORWARD)
        recorded |= {f"{name_of(case)}/{part}": array for part, array in parts.items()}
    return {GOLDEN: recorded}
