"""Random numbers with NumPy's interface: parameters are numbers or arrays that broadcast.

A distribution is one row of ``DISTRIBUTIONS``. A parameter that is an array is passed as an input,
and its attribute is None. The noise is drawn independently of the parameters, so that samples are
differentiable with respect to them where MXNet supports it.
"""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import torch

from ..._core.dtypes import widen, widest
from ..._core.private_torch import standard_gamma
from .. import type_rules
from ..attrs import Floats, Shape, dtype_choice
from ..checks import check, check_value, fail
from ..inputs import unless_set
from ..random.distributions import has_streams, normal_, remainders, uniform_
from ..random.sampling import draw_classes
from ..registry import Device, Random, op, register, with_parameters

FloatType = dtype_choice("float16", "float32", "float64")

# --------------------------------------------------------------------------------------- the noise
# Each function fills a tensor of type float32 or float64.


def _standard_uniform(out, generator):
    return uniform_(out, generator, single=True)


def _uniform_and_one_more(out, generator):
    _standard_uniform(out, generator)
    _standard_uniform(out.new_empty(1), generator)  # MXNet: power draws a number in vain
    return out


def _standard_normal(out, generator):
    return normal_(out, generator, single=True)


def _standard_exponential(out, generator):
    if not has_streams(out, generator):
        return out.exponential_(generator=generator)
    # MXNet: the logarithm of a number that can be 0.
    return uniform_(out, generator, single=True).double().log_().neg_().float()


def _standard_logistic(out, generator):
    return torch.logit_(_standard_uniform(out, generator), eps=torch.finfo(out.dtype).tiny)


class Distribution(NamedTuple):
    """A distribution: the row from which its operators are created."""

    parameters: dict[str, object]  # with their defaults
    noise: Callable
    transform: Callable  # function of noise and parameters
    conditions: dict[str, str]  # parameter -> its condition, a key of CONDITIONS
    text: str
    typed: bool = False  # whether it has the attribute dtype; otherwise samples are float32
    differentiable: bool = True


REQUIRED = inspect.Parameter.empty
CONDITIONS = {
    "scale < 0": lambda value: value >= 0,
    "expect scale >= 0": lambda value: value >= 0,
    "expect a > 0": lambda value: value > 0,
    "expect shape > 0": lambda value: value > 0,
    "expect scale > 0": lambda value: value > 0,
}


def _normal(noise, loc, scale):
    if isinstance(scale, torch.Tensor) or isinstance(loc, torch.Tensor):
        return noise * scale + loc
    noise = noise if scale == 1 else noise.mul_(scale)
    return noise if loc == 0 else noise.add_(loc)


def _uniform(noise, low, high):
    return _normal(noise, low, high - low)


def _gumbel(noise, loc, scale):
    return loc - noise.log() * scale


LOCATION: dict[str, object] = {"loc": REQUIRED, "scale": REQUIRED}
NORMAL = Distribution(
    LOCATION, _standard_normal, _normal, {"scale": "scale < 0"},
    "from the normal distribution with a mean and a standard deviation", typed=True,
)  # fmt: skip
UNIFORM = Distribution(
    {"low": REQUIRED, "high": REQUIRED}, _standard_uniform, _uniform, {},
    "uniformly from low up to, not including, high", typed=True, differentiable=False,
)  # fmt: skip
DISTRIBUTIONS = {
    "normal": NORMAL,
    "uniform": UNIFORM,
    "logistic": Distribution(
        LOCATION, _standard_logistic, _normal, {"scale": "scale < 0"},
        "from the logistic distribution",
    ),
    "gumbel": Distribution(
        LOCATION, _standard_exponential, _gumbel, {"scale": "scale < 0"},
        "from the Gumbel distribution",
    ),
    "exponential": Distribution(
        {"scale": 1.0}, _standard_exponential, torch.mul, {"scale": "expect scale >= 0"},
        "from the exponential distribution with a mean",
    ),
    "rayleigh": Distribution(
        {"scale": 1.0}, _standard_exponential, lambda noise, scale: (2 * noise).sqrt() * scale,
        {"scale": "expect scale >= 0"}, "from the Rayleigh distribution",
    ),
    "pareto": Distribution(
        {"a": None}, _standard_exponential, lambda noise, a: torch.expm1(noise / a),
        {"a": "expect a > 0"}, "from the Pareto II distribution with exponent a",
    ),
    "weibull": Distribution(
        {"a": None}, _standard_exponential, lambda noise, a: noise ** (1 / a),
        {"a": "expect a > 0"}, "from the Weibull distribution with exponent a",
    ),
    "powerd": Distribution(
        {"a": None}, _uniform_and_one_more, lambda noise, a: (1 - noise) ** (1 / a),
        {"a": "expect a > 0"}, "between 0 and 1, with density a * x ** (a - 1)",
        differentiable=False,
    ),
}  # fmt: skip

# --------------------------------------------------------------------------------------- operators


def _values(names, numbers: dict, inputs: tuple) -> list:
    """Return the parameters in order, with an input for each attribute that is None."""
    if not inputs and None not in numbers.values():
        return [numbers[name] for name in names]
    arrays = iter(array for array in inputs if array is not None)
    values = [numbers[n] if numbers[n] is not None else next(arrays, None) for n in names]
    missing = [name for name, value in zip(names, values, strict=True) if value is None]
    if missing:
        fail(f"{', '.join(missing)} must be a number or come as an input")
    return values


def _check_all(names, values: list, conditions: dict[str, str]) -> None:
    for name, value in zip(names, values, strict=True):
        if name not in conditions:
            continue
        good = CONDITIONS[conditions[name]](value)
        if isinstance(good, torch.Tensor):
            good = good.is_meta or bool(good.all())
        if not good:
            check_value(False, f"{conditions[name]}, got {name}={value}")


def _shape(values: list, size: tuple | None, prepend: bool) -> tuple[int, ...]:
    """Return the shape of the samples, from ``size`` and the shapes of the parameters."""
    shapes = [tuple(v.shape) for v in values if isinstance(v, torch.Tensor)]
    if not shapes:
        return size or ()
    common = np.broadcast_shapes(*shapes)
    if size is None:
        return common
    if prepend:
        return (*size, *common)
    last = size[len(size) - len(common) :]
    if len(common) > len(size) or any(o not in (1, n) for o, n in zip(common, last, strict=True)):
        fail(f"parameters of shape {tuple(common)} cannot be broadcasted to size {size}")
    return size


def _exact(value, dtype: torch.dtype):
    return value.to(dtype) if isinstance(value, torch.Tensor) else value


def _kernel(row: Distribution, prepend: bool = False) -> Callable:
    names = tuple(row.parameters)

    def kernel(*inputs, device, generator, size=None, ctx="cpu", dtype=torch.float32, **numbers):
        values = _values(names, numbers, inputs)
        _check_all(names, values, row.conditions)
        at = next((v.device for v in values if isinstance(v, torch.Tensor)), device)
        # MXNet: numbers of type float64 are computed in single precision too.
        noise = torch.empty(_shape(values, size, prepend), dtype=torch.float32, device=at)
        if not noise.is_meta:
            noise = row.noise(noise, generator)
        result = row.transform(noise, *(_exact(value, torch.float32) for value in values))
        result = result if row.differentiable else result.detach()
        return result if dtype is torch.float32 else result.to(dtype)

    more = {"dtype": (FloatType, torch.float32)} if row.typed else {}
    parameters = _parameters(len(names), row.parameters, more)
    return with_parameters(kernel, parameters, f"Draw numbers {row.text}.")


def _parameters(inputs: int, parameters: dict, more: dict) -> list[inspect.Parameter]:
    positional, only = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
    attributes = {
        **{name: (float | None, default) for name, default in parameters.items()},
        "size": (Shape | None, None),
        "ctx": (str, "cpu"),
        **more,
        "device": (Device, REQUIRED),
        "generator": (Random, REQUIRED),
    }
    return [
        *(inspect.Parameter(f"input{i + 1}", positional, default=None) for i in range(inputs)),
        *(
            inspect.Parameter(name, only, annotation=annotation, default=default)
            for name, (annotation, default) in attributes.items()
        ),
    ]


def _arrays_for(*parameters: str) -> Callable[[dict], tuple[str, ...]]:
    """Return the optional inputs: an array for each parameter that is not a number."""
    names = tuple(f"input{i + 1}" for i in range(len(parameters)))
    return lambda attrs: names[: sum(attrs[parameter] is None for parameter in parameters)]


def _register(row: Distribution, name: str, prepend: bool = False) -> None:
    optional = _arrays_for(*row.parameters)
    register(
        _kernel(row, prepend), name, mixed=True, types=type_rules.random_type, optional=optional
    )


for _name, _row in DISTRIBUTIONS.items():
    _register(_row, f"_npi_{_name}")
_register(NORMAL, "_npi_normal_n", prepend=True)
_register(UNIFORM, "_npi_uniform_n", prepend=True)


@op("_npi_gamma", mixed=True, types=type_rules.random_type, optional=_arrays_for("shape", "scale"))
def gamma(
    input1=None, input2=None, *, shape: float | None, scale: float | None,
    size: Shape | None = None, ctx: str = "cpu", dtype: FloatType = torch.float32,
    device: Device, generator: Random,
):  # fmt: skip
    """Draw numbers from the gamma distribution with the given shape and scale."""
    values = _values(("shape", "scale"), {"shape": shape, "scale": scale}, (input1, input2))
    _check_all(
        ("shape", "scale"), values, {"shape": "expect shape > 0", "scale": "expect scale > 0"}
    )
    at = next((v.device for v in values if isinstance(v, torch.Tensor)), device)
    wide = dtype if dtype is torch.float64 else torch.float32
    result_shape = _shape(values, size, prepend=False)
    alpha, factor = (torch.as_tensor(v, dtype=wide, device=at).detach() for v in values)
    if at.type == "meta":
        return torch.empty(result_shape, dtype=dtype, device=at)
    drawn = standard_gamma(alpha.expand(result_shape), generator=generator)
    return (drawn * factor).to(dtype)


BernoulliType = dtype_choice("bool", "float16", "float32", "float64", "int32", "uint8")


@op(
    "_npi_bernoulli",
    mixed=True,
    types=type_rules.random_type,
    optional=lambda attrs: (
        ("input1",) if attrs["logit" if attrs["is_logit"] else "prob"] is None else ()
    ),
)
def bernoulli(
    input1=None, *, prob: float | None, logit: float | None, size: Shape | None = None,
    ctx: str = "cpu", dtype: BernoulliType = torch.float32, is_logit: bool,
    device: Device, generator: Random,
):  # fmt: skip
    """Draw 1 with the given probability (or logit), otherwise 0."""
    (value,) = _values(("value",), {"value": logit if is_logit else prob}, (input1,))
    at = value.device if isinstance(value, torch.Tensor) else device
    shape = _shape([value], size, prepend=False)
    value = torch.as_tensor(value, dtype=torch.float32, device=at).detach()
    if is_logit:
        value = value.sigmoid()
    elif not value.is_meta:
        inside = bool(((value >= 0) & (value <= 1)).all())
        check_value(inside, f"expect probs >= 0 && probs <= 1, got prob={value}")
    if at.type == "meta":
        return torch.empty(shape, dtype=dtype, device=at)
    return _standard_uniform(torch.empty(shape, device=at), generator).lt(value).to(dtype)


@op("_npi_multivariate_normal")
def multivariate_normal(mean, cov, *, size: Shape | None = None, generator: Random):
    """Draw vectors from normal distributions with the given means and covariance matrices."""
    if not (mean.ndim >= 1 and cov.ndim >= 2 and cov.shape[-2:] == (mean.shape[-1],) * 2):
        fail(f"mean and cov do not fit: {tuple(mean.shape)} and {tuple(cov.shape)}")
    batch = np.broadcast_shapes(mean.shape[:-1], cov.shape[:-2])
    wide = mean.dtype if mean.dtype is torch.float64 else torch.float32
    noise = mean.new_empty((*(size or ()), *batch, mean.shape[-1], 1), dtype=wide)
    if not noise.is_meta:
        _standard_normal(noise, generator)
    factor = torch.linalg.cholesky(cov.to(wide))
    return (factor @ noise).squeeze(-1).add(mean).to(mean.dtype)


# --------------------------------------------------------------------------------- counts, choices


@op("_npi_multinomial", types=type_rules.INDICES, optional=unless_set("pvals", "a"))
def multinomial(
    a=None, *, n: int, pvals: Floats | None = None, size: Shape | None = None,
    device: Device, generator: Random,
):  # fmt: skip
    """Draw ``n`` times from categories with the given probabilities, and return the counts."""
    if a is None:
        check(pvals is not None, "multinomial needs pvals, numbers or an array")
        a = torch.tensor(pvals, dtype=widest(device), device=device)
    check(a.ndim == 1, "object too deep for desired array")
    if not n >= 0:
        fail(f"n must not be negative, got {n}")
    size = () if size is None else size
    if a.is_meta:
        return torch.empty((*size, len(a)), dtype=torch.int64, device=a.device)
    # Summed sequentially in the input type, in which 0.4 + 0.3 + 0.2 + 0.1 is 1.
    check(not (a.detach()[:-1].cumsum(0) > 1.0 + 1e-12).any(), "sum(pvals[:-1]) > 1.0")
    chances = widen(a.detach())
    counts = torch.zeros((*size, len(a)), dtype=torch.int64, device=a.device)
    remaining = torch.full(size, float(n), dtype=widest(a.device), device=a.device)
    rest = 1.0
    for category, chance in enumerate(chances.tolist()):
        if category == len(a) - 1:
            counts[..., category] = remaining.long()
            break
        share = torch.full_like(remaining, min(max(chance / rest, 0.0), 1.0) if rest > 0 else 1.0)
        drawn = torch.binomial(remaining, share, generator=generator)
        counts[..., category] = drawn.long()
        remaining, rest = remaining - drawn, rest - chance
    return counts


@op(
    "_npi_choice",
    mixed=True,
    types=type_rules.INDICES,
    optional=lambda attrs: ("input1", "input2")[: (attrs["a"] is None) + attrs["weighted"]],
)
def choice(
    input1=None, input2=None, *, a: int | None, size: Shape | None, ctx: str = "cpu",
    replace: bool = True, weighted: bool = False, device: Device, generator: Random,
):  # fmt: skip
    """Draw positions from 0 up to ``a`` or the length of an array, with or without replacement.

    With ``weighted``, the last input has the probability of each position.
    """
    inputs = [array for array in (input1, input2) if array is not None]
    weights = inputs.pop().detach() if weighted else None
    check(a is not None or bool(inputs), "choice needs a, a number or an array")
    count = a if a is not None else inputs[0].shape[0]
    shape = () if size is None else size
    total = math.prod(shape)
    if not (count > 0 or not total):
        fail(f"a must be greater than 0, got {count}")
    if not (replace or total <= count):
        fail(f"cannot draw {total} of {count} without repetition")
    if device.type == "meta" or any(array.is_meta for array in inputs):
        return torch.empty(shape, dtype=torch.int64, device="meta")
    if weights is not None:
        if weights.shape != (count,):
            fail(f"p must have {count} numbers, got {tuple(weights.shape)}")
        if replace:
            (drawn,) = draw_classes(weights[None], total, generator)
        else:
            drawn = torch.multinomial(widen(weights), total, generator=generator)
    elif replace:
        drawn = torch.empty(total, dtype=torch.int64, device=device)
        if has_streams(drawn, generator):
            drawn = remainders(drawn, count, generator)
        else:
            drawn.random_(count, generator=generator)
    else:
        drawn = torch.randperm(count, device=device, generator=generator)[:total]
    return drawn.reshape(shape)
