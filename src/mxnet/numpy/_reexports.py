"""Modules and names next to ``mx.np`` from which programs import, as in MXNet."""

from __future__ import annotations

import sys
from types import ModuleType

from .. import autograd, base, context, ndarray, util
from . import _constants, multiarray

_NAMES_OF_MULTIARRAY = {
    autograd: ("is_recording",),
    base: ("c_array", "c_array_buf", "check_call"),
    context: ("Context", "current_context"),
    ndarray: (
        "from_numpy",
        "get_indexing_dispatch_code",
        "get_oshape_of_gather_nd_op",
        "indexing_key_expand_implicit_axes",
    ),
    util: ("set_module", "wrap_np_binary_func", "wrap_np_unary_func"),
}
_MODULES = {
    "arrayprint": ("set_printoptions",),
    "function_base": ("meshgrid",),
    "io": ("genfromtxt",),
    "stride_tricks": ("broadcast_arrays",),
    "utils": tuple(_constants.__all__),
}


def install(package: str, functions: dict) -> dict[str, ModuleType]:
    """Re-export functions where MXNet has them; return the modules that contain them."""
    vars(multiarray).update(functions)
    for source, names in _NAMES_OF_MULTIARRAY.items():
        vars(multiarray).update({name: getattr(source, name) for name in names})
    values = {**vars(_constants), **functions}
    modules = {}
    for name, members in _MODULES.items():
        module = ModuleType(f"{package}.{name}", f"Where MXNet has {', '.join(members)}.")
        vars(module).update({member: values[member] for member in members}, __all__=list(members))
        sys.modules[module.__name__] = modules[name] = module
    return modules
