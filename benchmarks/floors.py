"""What any package in Python on torch's kernels must spend: the floor of a case.

Small operators and indexing have a class with one slot, a tensor, whose results have the shapes of
MXNet's; it knows no context, no history and no other types. Training of dense layers has torch's
calls one after the other. Both use the fastest calls of torch that compute the case.

A floor is no other package: run.py measures it (``--floors``), and nothing is judged by it.
"""

from __future__ import annotations

import itertools
import math

import torch

_ALL, _INT = slice(None), {int}
_threshold = torch.ops.aten.threshold_backward.grad_input._op


class _Constants(dict):
    """Numbers as tensors without axes, with which torch takes half the time."""

    def __missing__(self, number):
        constant = self[number] = torch.tensor(float(number))
        return constant


_constants = _Constants()


class Array:
    """A tensor in an object."""

    __slots__ = ("tensor",)

    def __init__(self, tensor):
        self.tensor = tensor

    def __add__(self, other):
        if isinstance(other, Array):
            return Array(self.tensor + other.tensor)
        return Array(self.tensor + _constants[other])

    def __mul__(self, other):
        if isinstance(other, Array):
            return Array(self.tensor * other.tensor)
        return Array(self.tensor * _constants[other])

    def sum(self):
        tensor = self.tensor
        if tensor.dim() == 1:
            return Array(torch.sum(tensor, 0, True))  # shape (1,) in one call
        return Array(tensor.sum().view(1))

    def astype(self, dtype):
        return Array(self.tensor.to(getattr(torch, dtype)))

    def attach_grad(self):
        self.tensor.requires_grad_()

    def __getitem__(self, key):
        tensor = self.tensor
        if isinstance(key, int):
            part = tensor[key]
            return Array(part if part.dim() else part.view(1))
        if isinstance(key, slice):
            return Array(tensor[key])
        if isinstance(key, tuple):
            if {*map(type, key)} == _INT and len(key) == tensor.dim():
                return Array(_element(tensor, key))
            return Array(tensor[key].contiguous())
        index = key.tensor.long() if isinstance(key, Array) else torch.tensor(key)
        return Array(tensor.index_select(0, index))

    def __setitem__(self, key, value):
        if not isinstance(value, Array):
            self.tensor[key] = value
        elif key == _ALL:
            self.tensor.copy_(value.tensor)
        else:
            self.tensor[key] = value.tensor


def _element(tensor, key):
    """Return one element with shape (1,), for which an index and a view take longer."""
    offset = tensor.storage_offset()
    for position, size, stride in zip(key, tensor.shape, tensor.stride()):  # noqa: B905 - faster
        if not -size <= position < size:
            raise IndexError(f"{position} is not a position of {size}")
        offset += stride * (position if position >= 0 else position + size)
    return tensor.as_strided((1,), (1,), offset)


class nd:
    """What the cases use of MXNet's module."""

    @staticmethod
    def ones(shape):
        return Array(torch.ones(shape))

    @staticmethod
    def array(values):
        return Array(torch.tensor(values, dtype=torch.float32))

    @staticmethod
    def exp(x):
        return Array(x.tensor.exp())


class autograd:
    record = torch.enable_grad


def network(*sizes):
    """Return the weights and biases of dense layers."""
    return [
        (torch.nn.init.xavier_uniform_(torch.empty(units, inputs)), torch.zeros(units))
        for inputs, units in itertools.pairwise(sizes)
    ]


def training(layers, x, labels, optimizer):
    """Return a training step of dense layers with relu and the cross entropy of classes.

    All results have their memory and all views exist before, so a step is only calls of torch.
    """
    weights, biases = zip(*layers, strict=True)
    batch, labels, ones = len(x), labels.view(-1, 1), torch.ones(len(x))
    results = [torch.empty(batch, len(bias)) for bias in biases]
    of_results, of_weights, of_biases = (
        [torch.empty_like(array) for array in arrays] for arrays in (results, weights, biases)
    )
    inputs, of_inputs = [x, *results[:-1]], [None, *of_results[:-1]]
    *hidden, last = zip(biases, inputs, [weight.t() for weight in weights], results, strict=True)
    turned = [grad.t() for grad in of_results]
    first, *others = zip(
        of_results, turned, inputs, of_weights, of_biases, weights, of_inputs, strict=True
    )
    of_last, logs = of_results[-1], torch.empty_like(of_results[-1])
    loss, minus = torch.empty(batch, 1), torch.full((batch, 1), -1.0)
    update = optimizer([*weights, *biases], [*of_weights, *of_biases])

    def step():
        for bias, x, weight, result in hidden:
            torch.addmm(bias, x, weight, out=result)
            torch.relu_(result)
        bias, x, weight, result = last
        torch.addmm(bias, x, weight, out=result)
        torch.log_softmax(result, 1, out=logs)
        torch.gather(logs, 1, labels, out=loss).neg_()
        torch.exp(logs, out=of_last).scatter_add_(1, labels, minus).mul_(1 / batch)
        for grad, turned, x, of_weight, of_bias, weight, of_x in reversed(others):
            torch.mm(turned, x, out=of_weight)
            torch.mv(turned, ones, out=of_bias)
            torch.mm(grad, weight, out=of_x)
            _threshold(of_x, x, 0, grad_input=of_x)
        _, turned, x, of_weight, of_bias, *_ = first
        torch.mm(turned, x, out=of_weight)
        torch.mv(turned, ones, out=of_bias)
        update()

    return step


def sgd(arrays, grads, rate=0.01, momentum=0.9):
    momenta = [torch.zeros_like(array) for array in arrays]

    def update():
        torch._fused_sgd_(
            arrays, grads, momenta, weight_decay=0.0, momentum=momentum, lr=rate, dampening=0.0,
            nesterov=False, maximize=False, is_first_step=False,
        )  # fmt: skip

    return update


def adam(arrays, grads, rate=0.001, beta1=0.9, beta2=0.999):
    means, squares = ([torch.zeros_like(array) for array in arrays] for _ in range(2))
    # The rate corrects the bias of all; torch's kernel would for each, except at step infinity.
    endless, t = [torch.tensor(math.inf)] * len(arrays), 0

    def update():
        nonlocal t
        t += 1
        torch._fused_adam_(
            arrays, grads, means, squares, [], endless, beta1=beta1, beta2=beta2, eps=1e-8,
            lr=rate * math.sqrt(1 - beta2**t) / (1 - beta1**t), weight_decay=0.0,
            amsgrad=False, maximize=False,
        )  # fmt: skip

    return update
