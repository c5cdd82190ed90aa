"""The page of operator support, from the operator table and from running every operator's rows.

Nothing here is written by hand: a column is a fact of the operator, a table of the module that owns
the feature, or the outcome of running the operator's kernel on the inputs of its tests.
"""

from __future__ import annotations

import logging
import pathlib
import warnings
from dataclasses import dataclass
from unittest import mock

import torch
from tests.ops.kernels import run_kernel
from tests.ops.row import families, rows_of
from torch._subclasses.fake_tensor import FakeTensorMode

from generators import unrecorded
from mxnet._ops import OPS
from mxnet._ops.sparse_kernels import kernel_of
from mxnet.contrib.amp.lists import symbol_bf16, symbol_fp16
from mxnet.onnx.mx2onnx._heads import PREDICTIONS
from mxnet.onnx.mx2onnx._table import converters

INTRODUCTION = pathlib.Path(__file__).with_suffix(".md")
HEADER = "| operator | gradient | 2nd | in place | fp16 | bf16 | sparse | ONNX | torch | int8 |"
GROUPS = {
    "Operators of mx.nd and mx.sym": lambda name: not name.startswith("_"),
    "Internal names: arithmetic with numbers, creation, random numbers, images": lambda name: True,
    "Operators of contrib": lambda name: name.startswith("_contrib_"),
    "Operators of mx.np and mx.npx": lambda name: name.startswith(("_np_", "_npi_", "_npx_")),
}


@dataclass(frozen=True, slots=True)
class Measured:
    """What running an operator shows."""

    gradient: str
    second: str
    torch: str


def _alike(mark: str) -> Measured:
    return Measured(mark, mark, mark)


# What cannot be run on dense arrays.
KNOWN = dict.fromkeys(unrecorded.SPARSE_ONLY, _alike("sparse")) | dict.fromkeys(
    unrecorded.WITHOUT_GRADIENT, _alike("-")
)


# ------------------------------------------------------------------------------ running operators


def inputs_of(row, dtype):
    """Return the inputs of a row, and those among them that may have a gradient."""
    op = OPS[row.op]
    tensors = [torch.from_numpy(array.copy()) for array in row.arrays()]
    tensors = [t.to(dtype) if t.is_floating_point() else t for t in tensors]
    names = op.input_names(len(tensors))
    leaves = [
        tensor.requires_grad_()
        for name, tensor in zip(names, tensors, strict=True)
        if tensor.is_floating_point() and name not in op.mutates
    ]
    return tensors, leaves


def gradients(row, tensors, leaves):
    """Return the gradients of the leaves (or None) for a random gradient of the output."""
    # The first output: others are indices, statistics, or ranges of quantized values.
    outputs = [out for out in run_kernel(row, tensors)[:1] if out.requires_grad] if leaves else []
    if not outputs:
        return [None for _ in leaves]
    heads = [noise.requires_grad_() for noise in noise_like(outputs, seed=7)]
    return torch.autograd.grad(outputs, leaves, heads, create_graph=True, allow_unused=True)


def noise_like(tensors, seed):
    generator = torch.Generator().manual_seed(seed)
    return [torch.randn(t.shape, generator=generator, dtype=t.dtype) for t in tensors]


def gradient_of(row):
    """Return ``yes``, ``0`` or ``-`` for one row."""
    if OPS[row.op].variadic and OPS[row.op].mutates:  # updates of several parameters
        return "-"
    try:
        found = gradients(row, *inputs_of(row, torch.float32))
    except RuntimeError:  # the attributes of this row want integers out of floats
        return "-"
    found = [grad for grad in found if grad is not None]
    if not found:
        return "-"
    return "yes" if any(bool(grad.any()) for grad in found) else "0"


def slope_of(row, step=0.0):
    """Return a number made of the gradients, and its own slope in a random direction.

    With a step, the inputs lie that far away in this direction, and only the number is of interest.
    """
    tensors, leaves = inputs_of(row, torch.float64)
    # Indices among the inputs have no gradient, and must not move.
    moving = [
        leaf
        for leaf, grad in zip(leaves, gradients(row, tensors, leaves), strict=True)
        if grad is not None and bool(grad.any())
    ]
    moves = noise_like(moving, seed=11)
    with torch.no_grad():
        for leaf, move in zip(moving, moves, strict=True):
            leaf += step * move
    grads = [grad for grad in gradients(row, tensors, moving) if grad is not None]
    number = sum((g * noise).sum() for g, noise in zip(grads, noise_like(grads, 9), strict=True))
    slopes = torch.autograd.grad(number, moving, allow_unused=True)
    slope = sum((s * m).sum().item() for s, m in zip(slopes, moves, strict=True) if s is not None)
    return number.item(), slope


def second_of(row, step=1e-6):
    """Return whether the slope of the gradient is what a difference of gradients says."""
    try:
        _, slope = slope_of(row)
        difference = (slope_of(row, step)[0] - slope_of(row, -step)[0]) / (2 * step)
    except RuntimeError:  # torch: not differentiable twice; or the kernel refuses float64
        return "-"
    return "yes" if abs(difference - slope) <= 1e-3 * max(1.0, abs(difference)) else "-"


def exports(row):
    """Return whether a kernel runs on tensors without values, as ``torch.export`` runs it."""
    if row in unrecorded.DRAWN:
        return "-"
    with FakeTensorMode(allow_non_fake_inputs=True) as mode, torch.no_grad():
        tensors = [mode.from_tensor(torch.from_numpy(array.copy())) for array in row.arrays()]
        try:
            with mock.patch("torch.compiler._is_exporting_flag", True):
                run_kernel(row, tensors)
        except Exception:  # torch has many kinds of them
            return "-"
    return "yes"


def best(marks, order):
    """Return the first mark of the order that is among the marks."""
    return next(mark for mark in order if mark in marks)


def measure(rows):
    """Return what the rows of one operator show.

    Some rows lie on kinks, such as ties of a maximum, so that four of them are asked for the second
    gradient.
    """
    marks = {row.key: gradient_of(row) for row in rows}
    gradient = best(set(marks.values()), ("yes", "0", "-"))
    sloped = [row for row in rows if marks[row.key] == "yes"][:4]
    second = next((mark for mark in map(second_of, sloped) if mark == "yes"), "-")
    return Measured(gradient, second if sloped else gradient, exports(rows[0]))


def measured_operators():
    """Return what running shows, by operator."""
    recorded = [row for family in families() for row in rows_of(family)]
    rows: dict[str, list] = {}
    # Rows that write into an input come last: an operator may have others.
    for row in sorted(recorded + unrecorded.ROWS, key=lambda row: bool(row.out)):
        rows.setdefault(OPS[row.op].name, []).append(row)
    logging.getLogger("torch").setLevel(logging.CRITICAL)  # of what cannot be exported
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return KNOWN | {name: measure(of_operator) for name, of_operator in rows.items()}


# ------------------------------------------------------------------------------------- the tables


def precision(names, lists, narrow):
    """Return what mixed precision does with an operator of these names."""
    listed = {
        "16": getattr(lists, f"{narrow}_FUNCS"),
        "32": lists.FP32_FUNCS,
        "widest": lists.WIDEST_TYPE_CASTS,
        "any": getattr(lists, f"{narrow}_FP32_FUNCS"),
        "32 if": [name for name, *_ in lists.CONDITIONAL_FP32_FUNCS],
    }
    return next((mark for mark, known in listed.items() if names & set(known)), "-")


def mark(condition, text="yes"):
    return text if condition else "-"


def onnx_of(op):
    if op.name in converters():
        return "both"
    return mark(op.name in PREDICTIONS, "predict")


def line(op, shown):
    """Return the line of an operator in its table."""
    names = {op.name, *op.aliases}
    cells = [
        f"`{op.name}`",
        shown.gradient,
        shown.second,
        mark(op.inplace is not None),
        precision(names, symbol_fp16, "FP16"),
        precision(names, symbol_bf16, "BF16"),
        mark(kernel_of(op) is not None),
        onnx_of(op),
        shown.torch,
        mark(op.quantization is not None),
    ]
    return f"| {' | '.join(cells)} |"


def group_of(name):
    """Return the title of the last group that wants an operator."""
    return [title for title, wants in GROUPS.items() if wants(name)][-1 if name[0] == "_" else 0]


def page(measured):
    """Return the text of the page."""
    operators = sorted({op.name for op in OPS.values()}, key=lambda name: (name.lower(), name))
    parts = [INTRODUCTION.read_text(encoding="utf-8").format(count=len(operators)), "\n"]
    for title in GROUPS:
        parts.append(f"## {title}\n\n{HEADER}\n|{'---|' * (HEADER.count('|') - 1)}\n")
        parts += [
            line(OPS[name], measured[name]) + "\n" for name in operators if group_of(name) == title
        ]
        parts.append("\n")
    return "".join(parts)
