"""Probability densities and their logarithms."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import NamedTuple

import torch

from ..._core import dtypes
from ..._core.private_torch import Function
from ..checks import fail
from ..registry import register, with_parameters

_LOG_ROOT_2PI = 0.5 * math.log(2 * math.pi)


def _log_normal(x, mu, sigma):
    return -0.5 * ((x - mu) / sigma) ** 2 - sigma.log() - _LOG_ROOT_2PI


def _normal(x, mu, sigma):
    return (-0.5 * ((x - mu) / sigma) ** 2).exp() / (math.sqrt(2 * math.pi) * sigma)


def _log_gamma(x, alpha, beta):
    # MXNet: beta is a rate here, but a scale in the sampling operators.
    return alpha * beta.log() + (alpha - 1) * x.log() - beta * x - alpha.lgamma()


def _log_poisson(x, lam):
    return x * lam.log() - (x + 1).lgamma() - lam


def _log_negative_binomial(x, k, p):
    ways = (x + k).lgamma() - (x + 1).lgamma() - k.lgamma()
    return ways + k * p.log() + x * (1 - p).log()


def _log_generalized_negative_binomial(x, mu, alpha):
    return _log_negative_binomial(x, 1 / alpha, 1 / (mu * alpha + 1))


def _log_dirichlet(x, alpha):
    scale = alpha.sum(-1).lgamma() - alpha.lgamma().sum(-1)
    return ((alpha - 1) * x.log()).sum(-1) + scale


class Density(NamedTuple):
    """The functions of a distribution; if ``plain`` is None, it is the exponential of ``log``."""

    parameters: tuple[str, ...]
    log: Callable
    plain: Callable | None = None
    flat: bool = False  # MXNet: the sample of a discrete distribution has gradient 0


DENSITIES = {
    "uniform": Density(
        # MXNet: whether the sample is between low and high is not checked.
        ("low", "high"),
        lambda x, low, high: -(high - low).log().expand(x.shape),
        lambda x, low, high: (1 / (high - low)).expand(x.shape),
        flat=True,
    ),
    "normal": Density(("mu", "sigma"), _log_normal, _normal),
    "gamma": Density(("alpha", "beta"), _log_gamma),
    "exponential": Density(
        ("lam",), lambda x, lam: lam.log() - lam * x, lambda x, lam: lam * (-lam * x).exp()
    ),
    "poisson": Density(("lam",), _log_poisson, flat=True),
    "negative_binomial": Density(("k", "p"), _log_negative_binomial, flat=True),
    "generalized_negative_binomial": Density(
        ("mu", "alpha"), _log_generalized_negative_binomial, flat=True
    ),
    "dirichlet": Density(("alpha",), _log_dirichlet),
}


class _FlatInSample(Function):
    """Keep the sample in the graph of its density, with gradient 0."""

    @staticmethod
    def forward(ctx, density, sample):
        ctx.save_for_backward(sample)
        return density.clone()

    @staticmethod
    def backward(ctx, grad):
        return grad, torch.zeros_like(*ctx.saved_tensors)


def _broadcast_parameters(sample, parameters, vectors: bool) -> list[torch.Tensor]:
    """Append axes of length 1 to the parameters, whose shape is a prefix of the sample's shape."""
    first = parameters[0]
    tail = first.shape[first.ndim - vectors :]
    lead = first.shape[: first.ndim - vectors]
    for parameter in parameters[1:]:
        _same_shape(parameter.shape, first.shape)
    if first.ndim > sample.ndim:
        fail(
            f"dimension of input samples ({sample.ndim}) must be at least dimension of "
            "distribution "
            f"parameters ({first.ndim})"
        )
    expected = (*sample.shape[: len(lead)], *sample.shape[sample.ndim - vectors :])
    _same_shape(first.shape, expected)
    ones = (1,) * (sample.ndim - first.ndim)
    return [parameter.reshape(*lead, *ones, *tail) for parameter in parameters]


def _same_shape(actual, expected) -> None:
    if tuple(actual) != tuple(expected):
        fail(f"Shape inconsistent, Provided = {list(actual)}, inferred shape={list(expected)}")


def _density_kernel(name: str, row: Density) -> Callable:
    vectors = name == "dirichlet"  # a sample is a vector, on the last axis

    def kernel(sample, *parameters, is_log=False):
        dtype = sample.dtype
        if not dtype.is_floating_point:
            fail(
                "This operation only support floating point types, not "
                f"{dtypes.BY_TORCH[dtype].name}"
            )
        narrow = dtype in (torch.float16, torch.bfloat16)
        x, *fitted = (
            t.float() if narrow else t
            for t in (
                sample.detach() if row.flat else sample,
                *_broadcast_parameters(sample, parameters, vectors),
            )
        )
        if is_log:
            density = row.log(x, *fitted)
        else:
            density = row.plain(x, *fitted) if row.plain else row.log(x, *fitted).exp()
        density = (density if density.ndim else density.reshape(1)).to(dtype).contiguous()
        return (
            _FlatInSample.apply(density, sample) if sample.requires_grad and row.flat else density
        )

    array, attribute = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    parameters = (
        *(inspect.Parameter(n, array) for n in ("sample", *row.parameters)),
        inspect.Parameter("is_log", attribute, default=False, annotation=bool),
    )
    doc = (
        f"Compute the density of the {name.replace('_', ' ')} distribution at each sample.\n\n"
        "The shape of the parameters is a prefix of that of the sample: ``sample[i]`` uses the\n"
        "distribution with parameters ``[i]``. With ``is_log``, the logarithm is returned."
    )
    return with_parameters(kernel, parameters, doc)


for _name, _row in DENSITIES.items():
    register(_density_kernel(_name, _row), f"_random_pdf_{_name}", (f"random_pdf_{_name}",))
