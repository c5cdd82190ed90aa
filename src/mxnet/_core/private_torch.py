"""The private functions of torch that this package uses, with their fallbacks.

A new torch may remove such a name without notice, so each is looked up here, once, with a fallback
of public functions that computes the same more slowly. ``MXNET_PRIVATE_TORCH=0`` selects all
fallbacks. ``docs/private-torch-names.md`` lists the names.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.nn import functional

Tensors = Sequence[torch.Tensor]

NAMES: list[str] = []  # all names that were looked up


def _find(name: str, fallback: Any) -> Any:
    """Return torch's object with a dotted name, or the fallback."""
    NAMES.append(name)
    if os.environ.get("MXNET_PRIVATE_TORCH") == "0":
        return fallback
    try:
        return operator.attrgetter(name)(torch)
    except AttributeError:
        return fallback


# ----------------------------------------------------------------------------------- many arrays


def _for_each(name: str) -> Callable:
    """Return torch's function that calls a method of each tensor of a list.

    Further arguments are lists with a tensor for each of them, or numbers for all.
    """
    method = getattr(torch.Tensor, name)

    def run(tensors: Tensors, *others: Any, **options: Any) -> list[torch.Tensor]:
        rows = [o if isinstance(o, list | tuple) else [o] * len(tensors) for o in others]
        return [method(*row, **options) for row in zip(tensors, *rows, strict=True)]

    return _find(f"_foreach_{name}", run)


foreach_add = _for_each("add")
foreach_add_ = _for_each("add_")
foreach_addcdiv_ = _for_each("addcdiv_")
foreach_addcmul = _for_each("addcmul")
foreach_addcmul_ = _for_each("addcmul_")
foreach_copy_ = _for_each("copy_")
foreach_div = _for_each("div")
foreach_div_ = _for_each("div_")
foreach_mul = _for_each("mul")
foreach_mul_ = _for_each("mul_")
foreach_norm = _for_each("norm")
foreach_sign = _for_each("sign")
foreach_sqrt_ = _for_each("sqrt_")
foreach_zero_ = _for_each("zero_")


# ------------------------------------------------------------------------------------ optimizers


def separate_sgd_(
    weights: Tensors, grads: Tensors, momenta: Tensors, *,
    weight_decay: float, momentum: float, lr: float, dampening: float, **options: Any,
) -> None:  # fmt: skip
    """Do a step of SGD in one operator after the other."""
    for i, (weight, grad) in enumerate(zip(weights, grads, strict=True)):
        step = torch.add(grad, weight, alpha=weight_decay)
        if momentum:
            step = momenta[i].mul_(momentum).add_(step, alpha=1.0 - dampening)
        weight.add_(step, alpha=-lr)


def _adam_step_(
    weight: torch.Tensor, grad: torch.Tensor, mean: torch.Tensor, variance: torch.Tensor,
    lr: float, beta1: float, beta2: float, eps: float,
) -> None:  # fmt: skip
    mean.lerp_(grad, 1.0 - beta1)
    variance.mul_(beta2).addcmul_(grad, grad, value=1.0 - beta2)
    weight.addcdiv_(mean, variance.sqrt().add_(eps), value=-lr)


def _adam_(
    weights: Tensors, grads: Tensors, means: Tensors, variances: Tensors, _largest: Tensors,
    _steps: Tensors, *, weight_decay: float, lr: float, beta1: float, beta2: float, eps: float,
    **_: Any,
) -> None:  # fmt: skip
    """Without bias correction: the step number passed is infinite."""
    for weight, grad, mean, variance in zip(weights, grads, means, variances, strict=True):
        decayed = torch.add(grad, weight, alpha=weight_decay)
        _adam_step_(weight, decayed, mean, variance, lr, beta1, beta2, eps)


def _adamw_(
    weights: Tensors, grads: Tensors, means: Tensors, variances: Tensors, _largest: Tensors,
    _steps: Tensors, *, weight_decay: float, lr: float, beta1: float, beta2: float, eps: float,
    **_: Any,
) -> None:  # fmt: skip
    for weight, grad, mean, variance in zip(weights, grads, means, variances, strict=True):
        weight.mul_(1.0 - lr * weight_decay)
        _adam_step_(weight, grad, mean, variance, lr, beta1, beta2, eps)


fused_sgd_ = _find("_fused_sgd_", separate_sgd_)
fused_adam_ = _find("_fused_adam_", _adam_)
fused_adamw_ = _find("_fused_adamw_", _adamw_)


# ------------------------------------------------------------------------------- matrix products

onednn_linear = _find("ops.mkldnn._linear_pointwise.default", None)


# -------------------------------------------------------------------------------------- autograd


def _assume_true(tensor: torch.Tensor) -> bool:
    return True


set_grad_enabled = _find("_C._set_grad_enabled", torch.set_grad_enabled)
_use_count = _find("_C._storage_Use_Count", None)
is_zero_tensor = _find("Tensor._is_zerotensor", _assume_true)  # zeros without memory


def is_shared(tensor: torch.Tensor, known: int = 0) -> bool:
    """Return whether tensors besides ``known`` ones share this memory, or torch cannot tell."""
    return _use_count is None or _use_count(tensor.untyped_storage()._cdata) > 2 + known


_references = _find("Tensor._use_count", None)


def is_held(tensor: torch.Tensor) -> bool:
    """Return whether torch itself refers to a tensor, as recorded graphs do, or cannot tell."""
    return _references is None or _references(tensor) > 1


_function_base = _find("_C._FunctionBase", None)


class Function(torch.autograd.Function):
    """A function with its own gradient: ``torch.autograd.Function`` without support for functorch.

    The checks for functorch, which this package does not use, take 2 of the 6 µs of ``apply``.
    """

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if _function_base is not None:
            cls.apply = super(torch.autograd.Function, cls).apply


# Objects of a thread that torch passes on to the threads of a backward pass that it starts.
_set_object = _find("_C._stash_obj_in_tls", None)
_has_object = _find("_C._is_key_in_tls", None)
_get_object = _find("_C._get_obj_in_tls", None)
_CAN_PASS_ON = None not in (_set_object, _has_object, _get_object)


def set_engine_state(key: str, value: Any) -> None:
    """Set an object that backward functions can read in any thread, if torch can do that."""
    if _CAN_PASS_ON:
        _set_object(key, value)


def get_engine_state(key: str, default: Any) -> Any:
    """Return the object that was set in the thread that started the backward pass, or None.

    The default is that of the current thread, where torch passes on nothing.
    """
    if not _CAN_PASS_ON:
        return default
    return _get_object(key) if _has_object(key) else None


_engine = _find("autograd.Variable._execution_engine", None)


def run_engine(
    heads: Sequence[torch.Tensor], grads: Sequence, keep_graph: bool, create_graph: bool,
    inputs: Sequence[torch.Tensor] = (),
) -> Sequence[torch.Tensor | None]:  # fmt: skip
    """Return the gradients of the inputs; without inputs, store those of all leaves.

    Without the checks of torch.autograd, which import half a compiler.
    """
    heads, grads, inputs = tuple(heads), tuple(grads), tuple(inputs)
    if _engine is not None:
        return _engine.run_backward(
            heads, grads, keep_graph, create_graph, inputs,
            allow_unreachable=True, accumulate_grad=not inputs,
        )  # fmt: skip
    options = {"retain_graph": keep_graph, "create_graph": create_graph}
    if inputs:
        return torch.autograd.grad(heads, inputs, grads, allow_unused=True, **options)
    torch.autograd.backward(heads, grads, **options)
    return ()


# ---------------------------------------------------------------------------------------- losses


def _log_softmax_gradient(
    grad: torch.Tensor, result: torch.Tensor, axis: int, dtype: torch.dtype
) -> torch.Tensor:
    return grad - result.exp() * grad.sum(axis, keepdim=True)


def _cross_entropy(
    data: torch.Tensor, classes: torch.Tensor, weight: None, reduction: int, ignore_index: int
) -> torch.Tensor:
    return functional.cross_entropy(data, classes, ignore_index=ignore_index, reduction="none")


def _picked_loss(
    logs: torch.Tensor, classes: torch.Tensor, weight: None, reduction: int, ignore_index: int
) -> torch.Tensor:
    return functional.nll_loss(logs, classes, ignore_index=ignore_index, reduction="none")


log_softmax_backward_data = _find("_log_softmax_backward_data", _log_softmax_gradient)
# Without the checks of torch.nn.functional. Weights of classes and reductions are not used.
cross_entropy_loss = _find("_C._nn.cross_entropy_loss", _cross_entropy)
nll_loss = _find("_C._nn.nll_loss", _picked_loss)


# ------------------------------------------------------------------------------------- attention

# None: attention in training is computed by separate operators.
fused_attention = _find("ops.aten._scaled_dot_product_flash_attention_for_cpu.default", None)
fused_attention_gradient = _find(
    "ops.aten._scaled_dot_product_flash_attention_for_cpu_backward.default", None
)


# -------------------------------------------------------------------------------- random numbers


def _gamma(alpha: torch.Tensor, generator: torch.Generator | None = None) -> torch.Tensor:
    """Draw with torch's own generator, seeded by the other one, and restore its state."""
    seed = torch.randint(2**62, (), generator=generator, device=alpha.device).item()
    with torch.random.fork_rng([] if alpha.is_cpu else [alpha.device]):
        torch.manual_seed(seed)
        return torch.distributions.Gamma(alpha, 1.0, validate_args=False).rsample()


standard_gamma = _find("_standard_gamma", _gamma)


# ------------------------------------------------------------------------------ exported modules

assert_condition: Callable | None = _find("_assert", None)  # None: modules do not check sizes
pytree = _find("utils._pytree", None)  # None: nothing is exported


# ---------------------------------------------------------------------------------- oneDNN Graph

# None: TorchScript graphs cannot be built, and each convolution runs separately.
Graph = _find("_C.Graph", None)
Value = _find("_C.Value", None)
TensorType = _find("_C.TensorType", None)
create_function_from_graph = _find("_C._create_function_from_graph", None)
last_executed_optimized_graph = _find("_C._last_executed_optimized_graph", None)
llga_enabled = _find("_C._jit_llga_enabled", None)
set_llga_enabled = _find("_C._jit_set_llga_enabled", None)
HAS_GRAPHS = None not in (
    Graph, Value, TensorType, create_function_from_graph, last_executed_optimized_graph,
    llga_enabled, set_llga_enabled,
)  # fmt: skip
