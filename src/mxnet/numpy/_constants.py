"""Numbers and types that ``mx.np`` shares with NumPy."""

from __future__ import annotations

import builtins

from numpy import (
    bool_,
    e,
    finfo,
    float16,
    float32,
    float64,
    inf,
    int8,
    int32,
    int64,
    nan,
    newaxis,
    pi,
    set_printoptions,
    uint8,
)

bool = builtins.bool
NAN = NaN = nan
PINF, NINF, PZERO, NZERO = inf, -inf, 0.0, -0.0

_STR_2_DTYPE_ = {
    "float16": float16, "float32": float32, "float64": float64, "float": float64,
    "uint8": uint8, "int8": int8, "int32": int32, "int64": int64, "int": int64,
    "bool": builtins.bool, "bool_": bool_, "None": None,
}  # fmt: skip

__all__ = [
    "NAN", "NINF", "NZERO", "NaN", "PINF", "PZERO", "bool", "bool_", "e", "finfo", "float16",
    "float32", "float64", "inf", "int32", "int64", "int8", "nan", "newaxis", "pi",
    "set_printoptions", "uint8",
]  # fmt: skip
