"""Kernels that torch traces on valid inputs are right for other values too."""

from __future__ import annotations

import warnings

import pytest
import torch

from mxnet._ops import OPS

DATA = torch.arange(12.0).view(4, 3)
ROWS = torch.tensor([0.0, 3.0, 1.0, 2.0])
OUTSIDE = torch.tensor([-1.0, 9.0, 1.0, 2.0])

# operator, attributes, inputs it is traced with, inputs it is run with
CASES = [
    ("take", {"axis": 0, "mode": "clip"}, (DATA, ROWS), (DATA, OUTSIDE)),
    ("pick", {}, (DATA, torch.zeros(4)), (DATA, OUTSIDE)),
    ("one_hot", {"depth": 4}, (ROWS,), (OUTSIDE,)),
    ("broadcast_mod", {}, (DATA, ROWS[:3] + 1), (DATA, ROWS[:3])),
    (
        "softmax",
        {"use_length": True},
        (DATA, torch.full((4,), 2)),
        (DATA, torch.tensor([0, 1, 2, 3])),
    ),
]


def export(kernel, attrs, inputs):
    class Network(torch.nn.Module):
        def forward(self, *tensors):
            return kernel(*tensors, **attrs)

    return torch.export.export(Network(), inputs, strict=False).module()


def trace(kernel, attrs, inputs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of constants, and that tracing is deprecated
        return torch.jit.trace(lambda *tensors: kernel(*tensors, **attrs), inputs)


@pytest.mark.parametrize("record", [export, trace])
@pytest.mark.parametrize("name, attrs, valid, other", CASES, ids=[case[0] for case in CASES])
def test_a_traced_kernel_does_not_depend_on_values(name, attrs, valid, other, record):
    kernel = OPS[name].kernel
    recorded = record(kernel, attrs, valid)
    assert torch.equal(recorded(*other), kernel(*other, **attrs))
