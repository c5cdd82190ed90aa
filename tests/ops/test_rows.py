"""Every operator, row by row, against the answers of the real MXNet 1.9.1."""

from __future__ import annotations

import functools

import numpy as np
import pytest

import mxnet as mx
from mxnet._core.dtypes import lookup
from mxnet._eager.functions import nd_function, parse_attrs
from mxnet._graph.infer.kernel import infer_outputs
from mxnet._graph.ir.node import active_inputs
from mxnet._ops import OPS
from mxnet.symbol._functions import sym_function
from tests.golden import archive
from tests.ops.row import GOLDEN, families, head_gradient, rows_of

UNWRITTEN = 7.0  # in gradients before backward, which writes all of them, 0 too
CASES = [(family, row) for family in families() for row in rows_of(family)]


def with_its_shapes(test):
    """Decorate a test of a row to run with NumPy's shapes if the operator is one of NumPy's."""

    @functools.wraps(test)
    def run(family, row):
        with mx.util.np_shape(row.is_numpy):
            test(family, row)

    return run


@functools.cache
def golden(family):
    """The recorded arrays of a family: row key -> part -> array."""
    grouped = {}
    for name, array in archive.load(GOLDEN / f"{family}.npz").items():
        key, part = name.split("/")
        grouped.setdefault(key, {})[part] = array
    return grouped


def expected_of(family, row):
    expected = golden(family).get(row.key)
    assert expected, f"not recorded yet: run tools/record.py ops:{family} with the real MXNet"
    return expected


def arrays_of(row):
    return [mx.nd.array(a, dtype=a.dtype) for a in row.arrays()]


def attrs_of(row):
    """Return the attributes of a row that are its operator's."""
    attrs = OPS[row.op].attrs
    return {k: v for k, v in row.attrs.items() if k != "num_args" or k in attrs}


def is_aux(row, i):
    """Return whether an input is an auxiliary state, whose gradient nobody writes."""
    op = OPS[row.op]
    return bool(op.aux) and op.inputs[i] in op.aux


def call(row, arrays, **changed):
    function = nd_function(OPS[row.op], row.op, "mxnet.nd", mx.nd.NDArray)
    result = function(*arrays, **{**row.attrs, **changed}, **row.targets(arrays))
    return result if isinstance(result, list) else [result]


def same(ours, theirs, row, what):
    assert ours.shape == theirs.shape, what
    assert ours.dtype == theirs.dtype, what
    loose = 2e-3 if theirs.dtype == np.float16 else 0.0
    rtol, atol = max(row.rtol, loose), max(row.atol, loose)
    np.testing.assert_allclose(ours.asnumpy(), theirs, rtol, atol, err_msg=f"{row.op} {what}")


def check_outputs(outputs, expected, row):
    for i, out in enumerate(outputs):
        same(out, expected[f"out{i}"], row, f"out{i}")
    assert f"out{len(outputs)}" not in expected


def heads_for(outputs):
    """Return the gradients of the outputs that were used when the row was recorded."""
    return [
        mx.nd.array(head_gradient(out.shape, out.dtype, i), dtype=out.dtype)
        for i, out in enumerate(outputs)
    ]


@pytest.mark.parametrize(("family", "row"), CASES, ids=[r.key for _, r in CASES])
@with_its_shapes
def test_forward_and_backward(family, row):
    """Recorded, with attributes that were parsed before: the prepared caller serves the call."""
    expected, arrays = expected_of(family, row), arrays_of(row)
    parse_attrs(OPS[row.op], attrs_of(row))
    for i in row.differentiated():
        arrays[i].attach_grad()
        if not is_aux(row, i):
            arrays[i].grad[:] = UNWRITTEN
    with mx.autograd.record(train_mode=row.train):
        outputs = call(row, arrays)
    check_outputs(outputs, expected, row)
    if row.differentiated():
        mx.autograd.backward(outputs, heads_for(outputs), train_mode=row.train)
        for i in row.differentiated():
            same(arrays[i].grad, expected[f"grad{i}"], row, f"grad{i}")
    for i, (before, after) in enumerate(zip(row.arrays(), arrays, strict=True)):
        expected_after = expected.get(f"changed{i}", before)
        same(after, expected_after, row, f"input {i} afterwards")


@pytest.mark.parametrize(("family", "row"), CASES, ids=[r.key for _, r in CASES])
@with_its_shapes
def test_plain_call(family, row):
    """Without recording or a cache: fresh contiguous results, as inferred, attributes as texts."""
    arrays, operator = arrays_of(row), OPS[row.op]
    operator.parsed.clear()
    with mx.autograd.train_mode() if row.train else mx.autograd.predict_mode():
        outputs = call(row, arrays)
    memory = {a._t.untyped_storage().data_ptr() for a in arrays if a.size}
    for i, out in enumerate(outputs):
        same(out, expected_of(family, row)[f"out{i}"], row, f"out{i}")
        assert out._t.is_contiguous()
        if out.size and not operator.mutates and not row.out:
            assert out._t.untyped_storage().data_ptr() not in memory, "a view of an input"
    attrs = parse_attrs(operator, attrs_of(row))
    specs = [(spec.shape, lookup(spec.dtype).torch) for spec in row.inputs]
    inferred = infer_outputs(operator, specs, attrs)
    assert inferred == [(out.shape, out._t.dtype) for out in outputs]
    assert operator.num_outputs(attrs) == len(outputs)
    attributes = row.attrs.keys() & operator.attrs.keys()
    texts = {name: operator.attrs[name].format(attrs[name]) for name in attributes}
    assert parse_attrs(operator, texts) == attrs


def is_a_step(row):
    """Optimizers change their inputs, in graphs nobody does."""
    return row.out or set(OPS[row.op].mutates) > set(OPS[row.op].aux)


AS_SYMBOLS = [(family, row) for family, row in CASES if not is_a_step(row)]


@pytest.mark.parametrize(("family", "row"), AS_SYMBOLS, ids=[r.key for _, r in AS_SYMBOLS])
@with_its_shapes
def test_as_a_symbol(family, row):
    """The operator in a graph, written to JSON and read again: the same numbers."""
    expected, arrays = expected_of(family, row), arrays_of(row)
    executor = bound_symbol(row, arrays)
    outputs = executor.forward(is_train=row.train)
    check_outputs(outputs, expected, row)
    if row.differentiated():
        executor.backward(heads_for(outputs))
        for i in row.differentiated():
            if f"in{i}" in executor.aux_dict:
                continue
            same(executor.grad_dict[f"in{i}"], expected[f"grad{i}"], row, f"grad{i}")


def symbol_of(row):
    """Return the operator of a row, applied to variables in0, in1, ..."""
    op, inputs = OPS[row.op], [mx.sym.var(f"in{i}") for i in range(len(row.inputs))]
    function = sym_function(op, row.op, "mxnet.sym")
    if op.variadic:
        return function(*inputs, **row.attrs)
    input_names = active_inputs(op, parse_attrs(op, row.attrs))
    return function(**dict(zip(input_names, inputs, strict=True)), **row.attrs)


def bound_symbol(row, arrays):
    symbol = mx.sym.load_json(symbol_of(row).tojson(remove_amp_cast=False))
    by_name = {f"in{i}": array for i, array in enumerate(arrays)}
    grads = {f"in{i}": mx.nd.zeros_like(arrays[i]) + UNWRITTEN for i in row.differentiated()}
    states = {name: by_name[name] for name in symbol.list_auxiliary_states()}
    return symbol.bind(mx.current_context(), by_name, grads, aux_states=states)
