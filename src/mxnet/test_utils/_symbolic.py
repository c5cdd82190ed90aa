"""Checks of symbols: values, gradients, numeric gradients."""

from __future__ import annotations

import json
import sys
import time

import numpy as np

from .. import ndarray as nd
from ..context import current_context
from ._compare import assert_almost_equal
from ._tolerance import default_numeric_eps

__all__ = [
    "check_numeric_gradient", "check_speed", "check_symbolic_backward",
    "check_symbolic_forward", "numeric_grad", "same_symbol_structure", "simple_forward",
]  # fmt: skip

mx = sys.modules[__package__.partition(".")[0]]  # mx.sym is imported on first use

# --------------------------------------------------------------------------------------- arguments


def _by_name(what, values, names, ctx, dtype) -> dict:
    """Return values, given by position or by name, as NDArrays by name."""
    if isinstance(values, dict):
        if set(values) != set(names):
            raise ValueError(
                f"Symbol {what} and keys of the given location do not match."
                f"symbol args:{set(names)}, location.keys():{set(values)}"
            )
    else:
        values = dict(zip(names, values, strict=False))
    if missing := [name for name in names if name not in values]:
        raise ValueError(f"no value is given for {what} {missing}; the symbol has {list(names)}")
    return {name: _array(value, ctx, dtype) for name, value in values.items()}


def _array(value, ctx, dtype):
    """Convert a NumPy array to an NDArray; the type is kept if ``dtype`` is "asnumpy"."""
    if isinstance(value, nd.NDArray):
        return value
    value = np.asarray(value)
    return nd.array(value, ctx=ctx, dtype=value.dtype if dtype == "asnumpy" else dtype)


def _states(sym, aux_states, ctx, dtype) -> dict:
    if aux_states is None:
        return {}
    return _by_name("auxiliary states", aux_states, sym.list_auxiliary_states(), ctx, dtype)


def _requests(grad_req, names) -> dict:
    """Return how to store each gradient: write, add or null."""
    if isinstance(grad_req, str):
        return dict.fromkeys(names, grad_req)
    if isinstance(grad_req, dict):
        return {name: grad_req.get(name, "null") for name in names}
    return dict(zip(names, grad_req, strict=True))


def _expected_by_name(expected, names) -> dict:
    return expected if isinstance(expected, dict) else dict(zip(names, expected, strict=False))


def _gradient_arrays(names, args, ctx, stypes) -> dict:
    """Return gradient arrays filled with random numbers to be replaced; sparse ones are 0."""
    grads = {}
    for name in names:
        shape, stype = args[name].shape, (stypes or {}).get(name, "default")
        if stype == "default":
            start = np.random.normal(size=shape)
            grads[name] = nd.array(start, ctx=ctx, dtype=args[name].dtype)
        else:
            grads[name] = nd.zeros(shape, ctx, args[name].dtype, stype=stype)
    return grads


# ---------------------------------------------------------------------------- values and gradients


def simple_forward(sym, ctx=None, is_train=False, **inputs):
    """Return the outputs of a symbol as NumPy arrays; for one output, just the array."""
    ctx = ctx or current_context()
    args = {name: nd.array(value, ctx=ctx) for name, value in inputs.items()}
    executor = sym.bind(ctx, args=args)
    outputs = [output.asnumpy() for output in executor.forward(is_train=is_train)]
    return outputs[0] if len(outputs) == 1 else outputs


def check_symbolic_forward(
    sym, location, expected, rtol=None, atol=None, aux_states=None, ctx=None, equal_nan=False,
    dtype=np.float32,
):  # fmt: skip
    """Raise AssertionError unless a symbol has the expected outputs; return them.

    Parameters
    ----------
    sym : Symbol
    location : list or dict of array
        The arguments, in the order of ``list_arguments`` or by name.
    expected : list or dict of array
        The outputs, in the order of ``list_outputs`` or by name.
    rtol, atol : float, optional
        Tolerances, as in ``assert_almost_equal``.
    aux_states : list or dict of array, optional
    ctx : Context, optional
    equal_nan : bool
    dtype : type
        The type to which NumPy arrays are converted; "asnumpy" keeps theirs.
    """
    ctx = ctx or current_context()
    args = _by_name("arguments", location, sym.list_arguments(), ctx, dtype)
    states = _states(sym, aux_states, ctx, dtype)
    outputs = sym.bind(ctx=ctx, args=args, aux_states=states).forward()
    expected_outputs = _expected_by_name(expected, sym.list_outputs())
    for name, output in zip(sym.list_outputs(), outputs, strict=True):
        if name in expected_outputs:
            names = (f"EXPECTED_{name}", f"FORWARD_{name}")
            assert_almost_equal(expected_outputs[name], output, rtol, atol, names, equal_nan)
    return outputs


def check_symbolic_backward(
    sym, location, out_grads, expected, rtol=None, atol=None, aux_states=None, grad_req="write",
    ctx=None, grad_stypes=None, equal_nan=False, dtype=np.float32,
):  # fmt: skip
    """Raise AssertionError unless a symbol has the expected gradients; return all of them.

    Parameters
    ----------
    sym, location, rtol, atol, aux_states, ctx, equal_nan, dtype
        As in ``check_symbolic_forward``.
    out_grads : list or dict of array, or None
        The gradients of the outputs.
    expected : list or dict of array
        The gradients of the arguments, in the order of ``list_arguments`` or by name.
    grad_req : str, or list or dict of str
        "write", "add" (to random numbers, which are subtracted again) or "null" (must not change).
    grad_stypes : dict of str, optional
        The storage types of gradients.
    """
    ctx = ctx or current_context()
    names = sym.list_arguments()
    args = _by_name("arguments", location, names, ctx, dtype)
    states = _states(sym, aux_states, ctx, dtype)
    expected_grads = _expected_by_name(expected, names)
    requests = _requests(grad_req, names)
    grads = _gradient_arrays(expected_grads, args, ctx, grad_stypes)
    heads = _output_gradients(sym, out_grads, ctx, dtype)
    initial = _run_backward(sym, ctx, args, grads, states, requests, heads)
    for name, expect in expected_grads.items():
        if grads[name].stype != (grad_stypes or {}).get(name, "default"):
            raise AssertionError(f"the gradient of {name} is {grads[name].stype}, not as asked")
        grad = grads[name].asnumpy()
        pair = (f"EXPECTED_{name}", f"BACKWARD_{name}")
        if requests[name] == "add":
            grad = grad - initial[name]
        elif requests[name] == "null":
            expect = initial[name]
        elif requests[name] != "write":
            raise ValueError(f"Invalid grad_req {requests[name]!r} for argument {name}")
        assert_almost_equal(expect, grad, rtol, atol, pair, equal_nan)
    return grads


def _run_backward(sym, ctx, args, grads, states, requests, heads=None) -> dict:
    """Compute the gradients of a symbol; return what their arrays contained before."""
    initial = {name: grad.asnumpy() for name, grad in grads.items()}
    grad_req = {name: requests[name] if name in grads else "null" for name in args}
    executor = sym.bind(ctx, args=args, args_grad=grads, aux_states=states, grad_req=grad_req)
    executor.forward(is_train=True)
    executor.backward(heads)
    return initial


def _output_gradients(sym, out_grads, ctx, dtype):
    if out_grads is None:
        return None
    if isinstance(out_grads, dict):
        out_grads = [out_grads[name] for name in sym.list_outputs()]
    return [_array(value, ctx, dtype) for value in out_grads]


# ------------------------------------------------------------------------------- numeric gradients


def numeric_grad(
    executor, location, aux_states=None, eps=1e-4, use_forward_train=True, dtype=np.float32
):
    """Return the numeric gradients of the sum of an executor's first output.

    Each element of a float argument is changed by half of ``eps`` up and down.

    Parameters
    ----------
    executor : Executor
    location : dict of numpy.ndarray
        The arguments by name.
    aux_states : dict of numpy.ndarray, optional
        The auxiliary states before each evaluation.
    eps : float
    use_forward_train : bool
        Whether to evaluate in train mode.
    dtype : type
        The element type of the arguments.
    """
    slopes = {}
    for name, start in location.items():
        _set(executor.arg_dict[name], start)
    for name, start in location.items():
        moved = np.array(start, order="C")
        if moved.dtype.kind != "f":
            continue

        def value(name=name, moved=moved):
            _set(executor.arg_dict[name], moved)
            for state, initial in (aux_states or {}).items():
                executor.aux_dict[state][:] = initial
            output = executor.forward(is_train=use_forward_train)[0]
            return output.asnumpy().sum(dtype=np.float64)

        slopes[name] = _difference_quotients(moved, eps, value).astype(dtype)
    return slopes


def _set(target, values):
    target[:] = values if target.stype == "default" else nd.array(values).tostype(target.stype)


def _difference_quotients(array, eps, value) -> np.ndarray:
    """Return the slope of ``value()`` with respect to each element of an array."""
    slopes = np.zeros(array.shape)
    for index in np.ndindex(array.shape):
        original = array[index]
        array[index] = original + eps / 2
        above = value()
        array[index] = original - eps / 2
        slopes[index] = (above - value()) / eps
        array[index] = original
    value()
    return slopes


def check_numeric_gradient(
    sym, location, aux_states=None, numeric_eps=None, rtol=None, atol=None, grad_nodes=None,
    use_forward_train=True, ctx=None, grad_stype_dict=None, dtype=np.float32,
):  # fmt: skip
    """Raise AssertionError unless a symbol's gradients match its numeric gradients.

    The outputs are reduced to one number with a random weight for each element.

    Parameters
    ----------
    sym, location, aux_states, rtol, atol, ctx
        As in ``check_symbolic_forward``.
    numeric_eps : float, optional
        The step of the numeric gradient, by default that of the element type.
    grad_nodes : list of str, or dict of str, optional
        The arguments whose gradient is checked, with "write", "add" or "null"; all by default.
    use_forward_train : bool
        Whether the numeric gradient is computed in train mode.
    grad_stype_dict : dict of str, optional
        The storage types of gradients.
    dtype : type
        float16, float32 or float64.
    """
    if dtype not in (np.float16, np.float32, np.float64):
        raise ValueError(f"dtype must be float16, float32 or float64, got {dtype}")
    ctx = ctx or current_context()
    eps = default_numeric_eps()[np.dtype(dtype)] if numeric_eps is None else numeric_eps
    args = _by_name("arguments", location, sym.list_arguments(), ctx, dtype)
    states = _states(sym, aux_states, ctx, dtype)
    requests = _select_gradients(grad_nodes, sym, args)

    shape = sym.infer_shape(**{name: array.shape for name, array in args.items()})[1][0]
    loss = mx.sym.make_loss(sym.as_nd_ndarray() * mx.sym.Variable("__random_proj"))
    moved = {name: args[name].asnumpy() for name, req in requests.items() if req != "null"}
    start_states = {name: array.asnumpy() for name, array in states.items()}
    args["__random_proj"] = nd.array(np.random.rand(*shape) + 0.1, ctx=ctx, dtype=dtype)

    grads = _gradient_arrays(requests, args, ctx, grad_stype_dict)
    initial = _run_backward(loss, ctx, args, grads, states, requests)
    computed = {name: grad.asnumpy() for name, grad in grads.items()}
    # An executor without gradients gives the same values in a fraction of the time.
    numeric = numeric_grad(
        loss.bind(ctx, args=args, aux_states=states, grad_req="null"),
        moved,
        start_states,
        eps=eps,
        use_forward_train=use_forward_train,
        dtype=dtype,
    )
    for name, request in requests.items():
        pair = (f"NUMERICAL_{name}", f"BACKWARD_{name}")
        if request == "null":
            assert_almost_equal(initial[name], computed[name], rtol, atol, pair)
        else:
            grad = computed[name] - initial[name] if request == "add" else computed[name]
            assert_almost_equal(numeric[name], grad, rtol, atol, pair)


def _select_gradients(grad_nodes, sym, args) -> dict:
    """Return which gradients to check, and whether they are written or added."""
    if isinstance(grad_nodes, dict):
        return dict(grad_nodes)
    if grad_nodes is None:
        floats = (np.float16, np.float32, np.float64)
        grad_nodes = [name for name in sym.list_arguments() if args[name].dtype in floats]
    return dict.fromkeys(grad_nodes, "write")


# ----------------------------------------------------------------------------- speed and structure


def check_speed(sym, location=None, ctx=None, N=20, grad_req=None, typ="whole", **kwargs):
    """Return the time of one evaluation of a symbol in seconds, the mean of ``N``.

    Parameters
    ----------
    sym : Symbol
    location : dict of numpy.ndarray, optional
        The arguments by name; by default random, with the shapes given as ``kwargs``.
    ctx : Context, optional
    N : int
    grad_req : str, or list or dict of str, optional
    typ : str
        "whole" for the forward and backward pass, "forward" for the forward pass only.
    """
    if typ not in ("whole", "forward"):
        raise ValueError(f"typ can only be 'whole' or 'forward', got {typ!r}")
    ctx = ctx or current_context()
    shapes = kwargs if location is None else {name: v.shape for name, v in location.items()}
    executor = sym.simple_bind(grad_req=grad_req or "write", ctx=ctx, **shapes)
    for name, array in executor.arg_dict.items():
        array[:] = np.random.normal(size=array.shape) if location is None else location[name]
    _evaluate(executor, typ)
    nd.waitall()
    begin = time.time()
    for _ in range(N):
        _evaluate(executor, typ)
    nd.waitall()
    return (time.time() - begin) / N


def _evaluate(executor, typ):
    outputs = executor.forward(is_train=typ == "whole")
    if typ == "whole":
        executor.backward(out_grads=outputs)
    for output in outputs:
        output.wait_to_read()


def same_symbol_structure(sym1, sym2):
    """Return whether two symbols apply the same operators in the same order."""
    first, second = (
        [node["op"] for node in json.loads(sym.tojson())["nodes"]] for sym in (sym1, sym2)
    )
    return first == second
