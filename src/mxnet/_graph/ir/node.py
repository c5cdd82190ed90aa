"""Nodes of a graph: operators and variables with their attributes, and walks over them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

import torch

from ..._core import dtypes
from ..._ops.attrs import written_numbers
from ..._ops.np import random
from ..._ops.parsing import parse_attrs
from ..._ops.registry import Op
from ...base import MXNetError
from ...util import is_np_shape
from .partial_shape import Shape, given


class Node:
    """An operator applied to entries, or a variable (``op`` is None).

    ``attrs`` holds strings, as files do: the operator's attributes, and names with two underscores
    on both sides for everything else (``__shape__``, ``__lr_mult__``); ``set_attr`` alone changes
    it. ``subgraphs`` are the bodies of control flow operators, ``told`` is what ``shapes`` last
    learned from the kernel.
    """

    __slots__ = ("op", "name", "inputs", "attrs", "subgraphs", "_parsed", "told")

    def __init__(
        self,
        op: Op | None,
        name: str,
        inputs: tuple[Entry, ...],
        attrs: dict[str, str],
        subgraphs: tuple = (),
    ):
        self.op = op
        self.name = name
        self.inputs = inputs
        self.attrs = attrs
        self.subgraphs = subgraphs
        self._parsed: dict | None = None
        self.told: tuple = (None, None, None)

    @property
    def is_variable(self) -> bool:
        return self.op is None

    def set_attr(self, name: str, text: str) -> None:
        self.attrs[name] = text
        self._parsed = None

    def parsed(self) -> dict:
        """The operator's attributes as values."""
        if self._parsed is None:
            own = {name: text for name, text in self.attrs.items() if not is_hidden(name)}
            if counts_inputs(self.op):
                own.pop("num_args", None)
            # MXNet: files call this one quantized, though it has no such attribute.
            if self.op.name == "_contrib_quantized_rnn":
                own.pop("quantized", None)
            # MXNet: an operator without attributes does not look at those it is given.
            self._parsed = parse_attrs(self.op, own if self.op.attrs else {})
        return self._parsed

    def num_outputs(self) -> int:
        return 1 if self.op is None else self.op.num_outputs(self.parsed())

    def output_names(self) -> list[str]:
        """The names of the outputs: ``conv0_output``, ``split0_output1``, ``bn0_mean``."""
        if self.op is None:
            return [self.name]
        count, names = self.num_outputs(), self.op.output_names
        names = names(self.parsed()) if callable(names) else names
        if len(names) >= count:
            return [f"{self.name}_{name}" for name in names[:count]]
        return [f"{self.name}_{names[0]}{i}" for i in range(count)]

    def input_names(self) -> list[str]:
        """The operator's names of the inputs this node has."""
        return input_names(self.op, self.parsed(), len(self.inputs))

    def parameter_names(self) -> list[str]:
        """The names under which ``infer_params`` knows the inputs."""
        if self.op.variadic:
            return [f"{self.op.inputs[0]}{i}" for i in range(len(self.inputs))]
        return self.input_names()

    def placed(self, values: Sequence) -> list:
        """Put one value for each input where the kernel has its parameter, None in between."""
        if self.op.variadic:
            return list(values)
        places = dict(zip(self.input_names(), values, strict=True))
        last = max((self.op.inputs.index(name) for name in places), default=-1)
        return [places.get(name) for name in self.op.inputs[: last + 1]]

    def stored_shape(self) -> Shape | None:
        """The shape that a variable was made with."""
        written = self.attrs.get("__shape__")
        if not written:
            return None
        try:
            return given([-1 if n is None else n for n in written_numbers(written)], is_np_shape())
        except ValueError:
            raise MXNetError(
                f"variable '{self.name}' has the shape {written!r}, which is none"
            ) from None

    def stored_type(self) -> torch.dtype | None:
        """The element type that a variable was made with."""
        flag = self.attrs.get("__dtype__")
        if flag is None or flag == "-1":
            return None
        try:
            return dtypes.BY_FLAG[int(flag)].torch
        except (ValueError, KeyError):  # no number, or none of a type
            raise MXNetError(
                f"variable '{self.name}' has the type {flag!r}, which is none"
            ) from None


Entry = tuple[Node, int]  # one output of a node


def is_hidden(name: str) -> bool:
    """Tell attributes of the graph (``__shape__``) from attributes of the operator."""
    return name.startswith("__") and name.endswith("__")


# ------------------------------------------------------------------- which inputs take part


def _unless(attr: str, *names: str) -> Callable[[dict], tuple[str, ...]]:
    return lambda attrs: () if attrs[attr] else names


def _if(attr: str, *names: str) -> Callable[[dict], tuple[str, ...]]:
    return lambda attrs: names if attrs[attr] else ()


def _unless_number(attr: str, name: str) -> Callable[[dict], tuple[str, ...]]:
    return lambda attrs: (name,) if attrs[attr] is None else ()


def _for_each_none(*parameters: str) -> Callable[[dict], tuple[str, ...]]:
    """Of a distribution: one input for each parameter that is no number."""
    names = tuple(f"input{i + 1}" for i in range(len(parameters)))
    return lambda attrs: names[: sum(attrs[parameter] is None for parameter in parameters)]


_QUANTIZED = ("min_data", "max_data", "min_weight", "max_weight")


def _quantized(attrs: dict) -> tuple[str, ...]:
    return _QUANTIZED if attrs["no_bias"] else ("bias", *_QUANTIZED, "min_bias", "max_bias")


# Optional inputs that attributes switch on or off.
OPTIONAL_INPUTS: dict[str, Callable[[dict], tuple[str, ...]]] = {
    "FullyConnected": _unless("no_bias", "bias"),
    "Convolution": _unless("no_bias", "bias"),
    "Convolution_v1": _unless("no_bias", "bias"),
    "Deconvolution": _unless("no_bias", "bias"),
    "_contrib_BilinearResize2D": lambda attrs: ("like",) if attrs["mode"] == "like" else (),
    "_contrib_DeformablePSROIPooling": _unless("no_trans", "trans"),
    "_contrib_DeformableConvolution": _unless("no_bias", "bias"),
    "_contrib_ModulatedDeformableConvolution": _unless("no_bias", "bias"),
    "_contrib_quantized_conv": _quantized,
    "_contrib_quantized_fully_connected": _quantized,
    "LeakyReLU": lambda attrs: ("gamma",) if attrs["act_type"] == "prelu" else (),
    "RNN": lambda attrs: (
        *(("state_cell",) if attrs["mode"] == "lstm" else ()),
        *(("sequence_length",) if attrs["use_sequence_length"] else ()),
    ),
    "SequenceMask": _if("use_sequence_length", "sequence_length"),
    "SequenceLast": _if("use_sequence_length", "sequence_length"),
    "SequenceReverse": _if("use_sequence_length", "sequence_length"),
    "softmax": _if("use_length", "length"),
    "CTCLoss": lambda attrs: (
        *(("data_lengths",) if attrs["use_data_lengths"] else ()),
        *(("label_lengths",) if attrs["use_label_lengths"] else ()),
    ),
    "_histogram": lambda attrs: () if attrs["bin_cnt"] is not None else ("bins",),
    "_npi_insert_scalar": _unless_number("val", "values"),
    "_npi_insert_slice": _unless_number("val", "values"),
    "_npi_insert_tensor": _unless_number("val", "obj"),
    "_npi_delete": lambda attrs: (
        ("obj",) if attrs["step"] is None and attrs["int_ind"] is None else ()
    ),
    "_npi_gamma": _for_each_none("shape", "scale"),
    "_npi_bernoulli": lambda attrs: (
        ("input1",) if attrs["logit" if attrs["is_logit"] else "prob"] is None else ()
    ),
    "_npi_multinomial": _unless_number("pvals", "a"),
    "_npi_choice": lambda attrs: ("input1", "input2")[: (attrs["a"] is None) + attrs["weighted"]],
    **{
        f"_npi_{name}": _for_each_none(*row.parameters)
        for name, row in random.DISTRIBUTIONS.items()
    },
    "_npi_normal_n": _for_each_none("loc", "scale"),
    "_npi_uniform_n": _for_each_none("low", "high"),
    "_npi_average": _if("weighted", "weights"),
    "_npi_bincount": _if("has_weights", "weights"),
    "_npi_percentile": lambda attrs: () if attrs["q_scalar"] is not None else ("q",),
    "_npi_ediff1d": lambda attrs: ("input2", "input3")[
        : attrs["to_begin_arr_given"] + attrs["to_end_arr_given"]
    ],
}

# MXNet: the inputs of these are numbered with an underscore.
NUMBERED = {"amp_multicast": "data", "multi_all_finite": "array", "multi_sum_sq": "array"}

# Attributes that say how many inputs a variadic operator has, or how many groups of them.
COUNTS = ("num_args", "num_outputs", "num_arrays", "num_weights", "num_tensors")


def counts_inputs(op: Op) -> bool:
    """Tell whether files hold the number of inputs as ``num_args``, beside the operator's own."""
    return op.variadic and not any(name in op.attrs for name in COUNTS)


def wanted_inputs(op: Op, attrs: dict) -> list[str]:
    """Return the inputs that an operator of fixed ones has with these attributes."""
    optional = OPTIONAL_INPUTS.get(op.name, lambda attrs: ())(attrs)
    return [n for i, n in enumerate(op.inputs) if i < op.required or n in optional]


def input_names(op: Op, attrs: dict, count: int) -> list[str]:
    """Return the names of ``count`` inputs as variables made for them would be called."""
    if not op.variadic:
        return wanted_inputs(op, attrs)[:count]
    if op.name == "UpSampling" and attrs["sample_type"] == "bilinear":
        return ["data", "weight"][:count]
    if op.name in NUMBERED:
        return [f"{NUMBERED[op.name]}_{i}" for i in range(count)]
    if op.name == "_contrib_quantized_concat":
        each = range(attrs["num_args"])
        ends = [f"arg{i}_{end}" for i in each for end in ("min", "max")]
        return [*(f"arg{i}" for i in each), *ends][:count]
    return [f"arg{i}" for i in range(count)]


# --------------------------------------------------------------------------------------- walks


def topological(outputs: Iterable[Entry]) -> list[Node]:
    """Return every node that the outputs depend on, inputs before their users."""
    order: list[Node] = []
    seen: set[int] = set()
    for head, _ in outputs:
        stack = [head]
        while stack:
            node = stack[-1]
            if id(node) not in seen:
                missing = [source for source, _ in node.inputs if id(source) not in seen]
                if missing:
                    stack += reversed(missing)
                    continue
                seen.add(id(node))
                order.append(node)
            stack.pop()
    return order


def auxiliary(nodes: list[Node]) -> set[int]:
    """Return the ids of variables that operators use as auxiliary states."""
    return {
        id(source)
        for node in nodes
        if node.op is not None and node.op.aux
        for name, (source, _) in zip(node.op.inputs, node.inputs, strict=False)
        if name in node.op.aux and source.is_variable
    }
