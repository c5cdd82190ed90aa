"""Bad input for operators and layers: an error that names the operator, or a result.

An input is the key of a row of ``tests/ops/rows`` (or the name of a sample of ``tests/contracts``)
and a seed that decides what is wrong with the call.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Callable

import numpy as np

import mxnet as mx
from mxnet import autograd, nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS
from tests.contracts.block_samples import SAMPLES, Sample
from tests.contracts.check_bad_calls import names_operator
from tests.ops.row import Row, families, rows_of

from ..registry import target

DTYPES = "float16 float32 float64 uint8 int8 int32 int64 bool int16 uint16 uint32 uint64".split()
VALUES = (float("nan"), float("inf"), -1.0, 0.0, 0.5, 1e30, -1e30, 7.0, 2.0**31)
# Small, or so large that nothing is allocated: what lies between is a result, only a large one.
NUMBERS = (0, 1, 2, 3, 5, 9, -1, -2, -9, 2**31, -(2**31), 2**40, 2**62, 2**63, -(2**63), 2**70)
ATTRIBUTES = (
    *NUMBERS, None, "", "x", "nan", float("nan"), float("inf"), 1e30, -0.5, (), (0,), (1,),
    (-1, -1), (2, 2), (0, 0), (3, 3, 3), (2**40, 2), (2**62, 2**62), (None, 1), ((1, 2), (3,)), [],
    {}, object, True, "float16", "int8", np.float32(2), np.arange(3), "(1, 2)", b"x",
)  # fmt: skip


class Unnamed(Exception):
    """An error that does not say which operator was called wrongly."""


# ------------------------------------------------------------------------------ what may be wrong


def _change_shape(array: np.ndarray, rng: random.Random) -> np.ndarray:
    change = rng.randrange(6)
    axis = rng.randrange(array.ndim) if array.ndim else 0
    if change == 0 and array.ndim:
        return np.take(array, [], axis)
    if change == 1:
        return array.reshape(-1)[0] if array.size else array.sum()
    if change == 2:
        return np.expand_dims(array, axis)
    if change == 3 and array.ndim:
        return np.take(array, 0, axis) if array.shape[axis] else array.sum(axis)
    if change == 4 and array.ndim:
        return np.concatenate([array, array], axis)
    return array.T


def _change_values(array: np.ndarray, rng: random.Random) -> np.ndarray:
    array = array.copy()
    value = rng.choice(VALUES)
    if array.dtype.kind in "iub":
        kind = np.iinfo(array.dtype) if array.dtype.kind != "b" else np.iinfo("uint8")
        value = rng.choice((kind.min, kind.max, -1 if kind.min else 0, 99))
    with np.errstate(all="ignore"):
        if array.size and rng.random() < 0.5:
            array.flat[rng.randrange(array.size)] = value
        else:
            array.fill(value)
    return array


def _change_type(array: np.ndarray, rng: random.Random) -> np.ndarray:
    with np.errstate(all="ignore"):
        return array.astype(rng.choice(DTYPES))


def damage(array: np.ndarray, rng: random.Random) -> np.ndarray:
    """Return an array with another shape, type, or other values."""
    return rng.choice((_change_shape, _change_shape, _change_values, _change_type))(array, rng)


def _array(values: np.ndarray, rng: random.Random):
    """Return the values on a device, or now and then as something that is no NDArray."""
    draw = rng.random()
    if draw < 0.02:
        return rng.choice((None, 1, "x", values, values.tolist(), (), object()))
    return nd.array(values, ctx=mx.cpu(int(draw < 0.05)), dtype=values.dtype)


# -------------------------------------------------------------------------------------- operators


@functools.cache
def rows() -> dict[str, Row]:
    return {row.key: row for family in families() for row in rows_of(family)}


@functools.cache
def samples() -> dict[str, Sample]:
    """Return the samples by the name of the block, numbered where it has several."""
    return {f"{sample}-{number}": sample for number, sample in enumerate(SAMPLES)}


def _first(table: Callable[[], dict]):
    """Return an input that, run once, loads what all need."""
    return lambda: [json.dumps([next(iter(table())), 0]).encode()]


def _case(table: Callable[[], dict]):
    def generate(rng: random.Random) -> bytes:
        return json.dumps([rng.choice(list(table())), rng.randrange(2**32)]).encode()

    return generate


def _choose(table: dict, key: str):
    """Return the row or sample of a finding, or if it is no more, one of the same operator."""
    name = key.rpartition("-")[0]
    return table.get(key) or next(table[other] for other in table if other.startswith(name))


# MXNet's own: TypeError and ValueError for arguments of the wrong type or number.
@target(
    "operators",
    "mx.nd functions",
    _first(rows),
    raises=(TypeError, ValueError),
    weight=16,
    generate=_case(rows),
)
def operators(data, folder):
    key, seed = json.loads(data)
    row, rng = _choose(rows(), key), random.Random(seed)
    with mx.util.np_shape(row.is_numpy or rng.random() < 0.5), np.errstate(all="ignore"):
        _call_badly(row, rng)


def _call_badly(row: Row, rng: random.Random) -> None:
    values, attrs, op = row.arrays(), dict(row.attrs), OPS[row.op]
    for _ in range(rng.choice((1, 1, 2))):
        if attrs and (not values or rng.random() < 0.4):
            attrs[rng.choice(list(attrs))] = rng.choice(ATTRIBUTES)
        elif values:
            place = rng.randrange(len(values))
            values[place] = damage(values[place], rng)
    arrays = [_array(value, rng) for value in values]
    if arrays and rng.random() < 0.03:
        arrays.pop()
    try:
        _run(op, row, arrays, attrs, rng)
    except mx.MXNetError as error:
        if not names_operator(op, str(error)):
            raise Unnamed(f"{row.op}: {error}") from error
        raise


def _run(op, row, arrays, attrs, rng) -> None:
    function = nd_function(op, row.op, "mxnet.nd", nd.NDArray)
    recorded = [a for a in arrays if isinstance(a, nd.NDArray) and a.dtype in (np.float32,)]
    if rng.random() < 0.5 or not recorded or row.out:
        targets = row.targets(arrays) if len(arrays) == len(row.inputs) else {}
        _read(function(*arrays, **attrs, **targets))
        return
    for array in recorded:
        array.attach_grad()
    with autograd.record(train_mode=row.train):
        outputs = function(*arrays, **attrs)
    outputs = outputs if isinstance(outputs, list) else [outputs]
    if any(output._graph is not None for output in outputs):
        autograd.backward(outputs)
    _read(outputs + [array.grad for array in recorded])


def _read(results) -> None:
    for result in results if isinstance(results, list | tuple) else [results]:
        result.asnumpy()


# ----------------------------------------------------------------------------------------- layers


# MXNet's own: RuntimeError for a parameter that is not on the context of the data.
@target(
    "layers",
    "gluon blocks",
    _first(samples),
    raises=(TypeError, ValueError, AssertionError, RuntimeError),
    weight=4,
    generate=_case(samples),
)
def layers(data, folder):
    key, seed = json.loads(data)
    sample, rng = _choose(samples(), key), random.Random(seed)
    with mx.util.np_shape(rng.random() < 0.5), np.errstate(all="ignore"):
        block = sample.make()
        block.initialize()
        if rng.random() < 0.4:
            block.hybridize()
        if rng.random() < 0.5:
            sample.call(block, sample.input())
        values = _array(damage(sample.input().asnumpy(), rng), rng)
        if sample.is_cell and not (isinstance(values, nd.NDArray) and values.ndim):
            return  # the sample itself asks for the size of the batch
        with autograd.record(train_mode=rng.random() < 0.5):
            output = sample.call(block, values)
        for array in output if isinstance(output, list | tuple) else [output]:
            np.asarray(array)
