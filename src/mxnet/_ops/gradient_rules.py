"""Gradient rules of operators in training plans, for declarations.

A rule adds nodes to a backward graph ``g`` that compute the gradients of the inputs from the
gradient of the result: ``rule(g, attrs, inputs, result, grad)`` returns one for each input, or None
if there is none. Inputs, result and gradient are values of graphs, not tensors: ``g.call(function,
*values)`` adds a new one. A rule that does not apply raises :class:`Declined`.
"""

from __future__ import annotations

import torch

from .checks import Declined


def pass_through(g, attrs, inputs, result, grad):
    """The gradient is passed through unchanged."""
    return (grad,)


def negate(g, attrs, inputs, result, grad):
    return (g.call(torch.neg, grad),)


def copy_to_each(g, attrs, inputs, result, grad):
    """The sum of arrays of one shape."""
    return [grad] * len(inputs)


def of_scalar(function):
    """A product or quotient with a number."""
    return lambda g, attrs, inputs, result, grad: (g.call(function, grad, attrs["scalar"]),)


def from_result(function):
    """The gradient is computed from the result: ``function(grad, result)``."""
    return lambda g, attrs, inputs, result, grad: (g.call(function, grad, result),)


def from_input(function):
    """The gradient is computed from the input: ``function(grad, data)``."""
    return lambda g, attrs, inputs, result, grad: (g.call(function, grad, inputs[0]),)


def decline(reason: str):
    """An operator that passes rewrite; if it remains, it has no gradient rule."""

    def rule(g, attrs, inputs, result, grad):
        raise Declined(reason)

    return rule


# -------------------------------------------------------------------------------------- shapes


def _like(grad, data):
    return grad.reshape(data.shape)


def reshape_back(g, attrs, inputs, result, grad):
    """The elements are the same in another shape; a second input only provides that shape."""
    return g.call(_like, grad, inputs[0]), None


# ---------------------------------------------------------------------- arrays that are broadcast


def _reduce_to(grad, like):
    """Undo broadcasting and type promotion."""
    if grad.dtype is not like.dtype:
        grad = grad.to(like.dtype)
    return grad if grad.shape == like.shape else grad.sum_to_size(like.shape)


def _negative_to(grad, like):
    return _reduce_to(grad, like).neg()


def _product_to(grad, other, like):
    return _reduce_to(grad * other, like)


def sum_of_two(g, attrs, inputs, result, grad):
    return [g.call(_reduce_to, grad, term) for term in inputs]


def difference(g, attrs, inputs, result, grad):
    left, right = inputs
    return g.call(_reduce_to, grad, left), g.call(_negative_to, grad, right)


def product(g, attrs, inputs, result, grad):
    left, right = inputs
    return g.call(_product_to, grad, right, left), g.call(_product_to, grad, left, right)
