"""Random numbers: different from MXNet's, but with the same distribution."""

from __future__ import annotations

import math

from .._problems import Unsupported
from ._graph import Graph, Tensor
from ._table import converts


@converts("_random_uniform")
def uniform(graph: Graph, *, low: float, high: float, out: Tensor) -> str:
    return graph.RandomUniform(low=low, high=high, shape=list(out.known_shape()), dtype=out.dtype)


@converts("_random_normal")
def normal(graph: Graph, *, loc: float, scale: float, out: Tensor) -> str:
    return graph.RandomNormal(mean=loc, scale=scale, shape=list(out.known_shape()), dtype=out.dtype)


@converts("_random_uniform_like")
def uniform_like(graph: Graph, data: Tensor, *, low: float, high: float) -> str:
    return graph.RandomUniformLike(data, low=low, high=high)


@converts("_random_normal_like")
def normal_like(graph: Graph, data: Tensor, *, loc: float, scale: float) -> str:
    return graph.RandomNormalLike(data, mean=loc, scale=scale)


@converts("_sample_multinomial")
def multinomial(graph: Graph, data: Tensor, *, shape, get_prob: bool, out: Tensor) -> str:
    if get_prob:
        raise Unsupported("it returns logarithms of probabilities")
    rows = data.name if data.ndim == 2 else graph.reshape(data, [-1, data.known_shape((-1,))[0]])
    count = math.prod(shape) if shape else 1
    drawn = graph.Multinomial(graph.Log(rows), sample_size=count)
    return graph.reshape(graph.Cast(drawn, to=out.dtype), out.known_shape())
