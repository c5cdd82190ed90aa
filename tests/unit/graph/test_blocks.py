"""Groups of elementwise operators: large arrays are computed block by block, to the same bits."""

from __future__ import annotations

import numpy as np
import pytest
import torch
from torch import fx

import mxnet as mx
from mxnet import gluon, nd
from mxnet._graph.passes import blocks
from mxnet._graph.passes.blocks import Blockwise
from mxnet._ops import OPS
from mxnet._ops.parsing import parse_attrs
from tests.ops.kernels import run_kernel
from tests.ops.row import families, rows_of
from tests.unit.graph.plans import plans_of

RANDOM = np.random.RandomState(0)
BLOCK = 256  # bytes: 64 elements of float32


class Function(gluon.HybridBlock):
    def __init__(self, function):
        super().__init__()
        self.function = function

    def hybrid_forward(self, F, *args):
        return self.function(F, *args)


@pytest.fixture
def sizes(monkeypatch):
    """Blocks and groups are small; return the sizes of blocks that were computed."""
    computed, compile_, write = [], Blockwise.compile, Blockwise._write.func

    def counting(function):
        def count(*arrays):
            computed.append(max(array.numel() for array in arrays))
            return function(*arrays)

        return count

    def compile_counting(self, *args):
        compile_(self, *args)
        self._forward = counting(self._forward)

    monkeypatch.setattr(Blockwise, "compile", compile_counting)
    monkeypatch.setattr(Blockwise, "_write", property(lambda self: counting(write(self))))
    monkeypatch.setattr(blocks, "BLOCK", BLOCK)
    monkeypatch.setattr(blocks, "LARGE", 200)
    monkeypatch.setattr(blocks, "LEAST", 2)
    monkeypatch.setattr(torch, "get_num_threads", lambda: 1)
    return computed


def groups_of(net):
    """The operators of each group in the plan of the last call."""
    (plan,) = plans_of(net)._plans.values()
    return [
        [node.meta["op"].name for node in call.target.graph.nodes if "op" in node.meta]
        for call in plan.graph.nodes
        if isinstance(call.target, Blockwise)
    ]


def check(function, *inputs):
    """Compare a function of F and arrays, hybridized, with its operators called one by one."""
    net, before = Function(function), [array.asnumpy() for array in inputs]
    plain = net(*inputs)
    net.hybridize()
    for _ in range(2):
        result = net(*inputs)
        assert result.dtype == plain.dtype
        np.testing.assert_array_equal(result.asnumpy(), plain.asnumpy())
    for array, value in zip(inputs, before, strict=True):
        np.testing.assert_array_equal(array.asnumpy(), value)
    return net


def chain(F, x):
    return F.sqrt(F.abs(F.exp(x) * 2 - 3)) / 3


ENDS = {
    "a function of torch with out": lambda F, x: F.exp(x * 2),
    "one without": lambda F, x: F.relu(x * 2),
    "a number": lambda F, x: F.exp(x) - 3,
    "limits": lambda F, x: F.clip(F.exp(x), 0.5, 1),
    "two arrays": lambda F, x: F.exp(x) / x,
    "an array and a single element": lambda F, x: F.broadcast_add(x * 2, F.ones((1,))),
    "no overwritten array": lambda F, x: F.sin(x) > 0.5,
    "a temporary that is used twice": lambda F, x: F.square(x + 1) * (x + 1),
}


@pytest.mark.parametrize("end", ENDS)
def test_the_last_operator_writes_to_the_result(sizes, end):
    check(ENDS[end], normal(60, 5))
    assert sizes[:5] == [64, 64, 64, 64, 44]


def tree(F, x, y):
    return F.broadcast_mul(F.relu(x - y), F.broadcast_add(x, F.sigmoid(y) * 2)) + 1


def normal(*shape, dtype="float32"):
    return nd.array(RANDOM.normal(size=shape), dtype=dtype)


@pytest.mark.parametrize("dtype", ["float32", "float64", "float16"])
@pytest.mark.parametrize("shape", [(64 * 4,), (99, 7), (5, 4, 3, 2), (1, 65, 2)])
def test_chain_and_tree(sizes, shape, dtype):
    x, y = normal(*shape, dtype=dtype), normal(*shape, dtype=dtype)
    net = check(chain, x)
    assert groups_of(net) == [["exp", "_mul_scalar", "_minus_scalar", "abs", "sqrt", "_div_scalar"]]
    length = BLOCK // np.dtype(dtype).itemsize
    assert sizes[: -(-x.size // length)] == [
        min(length, x.size - start) for start in range(0, x.size, length)
    ]
    assert len(groups_of(check(tree, x, y))) == 1


def test_integers_and_truth_values(sizes):
    x = nd.array(RANDOM.randint(-9, 9, (30, 10)), dtype="int32")
    check(lambda F, x: (x * 3 + 1) / 2 - F.abs(x), x)
    check(lambda F, x: (x > 2) * (F.sqrt(F.abs(x)) < 2), x)
    assert 64 in sizes


@mx.util.use_np
def test_arrays_of_numpy_and_their_types(sizes):
    x = mx.np.array(RANDOM.normal(size=(40, 5)), dtype="float32")
    net = check(lambda F, x: F.np.isnan(F.np.log(x) * 2), x)
    assert len(groups_of(net)) == 1
    half, number = x.astype("float16"), mx.np.array(2.5)
    check(lambda F, x, y: F.np.exp(x * y) + x, half, number)
    check(lambda F, x, y: F.np.exp(x * y) + x, half, x)
    assert 64 in sizes


@pytest.mark.parametrize("shape", [(1,), (1, 1)])
def test_single_elements_are_part_of_every_block(sizes, shape):
    def function(F, x, y):
        factor = F.slice_axis(F.exp(F.concat(y, y, dim=0)), axis=0, begin=0, end=1)
        return F.broadcast_mul(F.broadcast_add(x, y), F.exp(factor) * 2) - 1

    check(function, normal(60, 5), nd.ones(shape) / 3)
    assert 64 in sizes


PLAIN = {
    "shapes that are broadcast": (lambda F, x: F.broadcast_add(x, F.sum(x, axis=0)) * 2 - 1),
    "more axes than the large array": (
        lambda F, x: F.broadcast_add(F.reshape(x, (-1,)), F.ones((1, 1))) * 2
    ),
    "another order of axes": (lambda F, x: F.exp(F.transpose(x)) * 2),
    "two orders of axes": (lambda F, x: F.broadcast_add(F.transpose(x, (1, 0)), x) * 2),
}


@pytest.mark.parametrize("name", PLAIN)
def test_other_arrays_are_computed_at_once(sizes, name):
    net = check(PLAIN[name], normal(20, 20))
    assert groups_of(net)
    assert set(sizes) == {400}


def test_small_arrays_are_computed_at_once(sizes):
    check(chain, normal(7, 7))
    assert set(sizes) == {49}


def test_temporaries_are_overwritten_only_if_nothing_else_needs_them(sizes):
    def function(F, x):
        temporary = F.concat(x, x, dim=0)
        shared = F.concat(x, x, dim=1)
        view = F.reshape(shared, shape=(-3, -2))
        first = F.exp(temporary) * 2 + 1
        second = F.broadcast_add(F.exp(F.reshape(shared, shape=(0, -1))) * 2, F.exp(shared))
        return F.concat(first, F.reshape(second, shape=(-1, 5)), F.reshape(view, (-1, 5)), dim=0)

    check(function, normal(60, 5))


def test_a_view_of_a_temporary_is_not_overwritten_with_it(sizes):
    def function(F, x):
        y = F.concat(x, x, dim=0)
        return F.exp(y * 2) + F.reshape(y, shape=(-1, 5))

    check(function, normal(60, 5))


def test_results_that_others_need_end_a_group(sizes):
    def function(F, x):
        y = F.exp(x) * 2
        return F.concat(F.tanh(y) + 1, F.sum(y, axis=1, keepdims=True), dim=1)

    net = check(function, normal(60, 5))
    assert groups_of(net) == [["exp", "_mul_scalar"], ["tanh", "_plus_scalar"]]


def test_one_or_two_operators_are_not_grouped():
    net = check(lambda F, x: F.exp(F.sum(F.exp(x) * 2, axis=0)), normal(60, 5))
    assert groups_of(net) == []


ROWS = [row for family in families() for row in rows_of(family) if OPS[row.op].elementwise]


def test_operators_declared_elementwise_are():
    """Each element of the result depends only on the elements at its position."""
    for row in ROWS:
        inputs = [torch.tensor(array) for array in row.arrays()]
        if inputs[0].ndim == 0 or any(each.shape != inputs[0].shape for each in inputs):
            continue
        (whole,) = run_kernel(row, inputs)
        assert whole.shape == inputs[0].shape, row.key
        parts = [
            run_kernel(row, list(part))[0]
            for part in zip(*[each.reshape(-1).split(1) for each in inputs], strict=True)
        ]
        if parts:
            torch.testing.assert_close(torch.cat(parts), whole.reshape(-1), equal_nan=True)


def test_functions_with_out_compute_what_the_in_place_forms_do():
    numbers = torch.tensor([0.5, 3.0, 0.0, -0.0, -2.0, torch.inf, -torch.inf, torch.nan])
    checked = set()
    for row in (row for family in families() for row in rows_of(family)):
        op, node = OPS[row.op], fx.Graph().placeholder("x")
        if not op.inplace:
            continue
        node.meta.update(op=op, attrs=parse_attrs(op, row.attrs))
        form, allocating = op.inplace(node.meta["attrs"]), blocks._with_out(node)
        if form and allocating:
            (inplace, extra), (function, further) = form, allocating
            out = torch.empty_like(numbers)
            function(numbers, *further, out=out)
            expected = inplace(numbers.clone(), *extra)
            assert torch.equal(out.view(torch.int32), expected.view(torch.int32)), row.key
            checked.add(op.name)
    assert len(checked) > 20
