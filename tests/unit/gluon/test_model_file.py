"""Networks in one file: there and back, and files that are damaged or made to do harm."""

from __future__ import annotations

import json
import struct
import zipfile

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, nd
from mxnet.gluon import nn
from tests.unit.gluon.export_cases import inputs, networks, prepared

X = nd.array(np.random.RandomState(0).normal(size=(4, 3)))


def make(kind=nn.HybridSequential):
    net = kind()
    net.add(nn.Dense(3, activation="relu"), nn.BatchNorm(), nn.Dense(2))
    net.initialize(mx.init.Xavier())
    return net


@pytest.mark.filterwarnings("ignore:All children of this Sequential")
@pytest.mark.parametrize("kind", [nn.Sequential, nn.HybridSequential])
@pytest.mark.parametrize("hybridized", [False, True])
def test_there_and_back(kind, hybridized, tmp_path):
    net = make(kind)
    if hybridized:
        net.hybridize(static_shape=True)
    expected = net(X).asnumpy()
    net.save(tmp_path / "net.mx")
    assert [path.name for path in tmp_path.iterdir()] == ["net.mx"]
    loaded = gluon.load(tmp_path / "net.mx")
    np.testing.assert_allclose(loaded(X).asnumpy(), expected, rtol=1e-5)
    loaded.save(str(tmp_path / "again.mx"))
    again = gluon.load(str(tmp_path / "again.mx"))
    np.testing.assert_array_equal(again(X).asnumpy(), loaded(X).asnumpy())


@pytest.mark.parametrize("name", list(networks()))
def test_blocks_that_are_not_hybrid(name, tmp_path):
    net = prepared(networks()[name])
    net.save(tmp_path / "net.mx")
    loaded, x = gluon.load(tmp_path / "net.mx"), nd.array(inputs(5))
    ours, theirs = net(x), loaded(x)
    pairs = zip(ours, theirs, strict=True) if isinstance(ours, list) else [(ours, theirs)]
    for a, b in pairs:
        np.testing.assert_allclose(b.asnumpy(), a.asnumpy(), 1e-5, 1e-6)


def test_nested_arguments_and_results(tmp_path):
    class Cell(nn.Block):
        def forward(self, x, states, mask):
            return x + states[0], [states[1] * 2, [x]]

    cell, call = Cell(), (nd.ones(2), [nd.ones(2), nd.ones(2) * 3], None)
    cell(*call)
    cell.save(tmp_path / "cell.mx")
    out, (doubled, (same,)) = gluon.load(tmp_path / "cell.mx")(*call)
    values = [array.asnumpy().tolist() for array in (out, doubled, same)]
    assert values == [[2, 2], [6, 6], [1, 1]]


def test_a_loaded_network_trains_on(tmp_path):
    make_net = make()
    make_net(X)
    make_net.save(tmp_path / "net.mx")
    net = gluon.load(tmp_path / "net.mx")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1})
    losses = []
    for _ in range(5):
        with autograd.record():
            loss = (net(X) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(loss.asscalar())
    assert losses[-1] < losses[0]


def test_parameters_for_a_network_of_the_same_build(tmp_path):
    net, other = make(), make(nn.Sequential)
    expected = net(X).asnumpy()
    net.save(tmp_path / "net.mx")
    other.load(tmp_path / "net.mx")
    np.testing.assert_allclose(other(X).asnumpy(), expected, rtol=1e-6)
    smaller = nn.Sequential()
    smaller.add(nn.Dense(3))
    with pytest.raises(MXNetError, match=r"parameter '1.gamma' in '.*net.mx' is not one of this"):
        smaller.load(tmp_path / "net.mx")
    other.add(nn.Dense(1))
    with pytest.raises(MXNetError, match=r"parameter '3.weight' is missing in '.*net.mx'"):
        other.load(tmp_path / "net.mx")


def test_unused_parts_are_unchanged(tmp_path):
    class First(nn.HybridSequential):
        def hybrid_forward(self, F, x):
            return self[0](x)

    net = make(First)
    net.spare = nn.Dense(1, in_units=1)
    net.spare.initialize(mx.init.One())
    net(X)
    net.save(tmp_path / "net.mx")
    net.spare.weight.set_data(nd.array([[5]]))
    net.load(tmp_path / "net.mx")
    assert net.spare.weight.data().asscalar() == 5


def test_custom_forward_is_saved(tmp_path):
    net = make()
    net(X)
    net.forward = lambda x: net[0](x)
    net.save(tmp_path / "net.mx")
    loaded = gluon.load(tmp_path / "net.mx")
    np.testing.assert_allclose(loaded(X).asnumpy(), net[0](X).asnumpy(), rtol=1e-5)


def test_other_names_are_prefixes_as_in_1_9_1(tmp_path):
    net = make()
    net(X)
    net.save(tmp_path / "net")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["net-model.json", "net-model.params"]


def test_the_parts_are_files_of_mxnet(tmp_path):
    """What is inside can be unpacked and loaded as what ``export`` writes."""
    net = make()
    expected = net(X).asnumpy()
    net.save(tmp_path / "net.mx")
    with zipfile.ZipFile(tmp_path / "net.mx") as archive:
        archive.extractall(tmp_path)
    loaded = gluon.SymbolBlock.imports(
        tmp_path / "symbol.json", ["data"], tmp_path / "model.params"
    )
    np.testing.assert_allclose(loaded(X).asnumpy(), expected, rtol=1e-5)


def test_the_context(tmp_path):
    net = make()
    net(X)
    net.save(tmp_path / "net.mx")
    loaded = gluon.load(tmp_path / "net.mx", ctx=mx.cpu(1))
    assert loaded(X.as_in_context(mx.cpu(1))).context == mx.cpu(1)


def test_equal_networks_make_equal_files(tmp_path):
    net = make()
    net(X)
    net.save(tmp_path / "a.mx")
    net.save(tmp_path / "b.mx")
    assert (tmp_path / "a.mx").read_bytes() == (tmp_path / "b.mx").read_bytes()


def test_a_failed_save_leaves_the_old_file(tmp_path):
    net = make()
    net(X)
    net.save(tmp_path / "net.mx")
    before = (tmp_path / "net.mx").read_bytes()
    fresh = make()
    with pytest.raises(MXNetError, match="deferred"):
        fresh.save(tmp_path / "net.mx")
    assert (tmp_path / "net.mx").read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["net.mx"]


# ------------------------------------------------------------------------------------- hard input


@pytest.fixture
def members(tmp_path):
    """The contents of a sound file, to be changed and packed again."""
    net = make()
    net(X)
    net.save(tmp_path / "net.mx")
    with zipfile.ZipFile(tmp_path / "net.mx") as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pack(path, members, method=zipfile.ZIP_STORED):
    with zipfile.ZipFile(path, "w", method) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return path


def change_description(members, **changes):
    return {**members, "model.json": json.dumps({**json.loads(members["model.json"]), **changes})}


def rename(members, old, new):
    return {new if name == old else name: content for name, content in members.items()}


DAMAGE = {
    "a missing graph": (
        lambda m: {k: v for k, v in m.items() if k != "symbol.json"},
        r"net\.mx' is not a model file: symbol.json is not in it",
    ),
    "a member for elsewhere": (
        lambda m: {**m, "../../evil": b""},
        r"is not a model file: '\.\./\.\./evil' is in it, which does not belong there",
    ),
    "a member with a path": (
        lambda m: rename(m, "model.params", "/model.params"),
        "is not a model file: model.params is not in it",
    ),
    "no JSON": (lambda m: {**m, "model.json": b"{"}, "model.json is not valid JSON"),
    "deep JSON": (lambda m: {**m, "model.json": b"[" * 100_000}, "model.json is not valid JSON"),
    "a list": (lambda m: {**m, "model.json": b"[]"}, "is not the description of a model"),
    "the future": (
        lambda m: change_description(m, version=9),
        "is of version 9.*up to 1: update regluon",
    ),
    "no inputs": (
        lambda m: change_description(m, inputs=None),
        "is not the description of a model",
    ),
    "a negative size": (
        lambda m: change_description(m, inputs=[{"name": "data", "shape": [-1], "dtype": None}]),
        "is not the description of a model",
    ),
    "a strange type": (
        lambda m: change_description(
            m, inputs=[{"name": "data", "shape": None, "dtype": "object"}]
        ),
        "is not the description of a model",
    ),
    "another input": (
        lambda m: change_description(m, inputs=[{"name": "x", "shape": None, "dtype": None}]),
        "the graph expects 'data', which is neither an input nor a parameter",
    ),
    "a shape that does not fit": (
        lambda m: change_description(m, inputs=[{"name": "data", "shape": [4, 7], "dtype": None}]),
        r"graph and parameters do not fit: .*dense.*_weight",
    ),
    "too many outputs": (
        lambda m: change_description(m, out_format=[0, 0]),
        "does not say how 1 outputs are nested",
    ),
    "a broken graph": (lambda m: {**m, "symbol.json": b"{}"}, r"net\.mx': "),
    "broken parameters": (
        lambda m: {**m, "model.params": m["model.params"][:-20]},
        "Invalid NDArray file format",
    ),
    "no parameters": (
        lambda m: {**m, "model.params": struct.pack("<QQQQ", 0x112, 0, 0, 0)},
        "the graph expects '.*', which is neither an input nor a parameter",
    ),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_damage(what, members, tmp_path):
    change, message = DAMAGE[what]
    path = pack(tmp_path / "net.mx", change(members))
    with pytest.raises(MXNetError, match=f"(?s){message}"):
        gluon.load(path)


def test_a_bomb(members, tmp_path):
    path = pack(
        tmp_path / "net.mx", {**members, "model.params": bytes(10**7)}, zipfile.ZIP_DEFLATED
    )
    with pytest.raises(MXNetError, match=r"is compressed or encrypted; members are stored as they"):
        gluon.load(path)


def test_a_member_that_is_there_twice(members, tmp_path):
    path = pack(tmp_path / "net.mx", members)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(path, "a") as archive:
        archive.writestr("symbol.json", "{}")
    with pytest.raises(MXNetError, match="it has members twice, which does not belong there"):
        gluon.load(path)


def test_a_size_that_is_not_true(members, tmp_path):
    path = pack(tmp_path / "net.mx", members)
    content = bytearray(path.read_bytes())
    entry = content.rindex(b"PK\x01\x02")  # of the last member, in the directory at the end
    content[entry + 20 : entry + 28] = struct.pack("<II", 2**31, 2**31)
    path.write_bytes(content)
    with pytest.raises(MXNetError, match="claims to have 2147483648 bytes, which the file of"):
        gluon.load(path)


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9, 0.99])
def test_a_file_that_ends_too_early(share, members, tmp_path):
    path = pack(tmp_path / "net.mx", members)
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(MXNetError, match=r"net\.mx' is not a valid model file: File is not a zip"):
        gluon.load(path)


def test_a_changed_byte(members, tmp_path):
    path = pack(tmp_path / "net.mx", members)
    content = bytearray(path.read_bytes())
    content[content.index(members["model.params"]) + 60] ^= 1
    path.write_bytes(content)
    with pytest.raises(MXNetError, match=r"is not a valid model file: Bad CRC-32"):
        gluon.load(path)


def test_no_file(tmp_path):
    with pytest.raises(MXNetError, match="cannot read '.*none.mx': No such file"):
        gluon.load(tmp_path / "none.mx")
