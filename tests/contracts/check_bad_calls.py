"""What a bad call of an operator may lead to: an error that names it, or a result."""

from __future__ import annotations

import contextlib
import os
import resource

import numpy as np

import mxnet as mx
from mxnet import autograd, nd
from mxnet._eager.functions import nd_function
from mxnet._ops import OPS
from tests.contracts.bad_calls import NO_ARRAYS

ROOM = 1 << 30  # bytes that a call may map: large results are refused alike on every machine
# MXNet's own: TypeError and ValueError for arguments of the wrong type. Of an attribute that the
# operator does not have there is a warning, which is an error in tests.
REFUSALS = (mx.MXNetError, TypeError, ValueError, UserWarning)


@contextlib.contextmanager
def little_memory():
    """Let the system refuse what no call may allocate, where it says how much is mapped."""
    if not os.path.exists("/proc/self/statm"):
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    with open("/proc/self/statm") as numbers:
        mapped = int(numbers.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (mapped + ROOM, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def array_of(value):
    is_array = isinstance(value, np.ndarray) and value is not NO_ARRAYS["numpy"]
    return nd.array(value, dtype=value.dtype) if is_array else value


def call(row, case, arrays):
    function = nd_function(OPS[row.op], row.op, "mxnet.nd", nd.NDArray)
    targets = row.targets(arrays) if len(arrays) == len(row.inputs) else {}
    result = function(*arrays, **case.attrs, **targets)
    return result if isinstance(result, list | tuple) else [result]


def run(row, case):
    """Call an operator, go backward where it is possible, and read everything."""
    arrays = [array_of(value) for value in case.arrays]
    floats = [a for a in arrays if isinstance(a, nd.NDArray) and np.dtype(a.dtype).kind == "f"]
    if row.out or OPS[row.op].mutates or not floats:
        results = call(row, case, arrays)
    else:
        for array in floats:
            array.attach_grad()
        with autograd.record(train_mode=row.train):
            results = call(row, case, arrays)
        if any(result._graph is not None for result in results):
            autograd.backward(results)
        results += [array.grad for array in floats]
    for result in results:
        result.asnumpy()


def names_operator(op, message: str) -> bool:
    return any(name.lower() in message.lower() for name in (op.name, *op.aliases))


def check(row, case) -> None:
    """Make a bad call; an AssertionError says what is wrong with its outcome."""
    try:
        with mx.util.np_shape(row.is_numpy), np.errstate(all="ignore"):
            run(row, case)
    except REFUSALS as error:
        # There are results of no elements that NumPy has no array for: (0, 2**62).
        named = names_operator(OPS[row.op], str(error)) or "NumPy has no array" in str(error)
        assert named, f"{case.name}: {error}"
    except Exception as error:
        raise AssertionError(f"{case.name}: {error!r}") from error
