"""Inference of storage types: which results of a graph are sparse."""

from __future__ import annotations

from collections.abc import Mapping

from ..._ops.storage_rules import DENSE, infer_storage
from ..ir.node import Entry, topological


def output_storage(outputs: list[Entry], stypes: Mapping[str, str]) -> list[str]:
    """Return the storage types of the outputs; variables not in ``stypes`` are dense."""
    storage: dict[int, str] = {}
    for node in topological(outputs):
        if node.is_variable:
            storage[id(node)] = stypes.get(node.name, DENSE)
        else:
            inputs = [storage[id(source)] if not index else DENSE for source, index in node.inputs]
            storage[id(node)] = infer_storage(node.op, inputs, node.parsed()) if inputs else DENSE
    # Only operators with one result return sparse arrays.
    return [DENSE if index else storage[id(node)] for node, index in outputs]


def has_sparse_output(outputs: list[Entry], stypes: Mapping[str, str]) -> bool:
    """Return whether some output is sparse."""
    return any(stype != DENSE for stype in output_storage(outputs, stypes))
