"""The bytes of optimizer states: round trips, files of 1.9.1, what is refused."""

from __future__ import annotations

import copy
import json
import pathlib
import pickle
import random
import struct
import tracemalloc
import zipfile
from collections import OrderedDict
from io import BytesIO

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, optimizer
from mxnet._formats import pickle_machine

from .state_cases import CASES, DTYPES, GOLDEN, make, step, weights

WEIGHTS = json.loads((GOLDEN / "weights.json").read_text())
pytestmark = pytest.mark.filterwarnings("ignore:learning rate from ``lr_scheduler``")


def train(case):
    updater = optimizer.get_updater(make(mx, case))
    arrays = weights(mx, case)
    for _ in range(3):
        step(mx, updater, arrays)
    return updater, arrays


def load_states(data):
    updater = optimizer.get_updater(optimizer.SGD())
    updater.set_states(data)
    return updater


# -------------------------------------------------------------------------------------- round trips


@pytest.mark.parametrize("case", CASES)
def test_states_that_the_real_mxnet_saved(case):
    updater = load_states((GOLDEN / f"{case}.states").read_bytes())
    dtype = DTYPES.get(case, "float32")
    arrays = [nd.array(before, dtype=dtype) for before in WEIGHTS[case]["before"]]
    step(mx, updater, arrays)
    for array, expected in zip(arrays, WEIGHTS[case]["after"], strict=True):
        np.testing.assert_allclose(array.asnumpy(), expected, rtol=2e-6, atol=1e-6)


@pytest.mark.parametrize("form", ["plain", "pickle"])
@pytest.mark.parametrize("case", CASES)
def test_states_resume_bit_for_bit(case, form, monkeypatch):
    monkeypatch.setenv("MXNET_STATES_FORMAT", form)
    updater, arrays = train(case)
    twin, copies = load_states(updater.get_states(dump_optimizer=True)), [a.copy() for a in arrays]
    for _ in range(3):
        step(mx, updater, arrays)
        step(mx, twin, copies)
    for ours, theirs in zip(arrays, copies, strict=True):
        np.testing.assert_array_equal(ours.asnumpy(), theirs.asnumpy())
    counts = twin.optimizer._all_index_update_counts
    assert counts == {0: {0: 6, 1: 6}} and twin.optimizer._index_update_count is counts[0]


def test_states_are_a_zip_archive_of_data():
    data = train("adam")[0].get_states(dump_optimizer=True)
    with zipfile.ZipFile(BytesIO(data)) as archive:
        assert archive.namelist() == ["data.json", "arrays.params"]
        kind, states = archive.read("arrays.params")[:8], json.loads(archive.read("data.json"))
    assert kind == struct.pack("<Q", 0x112)
    pair, adam = states["tuple"]
    assert pair == {"dict": [[0, {"tuple": [{"nd": 0}, {"nd": 1}]}],
                             [1, {"tuple": [{"nd": 2}, {"nd": 3}]}]]}  # fmt: skip
    assert adam["object"][:2] == ["mxnet.optimizer.optimizer", "Adam"]


@pytest.mark.parametrize("protocol", [3, 4])
def test_all_arrays_that_the_real_mxnet_pickles(protocol):
    states = load_states((GOLDEN / f"kinds-{protocol}.states").read_bytes()).states
    assert [states[i].stype for i in (0, 1)] == ["row_sparse", "csr"]
    for i in (0, 1):
        assert states[i].asnumpy().tolist() == [[1, 0], [0, 2]]
    half, integers = states[2]
    assert half.dtype == np.float16 and half.asnumpy().tolist() == [1, 2]
    assert integers.dtype == np.int64 and integers.asnumpy().tolist() == [3]
    np.testing.assert_array_equal(states[3], np.arange(6).reshape(2, 3).T)
    assert states["number"] == 1.5 and type(states["number"]) is np.float64


PLAIN = {
    0: (nd.ones((2,)), None, 1.5, "text", True, [1, 2], {"a": {3}}, float("inf"), 2**100),
    "key": np.arange(6.0).reshape(2, 3),
    2: (np.float32(1.5), np.float64(2.5), b"x", np.bool_(True), np.array([], np.int64)),
    3: OrderedDict(b=1, a=2),
    4: [],
}


@pytest.mark.parametrize("protocol", [None, 2, 3, 4, 5])
def test_plain_data_round_trips(protocol):
    expected = {k: v for k, v in PLAIN.items() if k != 2} if protocol == 2 else PLAIN  # no bytes
    updater = optimizer.get_updater(optimizer.SGD())
    if protocol == 2:
        expected = {0: expected[0][1:6], 4: []}
    updater.states = expected
    states = updater.get_states() if protocol is None else pickle.dumps(expected, protocol)
    actual = load_states(states).states
    assert list(actual) == list(expected)
    if protocol == 2:
        assert actual == expected
        return
    assert actual[0][1:] == expected[0][1:] and actual[0][0].asnumpy().tolist() == [1, 1]
    np.testing.assert_array_equal(actual["key"], expected["key"])
    assert actual[2][:4] == expected[2][:4] and actual[2][4].dtype == np.int64
    assert type(actual[2][0]) is np.float32 and type(actual[2][3]) is np.bool_
    assert type(actual[3]) is OrderedDict and actual[3] == expected[3]


def test_arrays_of_mx_np_round_trip():
    updater = optimizer.get_updater(optimizer.SGD())
    updater.states = {0: mx.np.ones((2,)), 1: mx.np.array(2.5)}
    for data in (updater.get_states(), pickle.dumps(updater.states)):
        states = load_states(data).states
        assert all(type(array) is mx.np.ndarray for array in states.values())
        assert states[1].shape == () and states[1].item() == 2.5


def test_an_array_that_two_states_share_is_one():
    shared = nd.ones((2,))
    updater = optimizer.get_updater(optimizer.SGD())
    updater.states = {0: shared, 1: (shared, nd.ones((2,)))}
    for data in (updater.get_states(), pickle.dumps(updater.states)):
        states = load_states(data).states
        assert states[0] is states[1][0] and states[0] is not states[1][1]


class OwnRule(optimizer.Optimizer):
    def __getstate__(self):
        return {**super().__getstate__(), "function": None}


class OwnSchedule(mx.lr_scheduler.LRScheduler):
    def __call__(self, num_update):
        return 0.125


def test_custom_optimizers_and_schedules_round_trip():
    rule = OwnRule(lr_scheduler=OwnSchedule())
    rule.function = print  # left out by __getstate__
    updater = optimizer.get_updater(rule)
    updater.set_states(updater.get_states(dump_optimizer=True))
    assert type(updater.optimizer) is OwnRule and updater.optimizer.learning_rate == 0.125
    assert updater.optimizer.function is None


# ------------------------------------------------------------------------------- what is not saved


@pytest.mark.parametrize(
    "value, problem",
    [
        (print, r"SGD.extra: it is a builtin_function"),
        ({1.5: 2}, r"SGD.extra: a key is a float"),
        (np.array(["a"]), "files have no arrays of <U1"),
        (np.zeros(2, "complex64"), "files have no arrays of complex64"),
    ],
)
def test_error_names_the_state_that_cannot_be_saved(value, problem):
    updater = optimizer.get_updater(optimizer.SGD())
    updater.optimizer.extra = value
    with pytest.raises(mx.MXNetError, match="cannot save .*" + problem):
        updater.get_states(dump_optimizer=True)


def test_a_value_that_holds_itself_is_not_saved():
    updater = optimizer.get_updater(optimizer.SGD())
    updater.states = {0: []}
    updater.states[0].append(updater.states[0])
    with pytest.raises(mx.MXNetError, match="nested too deep, or holds itself"):
        updater.get_states()


def test_a_format_that_is_not_known(monkeypatch):
    monkeypatch.setenv("MXNET_STATES_FORMAT", "yaml")
    with pytest.raises(mx.MXNetError, match="MXNET_STATES_FORMAT is 'yaml'"):
        optimizer.get_updater(optimizer.SGD()).get_states()


# ------------------------------------------------------------------------------- what is refused


class Reduced:
    """Pickles as a call."""

    def __init__(self, function, *arguments, state=None):
        self.call = function, arguments, state

    def __reduce__(self):
        return self.call


def nested_state():
    value = []
    for _ in range(60):
        value = [value, value]
    return value


def deep(kind=tuple):
    raw = {tuple: b")" + b"\x85" * 100_000, list: b"]" * 100_000 + b"a" * 99_999}[kind]
    return b"\x80\x04" + raw + b"."


def cyclic():
    value = {}
    value[0] = value
    return value


DTYPE = Reduced(np.dtype, "O8", False, True, state=(3, "|", None, None, None, -1, -1, 63))
RECONSTRUCT = np.zeros(0).__reduce__()[0]
HANDLE = nd.ones((2,)).__getstate__()["handle"]
# From files of at most 1 MB: bytes as pointers, code, bombs, cycles, and wrong arguments.
ATTACKS = {
    "code": Reduced(pathlib.Path.touch, pathlib.Path("proof")),
    "code in states": {0: Reduced(pathlib.Path.touch, pathlib.Path("proof"))},
    "code as the optimizer": ({0: None}, Reduced(pathlib.Path.touch, pathlib.Path("proof"))),
    "evaluation": {0: Reduced(eval, "1")},
    "a getter": {0: Reduced(getattr, optimizer.SGD, "register")},
    "an array of objects": Reduced(np.ndarray, (4,), "O", b"A" * 32),
    "a dtype of objects": {0: Reduced(np.ndarray, (4,), DTYPE, b"A" * 32)},
    "a rebuilt array of objects": {
        0: Reduced(RECONSTRUCT, np.ndarray, (0,), b"b", state=(1, (4,), DTYPE, False, b"A" * 32))
    },
    "objects in a list": {0: np.array([{}, []], dtype=object)},
    "a huge array": {
        0: Reduced(
            RECONSTRUCT, np.ndarray, (0,), b"b",
            state=(1, (1 << 40,), np.dtype("f4"), False, b"A" * 32),
        )
    },
    "an array of overflowing shape": {
        0: Reduced(
            RECONSTRUCT, np.ndarray, (0,), b"b",
            state=(1, (1 << 32, 1 << 32, 0), np.dtype("f4"), False, b""),
        )
    },
    "a negative shape": {
        0: Reduced(
            RECONSTRUCT, np.ndarray, (0,), b"b",
            state=(1, (-1, -8), np.dtype("f4"), False, b"A" * 32),
        )
    },
    "a bytearray of 4 GB": {0: Reduced(bytearray, 4 << 30)},
    "an NDArray of a number": {0: Reduced(nd.NDArray, 5)},
    "an NDArray without values": {0: Reduced(nd.NDArray, None, state={})},
    "an NDArray of damaged values": {0: Reduced(nd.NDArray, None, state={"handle": b"x" * 40})},
    "a list in itself, twice, 60 times": {0: nested_state()},
    "a dict in itself": cyclic(),
    "deep tuples": deep(),
    "deep lists": deep(list),
    "an optimizer made with arguments": ({}, Reduced(optimizer.SGD, 1)),
    "an optimizer without attributes": ({}, Reduced(object.__new__, optimizer.SGD)),
    "a class": {0: optimizer.SGD},
    "a tuple as a key": {(1, 2): None},
    "a float as a key": {0.5: None},
    "a large key": {2**61 - 1: None},
    "True as an index": {True: None},
    "nothing": b"",
    "other bytes": b"xxx",
    "a head alone": b"\x80\x04",
    "a half": pickle.dumps({0: nd.ones((3,))})[:-9],
    "text opcodes": b"cos\nsystem\n.",
    "a name and nothing": b"\x80\x02cos\nsystem\n.",
    "protocol 0": pickle.dumps({0: None}, protocol=0),
    "an endless text": b"\x80\x04\x8d" + struct.pack("<Q", 1 << 60) + b"a.",
    "a missing value": b"\x80\x04}a.",
    "a missing mark": b"\x80\x04}u.",
    "a missing memo": b"\x80\x04h\x05.",
    "an integer of 200 bytes": b"\x80\x04\x8a\xc8" + b"\x01" * 200 + b".",
    "an extension": b"\x80\x04\x82\x01.",
    "a persistent id": b"\x80\x04N Q.",
    "the same bytes many times": b"\x80\x04]\x94(B" + struct.pack("<I", 100_000) + b"A" * 100_000
    + b"\x94" + b"h\x01" * 10_000 + b"e.",
    "the same array many times": b"\x80\x04]\x94(B" + struct.pack("<I", 100_000)
    + (HANDLE + b"\0" * 100_000)[:100_000] + b"\x94"
    + b"\x8c\x15mxnet.ndarray.ndarray\x8c\x07NDArray\x93N\x85R}\x8c\x06handleh\x01sb" * 1000
    + b"e.",
    "a list": pickle.dumps([1, 2]),
    "a number": pickle.dumps(5),
    "a pair of numbers": pickle.dumps((1, 2)),
    "no optimizer": pickle.dumps(({}, 5)),
    "no states": pickle.dumps(([], optimizer.SGD())),
}  # fmt: skip


def as_bytes(attack):
    return attack if isinstance(attack, bytes) else pickle.dumps(attack)


@pytest.mark.parametrize("name", ATTACKS)
def test_attacks_are_refused(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    updater, _ = train("adam")
    before = dict(vars(updater))
    with pytest.raises(mx.MXNetError, match="these are not optimizer states") as caught:
        updater.set_states(as_bytes(ATTACKS[name]))
    assert len(str(caught.value)) < 400
    assert vars(updater) == before
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "name",
    ["a bytearray of 4 GB", "a huge array", *(name for name in ATTACKS if "many times" in name)],
)
def test_attacks_take_little_memory(name):
    data = as_bytes(ATTACKS[name])
    tracemalloc.start()
    try:
        with pytest.raises(mx.MXNetError):
            load_states(data)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2 * len(data) + (20 << 20), f"{peak / 2**20:.0f} MB"


def test_the_number_of_instructions_is_bounded(monkeypatch):
    monkeypatch.setattr(pickle_machine, "MIN_INSTRUCTIONS", 1000)
    assert load_states(b"\x80\x04}" + b"\x94" * 900 + b".").states == {}
    with pytest.raises(mx.MXNetError, match="byte 1018 .*too many instructions for a file"):
        load_states(b"\x80\x04" + b"]" * 1100 + b".")


def change(data, rng):
    """Return bytes with some of them cut, changed, repeated or exchanged."""
    data = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(data))
        kind = rng.randrange(4)
        if kind == 0:
            data[at] = rng.randrange(256)
        elif kind == 1:
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            del data[at : at + rng.randint(1, 8)]
        else:
            data[at:at] = data[rng.randrange(len(data)) :][: rng.randint(1, 40)]
        if not data:
            return b""
    return bytes(data)


@pytest.mark.parametrize("form", ["plain", "pickle"])
def test_changed_bytes_are_refused_or_sound(form, monkeypatch):
    monkeypatch.setenv("MXNET_STATES_FORMAT", form)
    data = {case: train(case)[0].get_states(True) for case in ("adam", "sgd", "lbsgd")}
    rng = random.Random(0)
    refused = 0
    for _ in range(1500):
        case = rng.choice(list(data))
        updater = optimizer.get_updater(optimizer.SGD())
        try:
            updater.set_states(change(data[case], rng))
        except mx.MXNetError:
            refused += 1
            continue
        arrays = weights(mx, case)
        try:
            step(mx, updater, arrays)
        except mx.MXNetError:
            pass  # states of other weights, which an updater alone does not know
    assert refused > 700


def plain(tree, arrays=b"", members=("data.json", "arrays.params")):
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        empty = struct.pack("<QQQQ", 0x112, 0, 0, 0)
        for name, content in zip(members, (tree, arrays or empty), strict=True):
            archive.writestr(name, content)
    return stream.getvalue()


@pytest.mark.parametrize(
    "data, problem",
    [
        (plain(b"[" * 100_000), "recursion|nested|overflow"),
        (plain(b"[" * 60 + b"]" * 60), "nested more than 50 deep"),
        (plain(b"{"), "Expecting property name"),
        (plain(b"\xff"), "decode"),
        (plain(b"[]" + b" " * (8 << 20)), "more than 8388608"),
        (plain(b"1" * 5000), "Exceeds the limit"),
        (plain(b'{"dict": [[0, {"nd": 0}]]}'), "there are 0 arrays"),
        (plain(b'{"dict": [[0]]}'), "not written as pairs"),
        (plain(b'{"dict": [[[1], 2]]}'), "a list is a key"),
        (plain(b'{"dict": [[9223372036854775807, 2]]}'), "a int is a key"),
        (plain(b'{"bytes": "!"}'), "base64|Only"),
        (plain(b'{"float": "1e9"}'), "'float' is not a kind"),
        (plain(b'{"a": 1, "b": 2}'), "has 2 entries"),
        (plain(b'{"object": ["os", "system", [["a", 1]]]}'), "os.system, which is not an array"),
        (plain(b'{"object": ["os", "system"]}'), "module, name and attributes"),
        (plain(b'{"object": ["mxnet.optimizer.optimizer", "SGD", []]}'), "SGD has no"),
        (plain(b"{}", members=("data.json", "other")), "arrays.params is not in it"),
        (plain(b"5"), "got a int"),
    ],
)  # fmt: skip
def test_archives_of_other_data_are_refused(data, problem):
    with pytest.raises(mx.MXNetError, match=f"these are not optimizer states.*({problem})"):
        load_states(data)


def with_attributes(**attributes):
    adam = optimizer.Adam(lr_scheduler=mx.lr_scheduler.FactorScheduler(2), learning_rate=0.1)
    state = copy.copy(vars(adam))
    for name, value in attributes.items():
        if value is None:
            del state[name]
        else:
            state[name] = value
    vars(adam).clear()
    vars(adam).update(state)
    return pickle.dumps(({}, adam))


def schedule(**attributes):
    result = mx.lr_scheduler.FactorScheduler(2)
    vars(result).update(attributes)
    return result


@pytest.mark.parametrize(
    "attributes, problem",
    [
        ({"beta1": None}, "Adam has no beta1"),
        ({"beta1": "x"}, "beta1 of the Adam is a str, expected a number"),
        ({"idx2name": []}, "idx2name of the Adam is a list, expected a dict"),
        ({"lr_scheduler": 5}, "lr_scheduler of the Adam is a int"),
        ({"update": 5}, "'update', which is a method"),
        ({"num_update": "x"}, "num_update of the Adam is a str"),
        ({"num_update": 1 << 60}, "an update count is not a valid integer"),
        ({"_index_update_count": {0: "x"}}, "an update count is not a valid integer"),
        ({"_all_index_update_counts": {0: 5}}, "not in a dict"),
        ({"lr_mult": {0: "x"}}, "factor of a learning rate"),
        ({"lr_scheduler": schedule(step=0)}, "step of a FactorScheduler"),
        ({"lr_scheduler": schedule(step="x")}, "step of a FactorScheduler"),
        ({"lr_scheduler": schedule(factor="x"), "num_update": 9}, "TypeError of Adam"),
        ({"num_update": 1 << 50}, "steps behind"),
    ],
)
def test_an_optimizer_that_could_not_step_is_refused(attributes, problem):
    with pytest.raises(mx.MXNetError, match=problem):
        load_states(with_attributes(**attributes))


@pytest.mark.parametrize(
    "states, problem",
    [
        ({0: None, 1: None}, "number 0 has nothing, SGD keeps float32 .2, 3. for"),
        ({0: "x"}, "number 0 has a str"),
        ({0: nd.ones((3, 3))}, r"number 0 has float32 \(3, 3\)"),
        ({0: nd.ones((2, 3), dtype="float64")}, "number 0 has float64"),
        ({0: (nd.ones((2, 3)), nd.ones((2, 3)))}, r"has \(float32 \(2, 3\), float32 \(2, 3\)\)"),
    ],
)
def test_states_of_another_optimizer_are_named_at_the_update(states, problem):
    updater = optimizer.get_updater(optimizer.SGD(momentum=0.9))
    updater.set_states(pickle.dumps(states))
    with pytest.raises(mx.MXNetError, match=problem):
        updater(0, nd.ones((2, 3)), nd.ones((2, 3)))
