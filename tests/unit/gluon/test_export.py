"""Graphs of blocks that are not hybrid: exported, loaded, and run by the real MXNet 1.9.1."""

from __future__ import annotations

import json
import pathlib
import re
import warnings

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS
from mxnet.gluon import nn
from tests.golden import archive
from tests.ops.row import families, rows_of
from tests.unit.gluon.export_cases import BATCHES, FOLDER, inputs, networks, prepared

NAMES = list(networks())
RECORDED = archive.load(FOLDER / "outputs.npz")


def as_list(outputs):
    return outputs if isinstance(outputs, list | tuple) else [outputs]


def import_block(files, names=("data",)):
    return gluon.SymbolBlock.imports(files[0], list(names), files[1])


@pytest.mark.parametrize("name", NAMES)
def test_the_real_mxnet_computes_the_same(name, tmp_path):
    """The files are those that 1.9.1 has run, and the block gives what it gave."""
    net = prepared(networks()[name])
    files = net.export(str(tmp_path / name))
    stored = FOLDER / f"{name}-symbol.json"
    assert json.loads(pathlib.Path(files[0]).read_text()) == json.loads(stored.read_text())
    loaded = import_block(files)
    for batch in BATCHES:
        x = nd.array(inputs(batch))
        for i, (plain, again) in enumerate(zip(as_list(net(x)), as_list(loaded(x)), strict=True)):
            expected = RECORDED[f"{name}/{batch}/{i}"]
            np.testing.assert_allclose(plain.asnumpy(), expected, 1e-4, 1e-5)
            np.testing.assert_allclose(again.asnumpy(), expected, 1e-4, 1e-5)


def test_other_axes_than_the_batch_stay_open_too(tmp_path):
    """Attention for sequences of other lengths, recurrent layers for any number of samples."""
    net = prepared(networks()["attention"])
    loaded = import_block(net.export(str(tmp_path / "net")))
    for shape in ((1, 3, 6, 6), (2, 7, 6, 6), (4, 2, 6, 6)):
        x = nd.random.uniform(shape=shape)
        np.testing.assert_allclose(loaded(x).asnumpy(), net(x).asnumpy(), 1e-4, 1e-5)


class Applied(nn.Block):
    """One operator as a network."""

    def __init__(self, row):
        super().__init__()
        self._function = nd_function(OPS[row.op], row.op, "mxnet.nd", nd.NDArray)
        self._attrs = row.attrs

    def forward(self, *arrays):
        return self._function(*arrays, **self._attrs)


def is_traceable(row):
    """Updates of parameters change their inputs, which a graph would do too."""
    return row.inputs and not row.out and not OPS[row.op].mutates and row.op != "reset_arrays"


@pytest.mark.parametrize("family", families())
def test_every_operator_can_be_in_a_graph(family):
    """The first row of each operator and set of attributes: the same numbers from the graph."""
    rows = {(row.op, *sorted(row.attrs)): row for row in rows_of(family) if is_traceable(row)}
    for row in rows.values():
        net, arrays = Applied(row), [nd.array(a, dtype=a.dtype) for a in row.arrays()]
        mx.random.seed(1)
        expected = as_list(net(*arrays))
        network = net._network()
        graph = gluon.SymbolBlock(network.graph, [mx.sym.var(name) for name in network.inputs])
        mx.random.seed(1)
        for ours, theirs in zip(as_list(graph(*arrays)), expected, strict=True):
            assert (ours.shape, ours.dtype) == (theirs.shape, theirs.dtype), row.op
            values = (array.asnumpy().astype(np.float64) for array in (ours, theirs))
            np.testing.assert_allclose(*values, rtol=1e-4, atol=1e-5, err_msg=row.op)


# ------------------------------------------------------------------------------ kinds of blocks


def test_containers_and_lambdas(tmp_path):
    net = nn.Sequential()
    net.add(nn.Dense(4), nn.Lambda("relu"), nn.Lambda(lambda x: x * 2), nn.HybridSequential())
    net[3].add(nn.Dense(2))
    net.initialize()
    x = nd.random.normal(shape=(3, 5))
    expected = net(x).asnumpy()
    loaded = import_block(net.export(str(tmp_path / "net")))
    np.testing.assert_allclose(loaded(x).asnumpy(), expected, rtol=1e-5)


def test_before_the_first_call(tmp_path):
    net = nn.Sequential()
    net.add(nn.Dense(4, in_units=3))
    net.initialize()
    loaded = import_block(net.export(str(tmp_path / "net")))
    x = nd.ones((2, 3))
    np.testing.assert_allclose(loaded(x).asnumpy(), net(x).asnumpy(), rtol=1e-6)


class WithStates(nn.Block):
    def forward(self, x, states, mask=None):
        new = x + states[0] * states[1]
        return (new if mask is None else new * mask), [new, states[1]]


@pytest.mark.parametrize("mask", [None, nd.array([[0, 1]])])
def test_nested_inputs_and_outputs(mask, tmp_path):
    net = WithStates()
    x, states = nd.ones((3, 2)), [nd.ones((3, 2)) * 2, nd.ones((3, 2)) * 3]
    out, (new, _) = net(x, states, mask) if mask is not None else net(x, states)
    flat = [x, *states] + ([mask] if mask is not None else [])
    names = [f"data{i}" for i in range(len(flat))]
    loaded = import_block(net.export(str(tmp_path / "net")), names)
    np.testing.assert_array_equal(loaded(*flat)[0].asnumpy(), out.asnumpy())
    np.testing.assert_array_equal(loaded(*flat)[1].asnumpy(), new.asnumpy())


def test_a_hybrid_block_with_its_own_forward(tmp_path):
    """hybridize() leaves such a block as it is and makes graphs of its parts, as in 1.9.1."""

    class Net(nn.HybridBlock):
        def __init__(self):
            super().__init__()
            self.dense = nn.Dense(3)

        def forward(self, x):
            return nd.relu(self.dense(x)) + 1

    net = Net()
    net.initialize()
    net.hybridize()
    x = nd.random.normal(shape=(2, 4))
    expected = net(x).asnumpy()
    assert net._cached_graph == () and net.dense._cached_graph
    loaded = import_block(net.export(str(tmp_path / "net")))
    np.testing.assert_allclose(loaded(x).asnumpy(), expected, rtol=1e-6)


def test_parameters_used_by_hand_still_train(tmp_path):
    """A parameter that forward computes with stays a parameter; it is not frozen."""

    class Net(nn.Block):
        def __init__(self):
            super().__init__()
            self.weight = self.params.get("weight", shape=(2, 3), init="ones")

        def forward(self, x):
            return nd.dot(x, (self.weight.data() * 2).T)

    net = Net()
    net.initialize()
    loaded = import_block(net.export(str(tmp_path / "net")))
    with autograd.record():
        loaded(nd.ones((1, 3))).backward()
    (weight,) = loaded.collect_params().values()
    assert weight.grad().asnumpy().tolist() == [[2.0] * 3] * 2


def test_constants_do_not_take_the_names_of_parameters(tmp_path):
    class Net(nn.Block):
        def __init__(self):
            super().__init__(prefix="")
            self.weight = self.params.get("constant0", shape=(1,), init="ones")

        def forward(self, x):
            return x * self.weight.data() + nd.array([5])

    net = Net()
    net.initialize()
    loaded = import_block(net.export(str(tmp_path / "net")))
    assert sorted(loaded.params.keys()) == ["constant0", "constant1"]
    assert loaded(nd.array([2])).asscalar() == 7


def test_tracing_leaves_nothing_behind(tmp_path):
    net = prepared(networks()["operators"])
    net.export(str(tmp_path / "net"))
    with pytest.raises(MXNetError, match="which is not known"):
        Random().export("never_written")
    assert type(net(nd.array(inputs(2)))[0]) is nd.NDArray
    assert type(net.scale.data()) is nd.NDArray
    assert nd.random.normal(shape=(2,)).shape == (2,)


def test_a_batch_size_that_cannot_be_left_open(tmp_path):
    class Net(nn.Block):
        def forward(self, x):
            return x * nd.arange(x.shape[0]).reshape((-1, 1))

    net = Net()
    net(nd.ones((4, 2)))
    with pytest.warns(UserWarning, match="Net 'net.*' is for a batch size of 4 only.*'constant0'"):
        net.export(str(tmp_path / "net"))


# -------------------------------------------------------------- what cannot be in a graph, by line


class Broken(nn.Block):
    def __init__(self):
        super().__init__()
        self.dense = nn.Dense(2)


class Condition(Broken):
    def forward(self, x):
        h = self.dense(x)
        if h.sum() > 0:  # here
            return h
        return -h


class Values(Broken):
    def forward(self, x):
        return nd.array(self.dense(x).asnumpy())  # here


class Number(Broken):
    def forward(self, x):
        return x * x.max().asscalar()  # here


class Float(Broken):
    def forward(self, x):
        return x * float(x.max())  # here


class NumPy(Broken):
    def forward(self, x):
        return x + nd.array(np.tanh(x))  # here


class Random(Broken):
    def forward(self, x):
        return x + nd.random.normal(shape=x.shape)  # here


class Written(Broken):
    def forward(self, x):
        h = x * 1
        h[:, 0] = x[:, 1]  # here
        return h


class Shared(Broken):
    def forward(self, x):
        h = x * 1
        row = h[0]
        row += 1  # here
        return h


class Out(Broken):
    def forward(self, x):
        return nd.relu(x, out=nd.zeros(x.shape))  # here


class Outside(Broken):
    def __init__(self):
        super().__init__()
        self.hidden = {0: gluon.Parameter("elsewhere", shape=(2, 2))}
        self.hidden[0].initialize()

    def forward(self, x):
        return nd.dot(x, self.hidden[0].data())  # here


class Mistake(Broken):
    def forward(self, x):
        return nd.Activation(x, act_type="rely")  # here


LINES = {
    Condition: "this branch depends on the values of an array",
    Values: r"asnumpy\(\) copies the values of an array out of the graph",
    Number: r"asscalar\(\) takes the value of an array out of the graph",
    Float: r"float\(\) takes the value of an array out of the graph",
    NumPy: "NumPy takes the values of an array out of the graph",
    Random: "random numbers that do not depend on an input",
    Written: "a part of an array is written to",
    Shared: "shares its memory with another one is changed in place",
    Out: "relu writes into out=; take what it returns instead",
    Outside: "parameter 'elsewhere' is used, which is not one of the block's",
    Mistake: "Invalid Input: .rely., valid values are",
}


@pytest.mark.parametrize("kind", LINES, ids=lambda kind: kind.__name__)
def test_the_line_that_prevents_a_graph(kind):
    net = kind()
    net.initialize()
    if kind is not Mistake:
        net(nd.ones((2, 2)))
    message = (
        rf"{kind.__name__} '.*' has no graph because of line \d+ of .*test_export\.py, in forward:"
        rf"\n    .*# here\n.*{LINES[kind]}"
    )
    with pytest.raises(MXNetError, match=message):
        net.export("never_written")


def test_the_line_inside_of_a_part():
    net = nn.Sequential()
    net.add(nn.Dense(2), Condition())
    net.initialize()
    net(nd.ones((2, 2)))
    with pytest.raises(MXNetError, match=r"Sequential '.*' has no graph.*\n    if h.sum\(\) > 0"):
        net.export("never_written")


def test_a_condition_before_the_first_call():
    net = Condition()
    net.dense = nn.Dense(2, in_units=2)
    net.initialize()
    with pytest.raises(MXNetError, match="this branch depends on the values of an array"):
        net.export("never_written")


def test_reading_a_shape_before_the_first_call():
    class Net(nn.Block):
        def forward(self, x):
            return x.reshape((x.shape[0], -1))

    with pytest.raises(MXNetError, match="shape of 'data' .* is read.*call the block once with"):
        Net().export("never_written")


def test_an_output_that_is_no_array():
    class Net(nn.Block):
        def forward(self, x):
            return None

    net = Net()
    net(nd.ones(1))
    with pytest.raises(MXNetError, match="Net '.*' returns None, which is not a graph"):
        net.export("never_written")


def test_printing_does_not_stop_a_trace(capsys, tmp_path):
    class Net(nn.Block):
        def forward(self, x):
            print(x, x.shape, x.dtype)
            return x + 1

    net = Net()
    net(nd.ones((1, 2)))
    capsys.readouterr()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        net.export(str(tmp_path / "net"))
    first = capsys.readouterr().out.splitlines()[0]
    assert re.fullmatch(r"<TracedArray data> \(1, 2\) <class 'numpy.float32'>", first)


@pytest.mark.parametrize("amp", [True, False])
def test_casts_of_mixed_precision(amp, tmp_path):
    data = mx.sym.var("data")
    net = gluon.SymbolBlock(mx.sym.amp_cast(data, dtype="float16") * 2, data)
    files = net.export(str(tmp_path / "net"), remove_amp_cast=amp)
    assert ("amp_cast" in pathlib.Path(files[0]).read_text()) is not amp
