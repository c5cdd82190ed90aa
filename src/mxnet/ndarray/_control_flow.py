"""Control flow on arrays: ``nd.contrib.foreach``, ``while_loop`` and ``cond``, in plain Python."""

from __future__ import annotations

from ..base import MXNetError
from . import _nesting as nesting, op
from ._nesting import regroup
from .ndarray import NDArray

__all__ = ["cond", "foreach", "while_loop"]


def flatten(args, cls, what: str):
    """Flatten nested lists of arrays or symbols; return also the nesting for ``regroup``."""

    def refuse(reason):
        return TypeError(f"{what} must be (nested) list of {cls.__name__}, {reason}")

    return nesting.flatten(args, lambda item: 0 if isinstance(item, cls) else None, refuse)


def pair(result, loop: str, carried: str):
    """Return the two results of the function of a loop."""
    try:
        out, rest = result
    except (TypeError, ValueError) as error:
        raise type(error)(
            f"the function of {loop} must return two things, its output and the {carried}; "
            f"got {type(result).__name__}"
        ) from None
    return out, rest


def foreach(body, data, init_states):
    """Run ``body(slice, states)`` on each slice of the data along its first axis.

    The body returns an output and new states, which are passed to the next iteration; the outputs
    are stacked.

    >>> import mxnet as mx
    >>> total = lambda x, sum: (sum + x, sum + x)
    >>> outs, last = foreach(total, mx.nd.array([1, 2, 3]), mx.nd.array([0]))
    >>> outs.reshape(-1).asnumpy().tolist(), last.asscalar().item()
    ([1.0, 3.0, 6.0], 6.0)
    """
    arrays, fmt = flatten(data, NDArray, "foreach data")
    flatten(init_states, NDArray, "foreach init_states")
    if not arrays:
        raise MXNetError("foreach needs data to go over")
    states, results, out_format = init_states, [], None
    for i in range(len(arrays[0])):
        slices, _ = regroup([array[i] for array in arrays], fmt)
        out, states = pair(body(slices, states), "foreach", "states")
        flat, out_format = flatten(out, NDArray, "foreach output")
        results.append(flat)
    stacked = [op.stack(*column, axis=0) for column in zip(*results, strict=True)]
    return regroup(stacked, out_format)[0], states


def while_loop(cond, func, loop_vars, max_iterations=None):
    """Run ``func(*loop_vars)`` while ``cond(*loop_vars)`` holds, at most ``max_iterations`` times.

    The function returns an output and new loop variables; the outputs are stacked and padded with
    zeros.

    >>> import mxnet as mx
    >>> step = lambda i: (i * i, i + 1)
    >>> outs, last = while_loop(lambda i: i < 3, step, mx.nd.array([1]), max_iterations=3)
    >>> outs.reshape(-1).asnumpy().tolist(), last.asscalar().item()
    ([1.0, 4.0, 0.0], 3.0)
    """
    most = iterations(max_iterations)
    variables, fmt = flatten(loop_vars, NDArray, "while_loop loop_vars")
    if not variables:
        raise ValueError("loop_vars should contain at least one element")
    results, out_format = [], []
    while len(results) < most:
        args = (loop_vars,) if isinstance(loop_vars, NDArray) else loop_vars
        if not _truth(cond(*args)):
            break
        out, loop_vars = pair(func(*args), "while_loop", "loop variables")
        flat, out_format = flatten(out, NDArray, "while_loop output")
        new, _ = flatten(loop_vars, NDArray, "while_loop loop_vars")
        if len(new) != len(variables):
            raise ValueError("The length of loop_vars should be consistent during the loop")
        loop_vars = regroup(new, fmt)[0]
        results.append(flat)
    stacked = [_stack_padded(column, most) for column in zip(*results, strict=True)]
    return regroup(stacked, out_format)[0] if results else [], loop_vars


def iterations(limit) -> int:
    """Read the maximum number of iterations."""
    if limit is None:
        raise ValueError("max_iterations should be specified")
    try:
        return int(limit)
    except (TypeError, ValueError):
        raise ValueError(f"max_iterations should be an integer, got {limit!r}") from None


def _stack_padded(column, count: int):
    stacked = op.stack(*column, axis=0)
    missing = count - len(column)
    if not missing:
        return stacked
    rest = op.zeros_like(column[0]).expand_dims(0)
    return op.concat(stacked, *[rest] * missing, dim=0)


def cond(pred, then_func, else_func):
    """Return ``then_func()`` if ``pred`` holds, otherwise ``else_func()``.

    >>> import mxnet as mx
    >>> cond(mx.nd.array([1]), lambda: "yes", lambda: "no")
    'yes'
    """
    return then_func() if _truth(pred) else else_func()


def _truth(condition) -> bool:
    if not isinstance(condition, NDArray):
        return bool(condition)
    if condition.size != 1:
        raise ValueError(
            f"a condition is one element, and an array of shape {condition.shape} is not a scalar: "
            "reduce it with min() or max(), or choose elements with where"
        )
    return bool(condition.asscalar())
