"""The operator table: one typed function over torch tensors per operator, declared once.

Positional parameters are arrays, keyword-only parameters are attributes. A parameter annotated
:class:`Training`, :class:`Random`, :class:`Device` or :class:`Out` is filled in by the call path.
Everything else that uses operators (``mx.nd``, ``mx.sym``, methods, files, tests) is derived from
this table.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

import torch

from .attrs import REQUIRED, Attr, kind_of
from .partial_shape import Shape
from .zero_gradients import with_zero_gradients

# A rule receives the types or shapes of inputs and outputs (None if unknown) and the attributes. It
# returns both lists with the entries that it can infer, and raises ValueError for a contradiction.
Types = list[torch.dtype | None]
TypeRule = Callable[[Types, Types, dict], tuple[Types, Types]]
Shapes = list[Shape | None]
ShapeRule = Callable[[Shapes, Shapes, dict], tuple[Shapes, Shapes]]
StorageRule = Callable[["Op", Sequence[str], dict], str]  # see ``storage_rules``
Parsed = tuple[dict, Callable | None]  # parsed attributes, and the kernel specialized for them


if TYPE_CHECKING:  # the types that kernels receive
    Training: TypeAlias = bool
    Random: TypeAlias = torch.Generator
    Device: TypeAlias = torch.device
    Out: TypeAlias = tuple[torch.Tensor, ...] | None
else:

    class Training:
        """Annotation: True while autograd is in train mode."""

    class Random:
        """Annotation: the ``torch.Generator`` of the context the operator runs on."""

    class Device:
        """Annotation: the ``torch.device`` an operator without inputs creates its output on."""

    class Out:
        """Annotation: the tensors passed as ``out``, or None; a kernel may write to them."""


AMBIENT = (Training, Random, Device, Out)


def no_inputs(attrs: dict) -> tuple[str, ...]:
    """Return the optional inputs of an operator that has none."""
    return ()


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Op:
    """The description of one operator.

    The first fields are read from the kernel's signature. The others are facts in its declaration;
    graphs, files and monitors interpret them, so that adding an operator takes one declaration.
    """

    name: str
    kernel: Callable
    inputs: tuple[str, ...]  # names of array parameters; a variadic operator has one name
    required: int  # how many of them must be passed
    variadic: bool
    attrs: dict[str, Attr]
    ambient: dict[str, type]  # parameter name -> Training, Random, Device or Out
    doc: str
    aliases: tuple[str, ...] = ()
    parsed: dict[tuple, Parsed] = field(default_factory=dict)  # cache, by unparsed attributes

    # ---- arrays in and out
    outputs: int | Callable[[dict], int] = 1  # how many arrays it returns
    output_names: tuple[str, ...] | Callable[[dict], tuple[str, ...]] = ("output",)
    returns_tuple: bool = False  # even if the attributes specify one output
    # attrs -> the inputs that may be omitted.
    optional: Callable[[dict], tuple[str, ...]] = no_inputs
    variadic_names: Callable[[dict, int], list[str]] | None = None  # names of n inputs
    variadic_count: Callable[[dict], int] | None = None  # number of inputs, given the attributes
    mutates: tuple[str, ...] = ()  # inputs that the kernel changes in place
    aux: tuple[str, ...] = ()  # inputs that are auxiliary states of a symbol, not arguments
    aux_by_name: bool = False  # symbols accept these states by keyword only
    # Input -> initializer of the variable that symbols create for it.
    initializers: Mapping[str, str] = field(default_factory=dict)
    ignored_attrs: tuple[str, ...] = ()  # accepted in files and ignored

    # ---- memory
    aliases_input: bool = False  # may return a view of an input, which eager calls copy
    keeps_elements: bool = False  # a view that it returns has all elements of the input
    # Of arrays of one shape, each element of the result depends only on the elements at its
    # position, so that graphs may compute it block by block.
    elementwise: bool = False

    # ---- types and shapes
    mixed: bool = False  # inputs may differ in dtype
    types: TypeRule | None = None  # None: see ``type_rules.rule_of``
    # Input -> default type, if it is not float32.
    default_types: Mapping[str, torch.dtype] = field(default_factory=dict)
    shape: ShapeRule | None = None  # completes partly known shapes of inputs and outputs
    shape_suffices: bool = False  # the rule infers everything that the kernel would
    needs_known_shapes: bool = False  # infer nothing until the shapes of all inputs are known
    # attrs -> whether the consumers of the result determine its size.
    takes_any_length: Callable[[dict], bool] | None = None
    infer_params: Callable | None = None  # (shapes of known inputs by name, attrs) -> the others

    # ---- other forms of the kernel
    bind: Callable | None = None  # (context, training) -> the function that a graph calls instead
    direct: Callable | None = None  # the function of torch that the kernel merely wraps
    # attrs -> a faster function for calls with floats of one type, or None. Its results and
    # gradients are those of the kernel. It fails only if the kernel fails, which then explains.
    specialize: Callable[[dict], Callable | None] | None = None
    # attrs -> in-place function of torch and its further arguments, or None.
    inplace: Callable[[dict], tuple[Callable, tuple] | None] | None = None
    into: Callable | None = None  # a function of torch of two arrays, with ``out``
    equivalent: str | None = None  # the operator of mx.nd that computes the same on floats

    gives_probabilities: bool = False  # whether a classifier ends with it
    # (shapes of inputs, shape of the first output, attrs) -> number, see ``multiply_adds``
    multiply_adds: Callable[[list, tuple, dict], int] | None = None

    # ---- gradients
    gradient: Callable | None = None  # rule for training plans, see ``gradient_rules``
    ignores_head_gradient: bool = False
    gradient_reads_result: bool = True  # if False, graphs may overwrite the result
    integer_gradient: bool = True  # whether integer inputs may have a gradient
    converts_type: bool = False  # to ``dtype``; gradients pass, even from integers to floats

    # ---- sparse arrays
    keeps_zero: bool = False  # maps 0 to 0, so that sparse arrays keep their storage
    storage: StorageRule | None = None  # None: see ``storage_rules.infer_storage``
    sparse: Callable | None = None  # the kernel for sparse tensors, see ``sparse_kernels``
    accepts_csr: bool = False  # the first input may be torch's CSR tensor, also while recording
    # (attrs, storage type of the first input) -> whether the gradient of the second input consists
    # of rows, so that executors store it in a row-sparse array.
    has_row_gradient: Callable[[dict, str], bool] | None = None

    # ---- names in monitors, files and quantized graphs, as 1.9.1 writes them
    numbers_inputs: bool = False  # a monitor calls the inputs input0, input1
    # "outputs": rewritten graphs use the name of an output, not its number. "legacy": the same, and
    # a monitor names gradients after the inputs.
    naming: Literal["", "outputs", "legacy"] = ""
    stored_outputs: int | Callable[[dict], int] | None = None  # in files, hidden outputs included
    stored_name: str | None = None  # the name in files, if it is different
    quantization: Quantization | None = None  # how the quantizing pass replaces it

    @property
    def function(self) -> Callable:
        """The function of torch that the kernel merely wraps, or the kernel."""
        return self.direct or self.kernel

    @property
    def is_random(self) -> bool:
        return Random in self.ambient.values()

    def num_outputs(self, attrs: dict) -> int:
        return self.outputs(attrs) if callable(self.outputs) else self.outputs

    def input_names(self, count: int) -> tuple[str, ...]:
        """The names of the first inputs; those of a variadic operator are numbered."""
        if self.variadic:
            return tuple(f"{self.inputs[0]}{i}" for i in range(count))
        return self.inputs[:count]


@dataclass(frozen=True, slots=True)
class Quantization:
    """How an operator is replaced by one on 8-bit integers."""

    name: str  # the operator for integers
    # Quantized in every mode; others, in "smart" mode, only between such operators.
    must: bool = False
    requantize: bool = False  # its outputs are 32-bit sums
    floats: Callable[[dict, int], bool] = lambda attrs, position: False  # which inputs stay floats
    applies: Callable[[dict], bool] = lambda attrs: True
    gives_floats: bool = False
    asymmetric: bool = False  # whether the first input has an asymmetric range


OPS: dict[str, Op] = {}  # by every name, aliases included
NUMPY_PREFIXES = ("_np_", "_npi_", "_npx_")  # operators of mx.np and mx.npx


def with_parameters(kernel: Any, parameters: Iterable[inspect.Parameter], doc: str) -> Callable:
    """Set the parameters of an operator on a kernel that accepts any arguments."""
    kernel.__signature__ = inspect.Signature(list(parameters))
    kernel.__doc__ = doc
    return kernel


def parameters_of(other: Callable) -> Callable[[Callable], Callable]:
    """Set the parameters of another kernel on the decorated kernel, which accepts any arguments."""
    parameters = inspect.signature(other, eval_str=True).parameters.values()
    return lambda kernel: with_parameters(kernel, parameters, inspect.getdoc(kernel) or "")


def op(name: str, *aliases: str, **facts):
    """Declare the decorated function as the operator ``name``, with ``aliases``.

    ``facts`` are fields of :class:`Op` that are not in the signature.
    """

    def declare(kernel: Callable) -> Callable:
        register(kernel, name, aliases, **facts)
        return kernel

    return declare


def register(
    kernel: Callable,
    name: str,
    aliases: tuple[str, ...] = (),
    doc: str | None = None,
    without_gradient: tuple[str, ...] = (),
    **facts,
) -> Op:
    """Add an operator to the table; families call this in a loop.

    ``without_gradient`` are inputs without a derivative: backward writes 0. ``facts`` are fields
    of Op.
    """
    arrays, optional, variadic, attrs, ambient = [], 0, False, {}, {}
    for parameter in _parameters(kernel):
        if parameter.kind is _VARIADIC:
            variadic = True
            arrays.append(parameter.name)
        elif parameter.kind is not _KEYWORD:
            arrays.append(parameter.name)
            optional += parameter.default is None
        elif parameter.annotation in AMBIENT:
            ambient[parameter.name] = parameter.annotation
        else:
            default = REQUIRED if parameter.default is _EMPTY else parameter.default
            attrs[parameter.name] = Attr(parameter.name, kind_of(parameter.annotation), default)
    doc = doc or inspect.getdoc(kernel) or ""
    if without_gradient:
        kernel = with_zero_gradients(kernel, [_position(each, arrays) for each in without_gradient])
    entry = Op(
        name=name,
        kernel=kernel,
        inputs=tuple(arrays),
        required=len(arrays) - optional,
        variadic=variadic,
        attrs=attrs,
        ambient=ambient,
        doc=doc,
        aliases=aliases,
        **facts,
    )
    for key in (name, *aliases):
        if key in OPS:
            raise ValueError(f"operator {key} is declared twice")
        OPS[key] = entry
    return entry


_POSITIONAL, _KEYWORD = inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY
_VARIADIC, _EMPTY = inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.empty


class _Parameter(NamedTuple):
    """The fields of inspect.Parameter that are read here."""

    name: str
    kind: Any
    default: object
    annotation: Any


def _parameters(kernel: Callable) -> Iterable[_Parameter | inspect.Parameter]:
    """Return the parameters of a kernel, with evaluated annotations.

    ``inspect.signature`` takes six times as long, and this package is imported meanwhile.
    """
    function: Any = inspect.unwrap(kernel, stop=lambda f: hasattr(f, "__signature__"))
    if hasattr(function, "__signature__"):
        return function.__signature__.parameters.values()
    code, texts = function.__code__, function.__annotations__
    count, end = code.co_argcount, code.co_argcount + code.co_kwonlyargcount
    defaults, options = function.__defaults__ or (), function.__kwdefaults__ or {}
    defaults = (_EMPTY,) * (count - len(defaults)) + defaults
    parameters = [
        _Parameter(name, _POSITIONAL, default, None)
        for name, default in zip(code.co_varnames[:count], defaults, strict=True)
    ]
    if code.co_flags & inspect.CO_VARARGS:
        parameters.append(_Parameter(code.co_varnames[end], _VARIADIC, _EMPTY, None))
    for name in code.co_varnames[count:end]:
        annotation = _evaluate(texts[name], function.__globals__)
        parameters.append(_Parameter(name, _KEYWORD, options.get(name, _EMPTY), annotation))
    return parameters


_evaluated: dict[tuple[str, str], Any] = {}  # by module and text


def _evaluate(annotation: Any, names: dict) -> Any:
    """Return the type that an annotation names."""
    if not isinstance(annotation, str):
        return annotation
    key = names["__name__"], annotation
    if key not in _evaluated:
        _evaluated[key] = eval(annotation, names)
    return _evaluated[key]


def _position(name: str, arrays: list[str]) -> int:
    """Return the position of an input; those of a variadic operator are numbered."""
    return arrays.index(name) if name in arrays else int(name.removeprefix(arrays[0]))
