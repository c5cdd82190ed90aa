"""Names that programs import from ``mxnet.symbol.symbol``, as in MXNet."""

from __future__ import annotations

from .. import base, context, executor as executors, ndarray as arrays, util
from . import functions, op, symbol

_SOURCES = {
    functions: functions.__all__,
    base: (
        "c_array",
        "c_array_buf",
        "c_handle_array",
        "c_str",
        "c_str_array",
        "check_call",
        "py_str",
    ),
    context: ("Context", "current_context"),
    util: ("is_np_shape",),
    executors: ("Executor",),
    arrays: ("NDArray",),
}

vars(symbol).update(
    {name: getattr(source, name) for source, names in _SOURCES.items() for name in names}, op=op
)
