"""What is measured: one row is a statement for MXNet's API, its counterpart in torch, and the bars.

This file is read by each subject's interpreter, so it uses nothing but the standard library.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import behind
import detectors
import forecasting
import growth
import networks

MXNET = """
import mxnet as mx
from mxnet import autograd, gluon, nd
"""
TORCH = "import torch\n"
FLOOR = "import torch\nfrom floors import adam, autograd, nd, network, sgd, training\n"
INFERENCE = "with torch.no_grad(): r = net(x)"
# Variants of torch (peers.py) for networks on arrays, and on images in training and in inference.
# Fused updates are measured where they are a part of a step that counts.
ARRAYS, IMAGES, IMAGES_FROZEN = (
    ("fused", "compiled"), ("channels last", "compiled"), ("channels last", "compiled", "frozen"),
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A statement to time, in both APIs, and the ratios that are allowed."""

    group: str
    name: str
    mxnet: str  # the statement, with MXNet's API
    torch: str | None = ""  # with torch's; the same where empty, None if it has none
    mxnet_setup: str = ""
    torch_setup: str = ""
    before: str = ""  # runs before each timed statement, untimed
    result: str = "r"  # what the real MXNet must wait for; empty for everything
    recording: bool = False
    floor_setup: str = ""  # prepares the statement of MXNet's API with floors.py
    variants: tuple[str, ...] = ()  # of torch: for those, torch_setup calls `prepare` of peers.py
    over_torch: float | None = None  # at most so many times torch's time
    over_mxnet: float | None = None  # at most so many times MXNet's


def _rows(template, *rows):
    return [replace(template, name=name, mxnet=mx, torch=torch) for name, mx, torch in rows]


def _recorded(cases):
    """The same cases while autograd records, on an array that wants its gradient."""
    return [
        replace(
            case,
            name=f"{case.name}, recording",
            mxnet_setup=f"{case.mxnet_setup}\nx.attach_grad()",
            torch_setup=f"{case.torch_setup}\nx.requires_grad_()",
            floor_setup=f"{case.floor_setup}\nx.attach_grad()",
            recording=True,
        )
        for case in cases
    ]


PAIR = "x = nd.ones(10); y = nd.ones(10)"
SMALL = Case(
    group="small operators (10 elements)",
    name="",
    mxnet="",
    mxnet_setup=PAIR,
    torch_setup="x = torch.ones(10); y = torch.ones(10)",
    floor_setup=PAIR,
    over_torch=1.6,
    over_mxnet=0.3,
)
small = _rows(
    SMALL,
    ("x + y", "r = x + y", ""),
    ("x + 1.5", "r = x + 1.5", ""),
    ("exp", "r = nd.exp(x)", "r = torch.exp(x)"),
    ("slice", "r = x[2:5]", ""),
    ("sum", "r = x.sum()", ""),
)

CHAIN = """
def chain(y):
    for _ in range(100):
        y = y * 1.01
        y = y + 0.5
    return y
"""
CHAINED = replace(
    SMALL,
    group="a chain of 200 operators (10 elements)",
    mxnet_setup=CHAIN + "x = nd.ones(10)",
    torch_setup=CHAIN + "x = torch.ones(10); head = torch.ones(10)",
    floor_setup=CHAIN + "x = nd.ones(10)",
)
chain = [replace(CHAINED, name="forward", mxnet="r = chain(x)")]
chain += _recorded(chain)
chain += [
    replace(
        _recorded([CHAINED])[0],
        name="backward",
        before="r = chain(x)",
        mxnet="r.backward()",
        torch="x.grad = None; r.backward(head)",
        result="x.grad",
        floor_setup="",
    )
]

POSITIONS = "x = nd.ones((8, 10)); f = nd.array([1, 3, 5]); i = f.astype('int64')"
TABLE = Case(
    group="indexing (8 x 10 elements)",
    name="",
    mxnet="",
    mxnet_setup=POSITIONS,
    torch_setup="x = torch.ones(8, 10); i = torch.tensor([1, 3, 5]); f = i.float()",
    floor_setup=POSITIONS,
    over_torch=1.6,
    over_mxnet=0.3,
)
indexing = _rows(
    TABLE,
    ("x[3]", "r = x[3]", ""),
    ("x[2:5]", "r = x[2:5]", ""),
    # MXNet: what is not one block of memory is copied, so torch copies too.
    ("x[:, 2:5]", "r = x[:, 2:5]", "r = x[:, 2:5].contiguous()"),
    ("x[2, 3]", "r = x[2, 3]", ""),
    ("x[integers]", "r = x[i]", ""),
    # nd.array([1, 3, 5]) has floats: torch refuses those as positions, so it converts them too.
    ("x[floats]", "r = x[f]", "r = x[f.long()]"),
    ("x[list]", "r = x[[1, 3, 5]]", ""),
)
indexing += [
    replace(case, result="x")
    for case in _rows(
        TABLE,
        ("x[2:5] = number", "x[2:5] = 1.5", ""),
        ("x[:] = array", "x[:] = y", ""),
    )
]
indexing[-1] = replace(
    indexing[-1],
    mxnet_setup=f"{POSITIONS}; y = nd.ones((8, 10))",
    torch_setup=f"{TABLE.torch_setup}; y = torch.ones(8, 10)",
    floor_setup=f"{POSITIONS}; y = nd.ones((8, 10))",
)

LARGE = Case(
    group="large elementwise (10 million elements) and take",
    name="",
    mxnet="",
    mxnet_setup="x = nd.ones(10_000_000); y = nd.ones(10_000_000)",
    torch_setup="x = torch.ones(10_000_000); y = torch.ones(10_000_000)",
    over_torch=0.5,
    over_mxnet=0.9,
)
large = _rows(
    LARGE,
    ("x + y", "r = x + y", ""),
    ("x * 2", "r = x * 2", ""),
    ("exp", "r = nd.exp(x)", "r = torch.exp(x)"),
    ("relu", "r = nd.relu(x)", "r = torch.relu(x)"),
    ("7 operators", "r = ((x + y) * 2 - x / 3 + y * y).sqrt()", ""),
)
large += [
    replace(
        LARGE,
        name="take",
        mxnet_setup="t = nd.ones((1000, 1000)); i = nd.array([n % 1000 for n in range(10000)])",
        torch_setup="t = torch.ones(1000, 1000); i = torch.arange(10000) % 1000",
        mxnet="r = nd.take(t, i)",
        torch="r = t[i]",
    )
]

_CHAINS = {
    "7 operators": "F.sqrt((x + y) * 2 - x / 3 + y * y)",
    "5 operators with exp, tanh, sigmoid": "F.sigmoid(F.tanh(F.exp(x) * y) + x)",
}
chains = [
    Case(
        "hybridized chains of operators (10 million elements)",
        name,
        "r = net(x, y)",
        "with torch.no_grad(): r = net(x, y)",
        mxnet_setup=f"net = gluon.nn.HybridLambda(lambda F, x, y: {formula})\n"
        "net.hybridize(static_alloc=True, static_shape=True)\n"
        "x = nd.ones(10_000_000); y = nd.ones(10_000_000)",
        torch_setup="F = torch\nclass Chain(torch.nn.Module):\n"
        f"    def forward(self, x, y): return {formula}\n"
        "net, x = prepare(Chain(), torch.ones(10_000_000)); y = torch.ones(10_000_000)",
        variants=("compiled",),
    )
    for name, formula in _CHAINS.items()
]

OTHER = Case(
    group="other large operators",
    name="",
    mxnet="",
    mxnet_setup="x = nd.ones((2000, 2000)); s = nd.ones((800, 800)); "
    "image = nd.ones((8, 32, 56, 56)); weight = nd.ones((64, 32, 3, 3)); bias = nd.ones(64); "
    "last = nd.ones((8, 56, 56, 32))",
    torch_setup="x = torch.ones(2000, 2000); s = torch.ones(800, 800); "
    "image = torch.ones(8, 32, 56, 56); weight = torch.ones(64, 32, 3, 3); bias = torch.ones(64); "
    "last = torch.ones(8, 56, 56, 32)",
    over_torch=1.05,
)
other = _rows(
    OTHER,
    ("sum", "r = nd.sum(x)", "r = torch.sum(x)"),
    ("mean, axis 0", "r = nd.mean(x, axis=0)", "r = torch.mean(x, 0)"),
    ("argmax, axis 1", "r = nd.argmax(x, axis=1)", "r = torch.argmax(x, 1).float()"),
    ("dot", "r = nd.dot(s, s)", "r = s @ s"),
    ("transpose", "r = nd.transpose(x)", "r = x.T.contiguous()"),
    (
        "images to channels last",
        "r = nd.transpose(image, (0, 2, 3, 1))",
        "r = image.permute(0, 2, 3, 1).contiguous()",
    ),
    (
        "images to channels first",
        "r = nd.transpose(last, (0, 3, 1, 2))",
        "r = last.permute(0, 3, 1, 2).contiguous()",
    ),
    ("concat", "r = nd.concat(x, x, dim=1)", "r = torch.cat((x, x), 1)"),
    ("softmax", "r = nd.softmax(x)", "r = torch.softmax(x, -1)"),
    (
        "Convolution",
        "r = nd.Convolution(image, weight, bias, kernel=(3, 3), num_filter=64)",
        "r = torch.nn.functional.conv2d(image, weight, bias)",
    ),
)

NETS = (
    networks.STEP
    + """
def network(*sizes):
    net = gluon.nn.Sequential()
    for inputs, units in zip(sizes, sizes[1:-1]):
        net.add(gluon.nn.Dense(units, in_units=inputs, activation="relu"))
    net.add(gluon.nn.Dense(sizes[-1], in_units=sizes[-2]))
    net.initialize(mx.init.Xavier())
    return net

def training(net, batch, inputs, classes, *optimizer):
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), *optimizer)
    x = nd.random.uniform(shape=(batch, inputs))
    y = nd.array([n % classes for n in range(batch)])
    return training_step(net, loss_of, trainer, x, y)
"""
)
TORCH_NETS = """
from torch import nn
def network(*sizes):
    layers = []
    for inputs, units in zip(sizes, sizes[1:-1]):
        layers += [nn.Linear(inputs, units), nn.ReLU()]
    return nn.Sequential(*layers, nn.Linear(sizes[-2], sizes[-1]))

def training(net, batch, inputs, classes, optimizer, **options):
    loss_of = nn.CrossEntropyLoss()
    updates = optimizer(net.parameters(), **options)
    (net, x), y = prepare(net, torch.rand(batch, inputs)), torch.arange(batch) % classes
    def step():
        updates.zero_grad()
        loss_of(net(x), y).backward()
        updates.step()
    return step
"""
OPTIMIZERS = {
    "SGD with momentum": (
        '"sgd", {"learning_rate": 0.01, "momentum": 0.9}',
        "torch.optim.SGD, lr=0.01, momentum=0.9",
        "sgd",
    ),
    "Adam": ('"adam", {"learning_rate": 0.001}', "torch.optim.Adam, lr=0.001", "adam"),
}


def _floor(sizes, batch, optimizer="sgd"):
    data = f"torch.rand({batch}, {sizes[0]}), torch.arange({batch}) % {sizes[-1]}"
    return f"step = training(network(*{sizes}), {data}, {optimizer})"


def _training(group, sizes, batches, over_torch, over_mxnet):
    """A training step with each optimizer."""
    ends = f"{sizes[0]}, {sizes[-1]}"
    return [
        Case(
            group,
            f"{name}, batch {batch}",
            "step()",
            mxnet_setup=f"{NETS}\nnet = network(*{sizes})\n"
            f"step = training(net, {batch}, {ends}, {ours})",
            torch_setup=f"{TORCH_NETS}\nnet = network(*{sizes})\n"
            f"step = training(net, {batch}, {ends}, {theirs})",
            result="",
            floor_setup=_floor(sizes, batch, floor),
            variants=ARRAYS,
            over_torch=over_torch,
            over_mxnet=over_mxnet,
        )
        for batch in batches
        for name, (ours, theirs, floor) in OPTIMIZERS.items()
    ]


LENET = Case(
    "training LeNet",
    "SGD with momentum, batch 128",
    "step()",
    mxnet_setup=networks.GLUON + "x = nd.random.uniform(shape=(128, 1, 28, 28)); net = lenet()\n"
    "net.initialize(mx.init.Xavier(magnitude=2)); net(x); step = training(net, x, False)",
    torch_setup=networks.TORCH + "net, x = ready(lenet(), 128, 1, 28, 28); step = training(net, x)",
    result="",
    variants=IMAGES,
    over_torch=1.0,
    over_mxnet=0.6,
)
training = [
    *_training("training an MLP, 784-256-10", (784, 256, 10), (64, 256), 1.0, 0.6),
    *_training("training 60 narrow layers", (16,) * 61, (16,), 1.3, 0.6),
    LENET,
]

# 35 steps of 20 sequences through two layers of 200, states going on from step to step.
READING = """
lstm = gluon.rnn.LSTM(200, 2, input_size=200)
lstm.initialize()
trainer = gluon.Trainer(lstm.collect_params(), "sgd", {"learning_rate": 0.1})
x, states = nd.random.uniform(shape=(35, 20, 200)), lstm.begin_state(20)
def step():
    nonlocal states
    with autograd.record():
        outputs, states = lstm(x, [state.detach() for state in states])
        loss = outputs.mean()
    loss.backward()
    trainer.step(1)
"""
TORCH_READING = """
from torch import nn
lstm = nn.LSTM(200, 200, 2)
updates = torch.optim.SGD(lstm.parameters(), lr=0.1)
x, states = torch.rand(35, 20, 200), (torch.zeros(2, 20, 200), torch.zeros(2, 20, 200))
def step():
    nonlocal states
    updates.zero_grad()
    outputs, states = lstm(x, [state.detach() for state in states])
    outputs.mean().backward()
    updates.step()
"""
WRITING = """
embedding, decoder = gluon.nn.Embedding(1000, 200), gluon.nn.Dense(1000, flatten=False)
lstm, loss_of = gluon.rnn.LSTM(200, 2, input_size=200), gluon.loss.SoftmaxCrossEntropyLoss()
net = gluon.nn.Sequential()
net.add(embedding, lstm, decoder)
net.initialize()
trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
x, y = (nd.arange(700).reshape((35, 20)) + i for i in (0, 1))
states = lstm.begin_state(20)
def step():
    nonlocal states
    with autograd.record():
        outputs, states = lstm(embedding(x), [state.detach() for state in states])
        loss = loss_of(decoder(outputs), y)
    loss.backward()
    trainer.step(700)
"""
TORCH_WRITING = """
from torch import nn
embedding, decoder = nn.Embedding(1000, 200), nn.Linear(200, 1000)
lstm, loss_of = nn.LSTM(200, 200, 2), nn.CrossEntropyLoss()
net = nn.ModuleList([embedding, lstm, decoder])
updates = torch.optim.SGD(net.parameters(), lr=0.1)
x, y = (torch.arange(700).reshape(35, 20) + i for i in (0, 1))
states = (torch.zeros(2, 20, 200), torch.zeros(2, 20, 200))
def step():
    nonlocal states
    updates.zero_grad()
    outputs, states = lstm(embedding(x), [state.detach() for state in states])
    loss_of(decoder(outputs).flatten(0, 1), y.flatten()).backward()
    updates.step()
"""
TORCH_LAYERS = {"GRU": "nn.GRU(200, 200, 2)", "RNN": "nn.RNN(200, 200, 2, nonlinearity='relu')"}
RECURRENT = Case(
    group="training an LSTM, 2 x 200, 35 steps, batch 20",
    name="alone",
    mxnet="step()",
    mxnet_setup=READING,
    torch_setup=TORCH_READING,
    result="",
    variants=("fused",),
    over_torch=1.0,
    over_mxnet=0.6,
)
recurrent = [
    RECURRENT,
    replace(
        RECURRENT,
        name="with 1000 words",
        mxnet_setup=WRITING,
        torch_setup=TORCH_WRITING,
    ),
]


# The same without the cells of an LSTM: torch's kernels record every operator of every step.
for _name in ("GRU", "RNN"):
    recurrent.append(
        replace(
            RECURRENT,
            group="training recurrent layers, 2 x 200, 35 steps, batch 20",
            name=_name,
            mxnet_setup=READING.replace("rnn.LSTM", f"rnn.{_name}"),
            torch_setup=TORCH_READING.replace("nn.LSTM(200, 200, 2)", TORCH_LAYERS[_name])
            .replace(
                "(torch.zeros(2, 20, 200), torch.zeros(2, 20, 200))", "torch.zeros(2, 20, 200)"
            )
            .replace("[state.detach() for state in states]", "states.detach()"),
            over_mxnet=None,
        )
    )


def _hybridized(group, network, shape, statement, **options):
    """A network of networks.py, hybridized; torch runs it eagerly."""
    setup = f"net, x = ready({network}(), *{shape})\n"
    return Case(
        group,
        f"{network}, batch {shape[0]}",
        statement.get("mxnet", "r = net(x)"),
        statement.get("torch", ""),
        mxnet_setup=networks.TABLES + networks.GLUON + setup + statement.get("setup", ""),
        torch_setup=networks.TABLES + networks.TORCH + setup + statement.get("setup", ""),
        result=statement.get("result", "r"),
        **options,
    )


CALL = {"torch": INFERENCE}
STEP = {
    "mxnet": "step()",
    "setup": "step = training(net, x)",
    "result": "",
}
AGAIN = {"mxnet": "net.hybridize(); r = net(x)", **CALL}
_PICTURES = (3, 224, 224)
hybridized = [
    *(
        _hybridized(
            "hybridized inference, 224 x 224", network, (batch, *_PICTURES), CALL,
            over_torch=0.75, over_mxnet=0.92, variants=IMAGES_FROZEN,
        )
        for network, batch in (
            ("resnet18", 1), ("resnet18", 8), ("mobilenet", 1), ("mobilenet_v2", 1),
            ("mobilenet_v2", 8),
        )
    ),
    # The dense products alone take 0.88 of MXNet's time, so that there is little to gain.
    _hybridized(
        "encoder of BERT, 4 layers, 128 tokens", "bert", (8, 128, 768), CALL, over_torch=1.0,
        variants=("compiled", "frozen", "frozen dynamic"),
    ),
    _hybridized(
        "training an encoder of BERT, 4 layers, 128 tokens", "bert", (8, 128, 768), STEP,
        over_torch=1.05, over_mxnet=1.0, variants=("compiled",),
    ),
    _hybridized(
        "hybridized training", "mlp", (64, 784), STEP, over_torch=0.85, over_mxnet=0.95,
        floor_setup=_floor((784, 256, 10), 64), variants=ARRAYS,
    ),
    _hybridized(
        "hybridized training", "lenet", (64, 1, 28, 28), STEP, over_torch=0.95, over_mxnet=0.95,
        variants=IMAGES,
    ),
    _hybridized(
        "hybridized training", "resnet18", (8, *_PICTURES), STEP, over_torch=0.95, over_mxnet=1.0,
        variants=IMAGES,
    ),
    # Tracing, folding and packing again; torch.compile would take seconds.
    _hybridized(
        "first hybridized call", "resnet18", (1, *_PICTURES), AGAIN, variants=("channels last",)
    ),
]  # fmt: skip

detection = [
    Case(
        "hybridized inference of detectors, batch 1",
        name,
        "r = net(x)",
        INFERENCE,
        mxnet_setup=networks.TABLES + detectors.TABLES + networks.GLUON + detectors.GLUON
        + f"net, x = ready({network}(), 1, 3, *{size})",
        torch_setup=networks.TABLES + detectors.TABLES + networks.TORCH + detectors.TORCH
        + f"net, x = ready({network}(), 1, 3, *{size})",
        over_torch=1.0,
        over_mxnet=0.8,
        variants=("channels last",),  # torch.compile cannot compile them as a whole
    )
    for name, network, size in (
        ("SSD-300, VGG-16", "SSD", (300, 300)),
        ("YOLOv3, Darknet-53", "YOLO", (416, 416)),
        ("Faster R-CNN, ResNet-50", "FasterRCNN", (320, 480)),
    )
]  # fmt: skip
forecasts = [
    Case(
        "training DeepAR, hybridized",
        "batch 32",
        "r = step()",
        mxnet_setup=forecasting.TABLES + "nn = gluon.nn\n" + forecasting.GLUON
        + "step = training(32)",
        torch_setup=forecasting.TABLES + forecasting.TORCH + "step = training(32)",
        result="",
        over_torch=1.0,
        over_mxnet=0.8,
    )
]  # fmt: skip

modules = [
    Case(
        "training with Module, SGD with momentum and accuracy",
        f"{network}, batch {shape[0]}",
        "step()",
        mxnet_setup=networks.MODULE + f"step = fitting({network}(), *{shape})",
        torch_setup=networks.TORCH_MODULE + f"step = fitting({network}(), *{shape})",
        result="",
        over_mxnet=0.9,
        variants=IMAGES if len(shape) == 4 else ARRAYS,
    )
    for network, shape in (
        ("narrow", (8, 20)), ("mlp", (64, 784)), ("lenet", (64, 1, 28, 28)),
    )
]  # fmt: skip

# What is long when it is many: sequences of different lengths, small arrays in a trainer.
_lengths = next(axis for axis in growth.AXES if axis.name == "shapes")
many = [
    Case(
        "many shapes, many arrays",
        "inference of 300 sequences, each of another length",
        "run()",
        mxnet_setup=_lengths.gluon,
        torch_setup=_lengths.torch,
        before="run, _ = sized(300)",  # a new network, so that each length is new to it
        result="",
    ),
    Case(
        "many shapes, many arrays",
        "a trainer's step of 5000 arrays of 10, SGD with momentum",
        "update()",
        mxnet_setup=behind.TRAINER,
        torch_setup=behind.TORCH_TRAINER,
        before="backward()",
        result="",
        variants=("fused",),
    ),
]

_indexing = Case("indexing (100 x 100)", "", "", "", behind.TABLE, behind.TORCH_TABLE)
_few = Case("mx.np (few elements)", "", "", "", behind.FEW, behind.TORCH_FEW)
_detection = Case("detection, random numbers and graphs", "", "", None)
behind_once = [
    *_rows(_indexing, *behind.INDEXING),
    *_rows(_few, *behind.NUMPY),
    *(
        Case(
            "sparse and large arrays, samples, files",
            name,
            ours,
            theirs,
            setup,
            torch_setup,
            result="",
        )
        for name, ours, theirs, setup, torch_setup in behind.OTHERS
    ),
    *(
        replace(_detection, name=name, mxnet=statement, mxnet_setup=f"{behind.BOXES}\n{setup}")
        for name, setup, statement in behind.MXNET_ONLY
    ),
]

CASES = [
    *small,
    *_recorded(small),
    *chain,
    *indexing,
    *large,
    *chains,
    *other,
    *training,
    *hybridized,
    *detection,
    *forecasts,
    *modules,
    *recurrent,
    *many,
    *behind_once,
]
