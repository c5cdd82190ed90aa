"""Parameters in files: what 1.9.1 wrote is read, and a file that does not fit changes nothing."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, gluon, init, nd
from mxnet.gluon import nn
from tests.unit.gluon.file_cases import DATA, FOLDER, build

OUTPUT = np.array(json.loads((FOLDER / "output.json").read_text()), np.float32)


def is_right(net):
    np.testing.assert_allclose(net(nd.array(DATA)).asnumpy(), OUTPUT, rtol=1e-5)
    return True


FILES = [
    "structure.params",
    "once.params",
    "stripped.params",
    "full.params",
    "exported-0003.params",
]


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("begun", ["bare", "deferred", "complete"])
def test_files_of_1_9_1(name, begun):
    """Every form that 1.9.1 writes is known by its names."""
    net = build(mx)
    if begun != "bare":
        net.initialize()
    if begun == "complete":
        net(nd.array(DATA))
    net.load_parameters(FOLDER / name)
    assert is_right(net)


def test_full_names_of_1_9_1():
    net = build(mx)
    net.collect_params().load(FOLDER / "full.params")
    assert is_right(net)
    net = build(mx)
    net.collect_params().load(FOLDER / "exported-0003.params")
    assert is_right(net)
    net = build(mx)
    net.collect_params().load(FOLDER / "stripped.params", restore_prefix="net_")
    assert is_right(net)


@pytest.mark.parametrize("name", ["plain", "hybrid"])
def test_structures_of_1_9_1(name):
    net = build(mx)
    net.load(FOLDER / name)
    assert is_right(net)


def test_an_exported_network_of_1_9_1():
    net = gluon.SymbolBlock.imports(
        FOLDER / "exported-symbol.json", ["data"], FOLDER / "exported-0003.params"
    )
    assert is_right(net)


def test_parameters_of_a_symbol_block_of_1_9_1(tmp_path):
    """1.9.1 leaves out what all names begin with, and then cannot load the file itself."""
    stored = nd.load(FOLDER / "exported-0003.params")
    stripped = {name.split(":net_")[1]: array for name, array in stored.items()}
    nd.save(tmp_path / "file", stripped)
    net = gluon.SymbolBlock.imports(FOLDER / "exported-symbol.json", ["data"])
    net.load_parameters(tmp_path / "file")
    assert is_right(net)


@pytest.mark.parametrize("hybrid", [False, True])
def test_there_and_back(hybrid, tmp_path):
    net = build(mx)
    net.load_parameters(FOLDER / "structure.params")
    if hybrid:
        net.hybridize()
        net(nd.array(DATA))
    net.save(tmp_path / "net")
    other = build(mx)
    other.load(tmp_path / "net")
    assert is_right(other)
    described = json.loads((tmp_path / "net-model.json").read_text())
    assert described["hybridsequential0"]["hybridized"] is hybrid
    net.save_parameters(tmp_path / "file")
    assert sorted(nd.load(tmp_path / "file")) == sorted(nd.load(FOLDER / "structure.params"))


def test_children_get_the_names_they_had(tmp_path):
    net = nn.Sequential()
    net.register_child(nn.Dense(1, in_units=1), "first")
    net.initialize(init.One())
    net.save(tmp_path / "net")
    other = nn.Sequential()
    other.add(nn.Dense(1, in_units=1))
    other.load(tmp_path / "net")
    assert list(other._children) == ["first"] and other[0].weight.data().asscalar() == 1


def test_mismatched_structure(tmp_path):
    nets = [nn.Sequential() for _ in range(3)]
    nets[0].add(nn.Dense(1, in_units=1), nn.Dense(1, in_units=1))
    nets[1].add(nn.Dense(1, in_units=1), nn.Conv1D(1, 1))
    nets[2].add(nn.Dense(1, in_units=1))
    nets[0].initialize()
    nets[0].save(tmp_path / "net")
    with pytest.raises(MXNetError, match=r"'conv1d2' \(conv.*\) is not in it. Make the same"):
        nets[1].load(tmp_path / "net")
    with pytest.raises(MXNetError, match=r"has 2 children of 'sequential0', sequential.* has 1"):
        nets[2].load(tmp_path / "net")
    stored = json.loads((tmp_path / "net-model.json").read_text())
    stored["sequential0"]["children"] = {"a": "0", "b": "1", "c": "1"}
    (tmp_path / "net-model.json").write_text(json.dumps(stored))
    with pytest.raises(MXNetError, match="two children of 'sequential0' the same name"):
        nets[0].load(tmp_path / "net")
    (tmp_path / "net-model.json").write_text("{")
    with pytest.raises(MXNetError, match="is not a JSON file of Block.save"):
        nets[0].load(tmp_path / "net")


# ------------------------------------------------------------------------- files that do not fit


def dense(**options):
    net = nn.Dense(2, **{"in_units": 2, **options})
    net.initialize(init.Constant(7))
    return net


def values_of(net):
    return {name: p.data().asnumpy().tolist() for name, p in net.collect_params().items()}


BAD = [
    (
        {"weight": nd.ones((2, 2))},
        {},
        AssertionError,
        r"Parameter 'bias' is missing in file '.*file', which contains parameters: 'weight'. "
        r"Set allow_missing=True",
    ),
    (
        {"weight": nd.ones((2, 2)), "bias": nd.ones(2), "more": nd.ones(1)},
        {},
        AssertionError,
        r"Parameter 'dense\d+_more' loaded from file: .*file is not present in "
        r"ParameterDict, choices are: 'dense\d+_weight', 'dense\d+_bias'. Set ignore_extra to True",
    ),
    (
        {"weight": nd.ones((2, 2)), "bias": nd.ones(3)},
        {},
        AssertionError,
        r"Failed loading Parameter 'dense\d+_bias' from saved params: shape incompatible expected "
        r"\(2,\) vs saved \(3,\)",
    ),
    (
        {"weight": nd.ones((2, 2)), "bias": nd.ones(2, dtype="float16")},
        {},
        AssertionError,
        r"dtype incompatible expected float32 vs saved float16. Set cast_dtype=True",
    ),
    (
        {"weight": nd.ones((2, 2)), "bias": nd.ones(2)},
        {"ctx": mx.cpu(1)},
        AssertionError,
        r"Failed to load Parameter 'dense\d+_weight' on \[cpu\(1\)\] because it was previously "
        r"initialized on \[cpu\(0\)\]",
    ),
    (
        {"weight": nd.ones((2, 2)), "bias": nd.ones(2)},
        {"cast_dtype": True, "dtype_source": "foo"},
        AssertionError,
        "dtype_source must be 'current' or 'saved', got 'foo'",
    ),
    ([nd.ones((2, 2)), nd.ones(2)], {}, MXNetError, "holds 2 arrays without names"),
]


@pytest.mark.parametrize(("arrays", "options", "error", "message"), BAD)
def test_a_refused_file_changes_nothing(arrays, options, error, message, tmp_path):
    net = dense()
    before = values_of(net)
    nd.save(tmp_path / "file", arrays)
    with pytest.raises(error, match=message):
        net.load_parameters(tmp_path / "file", **options)
    assert values_of(net) == before


def test_a_file_without_names_is_refused_by_parameters(tmp_path):
    nd.save(tmp_path / "file", [nd.ones((2, 2))])
    with pytest.raises(MXNetError, match="holds 1 arrays without names"):
        dense().collect_params().load(tmp_path / "file")


def test_a_refused_file_of_a_network_changes_nothing(tmp_path):
    net = nn.Sequential()
    net.add(dense())
    before = values_of(net)
    nd.save(
        tmp_path / "file",
        {"0.weight": nd.ones((2, 2)), "0.bias": nd.ones(2), "1.weight": nd.ones(1)},
    )
    with pytest.raises(
        ValueError,
        match=r"Parameter '1.weight' loaded from file '.*file' is not present in ParameterDict, "
        r"which contains parameters '0.weight', '0.bias'. Set ignore_extra=True",
    ):
        net.load_parameters(tmp_path / "file")
    assert values_of(net) == before


def test_a_refused_dictionary_changes_nothing():
    net = dense(prefix="net_")
    params, before = net.collect_params(), values_of(net)
    good = {"net_weight": nd.ones((2, 2)), "net_bias": nd.ones(2)}
    with pytest.raises(AssertionError, match="'net_bias' is missing in param_dict.*same prefix"):
        params.load_dict({"net_weight": nd.ones((2, 2))})
    with pytest.raises(AssertionError, match="'net_more' loaded from param_dict is not present"):
        params.load_dict({**good, "net_more": nd.ones(1)})
    with pytest.raises(AssertionError, match="restore_prefix is 'x_' but Parameter name 'net_wei"):
        params.load_dict(good, restore_prefix="x_")
    with pytest.raises(AssertionError, match="shape incompatible"):
        params.load_dict({**good, "net_bias": nd.ones(3)})
    with pytest.raises(AssertionError, match=r"shape incompatible expected \(2,\) vs saved \(0,\)"):
        params.load_dict({**good, "net_bias": nd.array(np.empty(0))})
    assert values_of(net) == before


def test_a_long_list_of_names_is_shortened(tmp_path):
    nd.save(tmp_path / "file", {f"{i:02}.weight": nd.ones(1) for i in range(20)})
    with pytest.raises(AssertionError, match="'00.weight', .*'04.weight', ..., '15.weight'"):
        dense().load_parameters(tmp_path / "file")


def test_a_parameter_without_values_is_not_saved(tmp_path):
    net = nn.Sequential()
    net.add(nn.Dense(2, in_units=2), nn.Dense(3))
    with pytest.raises(RuntimeError, match="'dense.*_weight' has not been initialized. Note"):
        net.save_parameters(tmp_path / "file")
    net.initialize()
    with pytest.raises(gluon.parameter.DeferredInitializationError, match="first forward pass"):
        net.save_parameters(tmp_path / "file")
    assert not (tmp_path / "file").exists()


def test_save_params_needs_the_prefix(tmp_path):
    net = nn.Sequential(prefix="net_")
    net.add(nn.Dense(1, in_units=1, prefix="other_"))
    net.initialize()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(ValueError, match="Prefix 'net_' is to be striped.*'other_weight' does"):
            net.save_params(tmp_path / "file")


def test_the_older_names_warn(tmp_path):
    net = dense()
    with pytest.warns(DeprecationWarning, match="save_params is deprecated.*save_parameters"):
        net.save_params(str(tmp_path / "file"))
    with pytest.warns(DeprecationWarning, match="load_params is deprecated.*load_parameters"):
        net.load_params(str(tmp_path / "file"))


def test_the_mean_of_all_contexts_is_saved(tmp_path):
    net = nn.Dense(1, in_units=1)
    net.initialize(ctx=[mx.cpu(0), mx.cpu(1)])
    for value, array in enumerate(net.weight.list_data()):
        array[:] = 2 * value
    net.save_parameters(tmp_path / "file")
    assert nd.load(tmp_path / "file")["weight"].asscalar() == 1
    net.load_parameters(tmp_path / "file")
    assert [array.asscalar() for array in net.weight.list_data()] == [1, 1]


def test_loading_keeps_training(tmp_path):
    """Arrays and gradients that others hold stay those of the parameter."""
    net = dense()
    net.save_parameters(tmp_path / "file")
    data, gradient = net.weight.data(), net.weight.grad()
    data[:] = 1
    net.load_parameters(tmp_path / "file")
    with mx.autograd.record():
        y = net(nd.ones((1, 2)))
    y.backward()
    assert data.asnumpy().tolist() == [[7, 7], [7, 7]]
    assert gradient.asnumpy().tolist() == [[1, 1], [1, 1]]


@pytest.mark.parametrize("write", ["export", "collect_params"])
def test_files_of_a_network_with_another_prefix(write, tmp_path):
    """The second network of a kind in a process has another prefix than the first one."""
    first, second = (nn.HybridSequential(prefix=prefix) for prefix in ("one_", "two_"))
    for net in (first, second):
        with net.name_scope():
            net.add(nn.Dense(3), nn.BatchNorm(), nn.Dense(2))
    first.initialize()
    first.hybridize()
    x = nd.random.uniform(shape=(2, 4))
    expected = first(x).asnumpy()
    path = str(tmp_path / "net")
    if write == "export":
        path = first.export(path)[1]
    else:
        first.collect_params().save(path)
    second.load_parameters(path)
    np.testing.assert_allclose(second(x).asnumpy(), expected, rtol=1e-5)
    third = nn.HybridSequential(prefix="three_")
    with third.name_scope():
        third.add(nn.Dense(3), nn.Dense(2))
    with pytest.raises(AssertionError, match="'three_dense0_weight' is missing in file"):
        third.load_parameters(path)


def numbered_network(later=0):
    """A network whose blocks are numbered separately: none is created in a name scope."""
    for _ in range(later):
        nn.Dense(1)
    net = nn.HybridSequential()
    net.add(*(nn.Dense(3, in_units=3, bias_initializer="ones") for _ in range(12)), nn.BatchNorm())
    return net


@pytest.mark.parametrize("later", [0, 5])
def test_an_exported_file_loads_into_a_network_made_again(later, tmp_path):
    net, x = numbered_network(), nd.array([[1, 2, 3]])
    net.initialize(mx.init.Xavier())
    expected = net(x)
    net.export(str(tmp_path / "net"))
    other = numbered_network(later)
    other.load_parameters(str(tmp_path / "net-0000.params"))
    assert set(other.collect_params()) != set(net.collect_params())
    assert (other(x) == expected).asnumpy().all()


def test_another_network_is_refused_still(tmp_path):
    net = numbered_network()
    net.initialize()
    net(nd.ones((1, 3)))
    net.export(str(tmp_path / "net"))
    other = nn.HybridSequential()
    other.add(nn.Dense(3, in_units=3), nn.BatchNorm())
    with pytest.raises(AssertionError, match="same prefix|does not start with"):
        other.load_parameters(str(tmp_path / "net-0000.params"))


def test_structural_parameter_files_are_refused_by_symbol_blocks(tmp_path):
    net = nn.HybridSequential()
    net.add(nn.Dense(3, in_units=2))
    net.initialize()
    net.save_parameters(str(tmp_path / "structure.params"))
    symbol, _ = net.export(str(tmp_path / "net"))
    block = mx.gluon.SymbolBlock.imports(symbol, ["data"])
    with pytest.raises(AssertionError, match=r"one of save_parameters .* export\(\) writes a file"):
        block.load_parameters(str(tmp_path / "structure.params"))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * 100_000, "is not a JSON file"),
        ("\xff", "is not a JSON file"),
        ('{"sequential0": {"children": {"a": [1]}}}', "must be strings"),
        ('{"sequential0": {"children": {"a": true}}}', "must be strings"),
        ('{"sequential0": {"children": {"a": "b", "c": "d"}}}', "has 2 children"),
    ],
)
def test_a_damaged_structure(text, problem, tmp_path):
    net = nn.Sequential()
    net.add(nn.Dense(2, in_units=2))
    (tmp_path / "net-model.json").write_text(text, "latin-1")
    with pytest.raises(MXNetError, match=rf"net-model\.json'.*{problem}"):
        net.load(str(tmp_path / "net"))
    assert list(net._children) == ["0"]
