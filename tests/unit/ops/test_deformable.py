"""Convolutions with bent windows, beyond what 1.9.1 can answer on the CPU."""

from __future__ import annotations

import numpy as np
import pytest

from mxnet import autograd, nd

SHAPES = {
    "data": (1, 2, 5, 4),
    "offset": (1, 16, 4, 3),
    "mask": (1, 8, 4, 3),
    "weight": (3, 2, 2, 2),
}


def arrays(**changed):
    random = np.random.RandomState(0)
    values = {n: random.uniform(-1.5, 1.5, shape) for n, shape in SHAPES.items()}
    return {n: nd.array(a, dtype="float64") for n, a in (values | changed).items()}


def modulate(data, offset, mask, weight):
    return nd.contrib.ModulatedDeformableConvolution(
        data, offset, mask, weight,
        kernel=(2, 2), num_filter=3, num_deformable_group=2, no_bias=True,
    )  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_modulated_gradients_are_differences(name):
    inputs = arrays()
    for array in inputs.values():
        array.attach_grad()
    with autograd.record():
        total = (modulate(**inputs) ** 2).sum()
    total.backward()
    step, value = 1e-6, inputs[name].asnumpy()
    for place in np.random.RandomState(1).choice(value.size, 8, replace=False):
        ends = []
        for sign in (1, -1):
            moved = value.copy()
            moved.flat[place] += sign * step
            changed = inputs | {name: nd.array(moved, dtype="float64")}
            ends.append((modulate(**changed) ** 2).sum().asscalar())
        slope = (ends[0] - ends[1]) / (2 * step)
        assert inputs[name].grad.asnumpy().flat[place] == pytest.approx(slope, rel=1e-5, abs=1e-6)


def test_no_offset_and_a_mask_of_ones_is_a_convolution():
    inputs = arrays(offset=np.zeros(SHAPES["offset"]), mask=np.ones(SHAPES["mask"]))
    plain = nd.Convolution(
        inputs["data"], inputs["weight"], kernel=(2, 2), num_filter=3, no_bias=True
    )
    np.testing.assert_allclose(modulate(**inputs).asnumpy(), plain.asnumpy(), rtol=1e-12)


@pytest.mark.parametrize("wild", [np.nan, np.inf, -np.inf, 1e30])
def test_a_wild_offset_reads_nothing(wild):
    inputs = arrays(offset=np.full(SHAPES["offset"], wild))
    assert not modulate(**inputs).asnumpy().any()
    bent = nd.contrib.DeformableConvolution(
        inputs["data"], inputs["offset"], inputs["weight"],
        kernel=(2, 2), num_filter=3, num_deformable_group=2, no_bias=True,
    )  # fmt: skip
    assert not bent.asnumpy().any()
