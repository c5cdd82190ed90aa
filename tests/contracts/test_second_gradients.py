"""Gradients of gradients, of every layer and loss, against differences in float64."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import autograd, nd
from tests.contracts.block_samples import SAMPLES
from tests.contracts.check_loss import SAMPLES as LOSSES

STEP = 1e-5
# MXNet: the gradient of SELU is not its derivative, so that differences do not know the second one.
# The begin states of a cell that is unrolled in a graph are float32.
EXEMPT = {("SELU", False), ("SELU", True), ("Bidirectional", True)}


class Case:
    """A block in float64, its variables, and a scalar made of its output's gradients."""

    def __init__(self, sample, hybridized):
        mx.random.seed(1)
        self.sample, self.block = sample, sample.make()
        self.block.initialize(mx.init.Normal(0.5))
        self.block.cast("float64")
        if hybridized:
            self.block.hybridize()
        self.data = sample.input(dtype="float64")
        self.output()  # which completes shapes
        params = self.block.collect_params().values()
        trained = [p.data() for p in params if p.grad_req != "null"]
        self.variables = trained if sample.integer_input else [self.data, *trained]
        random = np.random.RandomState(2)
        self.directions = [self.draw(random, v) for v in self.variables]
        self.weight = self.draw(random, self.output())

    @staticmethod
    def draw(random, like):
        return nd.array(random.uniform(-1, 1, like.shape), dtype="float64")

    def output(self):
        mx.random.seed(4)
        return self.sample.call(self.block, self.data)

    def slope(self):
        """Return the derivative of ``sum(weight * sin(output))`` along the directions."""
        total = (self.weight * self.output().sin()).sum()  # so that linear layers count too
        firsts = autograd.grad(total, self.variables, create_graph=True, retain_graph=True)
        return nd.add_n(*((g * d).sum() for g, d in zip(firsts, self.directions, strict=True)))

    def slope_at(self, variable, change):
        original = variable.copy()
        with autograd.pause():
            variable[:] = original + change
        with autograd.record():
            slope = self.slope().asscalar()
        with autograd.pause():
            variable[:] = original
        return slope


CASES = [
    pytest.param(sample, hybridized, id=f"{sample}-{'graph' if hybridized else 'arrays'}")
    for sample in SAMPLES
    for hybridized in (False, True)
    if (str(sample), hybridized) not in EXEMPT
]


@pytest.mark.filterwarnings("ignore:All children of this Sequential layer")
@pytest.mark.parametrize(("sample", "hybridized"), CASES)
def test_second_gradients(sample, hybridized):
    check(Case(sample, hybridized))


def check(case):
    """Compare the gradient of the slope with differences, for each variable."""
    if any(variable is case.data for variable in case.variables):
        case.data.attach_grad()
    with autograd.record():
        slope = case.slope()
    slope.backward()
    grads = [variable.grad.copy() for variable in case.variables]
    for variable, grad, direction in zip(case.variables, grads, case.directions, strict=True):
        far, near = (case.slope_at(variable, sign * STEP * direction) for sign in (1, -1))
        expected = (far - near) / (2 * STEP)
        actual = (grad * direction).sum().asscalar()
        assert actual == pytest.approx(expected, rel=1e-4, abs=1e-6)


class LossCase(Case):
    """A loss as a function of its predictions."""

    def __init__(self, sample):
        self.block = sample.make()
        self.data, *self.rest = sample.arrays(dtype="float64")
        self.variables = [self.data]
        random = np.random.RandomState(2)
        self.directions = [self.draw(random, self.data)]
        self.weight = self.draw(random, self.output())

    def output(self):
        return self.block(self.data, *self.rest)


# Torch has no second derivative of CTC.
TWICE = [sample for sample in LOSSES if str(sample) != "CTCLoss"]


@pytest.mark.parametrize("sample", TWICE, ids=str)
def test_second_gradients_of_losses(sample):
    check(LossCase(sample))
