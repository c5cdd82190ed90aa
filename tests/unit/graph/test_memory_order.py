"""Inside graphs arrays come in any order of memory: kernels give the same results for all."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet._graph.passes.channels_last import in_order
from mxnet._graph.passes.outputs import lower_with_owned_outputs
from mxnet._ops import OPS
from tests.ops.kernels import run_kernel
from tests.ops.row import families, rows_of

CASES = [
    row
    for family in families()
    for row in rows_of(family)
    if not OPS[row.op].mutates and any(len(each.shape) > 1 for each in row.inputs)
]


def reorder(tensor):
    """The same values with another axis last in memory: channels, or the first axis."""
    if tensor.ndim < 2:
        return tensor
    axes = [0, *range(2, tensor.ndim), 1] if tensor.ndim > 2 else [1, 0]
    back = [axes.index(axis) for axis in range(tensor.ndim)]
    return tensor.permute(axes).contiguous().permute(back)


def run(row, arrange):
    """Return outputs and gradients."""
    inputs = [arrange(torch.tensor(array)) for array in row.arrays()]
    leaves = [inputs[i].requires_grad_() for i in row.differentiated()]
    results = run_kernel(row, inputs)
    heads = [r for r in results if r.requires_grad]
    grads = ()
    if heads and leaves:
        weights = [arrange(torch.cos(torch.arange(h.numel()).reshape(h.shape))) for h in heads]
        weights = [w.to(h.dtype) for w, h in zip(weights, heads, strict=True)]
        grads = torch.autograd.grad(heads, leaves, weights, allow_unused=True)
    return [r.detach() for r in results], [g for g in grads if g is not None]


@pytest.mark.parametrize("row", CASES, ids=[row.key for row in CASES])
def test_any_order(row):
    plain, other = run(row, torch.Tensor.contiguous), run(row, reorder)
    for expected, actual in zip([*plain[0], *plain[1]], [*other[0], *other[1]], strict=True):
        assert actual.dtype is expected.dtype
        loose = 2e-3 if expected.dtype is torch.float16 else 1e-5
        np.testing.assert_allclose(actual.numpy(), expected.numpy(), max(loose, row.rtol), loose)


# Elements of weights are few, many times those of the data, and many.
FORMATS = [
    ((8, 64, 8, 8), (64, 64, 3, 3), torch.channels_last),
    ((8, 128, 4, 4), (128, 128, 3, 3), torch.contiguous_format),
    ((32, 512, 7, 7), (512, 512, 3, 3), torch.contiguous_format),
]


@pytest.mark.parametrize(("data", "weight", "expected"), FORMATS)
def test_training_chooses_the_format_that_reorders_less(data, weight, expected):
    for start in (torch.contiguous_format, torch.channels_last):
        image = torch.empty(data).contiguous(memory_format=start)
        assert in_order(image, torch.empty(weight)).is_contiguous(memory_format=expected)


@pytest.mark.parametrize(("convolutions", "copies"), [(1, 0), (2, 2)])
def test_a_single_convolution_keeps_the_format_of_its_data(convolutions, copies):
    result = mx.sym.var("data")
    for _ in range(convolutions):
        result = mx.sym.Convolution(result, kernel=(1, 1), num_filter=2)
    graph = lower_with_owned_outputs(result._entries, mx.cpu(), training=True).graph
    assert sum(node.target is in_order for node in graph.nodes) == copies
