"""The operators that implement ``mx.sym.np``, by name without ``_npi_``."""

from ...numpy._namespace import internal_operators as _internal_operators
from ._functions import F as _F

__getattr__ = _internal_operators(__name__, _F, "custom_np_symbol")
