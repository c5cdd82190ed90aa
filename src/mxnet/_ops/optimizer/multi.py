"""Update rules for many arrays in one call.

The arrays of each weight are adjacent: weight, gradient, states, then the float32 copy of the
weight in the ``mp_`` variants. Weights with the same rates are updated by one fused call.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import Any

import torch

from ..._core.private_torch import foreach_mul, foreach_mul_
from .. import type_rules
from ..attrs import Floats, Shape
from ..checks import fail
from ..inputs import numbered
from ..registry import Out, op
from .list_steps import lamb_, lamb_directions
from .steps import (
    adam_,
    adamw_,
    add_decay,
    check_mixed_precision,
    in_float32,
    lower_precision,
    momentum_sgd_,
    same_shape,
    scale_gradient,
    scale_tensor,
    sgd_,
    update,
    usable,
    writable,
)


def _num_weights(attrs: dict) -> int:
    return attrs["num_weights"]


def _columns(data: Sequence, count: int, states: tuple[str, ...], mixed: bool) -> list[list]:
    """Return lists of the weights, the gradients, each kind of state and the float32 weights."""
    states = (*states, "weight32") if mixed else states
    width = 2 + len(states)
    if count * width != len(data):
        fail(f"expects {count * width} inputs for {count} weights, but got {len(data)}")
    columns = [list(data[i::width]) for i in range(width)]
    if mixed or not _alike(columns):
        _check_each(data, width, states, mixed)
    return columns


def _alike(columns: list[list]) -> bool:
    """Return, without a loop over the weights, whether types and shapes match."""
    types = {array.dtype for column in columns for array in column}
    first, *rest = ([array.shape for array in column] for column in columns)
    return len(types) == 1 and types.pop().is_floating_point and all(o == first for o in rest)


def _check_each(data: Sequence, width: int, states: tuple[str, ...], mixed: bool) -> None:
    """Reject arrays that do not match their weight."""
    for start in range(0, len(data), width):
        weight, grad, *own_states = data[start : start + width]
        if mixed:
            check_mixed_precision(weight, grad, **dict(zip(states, own_states, strict=True)))
        else:
            same_shape(weight, grad, *own_states)
            if any(array.dtype is not weight.dtype for array in (grad, *own_states)):
                fail("types of weight, gradient and states differ")


def _check_counts(count: int, **lists: Sequence) -> None:
    for name, values in lists.items():
        if len(values) != count:
            fail(
                f"Number of {name} is inconsistent with the number of weights: "
                f"expected {count}, and got {len(values)}"
            )


def _by_rate(columns: list[list], *rates: Sequence[float]) -> list[tuple[tuple, Any]]:
    """Return the rates, and the columns of the weights that share them."""
    for values in rates:
        if values.count(values[0]) != len(values):
            break
    else:
        return [(tuple([values[0] for values in rates]), columns)]
    groups: dict[tuple, list[int]] = {}
    for position, key in enumerate(zip(*rates, strict=True)):
        groups.setdefault(key, []).append(position)
    return [
        (key, [[c[i] for i in positions] for c in columns]) for key, positions in groups.items()
    ]


def _targets(weights: list, out) -> list:
    if out is not None and len(out) == len(weights) and all(map(operator.is_, weights, out)):
        return weights
    return [writable(weight, out, i) for i, weight in enumerate(weights)]


def _lower_all(masters: list, weights: list, out) -> tuple:
    pairs = zip(masters, weights, strict=True)
    return tuple(
        lower_precision(master, weight, out, i) for i, (master, weight) in enumerate(pairs)
    )


# ---------------------------------------------------------------------------------------------- SGD


def _sgd(data, count, lrs, wds, momentum, scale, limit, mixed, out) -> tuple:
    """Update all weights; ``momentum`` is None if there is no such state."""
    states = () if momentum is None else ("mom",)
    columns = _columns(data, count, states, mixed)
    _check_counts(count, lrs=lrs, wds=wds)
    weights, targets = columns[0], columns[-1] if mixed else _targets(columns[0], out)
    rule, options = (sgd_, ()) if momentum is None else (momentum_sgd_, (momentum,))
    step_all_(rule, [targets, *columns[1 : 2 + len(states)]], lrs, wds, *options, scale, limit)
    return _lower_all(targets, weights, out) if mixed else tuple(targets)


def step_all_(rule: Callable, columns: list[list], lrs, wds, *options) -> None:
    """Update weights in place by a rule; the columns are weights, gradients and states."""
    for (lr, wd), some in _by_rate(columns, lrs, wds):
        rule(*some, lr, wd, *options)


def _declare_sgd(mixed: bool) -> None:
    name = "multi_mp_sgd" if mixed else "multi_sgd"

    @update(f"{name}_update", mutates=("data",) if mixed else (), mixed=mixed, outputs=_num_weights)
    def plain(
        *data, lrs: Floats, wds: Floats, rescale_grad: float = 1.0, clip_gradient: float = -1.0,
        num_weights: int = 1, out: Out,
    ):  # fmt: skip
        """Update many weights by SGD."""
        return _sgd(data, num_weights, lrs, wds, None, rescale_grad, clip_gradient, mixed, out)

    @update(f"{name}_mom_update", mutates=("data",), mixed=mixed, outputs=_num_weights)
    def with_momentum(
        *data, lrs: Floats, wds: Floats, momentum: float = 0.0, rescale_grad: float = 1.0,
        clip_gradient: float = -1.0, num_weights: int = 1, out: Out,
    ):  # fmt: skip
        """Update many weights by SGD with momentum."""
        return _sgd(data, num_weights, lrs, wds, momentum, rescale_grad, clip_gradient, mixed, out)

    @update(
        f"preloaded_{name}_update",
        mutates=("data",) if mixed else (),
        mixed=True,
        outputs=_num_weights,
    )
    def preloaded_plain(
        *data,
        rescale_grad: float = 1.0,
        clip_gradient: float = -1.0,
        num_weights: int = 1,
        out: Out,
    ):
        """Update many weights by SGD; the last two arrays are the rates and decays."""
        rates = _load_rates(data)
        return _sgd(data[:-2], num_weights, *rates, None, rescale_grad, clip_gradient, mixed, out)

    @update(f"preloaded_{name}_mom_update", mutates=("data",), mixed=True, outputs=_num_weights)
    def preloaded_with_momentum(
        *data, momentum: float = 0.0, rescale_grad: float = 1.0, clip_gradient: float = -1.0,
        num_weights: int = 1, out: Out,
    ):  # fmt: skip
        """Update many weights by SGD with momentum; the last two arrays are rates and decays."""
        rates = _load_rates(data)
        return _sgd(
            data[:-2], num_weights, *rates, momentum, rescale_grad, clip_gradient, mixed, out
        )


def _load_rates(data: Sequence) -> tuple[list[float], list[float]]:
    if len(data) <= 2:
        fail(
            f"expects weights, gradients, learning rates and weight decays, got {len(data)} inputs"
        )
    lrs, wds = data[-2:]
    in_float32(lrs=lrs, wds=wds)
    if lrs.is_meta:
        return [0.0] * lrs.numel(), [0.0] * wds.numel()
    return lrs.flatten().tolist(), wds.flatten().tolist()


for _mixed in (False, True):
    _declare_sgd(_mixed)


# ------------------------------------------------------------------------------------- Adam, AdamW


def adam_all_(
    weights: list, grads: list, means: list, variances: list, lrs: Sequence[float],
    wds: Sequence[float], beta1: float, beta2: float, epsilon: float, rescale_grad: float,
    clip_gradient: float,
) -> None:  # fmt: skip
    """Update weights in place by Adam."""
    if clip_gradient >= 0.0:  # the decay is clipped together with the gradient
        rows = zip(grads, weights, wds, strict=True)
        grads = [add_decay(g, w, rescale_grad, clip_gradient, wd) for g, w, wd in rows]
        wds = [0.0] * len(weights)
    elif rescale_grad != 1.0:
        grads = foreach_mul(grads, scale_tensor(rescale_grad))
    for (lr, wd), (w, g, m, v) in _by_rate([weights, grads, means, variances], lrs, wds):
        adam_(w, g, m, v, lr, beta1, beta2, epsilon, wd)


def adamw_all_(
    weights: list, grads: list, means: list, variances: list, lrs: Sequence[float],
    wds: Sequence[float], beta1: float, beta2: float, epsilon: float, rescale_grad: float,
    clip_gradient: float, etas: Sequence[float] | None = None,
) -> None:  # fmt: skip
    """Update weights in place by AdamW; ``etas`` multiply steps and decays."""
    rows = zip(grads, weights, strict=True)
    grads = [scale_gradient(grad, rescale_grad, clip_gradient, weight) for grad, weight in rows]
    columns = [weights, grads, means, variances]
    factors = etas or [1.0] * len(weights)
    for (lr, wd, eta), (w, g, m, v) in _by_rate(columns, lrs, wds, factors):
        adamw_(w, g, m, v, lr, beta1, beta2, epsilon, wd, eta)


def multiply_all_(arrays: list, factor: float) -> None:
    """Multiply arrays in place."""
    foreach_mul_(arrays, factor)


def _adamw(data, count, lrs, wds, etas, beta1, beta2, epsilon, limit, mixed, out) -> tuple:
    *data, rescale_grad = data
    columns = _columns(data, count, ("mean", "var"), mixed)
    _check_counts(count, lrs=lrs, wds=wds, etas=etas)
    weights, targets = columns[0], columns[-1] if mixed else _targets(columns[0], out)
    scale = usable(rescale_grad)
    if scale is None:
        return tuple(_targets(weights, out))
    grads, means, variances = columns[1:4]
    adamw_all_(
        targets, grads, means, variances, lrs, wds, beta1, beta2, epsilon, scale, limit, etas
    )
    return _lower_all(targets, weights, out) if mixed else tuple(targets)


def _declare_adamw(mixed: bool) -> None:
    name = "_multi_mp_adamw_update" if mixed else "_multi_adamw_update"

    @update(name, mutates=("data",), mixed=mixed, outputs=_num_weights)
    def adamw(
        *data, lrs: Floats, beta1: float = 0.9, beta2: float = 0.999, epsilon: float = 1e-8,
        wds: Floats, etas: Floats, clip_gradient: float = -1.0, num_weights: int = 1, out: Out,
    ):  # fmt: skip
        """Update many weights by AdamW; the last array is the scale of the gradients."""
        return _adamw(
            data, num_weights, lrs, wds, etas, beta1, beta2, epsilon, clip_gradient, mixed, out
        )


for _mixed in (False, True):
    _declare_adamw(_mixed)


# --------------------------------------------------------------------------------------------- LAMB


def lamb_all_(
    weights: list, grads: list, means: list, variances: list, lrs: Sequence[float],
    wds: Sequence[float], counts: Sequence[int], beta1: float, beta2: float, epsilon: float,
    rescale_grad: float, clip_gradient: float, lower: float, upper: float, bias_correction: bool,
    originals: list | None = None,
) -> None:  # fmt: skip
    """Update weights in place by LAMB; ``counts`` are the numbers of their steps.

    The length of a step is in proportion to the originals, if weights are copies of them.
    """
    if weights[0].is_meta:
        return
    rows = zip(grads, weights, strict=True)
    grads = [scale_gradient(grad, rescale_grad, clip_gradient, weight) for grad, weight in rows]
    columns = [weights, grads, means, variances, originals or weights]
    types = [weight.dtype for weight in weights]
    for (lr, wd, count, _), (w, g, m, v, o) in _by_rate(columns, lrs, wds, counts, types):
        steps = lamb_directions(w, g, m, v, beta1, beta2, epsilon, count, bias_correction, wd)
        lamb_(w, steps, o, lr, lower, upper)


def _declare_lamb(mixed: bool) -> None:
    name = "_multi_mp_lamb_update" if mixed else "_multi_lamb_update"

    @update(name, mutates=("data",), mixed=mixed, outputs=lambda attrs: attrs["num_tensors"])
    def lamb(
        *data, learning_rates: Floats, beta1: float = 0.9, beta2: float = 0.999,
        epsilon: float = 1e-6, wds: Floats, rescale_grad: float = 1.0, lower_bound: float = -1.0,
        upper_bound: float = -1.0, clip_gradient: float = -1.0, bias_correction: bool = True,
        step_count: Shape, num_tensors: int = 1, out: Out,
    ):  # fmt: skip
        """Update many weights by LAMB."""
        columns = _columns(data, num_tensors, ("mean", "var"), mixed)
        _check_counts(num_tensors, learning_rates=learning_rates, wds=wds, step_count=step_count)
        weights, targets = columns[0], columns[-1] if mixed else _targets(columns[0], out)
        grads, means, variances = columns[1:4]
        lamb_all_(
            targets, grads, means, variances, learning_rates, wds, step_count, beta1, beta2,
            epsilon, rescale_grad, clip_gradient, lower_bound, upper_bound, bias_correction,
            weights,
        )  # fmt: skip
        return _lower_all(targets, weights, out) if mixed else tuple(targets)


for _mixed in (False, True):
    _declare_lamb(_mixed)


# ---------------------------------------------------------------------------------- what LARS needs


@op("multi_lars")
def multi_lars(
    lrs, weights_sum_sq, grads_sum_sq, wds, *, eta: float, eps: float, rescale_grad: float = 1.0
):
    """Compute layer-wise learning rates from the sums of squares of weights and gradients."""
    in_float32(lrs=lrs)
    same_shape(lrs, weights_sum_sq, grads_sum_sq, wds)
    weight_norms, grad_norms = weights_sum_sq.detach().sqrt(), grads_sum_sq.detach().sqrt()
    lrs, wds = lrs.detach(), wds.detach()
    adapted = lrs * eta * weight_norms / (grad_norms * rescale_grad + wds * weight_norms + eps)
    return torch.where((weight_norms > 0) & (grad_norms > 0), adapted, lrs)


@op(
    "multi_sum_sq",
    types=type_rules.FLOATS,
    variadic_names=numbered("array"),
    variadic_count=lambda attrs: attrs["num_arrays"],
)
def multi_sum_sq(*data, num_arrays: int):
    """Compute the sum of squares of each array, in float32."""
    if len(data) != num_arrays:
        fail(f"expects {num_arrays} inputs, but got {len(data)} instead.")
    flat = [array.detach().flatten().float() for array in data]
    if len(flat) > 1 and flat[0].is_cpu:
        return _sums_of_squares(flat)
    return torch.stack([array.dot(array) for array in flat])


def lars_rates(
    weights: list, grads: list, lrs: Sequence[float], wds: Sequence[float], eta: float, eps: float,
    rescale_grad: float,
) -> list[float]:  # fmt: skip
    """Return the learning rate of each layer in proportion to the norm of its weight."""
    squares = [multi_sum_sq(*arrays, num_arrays=len(arrays)) for arrays in (weights, grads)]
    rates, decays = (
        torch.tensor(values, dtype=torch.float32, device=weights[0].device) for values in (lrs, wds)
    )
    return multi_lars(rates, *squares, decays, eta=eta, eps=eps, rescale_grad=rescale_grad).tolist()


SMALL = 1024  # elements: smaller arrays are summed faster after concatenating them


def _sums_of_squares(flat: list[torch.Tensor]) -> torch.Tensor:
    small: list[int] = []
    large: list[int] = []
    for i, array in enumerate(flat):
        (large if array.numel() > SMALL else small).append(i)
    of_large = torch.stack([flat[i].dot(flat[i]) for i in large]) if large else None
    if not small:
        return of_large
    joined = torch.cat([flat[i] for i in small])
    lengths = torch.tensor([flat[i].numel() for i in small], device=joined.device)
    sums = torch.segment_reduce(joined.mul_(joined), "sum", lengths=lengths, unsafe=True)
    if of_large is None:
        return sums
    order = [*large, *small]
    positions = sorted(range(len(order)), key=order.__getitem__)
    return torch.cat([of_large, sums]).index_select(
        0, torch.tensor(positions, device=joined.device)
    )
