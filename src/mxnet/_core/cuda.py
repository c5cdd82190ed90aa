"""MXNet's environment variables for CUDA, mapped to torch's switches.

Only variables that are set have an effect, as other code in the process uses torch too.
"""

from __future__ import annotations

import os
from typing import Any

import torch


def apply_switches() -> None:
    """Set torch's switches from the environment; called once, when CUDA is first found."""
    short = _flag("MXNET_CUDA_TENSOR_OP_MATH_ALLOW_CONVERSION")
    if _flag("MXNET_CUDA_ALLOW_TENSOR_CORE") is False:
        short = False
    if short is not None:  # whether products of float32 may be less precise (TF32)
        torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = short
    _set(torch.backends.cudnn, "benchmark", _flag("MXNET_CUDNN_AUTOTUNE_DEFAULT"))
    _set(torch.backends.cudnn, "deterministic", _flag("MXNET_ENFORCE_DETERMINISM"))


def _flag(name: str) -> bool | None:
    """Return whether a variable is on, or None if it is not set."""
    text = os.environ.get(name, "").strip()
    return text not in ("0", "false", "False") if text else None


def _set(switches: Any, name: str, value: bool | None) -> None:
    if value is not None:
        setattr(switches, name, value)
