"""Random numbers from distributions.

A distribution is one row of ``DISTRIBUTIONS``. Three operators are created from it: with numbers as
parameters (``_random_normal``), with the shape of another array (``_random_normal_like``) and with
arrays as parameters (``_sample_normal``).
"""

from __future__ import annotations

import functools
import inspect
import math
from collections.abc import Callable
from typing import NamedTuple

import torch

from ..._core import dtypes
from ..._core.private_torch import standard_gamma
from .. import shape_rules, type_rules
from ..attrs import Shape, dtype_choice
from ..checks import fail
from ..registry import Device, Out, Random, op, register, with_parameters
from .distributions import exponential_, has_streams, integers_, normal_, uniform_

FloatType = dtype_choice("None", "float16", "float32", "float64")
IntegerType = dtype_choice("None", "int32", "int64")

# ------------------------------------------------------------------------------------ distributions
# Each function fills ``out``, of type float32 or float64, with random numbers. The parameters are
# numbers, or tensors that broadcast to ``out``.
# MXNet: numbers are checked, elements of arrays are not.


def _positive(what: str, value) -> None:
    if not isinstance(value, torch.Tensor) and not value > 0:
        fail(f"{what} has to be positive, got {value}")


def _not_negative(what: str, value) -> None:
    if not isinstance(value, torch.Tensor) and not value >= 0:
        fail(f"{what} has to be non-negative, got {value}")


def _fill_uniform(out, low, high, generator):
    if not isinstance(low, torch.Tensor):
        if not low <= high:
            fail(f"low must be less or equal to high in uniform distribution, got {low} and {high}")
        low, size = _limits_of_uniform(low, high)
    else:
        size = high - low
    uniform_(out, generator).mul_(size).add_(low)


@functools.lru_cache(maxsize=256)  # a network has few, and they take as long as ten numbers
def _limits_of_uniform(low: float, high: float) -> tuple[float, float]:
    """Return the lower limit and the size of a range; MXNet: both are 32-bit numbers."""
    limits = torch.tensor([low, high], dtype=torch.float32)
    return limits[0].item(), (limits[1] - limits[0]).item()


def _fill_normal(out, mean, deviation, generator):
    _positive("scale parameter in gaussian", deviation)
    normal_(out, generator).mul_(deviation).add_(mean)


def _fill_exponential(out, rate, generator):
    _positive("lambda parameter in exponential distribution", rate)
    exponential_(out, rate, generator)


def _fill_gamma(out, alpha, beta, generator):
    _positive("alpha parameter in gamma distribution", alpha)
    _positive("beta parameter in gamma distribution", beta)
    out.copy_(_gamma(_as_tensor(alpha, out), generator)).mul_(beta)


def _fill_poisson(out, rate, generator):
    _not_negative("lambda parameter in poisson distribution", rate)
    out.copy_(_poisson(_as_tensor(rate, out), generator))


def _fill_negative_binomial(out, k, p, generator):
    _not_negative("k parameter in negative binomial distribution", k)
    _not_negative("p parameter in negative binomial distribution", p)
    p = _as_tensor(p, out)
    out.copy_(_poisson(_gamma(_as_tensor(k, out), generator) * ((1 - p) / p), generator))


def _fill_generalized_negative_binomial(out, mu, alpha, generator):
    _not_negative("mu parameter in generalized negative binomial distribution", mu)
    _not_negative("alpha parameter in generalized negative binomial distribution", alpha)
    mu, alpha = _as_tensor(mu, out), _as_tensor(alpha, out)
    # MXNet: with dispersion 0 this is the Poisson distribution.
    spread = torch.where(alpha == 0, 1, alpha)
    rate = _gamma(1 / spread, generator) * (spread * mu)
    out.copy_(_poisson(torch.where(alpha == 0, mu, rate), generator))


def _as_tensor(parameter, out: torch.Tensor) -> torch.Tensor:
    if isinstance(parameter, torch.Tensor):
        return parameter.expand(out.shape)
    return torch.full_like(out, parameter)


def _gamma(alpha: torch.Tensor, generator) -> torch.Tensor:
    drawn = standard_gamma(alpha, generator=generator)
    return torch.where(alpha >= 0, drawn, math.nan)


_LARGEST_RATE = 2.0**62  # torch counts in 64 bits


def _poisson(rate: torch.Tensor, generator) -> torch.Tensor:
    # MXNet: for a negative rate, the result of an invalid p, the number is 0.
    drawn = torch.poisson(rate.clamp(0, _LARGEST_RATE).nan_to_num(), generator=generator)
    return torch.where(rate < _LARGEST_RATE, drawn, rate)


class Distribution(NamedTuple):
    """The common parts of the three operators of a distribution."""

    fill: Callable
    parameters: dict[str, float | int]  # scalar parameters with their defaults
    arrays: tuple[str, ...]  # names of the same parameters as arrays
    text: str


DISTRIBUTIONS = {
    "uniform": Distribution(
        _fill_uniform, {"low": 0.0, "high": 1.0}, ("low", "high"),
        "uniformly from low up to, not including, high",
    ),
    "normal": Distribution(
        _fill_normal, {"loc": 0.0, "scale": 1.0}, ("mu", "sigma"),
        "from the normal distribution with a mean and a standard deviation",
    ),
    "gamma": Distribution(
        _fill_gamma, {"alpha": 1.0, "beta": 1.0}, ("alpha", "beta"),
        "from the gamma distribution with shape alpha and scale beta",
    ),
    "exponential": Distribution(
        _fill_exponential, {"lam": 1.0}, ("lam",),
        "from the exponential distribution with rate lam",
    ),
    "poisson": Distribution(
        _fill_poisson, {"lam": 1.0}, ("lam",),
        "from the Poisson distribution with rate lam",
    ),
    "negative_binomial": Distribution(
        _fill_negative_binomial, {"k": 1, "p": 1.0}, ("k", "p"),
        "from the negative binomial distribution: how often p fails before it happens k times",
    ),
    "generalized_negative_binomial": Distribution(
        _fill_generalized_negative_binomial, {"mu": 1.0, "alpha": 1.0}, ("mu", "alpha"),
        "from the negative binomial distribution with mean mu and dispersion alpha",
    ),
}  # fmt: skip

# ---------------------------------------------------------------------- operators of a distribution


def _fill(fill: Callable, out: torch.Tensor, parameters, generator) -> torch.Tensor:
    """Fill a tensor of any floating-point type; on ``meta`` there is nothing to draw."""
    if out.is_meta:
        return out
    if out.dtype in (torch.float32, torch.float64):
        fill(out, *parameters, generator)
        return out
    # MXNet: on CPUs, numbers of type float16 are computed in double precision.
    exact = torch.float64 if has_streams(out, generator) else torch.float32
    wide = torch.empty_like(out, dtype=exact)
    fill(wide, *parameters, generator)
    return out.copy_(wide)


def _tensor_to_fill(
    shape, dtype, device, target, allowed=("float16", "float32", "float64", "bfloat16")
):
    """Return the tensor to fill: the one passed as ``out`` if it fits.

    MXNet: a shape or type of None means that of ``out``.
    """
    out = None if target is None else target[0]
    if dtype is None:
        dtype = torch.float32 if out is None else out.dtype
        name = dtypes.BY_TORCH[dtype].name
        if name not in allowed:
            fail(f"Output type must be {', '.join(allowed[:3])}: dtype is {name}")
    if shape is None:
        if out is None:
            fail("the shape of the output is not known; give shape or out")
        shape = tuple(out.shape)
    if out is not None and tuple(out.shape) == shape and out.dtype is dtype:
        return out
    if shape and min(shape) < 0:
        fail(f"shape has a negative size: {shape}")
    return torch.empty(shape, dtype=dtype, device=device)


def _in_order(row: Distribution, parameters: dict) -> list:
    return [parameters[name] for name in row.parameters]


def _with_numbers(row: Distribution) -> Callable:
    def kernel(*, shape, ctx, dtype, device, generator, target, **parameters):
        out = _tensor_to_fill(shape, dtype, device, target)
        return _fill(row.fill, out, _in_order(row, parameters), generator)

    parameters = [
        *(_attribute(name, type(value), value) for name, value in row.parameters.items()),
        _attribute("shape", Shape | None, None),
        _attribute("ctx", str, ""),
        _attribute("dtype", FloatType, None),
        _attribute("device", Device),
        _attribute("generator", Random),
        _attribute("target", Out),
    ]
    return with_parameters(kernel, parameters, f"Draw numbers {row.text}.")


def _like_an_array(row: Distribution) -> Callable:
    def kernel(data, *, generator, **parameters):
        require_floats(data)
        out = torch.empty_like(data, memory_format=torch.contiguous_format)
        return _fill(row.fill, out, _in_order(row, parameters), generator)

    doc = f"Draw numbers {row.text}, in the shape of the input."
    parameters = [
        inspect.Parameter("data", inspect.Parameter.POSITIONAL_OR_KEYWORD),
        *(_attribute(name, type(value), value) for name, value in row.parameters.items()),
        _attribute("generator", Random),
    ]
    return with_parameters(kernel, parameters, doc)


def _with_arrays(row: Distribution) -> Callable:
    def kernel(*arrays, shape, dtype, generator, target):
        first = arrays[0]
        if not all(array.shape == first.shape for array in arrays):
            fail(
                f"the parameters have different shapes: {[tuple(array.shape) for array in arrays]}"
            )
        if not all(size > 0 for size in shape):
            fail(f"shape parameter must be non-zero within each dimension, got {shape}")
        out = _tensor_to_fill((*first.shape, *shape), dtype, first.device, target)
        exact = torch.float64 if out.dtype is torch.float64 else torch.float32
        index = (..., *(None,) * len(shape))
        parameters = [array.detach().to(exact)[index] for array in arrays]
        return _fill(row.fill, out, parameters, generator)

    parameters = [
        *(inspect.Parameter(n, inspect.Parameter.POSITIONAL_OR_KEYWORD) for n in row.arrays),
        _attribute("shape", Shape, ()),
        _attribute("dtype", FloatType, None),
        _attribute("generator", Random),
        _attribute("target", Out),
    ]
    doc = (
        f"Draw numbers {row.text}: an array of the given shape for each element of the parameters."
    )
    return with_parameters(kernel, parameters, doc)


def _attribute(name: str, annotation, default=inspect.Parameter.empty) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def require_floats(data: torch.Tensor) -> None:
    if not data.is_floating_point():
        fail(
            "This operation only support floating point types, not "
            f"{dtypes.BY_TORCH[data.dtype].name}"
        )


SHORT_NAMES = {"uniform": ("uniform",), "normal": ("normal",)}

for _name, _row in DISTRIBUTIONS.items():
    _aliases = (f"random_{_name}", *SHORT_NAMES.get(_name, ()))
    register(_with_numbers(_row), f"_random_{_name}", _aliases, shape=shape_rules.from_attribute)
    register(_like_an_array(_row), f"_random_{_name}_like")
    register(_with_arrays(_row), f"_sample_{_name}", (f"sample_{_name}",))

# ----------------------------------------------------------------------------------- integers


@op(
    "_random_randint",
    "random_randint",
    "_npi_random_randint",
    types=type_rules.with_output_types(">.", lambda attrs: attrs["dtype"] or torch.int32),
    shape=shape_rules.from_attribute,
)
def randint(
    *,
    low: int,
    high: int,
    shape: Shape | None = None,
    ctx: str = "",
    dtype: IntegerType = None,
    device: Device,
    generator: Random,
    target: Out,
):
    """Draw integers from ``low`` up to but excluding ``high``."""
    if dtype is None and target is None:
        dtype = torch.int32
    out = _tensor_to_fill(shape, dtype, device, target, allowed=("int32", "int64"))
    if not low < high:
        fail(f"low must be less than high, got {low} and {high}")
    limits = torch.iinfo(out.dtype)
    if not (limits.min <= low and high - (out.dtype is torch.int32) <= limits.max):
        fail(f"numbers from {low} up to {high} do not fit {dtypes.BY_TORCH[out.dtype].name}")
    return out if out.is_meta else integers_(out, low, high, generator)
