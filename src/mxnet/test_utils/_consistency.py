"""Consistency of results that are computed in several ways."""

from __future__ import annotations

import traceback

import numpy as np

from .. import autograd, ndarray as nd
from ._arrays import rand_ndarray
from ._compare import assert_almost_equal, compare_ndarray_tuple
from ._tolerance import default_atols, default_rtols, effective_dtype

__all__ = [
    "check_consistency", "check_gluon_hybridize_consistency", "compare_optimizer",
]  # fmt: skip

# ------------------------------------------------------------------------ a symbol on many devices


def check_consistency(
    sym, ctx_list, scale=1.0, grad_req="write", arg_params=None, aux_params=None, rtol=None,
    atol=None, raise_on_err=True, ground_truth=None, equal_nan=False, use_uniform=False,
    rand_type=np.float64,
):  # fmt: skip
    """Raise AssertionError unless a symbol gives the same results in every setting.

    The results of the most precise type are the reference, unless ``ground_truth`` is given.

    Parameters
    ----------
    sym : Symbol or list of Symbol
        One symbol, or one for each setting.
    ctx_list : list of dict
        The settings: "ctx", shapes of inputs by name, and "type_dict", their element types.
    scale : float
        The scale of random inputs.
    grad_req : str, or list or dict of str
        How to store gradients; "null" compares only the outputs of inference.
    arg_params, aux_params : dict of array, optional
        Values of arguments and auxiliary states.
    rtol, atol : float, or dict of dtype to float, optional
        Tolerances, by default those of the less precise type.
    raise_on_err : bool
        Whether a difference raises an error; otherwise it is printed.
    ground_truth : dict of array, optional
        The reference outputs and gradients by name.
    equal_nan : bool
    use_uniform : bool
        Whether random inputs are uniform between -0.1 and 0.1 times the scale instead of normal.
    rand_type : type
        The type to which random inputs are first rounded.

    Returns
    -------
    dict of array
        The reference results.

    Examples
    --------
    >>> import mxnet as mx
    >>> double = {"ctx": mx.cpu(), "x": (2, 3), "type_dict": {"x": np.float64}}
    >>> single = {"ctx": mx.cpu(), "x": (2, 3), "type_dict": {"x": np.float32}}
    >>> sorted(check_consistency(mx.sym.exp(mx.sym.Variable("x"), name="exp"), [double, single]))
    ['exp_output', 'x']
    """
    if len(ctx_list) < 2:
        raise ValueError(f"check_consistency compares at least 2 settings, got {len(ctx_list)}")
    symbols = list(sym) if isinstance(sym, list | tuple | np.ndarray) else [sym] * len(ctx_list)
    executors = [
        s.simple_bind(grad_req=grad_req, **setting)
        for s, setting in zip(symbols, ctx_list, strict=True)
    ]
    _fill(executors, arg_params, aux_params, scale, use_uniform, rand_type)
    names = symbols[0].list_outputs()
    results = [_run(executor, names, grad_req) for executor in executors]
    precisions = [effective_dtype(e.outputs[0]) for e in executors]
    best = max(range(len(executors)), key=lambda i: precisions[i].itemsize)
    truth = results[best] if ground_truth is None else ground_truth
    for i, result in enumerate(results):
        if i == best and ground_truth is None:
            continue
        for name, value in result.items():
            tolerances = _tolerances(precisions[i], precisions[best], value, rtol, atol)
            try:
                assert_almost_equal(value, truth[name], *tolerances, equal_nan=equal_nan)
            except AssertionError as error:
                where = f"setting {i} ({ctx_list[i]}), {name}"
                if raise_on_err:
                    raise AssertionError(f"{where}: {error}") from error
                print(f"Error: {where}")
                traceback.print_exc()
    return truth


def _fill(executors, arg_params, aux_params, scale, use_uniform, rand_type):
    """Set the same inputs in all executors, rounded to the type of each."""
    first = executors[0]
    arg_params, aux_params = dict(arg_params or {}), dict(aux_params or {})
    for name, array in first.arg_dict.items():
        if name not in arg_params:
            arg_params[name] = _random(array.shape, scale, use_uniform, rand_type)
    for name in first.aux_dict:
        aux_params.setdefault(name, 0)
    for executor in executors:
        for name, array in executor.arg_dict.items():
            array[:] = arg_params[name]
        for name, array in executor.aux_dict.items():
            array[:] = aux_params[name]
        for array in executor.grad_arrays:
            if array is not None:
                array[:] = 0


def _random(shape, scale, use_uniform, rand_type):
    if use_uniform:
        values = np.random.uniform(-0.1 * scale, 0.1 * scale, shape)
    else:
        values = np.random.normal(scale=scale, size=shape)
    return values.astype(rand_type)


def _run(executor, output_names, grad_req) -> dict:
    """Return the outputs and, if requested, the gradients, by name."""
    training = grad_req != "null"
    outputs = executor.forward(is_train=training)
    results = dict(zip(output_names, outputs, strict=True))
    if training:
        executor.backward(outputs)
        results |= {name: g for name, g in executor.grad_dict.items() if g is not None}
    return {name: array.asnumpy() for name, array in results.items()}


def _tolerances(precision, best, value, rtol, atol):
    worst = min(precision, best, effective_dtype(value), key=lambda dtype: dtype.itemsize)
    return tuple(
        default[worst]
        if tol is None
        else tol.get(worst, default[worst])
        if isinstance(tol, dict)
        else tol
        for tol, default in ((rtol, default_rtols()), (atol, default_atols()))
    )


# ------------------------------------------------------------------- a block, hybridized and not


def check_gluon_hybridize_consistency(
    net_builder, data_l, numpy_func=None, test_grad=True, rtol=1e-4, atol=1e-4
):
    """Raise AssertionError unless a block gives the same results when it is hybridized.

    Parameters
    ----------
    net_builder : function
        Creates the block.
    data_l : list of array
        The inputs.
    numpy_func : function, optional
        Computes the reference output from NumPy arrays.
    test_grad : bool
        Whether to compare the gradients of inputs and parameters as well.
    rtol, atol : float
    """
    plain = _call(net_builder(), data_l, False, test_grad)
    hybrid = _call(net_builder(), data_l, True, test_grad, plain["parameters"])
    if numpy_func is not None:
        right = numpy_func(*(data.asnumpy() for data in data_l))
        for result in (plain, hybrid):
            assert_almost_equal(result["output"], right, rtol=rtol, atol=atol)
    assert_almost_equal(plain["output"], hybrid["output"], rtol=rtol, atol=atol)
    for kind in ("input gradients", "parameter gradients"):
        for one, other in zip(plain[kind], hybrid[kind], strict=True):
            assert_almost_equal(one, other, rtol=rtol, atol=atol)


def _call(net, data, hybridize, test_grad, parameters=None) -> dict:
    net.initialize()
    if hybridize:
        net.hybridize()
    inputs = [array.copy() for array in data]
    if parameters is not None:
        net(*inputs)  # infers the shapes of all parameters
        for parameter, values in zip(net.collect_params().values(), parameters, strict=True):
            parameter.set_data(nd.array(values) if type(values) is np.ndarray else values)
    if not test_grad:
        output = net(*inputs)
    else:
        for array in inputs:
            array.attach_grad()
        with autograd.record():
            output = net(*inputs)
        output.backward()
    parameters = list(net.collect_params().values())
    learned = [p for p in parameters if test_grad and p.grad_req != "null"]
    return {
        "output": output.asnumpy(),
        "parameters": [p.data().copy() for p in parameters],
        "input gradients": [array.grad.asnumpy() for array in inputs] if test_grad else [],
        "parameter gradients": [p.grad().asnumpy() for p in learned],
    }


# ---------------------------------------------------------------------------------- two optimizers


def compare_optimizer(
    opt1, opt2, shape, dtype, w_stype="default", g_stype="default", rtol=1e-4, atol=1e-5,
    compare_states=True, ntensors=1,
):  # fmt: skip
    """Raise AssertionError unless two optimizers make the same update.

    Parameters
    ----------
    opt1, opt2 : Optimizer
    shape : tuple of int, or with several tensors a list of them
    dtype : type
    w_stype, g_stype : str
        The storage types of weight and gradient for the second optimizer; for the first one they
        are dense.
    rtol, atol : float
    compare_states : bool
        Whether the states must be equal as well.
    ntensors : int
        The number of weights; the second optimizer updates all of them in one call.
    """
    shapes = list(shape) if ntensors > 1 else [shape]
    weights = [_weight(s, w_stype, dtype) for s in shapes]
    grads = [_weight(s, g_stype, dtype) for s in shapes]
    dense = [[array.tostype("default") for array in arrays] for arrays in (weights, grads)]
    runs = [_step(opt1, *dense, together=False), _step(opt2, weights, grads, together=ntensors > 1)]
    if compare_states:
        for states in zip(*(run[1] for run in runs), strict=True):
            compare_ndarray_tuple(*map(_as_tuple, states), rtol=rtol, atol=atol)
    for one, other in zip(*(run[0] for run in runs), strict=True):
        assert_almost_equal(one, other, rtol=rtol, atol=atol)


def _weight(shape, stype, dtype):
    if stype == "default":
        return nd.random.uniform(shape=shape, dtype=dtype)
    return rand_ndarray(shape, stype, density=1, dtype=dtype)


def _as_tuple(state):
    return tuple(state) if isinstance(state, list | tuple) else state


def _step(optimizer, weights, grads, together):
    """Update copies of the weights with an optimizer; return these and its states."""
    weights = [weight.copy() for weight in weights]
    states = [optimizer.create_state_multi_precision(i, w) for i, w in enumerate(weights)]
    if together:
        optimizer.update_multi_precision(list(range(len(weights))), weights, grads, states)
    else:
        for index, arrays in enumerate(zip(weights, grads, states, strict=True)):
            optimizer.update_multi_precision(index, *arrays)
    return weights, states
