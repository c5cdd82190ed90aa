"""Libraries of compiled operators, which cannot be loaded."""

from __future__ import annotations

import os

from .base import MXNetError

__all__ = ["load"]


def load(path, verbose=True):
    """Raise an error: a library of compiled operators works only with MXNet's own core.

    Parameters
    ----------
    path : str
        The file, with the ending ``.so`` or ``.dll``.
    verbose : bool
        Whether to print the contents of the library.
    """
    if not os.path.exists(path):
        raise MXNetError(f"load path {path} does NOT exist")
    if not os.fspath(path).endswith((".so", ".dll")):
        raise MXNetError(f"load path {path} is NOT a library file")
    raise MXNetError(
        f"mx.library.load: {path!r} is compiled for MXNet's own core, which is not here. Write its "
        "operators in Python (mx.operator.CustomOp, autograd.Function)"
    )
