"""Random numbers with the same distributions; seeds in the file do not match MXNet's."""

from __future__ import annotations

from ....symbol import Symbol
from ._node import Node
from ._table import reads


@reads("RandomUniform")
def uniform(node: Node, *, shape, low=0.0, high=1.0, dtype=1, seed=None) -> Symbol:
    name = node.type_name(dtype)
    return node.last("_random_uniform", low=low, high=high, shape=tuple(shape), dtype=name)


@reads("RandomNormal")
def normal(node: Node, *, shape, mean=0.0, scale=1.0, dtype=1, seed=None) -> Symbol:
    name = node.type_name(dtype)
    return node.last("_random_normal", loc=mean, scale=scale, shape=tuple(shape), dtype=name)


@reads("RandomUniformLike")
def uniform_like(node: Node, data: Symbol, *, low=0.0, high=1.0, dtype=None, seed=None) -> Symbol:
    drawn = node.step("_random_uniform_like", data, low=low, high=high)
    return node.last("Cast", drawn, dtype=node.type_name(dtype) if dtype else node.dtype().name)


@reads("RandomNormalLike")
def normal_like(node: Node, data: Symbol, *, mean=0.0, scale=1.0, dtype=None, seed=None) -> Symbol:
    drawn = node.step("_random_normal_like", data, loc=mean, scale=scale)
    return node.last("Cast", drawn, dtype=node.type_name(dtype) if dtype else node.dtype().name)


@reads("Multinomial")
def multinomial(node: Node, data: Symbol, *, sample_size=1, dtype=6, seed=None) -> Symbol:
    chances = node.step("softmax", data, axis=-1)
    return node.last(
        "_sample_multinomial", chances, shape=(sample_size,), dtype=node.type_name(dtype)
    )
