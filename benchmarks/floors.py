"""What any package in Python on torch's kernels must spend: the floor of a case.

Small operators and indexing have a class with one slot, a tensor, whose results have the shapes of
MXNet's; it knows no context, no history and no other types. Training of dense layers has torch's
calls one after the other. Both use the fastest calls of torch that compute the case.

A floor is no other package: run.py measures it (``--floors``), and nothing is judged by it.
"""

from __future__ import annotations

import itertools
import math
import timeit
from collections.abc import Callable

import torch

_ALL, _INT = slice(None), {int}
_threshold = torch.ops.aten.threshold_backward.grad_input._op
_linear = torch.ops.mkldnn._linear_pointwise


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


def product(left, right, out, bias=None) -> Callable[[], object]:
    """Return what computes a product into an array, by MKL or oneDNN: which is faster here."""

    def by_mkl():
        if bias is None:
            torch.mm(left, right, out=out)
        else:
            torch.addmm(bias, left, right, out=out)

    turned = right.t()

    def by_onednn():
        out.copy_(_linear(left, turned, bias, "none", [], ""))

    return min((by_mkl, by_onednn), key=lambda call: min(timeit.repeat(call, number=5, repeat=20)))


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
    forward = [
        product(x, weight.t(), result, bias)
        for x, weight, result, bias in zip(inputs, weights, results, biases, strict=True)
    ]
    turned = [grad.t() for grad in of_results]
    to_weights = list(map(product, turned, inputs, of_weights))
    to_inputs = list(map(product, of_results[1:], weights[1:], of_inputs[1:]))
    of_last, logs = of_results[-1], torch.empty_like(of_results[-1])
    loss, minus = torch.empty(batch, 1), torch.full((batch, 1), -1.0)
    update = optimizer([*weights, *biases], [*of_weights, *of_biases])
    (*layers, last), hidden = forward, results[:-1]
    (first, *others), (turned_first, *others_turned) = to_weights, turned
    first_bias, *other_biases = of_biases
    steps_forward = list(zip(layers, hidden, strict=True))
    steps_back = list(
        zip(others, others_turned, other_biases, to_inputs, of_inputs[1:], hidden, strict=True)
    )[::-1]

    def step():
        for multiply, result in steps_forward:
            multiply()
            torch.relu_(result)
        last()
        torch.log_softmax(results[-1], 1, out=logs)
        torch.gather(logs, 1, labels, out=loss).neg_()
        torch.exp(logs, out=of_last).scatter_add_(1, labels, minus).mul_(1 / batch)
        for to_weight, turned, of_bias, to_input, of_x, x in steps_back:
            to_weight()
            torch.mv(turned, ones, out=of_bias)
            to_input()
            _threshold(of_x, x, 0, grad_input=of_x)
        first()
        torch.mv(turned_first, ones, out=first_bias)
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
