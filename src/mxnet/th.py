"""Functions of Lua Torch 7 on NDArrays, which are not supported.

MXNet has them only if it was compiled with Torch 7; the wheels of 1.9.1 were not.
"""

from __future__ import annotations

__all__: list[str] = []


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise AttributeError(
        f"mx.th.{name}: functions of Lua Torch 7 are not supported, as in MXNet's wheels. Use the "
        "operators of mx.nd, or torch.from_dlpack(x) to share the memory of an NDArray with PyTorch"
    )
