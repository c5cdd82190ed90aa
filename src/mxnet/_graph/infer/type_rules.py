"""Rules that tell element types of an operator's inputs and outputs from each other.

Most operators have one type for everything. Of the others a pattern names the types: inputs, ``>``,
outputs; places with the same letter have the same type, ``.`` is one of its own. The last letter
holds for all places that follow.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch

from ..._core.dtypes import BY_TORCH
from ..._ops.np import random, reduce
from ..._ops.quantized.quantize import out_type_of
from ..._ops.registry import Op

Types = list[torch.dtype | None]
Rule = Callable[[Types, Types, dict], tuple[Types, Types]]
FLOAT, INDEX = torch.float32, torch.int64
_AMP_TYPES = (torch.float16, torch.bfloat16, torch.float32)


class Contradiction(ValueError):
    """Two types where there must be one."""

    def __init__(self, wanted: torch.dtype, came: torch.dtype, place: str = ""):
        self.wanted, self.came = wanted, came
        super().__init__(f"{place}: expected {BY_TORCH[wanted].name}, got {BY_TORCH[came].name}")


def unified(
    old: torch.dtype | None, new: torch.dtype | None, place: str = ""
) -> torch.dtype | None:
    """Join what is known of a type from two sides; raise where they contradict each other."""
    if old is not None and new is not None and old is not new:
        raise Contradiction(old, new, place)
    return new if old is None else old


def _pattern(text: str) -> Rule:
    left, right = text.split(">")

    @functools.cache  # there are few combinations, and many nodes
    def told(known: tuple, count: int):
        places = _letters(left, count) + _letters(right, len(known) - count)
        found: dict[str, torch.dtype | None] = {}
        for i, (letter, kind) in enumerate(zip(places, known, strict=True)):
            if letter != ".":
                found[letter] = unified(found.get(letter), kind, _place(i, count))
        return [found.get(letter) for letter in places]

    def rule(inputs, outputs, attrs):
        count = len(inputs)
        types = told((*inputs, *outputs), count)
        return types[:count], types[count:]

    return rule


def _place(i: int, inputs: int) -> str:
    return f" at {i}-th input" if i < inputs else f" at {i - inputs}-th output"


def _letters(pattern: str, count: int) -> str:
    return (pattern + pattern[-1:] * count)[:count]


_SAME = _pattern("T>T")


def _fixed(pattern: str, *types: Callable[[dict], torch.dtype | None] | torch.dtype | None) -> Rule:
    """Follow a pattern; outputs whose type is given (or an attribute's) have that one."""
    plain = _pattern(pattern)

    def rule(inputs, outputs, attrs):
        inputs, outputs = plain(inputs, outputs, attrs)
        for i, kind in enumerate(types[: len(outputs)]):
            kind = kind(attrs) if callable(kind) else kind
            outputs[i] = outputs[i] if kind is None else unified(outputs[i], kind)
        return inputs, outputs

    return rule


def _attr(name: str = "dtype") -> Callable[[dict], torch.dtype | None]:
    return lambda attrs: attrs[name]


def _or_input(name: str, pattern: str = "TL>T") -> Rule:
    """The type of an attribute, where it is not given that of the first input."""
    alone, plain = _fixed(".>.", _attr(name)), _pattern(pattern)
    return lambda inputs, outputs, attrs: (plain if attrs[name] is None else alone)(
        inputs, outputs, attrs
    )


def _cumsum(inputs, outputs, attrs):
    """MXNet: flags are counted."""
    kind = attrs["dtype"] or (INDEX if inputs[0] is torch.bool else None)
    if kind is None:
        return _SAME(inputs, outputs, attrs)
    return inputs, [unified(outputs[0], kind)]


def _creation(inputs, outputs, attrs):
    kind = attrs.get("dtype") or FLOAT
    return inputs, [unified(known, kind) for known in outputs]


def _batch_norm(inputs, outputs, attrs):
    """MXNet: beside float16 data the parameters and statistics are float32."""
    data = unified(inputs[0], outputs[0])
    if data is None:
        return inputs, outputs
    wide = FLOAT if data in (torch.float16, torch.bfloat16) else data
    return (
        [data, *(unified(wide, inputs[i], f" at {i}-th input") for i in range(1, len(inputs)))],
        [data, *(unified(known, wide) for known in outputs[1:])],
    )


def _embedding(inputs, outputs, attrs):
    weight = unified(inputs[1], outputs[0]) or attrs["dtype"]
    return [inputs[0], weight], [weight]


def _batch_take(inputs, outputs, attrs):
    data = unified(inputs[0], outputs[0])
    return [data, unified(inputs[1], torch.int32)], [data]


def _hawkes(inputs, outputs, attrs):
    """The marks are whole numbers, everything else has one type."""
    marks = unified(inputs[5], torch.int32)
    others, outputs = _SAME([*inputs[:5], *inputs[6:]], outputs, attrs)
    return [*others[:5], marks, *others[5:]], outputs


def _topk(inputs, outputs, attrs):
    indices, kind = attrs["dtype"] or FLOAT, attrs["ret_typ"]
    if kind == "indices":
        return inputs, [unified(outputs[0], indices)]
    values = unified(inputs[0], outputs[0])
    return [values], [values, *(unified(known, indices) for known in outputs[1:])]


def _amp_cast(inputs, outputs, attrs):
    """Only floats of up to 32 bits are cast."""
    if inputs[0] is None:
        return inputs, outputs
    kind = attrs["dtype"] if inputs[0] in _AMP_TYPES else inputs[0]
    return inputs, [unified(outputs[0], kind)]


def _amp_multicast(inputs, outputs, attrs):
    """Floats become the widest (or narrowest) type among them."""
    if None in inputs:
        return inputs, outputs
    floats = sorted((t for t in inputs if t.is_floating_point), key=lambda t: t.itemsize)
    if not floats:
        return inputs, list(inputs)
    kind = floats[0 if attrs["cast_narrow"] else -1]
    return inputs, [kind if t.is_floating_point else t for t in inputs]


def _like_first(inputs, outputs, attrs):
    """Inputs may differ; those of unknown type have the first one's, and so has the output."""
    if not outputs:
        return inputs, outputs
    first = unified(inputs[0], outputs[0])
    return [first, *(first if kind is None else kind for kind in inputs[1:])], [first, *outputs[1:]]


def _with_scalar(inputs, outputs, attrs):
    """MXNet: whole numbers beside a fraction become float64, bool beside a whole number int64."""
    kind = inputs[0]
    if kind is None or kind.is_floating_point or (attrs["is_int"] and kind is not torch.bool):
        return _SAME(inputs, outputs, attrs)
    return inputs, [unified(outputs[0], INDEX if attrs["is_int"] else torch.float64)]


def _each(inputs, outputs, attrs):
    """Each output has the type of its input."""
    both = [unified(i, o) for i, o in zip(inputs, outputs, strict=True)]
    return both, both


def _in_floats(whole: torch.dtype) -> Rule:
    """Whole numbers become floating point numbers, of a type; so do inputs that differ."""

    def rule(inputs, outputs, attrs):
        if None in inputs:
            return inputs, outputs
        same = len(set(inputs)) == 1 and inputs[0].is_floating_point
        return inputs, [inputs[0] if same else whole for _ in outputs]

    return rule


def _mixed_numbers(inputs, outputs, attrs):
    """NumPy's arithmetic: whole numbers and floats mix."""
    if None in inputs:
        return inputs, outputs
    return inputs, [functools.reduce(torch.promote_types, inputs)]


def _quotient(inputs, outputs, attrs):
    """NumPy's division: whole numbers have a float32 quotient."""
    inputs, (kind,) = _mixed_numbers(inputs, outputs, attrs)
    if None in inputs or kind.is_floating_point:
        return inputs, [kind]
    return inputs, [FLOAT]


def _reduced(default: dict[torch.dtype, torch.dtype]) -> Rule:
    """The type of an attribute; where it is not given, the default for the input's type."""

    def rule(inputs, outputs, attrs):
        kind = attrs["dtype"] or default.get(inputs[0], inputs[0])
        return inputs, [outputs[0] if kind is None else unified(outputs[0], kind)]

    return rule


def _percentile(inputs, outputs, attrs):
    wide = torch.float64 if inputs[0] is torch.float64 else FLOAT
    return inputs, outputs if inputs[0] is None else [wide]


def _drawn(inputs, outputs, attrs):
    """Random numbers: the types of parameters say nothing of them."""
    return inputs, [unified(known, attrs.get("dtype") or FLOAT) for known in outputs]


_BY_LETTER = {"f": FLOAT, "b": torch.int8, "u": torch.uint8, "i": torch.int32, ".": None}


def _quantized(pattern: str, first: Callable[[Types, dict], torch.dtype | None]) -> Rule:
    """Inputs have the types of letters; ``first`` tells that of the output, its range is floats."""

    def rule(inputs, outputs, attrs):
        letters = _letters(pattern, len(inputs))
        inputs = [
            unified(known, _BY_LETTER[letter], _place(i, len(inputs)))
            for i, (known, letter) in enumerate(zip(inputs, letters, strict=True))
        ]
        told = [first(inputs, attrs), *(FLOAT for _ in outputs[1:])]
        return inputs, [unified(old, new) for old, new in zip(outputs, told, strict=True)]

    return rule


def _quantized_type(inputs, attrs):
    ends = attrs["min_calib_range"], attrs["max_calib_range"]
    return out_type_of(attrs["out_type"], *ends)


def _is_calibrated(attrs) -> bool:
    return attrs["min_calib_range"] is not None and attrs["max_calib_range"] is not None


def _sum_type(inputs, attrs):
    if not _is_calibrated(attrs):
        return torch.int32
    return inputs[0] if inputs[0] is inputs[1] else torch.int8


def _product_type(inputs, attrs):
    if attrs["enable_float_output"]:
        return FLOAT
    return torch.int8 if _is_calibrated(attrs) else torch.int32


def _int8(inputs, attrs):
    return torch.int8


def _weighted(inputs, outputs, attrs):
    """Data, int8 weight and bias, and ends of ranges; the sums are int32."""
    pattern = ".bf" if attrs["no_bias"] else ".bbf"
    return _quantized(pattern, lambda inputs, attrs: torch.int32)(inputs, outputs, attrs)


def _quantized_concat(inputs, outputs, attrs):
    data = inputs[: attrs["num_args"]]
    kind = None if None in data else torch.int8 if torch.int8 in data else torch.uint8
    pattern = "." * len(data) + "f"
    return _quantized(pattern, lambda inputs, attrs: kind)(inputs, outputs, attrs)


_KEEPS_RANGE = _quantized(".f", lambda inputs, attrs: inputs[0])

_INDEXED, _LIKE = _pattern("TI>T"), _pattern("T.>T")
_FLAGS = _fixed(".>.", FLOAT)
_TRUTH = _fixed(".>.", torch.bool)
_COMPARISONS = ("equal", "not_equal", "greater", "greater_equal", "less", "less_equal")

RULES: dict[str, Rule] = {
    "Cast": _fixed(".>.", _attr()),
    "amp_cast": _amp_cast,
    "amp_multicast": _amp_multicast,
    "BatchNorm": _batch_norm,
    "BatchNorm_v1": _batch_norm,
    "_contrib_BatchNormWithReLU": _batch_norm,
    "_contrib_SyncBatchNorm": _batch_norm,
    "Embedding": _embedding,
    "_contrib_SparseEmbedding": _embedding,
    "_contrib_gradientmultiplier": _SAME,
    "_contrib_hawkesll": _hawkes,
    "_random_randint": _fixed(">.", lambda attrs: attrs["dtype"] or torch.int32),
    "_sample_multinomial": _fixed(".>.", _attr(), FLOAT),
    "topk": _topk,
    "argsort": _fixed(".>.", _attr()),
    "one_hot": _fixed(".>.", _attr()),
    "_contrib_allclose": _fixed("T>.", torch.uint8),
    "_contrib_index_array": _fixed(".>.", INDEX),
    "shape_array": _fixed(".>.", INDEX),
    "size_array": _fixed(".>.", INDEX),
    "_histogram": _fixed("T.>.T", INDEX),
    "cumsum": _cumsum,
    "softmax": _or_input("dtype"),
    "log_softmax": _or_input("dtype"),
    "softmin": _or_input("dtype"),
    "norm": _or_input("out_dtype"),
    "all_finite": _FLAGS,
    "multi_all_finite": _FLAGS,
    "multi_sum_sq": _FLAGS,
    "mp_lamb_update_phase1": _FLAGS,
    "_image_to_tensor": _FLAGS,
    "take": _INDEXED,
    "pick": _INDEXED,
    "batch_take": _batch_take,
    "gather_nd": _INDEXED,
    "scatter_nd": _INDEXED,
    "_backward_gather_nd": _INDEXED,
    "_scatter_set_nd": _pattern("TTI>T"),
    "where": _pattern("CTT>T"),
    "broadcast_like": _LIKE,
    "reshape_like": _LIKE,
    "slice_like": _LIKE,
    "CTCLoss": _LIKE,
    "RNN": _pattern("TTTTL>T"),
    **{f"_np_atleast_{n}d": _each for n in (1, 2, 3)},
    **{
        f"_npi_{name}": _in_floats(torch.float64)
        for name in (
            *("eig", "eigh", "eigvals", "eigvalsh", "pinv_scalar_rcond"),
            *("tensorinv", "solve", "tensorsolve"),
        )
    },
    "_npi_pinv": lambda inputs, outputs, attrs: (
        inputs,
        _in_floats(torch.float64)(inputs[:1], outputs, attrs)[1],
    ),
    **{
        f"_npi_{name}": _drawn
        for name in (*random.DISTRIBUTIONS, "normal_n", "uniform_n", "gamma", "bernoulli")
    },
    **{
        f"_npi_{name}": _fixed(".>.", INDEX)
        for name in ("multinomial", "choice", "diag_indices_from")
    },
    "_npi_full_like": _or_input("dtype"),
    "_npi_share_memory": _TRUTH,
    "_npx_constraint_check": _TRUTH,
    "_np_all": _TRUTH,
    "_np_any": _TRUTH,
    **{f"_npi_{name}": _TRUTH for name in _COMPARISONS},
    **{f"_npi_{name}_scalar": _TRUTH for name in _COMPARISONS},
    **{f"_npi_{name}": _TRUTH for name in ("isfinite", "isinf", "isnan", "isneginf", "isposinf")},
    "_npi_logical_not": _TRUTH,
    **{f"_npi_{name}": _mixed_numbers for name in ("add", "subtract", "multiply", "mod", "power")},
    "_npi_true_divide": _quotient,
    "_npi_true_divide_scalar": _quotient,
    "_npi_rtrue_divide_scalar": _quotient,
    **{f"_npi_bitwise_{name}_scalar": _SAME for name in ("and", "or", "xor")},
    "_npi_lcm_scalar": _SAME,
    "_np_sum": _reduced(reduce.SUMMED),
    "_np_prod": _reduced(reduce.SUMMED),
    "_npi_mean": _reduced(reduce.AVERAGED),
    "_npi_var": _or_input("dtype"),
    "_npi_std": _or_input("dtype"),
    "_npi_percentile": _percentile,
    "_npi_argmax": _fixed(".>.", INDEX),
    "_npi_argmin": _fixed(".>.", INDEX),
    "_npi_where": _pattern("CTT>T"),
    "_npi_where_lscalar": _pattern("CT>T"),
    "_npi_where_rscalar": _pattern("CT>T"),
    "_npi_where_scalar2": _FLAGS,
    "_contrib_quantize": _quantized("f", lambda inputs, attrs: attrs["out_type"]),
    "_contrib_quantize_v2": _quantized(".", _quantized_type),
    "_contrib_quantize_asym": _quantized(".", lambda inputs, attrs: torch.uint8),
    "_contrib_dequantize": _quantized(".f", lambda inputs, attrs: FLOAT),
    "_contrib_requantize": _quantized("if", _quantized_type),
    "_contrib_quantized_conv": _weighted,
    "_contrib_quantized_fully_connected": _weighted,
    "_contrib_quantized_embedding": _quantized(".bf", _int8),
    "_contrib_quantized_flatten": _KEEPS_RANGE,
    "_contrib_quantized_pooling": _KEEPS_RANGE,
    "_contrib_quantized_act": _quantized(".f", _int8),
    "_contrib_quantized_batch_norm": _quantized(".f", _int8),
    "_contrib_quantized_concat": _quantized_concat,
    "_contrib_quantized_elemwise_add": _quantized("..f", _sum_type),
    "_contrib_quantized_elemwise_mul": _quantized("bbf", _product_type),
    "_contrib_quantized_rnn": _quantized("uf", lambda inputs, attrs: FLOAT),
}


def rule_of(op: Op) -> Rule:
    """Return the rule of an operator."""
    rule = getattr(op.kernel, "type_rule", None) or RULES.get(op.name)
    if rule is not None:
        return rule
    if not op.inputs:
        return _creation
    if "is_int" in op.attrs:
        return _with_scalar
    return _like_first if op.mixed else _SAME
