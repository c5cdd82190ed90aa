"""Matrix products by oneDNN, which operators use on some processors, and by MKL."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
import torch

from mxnet._ops import products

ROWS, TERMS, COLUMNS = 70, 130, 150  # above the thresholds, also for the gradients


def random(*shape, seed=0):
    return torch.randn(shape, generator=torch.Generator().manual_seed(seed))


# How a matrix of given size may lie in memory.
LAYOUTS = {
    "contiguous": lambda m, n: random(m, n),
    "transposed": lambda m, n: random(n, m).t(),
    "rows with gaps": lambda m, n: random(m, n + 5)[:, 3:-2],
    "columns with gaps": lambda m, n: random(n, m + 5)[:, 3:-2].t(),
    "elements with gaps": lambda m, n: random(m, 2 * n)[:, ::2],
    "one row": lambda m, n: random(1, n).expand(m, n),
    "one column": lambda m, n: random(m, 1).expand(m, n),
    "overlapping": lambda m, n: random(m + n).as_strided((m, n), (1, 1)),
}


@pytest.fixture
def count_onednn(monkeypatch):
    """Return the list to which each call of oneDNN adds an element."""
    if products.onednn_linear is None:
        pytest.skip("torch was built without oneDNN")
    calls, function = [], products.onednn_linear
    monkeypatch.setattr(
        products, "onednn_linear", lambda *args: calls.append(args) or function(*args)
    )
    return calls


def check(result, expected):
    torch.testing.assert_close(result.double(), expected, rtol=1e-4, atol=2e-4)


@pytest.mark.parametrize("right_layout", LAYOUTS)
@pytest.mark.parametrize("left_layout", LAYOUTS)
def test_layouts(left_layout, right_layout, count_onednn):
    left = LAYOUTS[left_layout](ROWS, TERMS)
    right = LAYOUTS[right_layout](TERMS, COLUMNS)
    weight = LAYOUTS[right_layout](COLUMNS, TERMS)
    expected = left.double() @ right.double()
    check(products._mm(left, right), expected)
    check(products._mm(left, right, out=torch.empty(ROWS, COLUMNS)), expected)
    check(products._linear(left, weight), left.double() @ weight.double().t())
    assert len(count_onednn) == 3


@pytest.mark.parametrize(
    "array", [random(ROWS, COLUMNS), random(2 * COLUMNS)[::2], random(1)], ids=lambda a: a.shape
)
def test_sums_of_a_product_and_an_array(array, count_onednn):
    left, right = random(ROWS, TERMS), random(TERMS, COLUMNS, seed=1)
    expected = array.double() + left.double() @ right.double()
    check(products._addmm(array, left, right), expected)
    out = torch.empty(ROWS, COLUMNS)
    assert products._addmm(array, left, right, out=out) is out
    check(out, expected)
    assert len(count_onednn) == 2


@pytest.mark.parametrize("shape", [(ROWS, TERMS), (7, 10, TERMS), (1, 7, 1, 10, TERMS)])
@pytest.mark.parametrize("bias", [None, random(COLUMNS), random(2 * COLUMNS)[::2], random(1)])
def test_dense_layers(shape, bias, count_onednn):
    bias = bias if bias is None else bias.expand(COLUMNS)
    data, weight = random(*shape), random(COLUMNS, TERMS, seed=1)
    expected = data.double() @ weight.double().t()
    check(products._linear(data, weight, bias), expected if bias is None else expected + bias)
    assert len(count_onednn) == 1


@pytest.mark.parametrize("function", ["_mm", "_addmm", "_linear", "no bias"])
@pytest.mark.parametrize("needed", ["all", "first", "second", "last"])
def test_gradients(function, needed, count_onednn):
    """Also those of gradients, which are products again."""
    layer = function in ("_linear", "no bias")
    shapes = {
        "_mm": [(ROWS, TERMS), (TERMS, COLUMNS)],
        "_addmm": [(ROWS, COLUMNS), (ROWS, TERMS), (TERMS, COLUMNS)],
        "_linear": [(2, ROWS // 2, TERMS), (COLUMNS, TERMS), (COLUMNS,)],
        "no bias": [(2, ROWS // 2, TERMS), (COLUMNS, TERMS)],
    }[function]
    reference = {"_mm": torch.mm, "_addmm": torch.addmm}.get(function, torch.nn.functional.linear)
    positions = {"first": [0], "second": [1], "last": [-1]}.get(needed, range(len(shapes)))

    def grads(compute, dtype):
        inputs = [random(*shape, seed=i).to(dtype) for i, shape in enumerate(shapes)]
        variables = [inputs[i].requires_grad_() for i in positions]
        result = compute(*inputs)
        factors = random(*result.shape, seed=8).to(dtype)
        first = torch.autograd.grad((result.sin() * factors).sum(), variables, create_graph=True)
        second = torch.autograd.grad(sum(grad.square().sum() for grad in first), variables)
        return [result, *first, *second]

    actual = grads(getattr(products, "_linear" if layer else function), torch.float32)
    assert count_onednn
    for ours, theirs in zip(actual, grads(reference, torch.float64), strict=True):
        error = (ours - theirs).abs().max() / theirs.abs().max()
        assert ours.shape == theirs.shape and error < 1e-4


def test_gradients_of_expanded_sums(count_onednn):
    left, right = random(ROWS, TERMS).requires_grad_(), random(TERMS, COLUMNS).requires_grad_()
    products._mm(left, right).sum().backward()
    check(left.grad, right.detach().double().sum(1).expand(ROWS, TERMS))
    check(right.grad, left.detach().double().sum(0).unsqueeze(1).expand(TERMS, COLUMNS))
    assert len(count_onednn) == 3


@pytest.mark.parametrize("layout", LAYOUTS)
def test_gradients_are_contiguous_like_their_variables(layout, count_onednn):
    left, right = LAYOUTS[layout](ROWS, TERMS), random(TERMS, COLUMNS).requires_grad_()
    weight, data = random(COLUMNS, TERMS).requires_grad_(), random(2, ROWS, TERMS).requires_grad_()
    products._mm(left, right).square().sum().backward()
    products._linear(data, weight).square().sum().backward()
    assert right.grad.is_contiguous() and weight.grad.is_contiguous() and data.grad.is_contiguous()
    assert len(count_onednn) == 5


def test_results_of_recorded_layers_can_be_overwritten(count_onednn):
    data, weight = random(2, ROWS, TERMS), random(COLUMNS, TERMS).requires_grad_()
    expected = torch.nn.functional.linear(data, weight).relu().sum()
    actual = products._linear(data, weight).relu_().sum()
    torch.testing.assert_close(actual, expected)
    grads = [torch.autograd.grad(total, weight)[0] for total in (actual, expected)]
    torch.testing.assert_close(*grads, rtol=1e-4, atol=1e-3)


def test_special_values(count_onednn):
    left, right = random(ROWS, TERMS), random(TERMS, COLUMNS)
    left[0, 0], left[1, 1], left[2, 2], right[2] = torch.nan, torch.inf, torch.inf, 0.0
    torch.testing.assert_close(
        products._mm(left, right), torch.mm(left, right), rtol=1e-4, atol=2e-4, equal_nan=True
    )
    assert len(count_onednn) == 1


@pytest.mark.parametrize(
    "dtype",
    [torch.float64, torch.float16, torch.bfloat16, torch.int32, torch.complex64],
    ids=str,
)
def test_torch_multiplies_other_types(dtype, count_onednn):
    left, right = (random(*shape).mul(3).to(dtype) for shape in ((ROWS, TERMS), (TERMS, COLUMNS)))
    assert torch.equal(products._mm(left, right), torch.mm(left, right))
    array = torch.ones(ROWS, COLUMNS, dtype=dtype)
    assert torch.equal(products._addmm(array, left, right), torch.addmm(array, left, right))
    weight, bias = right.t(), torch.ones(COLUMNS, dtype=dtype)
    expected = torch.nn.functional.linear(left, weight, bias)
    assert torch.equal(products._linear(left, weight, bias), expected)
    assert not count_onednn


def test_torch_rejects_what_does_not_fit(count_onednn):
    left, right = random(ROWS, TERMS), random(TERMS, COLUMNS)
    for wrong in (right.double(), random(TERMS + 1, COLUMNS)):
        with pytest.raises(RuntimeError, match=r"same dtype|cannot be multiplied"):
            products._mm(left, wrong)
        with pytest.raises(RuntimeError, match=r"same dtype|cannot be multiplied"):
            products._linear(left, wrong.t())
    with pytest.raises(RuntimeError, match="dtype"):
        products._linear(left, right.t(), random(COLUMNS).double())
    assert not count_onednn


@pytest.mark.parametrize(
    ("rows", "terms", "columns", "is_large"),
    [(8, 512, 320, True), (7, 512, 640, False), (8, 512, 319, False), (9, 0, 9, False)],
)
def test_thresholds(rows, terms, columns, is_large, count_onednn):
    left, right = random(rows, terms), random(terms, columns)
    check(products._mm(left, right), left.double() @ right.double())
    check(products._linear(left, right.t()), left.double() @ right.double())
    assert len(count_onednn) == 2 * is_large


def test_other_devices_and_compilers_get_functions_of_torch(count_onednn):
    left, right = random(ROWS, TERMS), random(TERMS, COLUMNS)
    assert products._mm(left.to("meta"), right.to("meta")).shape == (ROWS, COLUMNS)
    assert products._linear(left.to("meta"), right.t().to("meta")).shape == (ROWS, COLUMNS)
    exported = torch.export.export(_Multiply(), (left, right))
    assert not count_onednn and "aten.mm" in str(exported.graph)
    check(exported.module()(left, right), left.double() @ right.double())


class _Multiply(torch.nn.Module):
    def forward(self, left, right):
        return products._mm(left, right)


@pytest.mark.parametrize("biased", [True, False])
@pytest.mark.parametrize(
    ("shape", "turned"), [((7, 1024), 0), ((8, 1024), 1), ((4, 8, 1024), 1), ((33, 1024), 0)]
)
def test_few_rows_come_second_in_products_with_a_large_weight(shape, turned, biased, monkeypatch):
    data, weight, bias = random(*shape), random(1536, 1024, seed=1), random(1536) * biased
    calls = []
    for name in ("mm", "addmm"):
        function = getattr(torch, name)
        monkeypatch.setattr(
            torch, name, lambda *args, function=function: calls.append(1) or function(*args)
        )
    result = products.linear_by_mkl(data, weight, bias if biased else None)
    assert len(calls) == turned
    assert result.is_contiguous()
    check(result, data.double() @ weight.double().t() + bias)


PROGRAM = """
import torch
torch.backends.cpu.get_cpu_capability = lambda: "AVX512"
from mxnet._core import processor
processor.is_made_by_amd = lambda: True
import numpy as np
from mxnet import autograd, gluon, nd
from mxnet._ops import products

calls, function = [], products.onednn_linear
products.onednn_linear = lambda *args: calls.append(1) or function(*args)


def count():
    number = len(calls)
    calls.clear()
    return number


def gradients(net):
    with autograd.record():
        loss = (net(x) ** 2).sum()
    loss.backward()
    return [parameter.grad().asnumpy() for parameter in net.collect_params().values()]


x = nd.array(np.random.RandomState(0).uniform(-1, 1, (70, 130)))
nd.dot(x, x, transpose_b=True)
assert count() == 0  # too small
result = nd.dot(x, nd.concat(x, x, x, dim=0), transpose_b=True).asnumpy()
np.testing.assert_allclose(result[:, :70], x.asnumpy() @ x.asnumpy().T, 1e-4, 1e-4)
assert count() == 1
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(160, activation="relu"), gluon.nn.Dense(140))
net.initialize()
grads = gradients(net)
assert count() == 5  # two layers, and gradients of two weights and of the input of the second
net.hybridize()
for pair in zip(grads, gradients(net)):
    np.testing.assert_allclose(*pair, 1e-4, 1e-4)
assert count() == 5
x = nd.stack(*[x] * 6)
layer = gluon.rnn.GRU(64, input_size=130)
layer.initialize()
gradients(layer)
assert count() > 2
"""


@pytest.mark.skipif(products.onednn_linear is None, reason="torch was built without oneDNN")
def test_operators_on_such_a_processor():
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM],
        env=os.environ | {"OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
