"""Whether torch records what a kernel does, to run it later on other values or another device."""

from __future__ import annotations

import torch
from torch.compiler import is_compiling


def is_traced() -> bool:
    """Return whether a kernel is being compiled, exported or traced.

    It must not depend on the values of its inputs then, nor compute with anything except torch.
    """
    return is_compiling() or torch.jit.is_tracing()
