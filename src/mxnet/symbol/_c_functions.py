"""Functions of MXNet's C API for subgraphs, for code that calls them with ctypes.

They accept and modify ctypes objects (``c_str``, ``c_str_array``, ``SymbolHandle``), and return 0.
"""

from __future__ import annotations

from .._graph.rewrite.partition import CHOSEN, partition
from ..base import _LIB, MXNetError


def _backend(text) -> str:
    name = text.value.decode()
    if name not in CHOSEN:
        raise MXNetError(
            f"SubgraphProperty {name} is not found in SubgraphBackendRegistry, which has "
            f"{', '.join(CHOSEN)}"
        )
    return name


def _strings(count, texts) -> frozenset[str]:
    return frozenset(texts[i].decode() for i in range(count.value))


def build_subgraph(handle, backend, count, names, out) -> int:
    """Partition a graph by names of operators."""
    _backend(backend)
    out._obj.entries = partition(handle.entries, _strings(count, names))
    return 0


def set_names(backend, count, names) -> int:
    """Select operators for a backend."""
    CHOSEN[_backend(backend)] = _strings(count, names)
    return 0


def remove_names(backend) -> int:
    """Clear the selection of operators for a backend."""
    CHOSEN[_backend(backend)] = frozenset()
    return 0


_LIB.MXBuildSubgraphByOpNames = build_subgraph
for _suffix in ("", "V2"):
    setattr(_LIB, f"MXSetSubgraphPropertyOpNames{_suffix}", set_names)
    setattr(_LIB, f"MXRemoveSubgraphPropertyOpNames{_suffix}", remove_names)
