"""What the real MXNet 1.9.1 answers to the rows in tests/ops/rows (`tools/record.py ops`)."""

from __future__ import annotations

import numpy as np

import mxnet as mx
from tests.ops.row import GOLDEN, families, head_gradient, rows_of

SUBMODULES = ("linalg", "random", "sample", "image", "contrib")
NUMPY = {  # prefix of operators -> where 1.9.1 keeps their functions, the longest prefix first
    "_npx__image_": mx.nd.numpy_extension.image,
    "_npx_": mx.nd.numpy_extension._op,
    "_npi_": mx.nd.numpy._internal,
    "_np_": mx.np._op,
}


def function(name, face=mx.nd):
    """Find the function of an operator, wherever 1.9.1 keeps it."""
    for home in (face, face._internal, face.op):
        if hasattr(home, name):
            return getattr(home, name)
    for sub in SUBMODULES:
        prefix = f"_{sub}_"
        if name.startswith(prefix) and hasattr(face, sub):
            return getattr(getattr(face, sub), name[len(prefix) :])
    for prefix, home in NUMPY.items():
        if name.startswith(prefix):
            return getattr(home, name[len(prefix) :])
    raise AttributeError(f"the real MXNet has no operator {name}")


# Operators that 1.9.1 cannot call on arrays, only as symbols, and how many arguments they have.
SYMBOLS = {"BatchNorm_v1": 3, "IdentityAttachKLSparseReg": 1, "_contrib_quantized_elemwise_mul": 6}


def array_of(row, values):
    return (mx.np if row.is_numpy else mx.nd).array(values, dtype=values.dtype)


def heads_of(row, outputs):
    return [
        array_of(row, head_gradient(o.shape, o.dtype, i).astype(o.dtype))
        for i, o in enumerate(outputs)
    ]


def run_arrays(row, arrays):
    """Call an operator on arrays and go backward."""
    for i in row.differentiated():
        arrays[i].attach_grad()
    with mx.autograd.record(train_mode=row.train):
        result = function(row.op)(*arrays, **row.attrs, **row.targets(arrays))
    outputs = list(result) if isinstance(result, (list, tuple)) else [result]
    recorded = {f"out{i}": out.asnumpy() for i, out in enumerate(outputs)}
    if row.differentiated():
        mx.autograd.backward(outputs, heads_of(row, outputs), train_mode=row.train)
        mx.nd.waitall()
        recorded.update({f"grad{i}": arrays[i].grad.asnumpy() for i in row.differentiated()})
    return recorded


def run_symbol(row, arrays):
    """Do the same with a symbol; the arrays that are no arguments are its auxiliary states."""
    count = SYMBOLS[row.op]
    variables = (mx.sym.Variable(f"in{i}") for i in range(count))
    symbol = function(row.op, mx.sym)(*variables, **row.attrs)
    backward = bool(row.differentiated())
    grads = [mx.nd.zeros_like(a) for a in arrays[:count]] if backward else None
    executor = symbol.bind(mx.cpu(), arrays[:count], grads, aux_states=arrays[count:])
    outputs = executor.forward(is_train=row.train)
    recorded = {f"out{i}": out.asnumpy() for i, out in enumerate(outputs)}
    if backward:
        executor.backward(heads_of(row, outputs), is_train=row.train)
        mx.nd.waitall()
        recorded.update({f"grad{i}": grads[i].asnumpy() for i in row.differentiated()})
    return recorded


def answer(row):
    """Run one row; return outputs, gradients and inputs that the operator changed."""
    inputs = row.arrays()
    with mx.util.np_shape(row.is_numpy):
        arrays = [array_of(row, a) for a in inputs]
        recorded = (run_symbol if row.op in SYMBOLS else run_arrays)(row, arrays)
    for i, (before, after) in enumerate(zip(inputs, arrays, strict=True)):
        if not np.array_equal(before, after.asnumpy()):
            recorded[f"changed{i}"] = after.asnumpy()
    return recorded


def record(_mx, *parts):
    """Return a golden file for each family of rows, or for those named."""
    return {GOLDEN / f"{family}.npz": _record_family(family) for family in parts or families()}


def _record_family(family):
    recorded, failures = {}, []
    for row in rows_of(family):
        try:
            parts = answer(row)
        except Exception as error:
            failures.append(f"{row}\nfails in the real MXNet: {error}")
            continue
        recorded.update({f"{row.key}/{part}": array for part, array in parts.items()})
    if failures:
        raise SystemExit("\n\n".join(failures))
    return recorded
