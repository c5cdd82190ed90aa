"""Output operators with a built-in loss gradient: regression, hinge, and any other loss."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import torch

from ..._core.private_torch import Function
from .. import shape_rules
from ..checks import check, fail, require_floats
from ..registry import op, register


class _LossOutput(Function):
    """An output whose gradient is that of a loss, independent of the head gradient."""

    @staticmethod
    def forward(ctx, data, label, forward_of, gradient_of):
        output = forward_of(data)
        ctx.save_for_backward(output, label)
        ctx.gradient_of = gradient_of
        return output

    @staticmethod
    def backward(ctx, head):
        output, label = ctx.saved_tensors
        of_label = torch.zeros_like(label) if ctx.needs_input_grad[1] else None
        return ctx.gradient_of(output, label, head), of_label, None, None


def loss_output(data, label, forward_of, gradient_of) -> torch.Tensor:
    """Return ``forward_of(data)`` with the gradient ``gradient_of(output, label, head)``."""
    if data.requires_grad or (label is not None and label.requires_grad):
        return _LossOutput.apply(data, label, forward_of, gradient_of)
    return forward_of(data)


def loss_gradient(gradient_with: Callable[..., Callable]):
    """Return a gradient rule.

    ``gradient_with(**attrs)`` returns the function (output, label, head) -> gradient of data.
    """

    def rule(g, attrs, inputs, result, grad):
        label = inputs[1] if len(inputs) > 1 else None
        head = grad if attrs.get("out_grad") else None
        of_data = g.call(gradient_with(**attrs), result, label, head)
        return of_data, None if label is None else g.call(torch.zeros_like, label)

    return rule


def label_of_row(shapes: dict, attrs: dict) -> dict:
    """Infer the shape of labels, one for each row of the last axis."""
    return {"label": tuple(shapes["data"][:-1])}


def require_label(label: torch.Tensor, *shapes: tuple) -> None:
    """Raise an error if a label has none of the given shapes."""
    if label.shape not in shapes:
        text = " or ".join(str(tuple(shape)) for shape in dict.fromkeys(shapes))
        fail(f"label has shape {tuple(label.shape)}, expected {text}")


# --------------------------------------------------------------------------------------- regression


def _signs(flags: torch.Tensor) -> torch.Tensor:
    """Return 1 and -1 in place of 1 and 0: floats, because bool takes five times as long."""
    return flags.mul_(2).sub_(1)


def _sign_of_error(output, label):
    # MXNet: the gradient at an error of 0 is -1.
    return _signs(torch.gt(output.detach(), label.detach(), out=output.new_empty(0)))


# operator: (output of data, gradient of output and label, loss)
REGRESSIONS = {
    "LinearRegressionOutput": (torch.clone, torch.sub, "squared error"),
    "LogisticRegressionOutput": (torch.sigmoid, torch.sub, "cross entropy"),
    "MAERegressionOutput": (torch.clone, _sign_of_error, "absolute error"),
}


def _regression_label(shapes: dict, attrs: dict) -> dict:
    data = tuple(shapes["data"])
    # MXNet: a label per sample may omit the last axis.
    return {"label": data[:1] if len(data) == 2 and data[1] == 1 else data}


def _regression_kernel(forward_of, gradient_with, loss):
    def kernel(data, label, *, grad_scale: float = 1.0):
        require_floats(data)
        if label.numel() != data.numel() or label.shape[:1] != data.shape[:1]:
            fail(
                f"Shape inconsistent, Provided={tuple(label.shape)}, "
                f"inferred shape={tuple(data.shape)} for label"
            )
        return loss_output(data, label, forward_of, gradient_with(grad_scale))

    shown = "the sigmoid of data" if forward_of is torch.sigmoid else "data"
    kernel.__doc__ = f"""Return {shown} with the gradient of the {loss} with the label.

    The gradient is divided by the size of a sample and multiplied by ``grad_scale``. The head
    gradient is ignored."""
    return kernel


def _regression_gradient(error):
    def gradient_with(grad_scale):
        def gradient_of(output, label, head):
            scale = grad_scale / max(label.shape[1:].numel(), 1)
            grad = error(output, label.view(output.shape))
            return grad if scale == 1 else grad * scale

        return gradient_of

    return gradient_with


for _name, (_forward, _error, _loss) in REGRESSIONS.items():
    _gradient = _regression_gradient(_error)
    register(
        _regression_kernel(_forward, _gradient, _loss),
        _name,
        infer_params=_regression_label,
        gradient=loss_gradient(_gradient),
        ignores_head_gradient=True,
    )


# ----------------------------------------------------------------------------------------- any loss


def _fill_like(value: float, like: torch.Tensor) -> torch.Tensor:
    """Fill with a value; torch's ``full_like`` rejects values that overflow float16 to inf."""
    return torch.ones_like(like).mul_(value)


def _gradient_of_loss(grad_scale, valid_thresh, normalization):
    def gradient_of(output, label, head):
        if normalization == "valid":
            valid = (output > valid_thresh).sum().clamp_(min=1)
            return _fill_like(grad_scale, output).div_(valid)
        # MXNet: all axes but the last count as the batch.
        batch = output.shape[:-1].numel() if normalization == "batch" else 1
        return _fill_like(grad_scale / max(batch, 1), output)

    return gradient_of


def _ones(output, label, head):
    return torch.ones_like(output)


@op(
    "MakeLoss",
    shape=shape_rules.like_first,
    ignores_head_gradient=True,
    naming="legacy",
    gradient=loss_gradient(_gradient_of_loss),
)
def make_loss_output(
    data, *,
    grad_scale: float = 1.0, valid_thresh: float = 0.0,
    normalization: Literal["batch", "null", "valid"] = "null",
):  # fmt: skip
    """Return data as a loss: its gradient is ``grad_scale``, independent of the head gradient.

    The gradient is divided by the number of rows (``batch``), or by the number of elements above
    ``valid_thresh`` (``valid``).
    """
    require_floats(data)
    gradient_of = _gradient_of_loss(grad_scale, valid_thresh, normalization)
    return loss_output(data, None, torch.clone, gradient_of)


@op(
    "make_loss",
    output_names=("loss",),
    shape=shape_rules.same,
    ignores_head_gradient=True,
    keeps_zero=True,
    numbers_inputs=True,
    naming="outputs",
    gradient=loss_gradient(lambda: _ones),
)
def make_loss(data):
    """Return data as a loss: its gradient is 1, independent of the head gradient."""
    return loss_output(data, None, torch.clone, _ones)


@op(
    "BlockGrad",
    "stop_gradient",
    shape=shape_rules.same,
    ignores_head_gradient=True,
    keeps_zero=True,
    numbers_inputs=True,
)
def block_grad(data):
    """Return data without propagating its gradient."""
    return data.detach().clone()


# -------------------------------------------------------------------------------------------- hinge


def _hinge_gradient(margin, regularization_coefficient, use_linear):
    def gradient_of(output, label, head):
        classes = torch.arange(output.shape[-1], device=output.device, dtype=torch.float32)
        number = label.detach().float().trunc().unsqueeze(-1)
        sign = _signs(torch.eq(number, classes, out=output.new_empty(0)))
        missing = margin - sign * output
        if use_linear:
            slope = torch.gt(missing.detach(), 0, out=output.new_empty(0))
        else:
            slope = missing.clamp_(min=0).mul_(2)
        return slope.mul_(sign).mul_(-regularization_coefficient)

    return gradient_of


@op(
    "SVMOutput",
    infer_params=label_of_row,
    shape=shape_rules.like_first,
    gradient=loss_gradient(_hinge_gradient),
    ignores_head_gradient=True,
    naming="legacy",
)
def svm_output(
    data, label, *,
    margin: float = 1.0, regularization_coefficient: float = 1.0, use_linear: bool = False,
):  # fmt: skip
    """Return data with the gradient of the squared hinge loss, or of the hinge loss (linear).

    The last axis has the classes, and the label contains class indices. The head gradient is
    ignored.
    """
    require_floats(data)
    check(data.ndim > 0, "data must have an axis for the classes, got shape ()")
    require_label(label, data.shape[:-1])
    gradient_of = _hinge_gradient(margin, regularization_coefficient, use_linear)
    return loss_output(data, label, torch.clone, gradient_of)
