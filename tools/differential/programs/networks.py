"""Small networks that are trained for some steps."""

from __future__ import annotations

from .program import Program, kind

PLAIN = (
    "'sgd', {'learning_rate': 0.1, 'momentum': 0.9}",
    "'sgd', {'learning_rate': 0.1, 'wd': 0.01, 'clip_gradient': 0.5}",
    "'nag', {'learning_rate': 0.1, 'momentum': 0.9}",
)
OPTIMIZERS = (
    *PLAIN,
    "'adam', {'learning_rate': 0.01}",
    "'adagrad', {'learning_rate': 0.1}",
    "'rmsprop', {'learning_rate': 0.01, 'centered': True}",
    "'adadelta', {}",
    "'ftrl', {'learning_rate': 0.1}",
    "'signum', {'learning_rate': 0.01}",
    "'adamax', {'learning_rate': 0.01}",
    "'nadam', {'learning_rate': 0.01}",
)
# Not PoissonNLLLoss: its exponential is infinite after a step, and the rest is noise.
LOSSES = (
    "L2Loss", "L1Loss", "HuberLoss", "SigmoidBCELoss", "HingeLoss", "SquaredHingeLoss",
    "LogisticLoss", "KLDivLoss",
)  # fmt: skip


@kind
def networks(p: Program) -> None:
    """A small network, its loss and some steps of an optimizer.

    Layers have names of their own: trainers sort parameters by name, Nadam's steps depend on their
    order, and the numbers in default names on the programs that ran before in the same process.
    """
    # Of two samples a batch normalization leaves little but rounding.
    features, classes, batch = p.number(2, 5), p.number(2, 4), p.number(4, 6)
    net = p.add(f"gluon.nn.HybridSequential(prefix='n{len(p.steps)}_')")
    width, scales = features, True
    for layer in range(p.number(1, 3)):
        units = p.number(2, 5)
        activation = p.choose(None, "relu", "tanh", "sigmoid", "softsign")
        options = f"in_units={width}, activation={activation!r}, prefix='dense{layer}_'"
        p.add(f"{net}.add(gluon.nn.Dense({units}, {options}))")
        width = units
        extra = p.choose(None, None, "LayerNorm", "BatchNorm", "PReLU", "ELU", "GELU", "Swish")
        if extra in ("LayerNorm", "BatchNorm"):
            scales = False
            options = f"in_channels={width}, prefix='norm{layer}_'"
            p.add(f"{net}.add(gluon.nn.{extra}({options}))")
        elif extra is not None:
            p.add(f"{net}.add(gluon.nn.{extra}(prefix='other{layer}_'))")
    p.add(f"{net}.add(gluon.nn.Dense({classes}, in_units={width}, prefix='last_'))")
    _train(p, net, (batch, features), (batch, classes), scales)


@kind
def channels_last(p: Program) -> None:
    """Images whose channels are the last axis."""
    batch, size, channels = p.number(1, 2), p.number(4, 6), p.number(2, 4)
    net = p.add(f"gluon.nn.HybridSequential(prefix='n{len(p.steps)}_')")
    p.add(f"{net}.add(gluon.nn.BatchNorm(axis=-1, in_channels={channels}, prefix='norm_'))")
    p.add(f"{net}.add(gluon.nn.{p.choose('ELU()', 'SELU()', 'GELU()', 'LeakyReLU(0.1)')})")
    # Not padding with ceil_mode: windows that see nothing have the maximum -3e38, the rest is nan.
    pool, options = p.choose(
        ("Max", "padding=1"), ("Max", "ceil_mode=True"), ("Avg", "padding=1"), ("Avg", "padding=0")
    )
    sizes = f"{p.number(2, 3)}, {p.number(1, 2)}"
    p.add(f"{net}.add(gluon.nn.{pool}Pool2D({sizes}, layout='NHWC', {options}))")
    p.add(f"{net}.add(gluon.nn.HybridLambda(lambda F, x: F.transpose(x, axes=(0, 3, 1, 2))))")
    options = f"strides={p.number(1, 2)}, padding=1, in_channels={channels}"
    sizes = f"{p.number(2, 3)}, {p.number(1, 3)}"
    p.add(f"{net}.add(gluon.nn.Conv2D({sizes}, {options}, prefix='conv_'))")
    p.add(f"{net}.add(gluon.nn.HybridLambda(lambda F, x: F.transpose(x, axes=(0, 2, 3, 1))))")
    # Not their sum, whose gradient is 0: optimizers would make numbers of its rounding.
    head = "F.square(F.softmax(x, axis=-1)).sum(axis=(1, 2))"
    p.add(f"{net}.add(gluon.nn.HybridLambda(lambda F, x: {head}))")
    _train(p, net, (batch, size, size, channels), None, False)


def _train(p: Program, net: str, shape: tuple, target: tuple | None, scales: bool) -> None:
    """Add steps of training.

    Before a normalizing layer gradients may be 0 up to rounding, which optimizers that scale them
    make large steps of.
    """
    p.add(f"{net}.initialize()")
    p.add(f"assign({net}, seed={p.number(0, 10**6)})")
    if p.choose(True, False):
        p.add(f"{net}.hybridize()")
    data = p.array(shape)
    loss = "out"
    if target is not None:
        target_array, name = p.array(target, low=0, high=1), p.choose(*LOSSES)
        loss = f"gluon.loss.{name}()(out, {target_array})"
        # Signs that cancel out are 0, or what rounding leaves of them.
        scales = scales and name != "L1Loss"
    trainer = p.add(
        f"gluon.Trainer({net}.collect_params(), {p.choose(*OPTIMIZERS if scales else PLAIN)})"
    )
    p.add(f"{net}({data})")
    for _ in range(2):
        p.add(f"recorded(lambda a: (lambda out: {loss})({net}(a)), {data})")
        p.add(f"values_of({net}, gradients=True)")
        p.add(f"{trainer}.step({shape[0]})")
        p.add(f"values_of({net})")
