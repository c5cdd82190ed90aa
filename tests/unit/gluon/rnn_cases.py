"""Recurrent layers and cells at work, recorded from the real MXNet 1.9.1.

Only NumPy is imported here, because the real MXNet runs these cases too.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import pathlib
from dataclasses import dataclass, field

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "gluon_rnn.npz"
STEPS, BATCH, FEATURES = 4, 3, 5
NTC, TNC = (BATCH, STEPS, FEATURES), (STEPS, BATCH, FEATURES)


@dataclass(frozen=True)
class Case:
    """One block and how it is called: as it is, or with ``unroll`` if ``length`` is given."""

    make: str  # an expression with rnn, contrib and nn
    data: tuple  # the shape of the data, of one step if it is a list of steps
    length: int = 0
    as_list: bool = False
    states: bool = False  # whether states are given
    valid: tuple = ()
    options: dict = field(default_factory=dict)
    dtype: str = "float32"
    train: bool = True  # the real MXNet trains no projections on a CPU

    @property
    def key(self) -> str:
        rest = (self.data, self.length, self.as_list, self.states, self.valid, self.train)
        text = repr((*rest, sorted(self.options.items()), self.dtype))
        return f"{self.make}-{hashlib.sha1(text.encode()).hexdigest()[:8]}"


def _layers():
    for kind in ("RNN", "LSTM", "GRU"):
        yield Case(f"rnn.{kind}(6)", TNC)
        yield Case(f"rnn.{kind}(6, 2)", TNC, states=True)
        yield Case(f"rnn.{kind}(6, bidirectional=True, layout='NTC')", NTC)
        yield Case(f"rnn.{kind}(6, 2, bidirectional=True, input_size=5)", TNC, states=True)
    yield Case("rnn.RNN(6, activation='tanh')", TNC, states=True)
    yield Case("rnn.LSTM(6, dtype='float64')", TNC, states=True, dtype="float64")
    yield Case("rnn.LSTM(6, projection_size=2)", TNC, states=True, train=False)
    yield Case("rnn.LSTM(6, 2, projection_size=2, bidirectional=True)", TNC, train=False)


CELLS = (
    "rnn.RNNCell(6)",
    "rnn.RNNCell(6, activation='relu')",
    "rnn.RNNCell(6, activation='softrelu')",
    "rnn.LSTMCell(6)",
    "rnn.LSTMCell(6, activation='softsign', recurrent_activation='tanh')",
    "rnn.GRUCell(6)",
    "contrib.LSTMPCell(6, 2)",
    "rnn.ZoneoutCell(rnn.LSTMCell(6))",
    "rnn.ResidualCell(rnn.GRUCell(5))",
    "rnn.DropoutCell(0.0)",
    "contrib.VariationalDropoutCell(rnn.RNNCell(6))",
    "stack(rnn.SequentialRNNCell, rnn.LSTMCell(6), rnn.DropoutCell(0.0), rnn.GRUCell(2))",
    "stack(rnn.HybridSequentialRNNCell, rnn.RNNCell(6), rnn.ResidualCell(rnn.LSTMCell(6)))",
)
UNROLLED = (
    "rnn.LSTMCell(6)",
    "rnn.BidirectionalCell(rnn.LSTMCell(6), rnn.GRUCell(2))",
    "rnn.ResidualCell(rnn.RNNCell(5))",
    "contrib.VariationalDropoutCell(rnn.GRUCell(6))",
    "stack(rnn.HybridSequentialRNNCell, rnn.GRUCell(6), rnn.DropoutCell(0.0), rnn.RNNCell(2))",
)
LENGTHS = (2, 4, 1)


def _cells():
    for make in CELLS:
        yield Case(make, (BATCH, FEATURES), states=True)
        yield Case(make, NTC, STEPS)
    for make in UNROLLED:
        yield Case(make, (BATCH, FEATURES), STEPS, as_list=True, states=True)
        for merge in (True, False):
            yield Case(make, TNC, STEPS, options={"layout": "TNC", "merge_outputs": merge})
            options = {"merge_outputs": merge}
            yield Case(make, NTC, STEPS, valid=LENGTHS, states=True, options=options)
        options = {"layout": "TNC", "merge_outputs": True}
        yield Case(make, (BATCH, FEATURES), STEPS, as_list=True, valid=LENGTHS, options=options)


def _convolutions():
    for kind in ("RNN", "LSTM", "GRU"):
        yield Case(f"contrib.Conv1D{kind}Cell((5, 7), 2, 3, 3)", (BATCH, 5, 7), states=True)
        yield Case(f"contrib.Conv1D{kind}Cell((0, 7), 2, 3, 3)", (BATCH, STEPS, 5, 7), STEPS)
        make = f"contrib.Conv2D{kind}Cell((2, 5, 6), 3, (3, 2), 3, i2h_pad=1, activation='relu')"
        yield Case(make, (BATCH, 2, 5, 6), states=True)
        make = f"contrib.Conv2D{kind}Cell((2, 5, 6), 3, 2, (3, 5), i2h_dilate=2, h2h_dilate=(2, 1))"
        yield Case(make, (BATCH, 2, 5, 6), states=True)
        make = f"contrib.Conv3D{kind}Cell((2, 3, 4, 3), 2, 2, 3)"
        yield Case(make, (BATCH, 2, 3, 4, 3), states=True)
    make = "contrib.Conv1DLSTMCell((5, 7), 2, 3, 3, activation=nn.LeakyReLU(0.3))"
    yield Case(make, (BATCH, 5, 7), states=True)


CASES = [*_layers(), *_cells(), *_convolutions()]


def numbers(name, shape, dtype) -> np.ndarray:
    """Return random numbers that are the same on every machine."""
    seed = int(hashlib.sha1(name.encode()).hexdigest()[:8], 16)
    return np.random.RandomState(seed).uniform(-1, 1, shape).astype(dtype)


def build(mx, case):
    """Make the block of a case, with names that count from 0."""

    def stack(kind, *cells):
        stacked = kind()
        for cell in cells:
            stacked.add(cell)
        return stacked

    names = {"rnn": mx.gluon.rnn, "contrib": mx.gluon.contrib.rnn, "nn": mx.gluon.nn}
    with mx.name.NameManager():
        return eval(case.make, {"stack": stack, **names})


def run(mx, case):
    """Return outputs, states and gradients of a case by name, and texts about the block."""
    block = build(mx, case)
    texts = {
        "repr": repr(block),
        "prefix": block.prefix,
        "state_info": repr(block.state_info(BATCH)),
        "structure": list(block._collect_params_with_prefix()),
    }

    def array(name, shape):
        result = mx.nd.array(numbers(name, shape, case.dtype), dtype=case.dtype)
        result.attach_grad()
        return result

    count = case.length if case.as_list else 1
    data = [array(f"data{i}", case.data) for i in range(count)]
    inputs = data if case.as_list else data[0]
    infos = block.state_info(BATCH) if case.states else []
    states = [array(f"state{i}", info["shape"]) for i, info in enumerate(infos)]
    valid = mx.nd.array(case.valid) if case.valid else None

    def call():
        if not case.length:
            return block(inputs, states) if case.states else block(inputs)
        begin = states if case.states else None
        return block.unroll(case.length, inputs, begin, valid_length=valid, **case.options)

    block.initialize()
    # The first call completes the shapes; 1.9.1 cannot set weights after a call outside record().
    with mx.autograd.record() if case.train else contextlib.nullcontext():
        call()
    texts["repr after a call"] = repr(block)
    params = block.collect_params()
    texts["shapes"] = {name: list(p.shape) for name, p in params.items()}
    for name, parameter in params.items():
        values = numbers(name, parameter.shape, case.dtype)
        parameter.set_data(mx.nd.array(values, dtype=case.dtype))
    if not case.train:
        return name_results(flat(call())), texts
    with mx.autograd.record():
        results = flat(call())
        heads = [array(f"head{i}", result.shape) for i, result in enumerate(results)]
        total = mx.nd.add_n(*((r * h).sum() for r, h in zip(results, heads)))  # noqa: B905
    total.backward()
    recorded = name_results(results)
    for i, variable in enumerate([*data, *states]):
        recorded[f"gradient of input {i}"] = variable.grad.asnumpy()
    for name, parameter in params.items():
        recorded[f"gradient of {name}"] = parameter.grad().asnumpy()
    return recorded, texts


def flat(result) -> list:
    """Return nested lists of arrays as one list."""
    if not isinstance(result, (list, tuple)):
        return [result]
    return [array for part in result for array in flat(part)]


def name_results(results) -> dict:
    return {f"result {i}": result.asnumpy() for i, result in enumerate(results)}


# ------------------------------------------------------------------------------------------- graphs

GRAPHS = [
    ("rnn.RNNCell(6, activation='softsign')", {}),
    ("rnn.LSTMCell(6)", {}),
    ("rnn.GRUCell(6)", {}),
    ("rnn.DropoutCell(0.5)", {}),
    ("rnn.ResidualCell(rnn.RNNCell(6))", {}),
    ("rnn.ZoneoutCell(rnn.LSTMCell(6), 0.1, 0.2)", {}),
    ("contrib.LSTMPCell(6, 2)", {}),
    ("contrib.VariationalDropoutCell(rnn.LSTMCell(6), 0.1, 0.2, 0.3)", {}),
    ("contrib.Conv1DRNNCell((5, 7), 2, 3, 3)", {}),
    ("contrib.Conv2DLSTMCell((5, 7, 7), 2, 3, 3, activation=nn.LeakyReLU(0.5))", {}),
    ("contrib.Conv1DGRUCell((5, 7), 2, 3, 3)", {}),
    ("rnn.LSTMCell(6)", {"length": 2, "merge_outputs": True}),
    ("rnn.LSTMCell(6)", {"length": 2, "layout": "TNC"}),
    ("rnn.BidirectionalCell(rnn.RNNCell(6), rnn.RNNCell(6))", {"length": 2}),
    ("rnn.BidirectionalCell(rnn.RNNCell(6), rnn.GRUCell(6))", {"length": 2, "merge_outputs": True}),
    ("rnn.ResidualCell(rnn.RNNCell(6))", {"length": 2, "merge_outputs": True}),
    ("rnn.ResidualCell(rnn.RNNCell(6))", {"length": 2, "merge_outputs": False}),
    ("rnn.DropoutCell(0.5)", {"length": 2}),
    ("contrib.VariationalDropoutCell(rnn.RNNCell(6), 0.1, 0, 0.3)", {"length": 2}),
    ("rnn.LSTM(6, 2, bidirectional=True, layout='NTC', dropout=0.5)", {"layer": True}),
    ("rnn.LSTM(6, projection_size=2)", {"layer": True}),
    ("rnn.GRU(6)", {"layer": True}),
]


def graph(mx, make, call):
    """Return operator, name and inputs of each node of a block's graph, and its outputs."""
    block, data = build(mx, Case(make, ())), mx.sym.var("data")
    with mx.name.NameManager():
        if "layer" in call:
            result = block(data)
        elif "length" in call:
            if call.get("merge_outputs") is False:
                data = [mx.sym.var(f"data{i}") for i in range(call["length"])]
            result = block.unroll(inputs=data, **call)
        else:
            result = block(data, [mx.sym.var(f"s{i}") for i, _ in enumerate(block.state_info())])
    graph = json.loads(mx.sym.Group(flat(result)).tojson())
    nodes = graph["nodes"]
    return {
        "nodes": [[n["op"], n["name"], [nodes[i[0]]["name"] for i in n["inputs"]]] for n in nodes],
        "outputs": [[nodes[head[0]]["name"], head[1]] for head in graph["heads"]],
    }


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded, texts = {}, {}
    for case in CASES:
        arrays, texts[case.key] = run(mx, case)
        recorded.update({f"{case.key}/{name}": array for name, array in arrays.items()})
    texts["graphs"] = [graph(mx, *arguments) for arguments in GRAPHS]
    recorded["texts"] = np.frombuffer(json.dumps(texts).encode(), np.uint8)
    return {GOLDEN: recorded}
