"""Application of operators to entries, with variables for missing inputs."""

from __future__ import annotations

from ..._ops.registry import Op
from ...base import MXNetError
from .node import Entry, Node, active_inputs, counts_inputs, input_names

# Attributes that users pass without the underscores.
SPECIAL = ("ctx_group", "lr_mult", "wd_mult", "force_mirroring", "mirror_stage", "profiler_scope")

# A damaged file may claim any number of inputs; no real node has a million.
MAX_INPUTS = 1 << 20


def stored_key(name: str) -> str:
    """Return the name under which an attribute is stored: ``lr_mult`` becomes ``__lr_mult__``."""
    return f"__{name}__" if name in SPECIAL else name


def compose(
    op: Op, name: str, inputs: list[Entry] | dict[str, Entry], attrs: dict[str, str]
) -> Node:
    """Apply an operator; inputs are entries in order, or by name."""
    attrs = {stored_key(key): text for key, text in attrs.items()}
    if counts_inputs(op):
        attrs.setdefault("num_args", str(len(inputs)))
    node = Node(op, name, (), attrs)
    names = _all_input_names(node, len(inputs))
    if isinstance(inputs, list):
        if len(inputs) > len(names):
            raise MXNetError(
                f"operator {op.name}: Incorrect number of arguments, requires {len(names)}, "
                f"provided {len(inputs)}"
            )
        inputs = dict(zip(names, inputs, strict=False))
    unknown = [key for key in inputs if key not in names]
    if unknown:
        raise MXNetError(
            f"operator {op.name} with these attributes has no input '{unknown[0]}'; "
            f"it has {', '.join(names) or 'none'}"
        )
    node.inputs = tuple(inputs.get(key) or (missing_input(node, key), 0) for key in names)
    mark_initializers(node)
    return node


def written_attrs(op: Op, attrs: dict) -> dict[str, str]:
    """Format parsed attributes for a node: as text, without default values."""
    return {
        name: op.attrs[name].format(value)
        for name, value in attrs.items()
        if value is not op.attrs[name].default and value != op.attrs[name].default
    }


def _all_input_names(node: Node, count: int) -> list[str]:
    """Return the names of all inputs of a node; ``count`` were passed."""
    op, attrs = node.op, node.parsed()
    if not op.variadic:
        return active_inputs(op, attrs)
    return input_names(op, attrs, input_count(node, count))


def input_count(node: Node, default: int) -> int:
    """Return the number of inputs given by a variadic operator's attributes, or ``default``."""
    op, attrs = node.op, node.parsed()
    if op.variadic_count is not None and (count := op.variadic_count(attrs)) is not None:
        return count
    text = node.attrs.get("num_args") if counts_inputs(op) else None
    if text is None:
        return default
    # Python does not parse integers of thousands of digits; no count has 20.
    is_count = text.strip().isdecimal() and len(text) < 20 and 1 <= int(text) <= MAX_INPUTS
    if not is_count:
        raise MXNetError(
            f"value {text[:80]} for Parameter num_args should be greater equal to 1, in operator "
            f'{op.name}(name="{node.name}")'
        )
    return int(text)


def missing_input(node: Node, key: str) -> Node:
    """Create the variable for an input that was not passed, with the operator's attributes."""
    return Node(None, f"{node.name}_{key}" if node.name else key, (), dict(node.attrs))


def mark_initializers(node: Node) -> None:
    """Set the operator's initializers on its variables that have none."""
    initializers = node.op.initializers
    if not initializers:
        return
    for key, (source, _) in zip(node.input_names(), node.inputs, strict=True):
        if key in initializers and source.is_variable and "__init__" not in source.attrs:
            source.set_attr("__init__", initializers[key])
