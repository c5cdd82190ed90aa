"""The operator table: one typed function over torch tensors per operator, declared once.

Positional parameters are arrays, keyword-only parameters are attributes. A parameter annotated
:class:`Training`, :class:`Random`, :class:`Device` or :class:`Out` is filled in by dispatch.
Everything else that knows operators (``mx.nd``, ``mx.sym``, methods, files, tests) is derived from
this table.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass, field

from .attrs import REQUIRED, Attr, kind_of


class Training:
    """Annotation: True while autograd is in train mode."""


class Random:
    """Annotation: the ``torch.Generator`` of the context the operator runs on."""


class Device:
    """Annotation: the ``torch.device`` an operator without inputs creates its output on."""


class Out:
    """Annotation: the tensors given as ``out``, or None; a kernel may compute results in them."""


AMBIENT = (Training, Random, Device, Out)


@dataclass(frozen=True, slots=True, eq=False)
class Op:
    """What the framework knows of one operator."""

    name: str
    kernel: Callable
    inputs: tuple[str, ...]  # names of array parameters; of a variadic operator, its one name
    required: int  # how many of them must be given
    variadic: bool
    attrs: dict[str, Attr]
    ambient: dict[str, type]  # parameter name -> Training, Random, Device or Out
    outputs: int | Callable[[dict], int]  # how many arrays it returns
    output_names: tuple[str, ...] | Callable[[dict], tuple[str, ...]]
    mutates: tuple[str, ...]  # inputs the kernel changes in place
    aux: tuple[str, ...]  # inputs that are auxiliary states of a symbol, not arguments
    aliases_input: bool  # may return a view of an input, which eager callers must not see
    mixed: bool  # inputs may differ in dtype
    infer_params: Callable | None  # (shapes of known inputs by name, attrs) -> shapes of the others
    doc: str
    aliases: tuple[str, ...]
    parsed: dict[tuple, dict] = field(default_factory=dict)  # attributes, as written -> as read

    def num_outputs(self, attrs: dict) -> int:
        return self.outputs(attrs) if callable(self.outputs) else self.outputs

    def input_names(self, count: int) -> tuple[str, ...]:
        """The names of the first inputs; those of a variadic operator are numbered."""
        if self.variadic:
            return tuple(f"{self.inputs[0]}{i}" for i in range(count))
        return self.inputs[:count]


OPS: dict[str, Op] = {}  # by every name, aliases included
NUMPY_PREFIXES = ("_np_", "_npi_", "_npx_")  # of operators that only mx.np and mx.npx call


def op(name: str, *aliases: str, **facts):
    """Declare the decorated function as the operator ``name``, also known as ``aliases``.

    ``facts`` are what the function's signature does not tell, see :func:`register`.
    """

    def declare(kernel: Callable) -> Callable:
        register(kernel, name, aliases, **facts)
        return kernel

    return declare


def register(
    kernel: Callable,
    name: str,
    aliases: tuple[str, ...] = (),
    outputs: int | Callable[[dict], int] = 1,
    output_names: tuple[str, ...] | Callable[[dict], tuple[str, ...]] = ("output",),
    mutates: tuple[str, ...] = (),
    aux: tuple[str, ...] = (),
    aliases_input: bool = False,
    mixed: bool = False,
    infer_params: Callable | None = None,
    doc: str | None = None,
) -> Op:
    """Add an operator to the table; families call this in a loop."""
    arrays, optional, variadic, attrs, ambient = [], 0, False, {}, {}
    for parameter in inspect.signature(kernel, eval_str=True).parameters.values():
        if parameter.kind is parameter.VAR_POSITIONAL:
            variadic = True
            arrays.append(parameter.name)
        elif parameter.kind is not parameter.KEYWORD_ONLY:
            arrays.append(parameter.name)
            optional += parameter.default is None
        elif parameter.annotation in AMBIENT:
            ambient[parameter.name] = parameter.annotation
        else:
            default = REQUIRED if parameter.default is parameter.empty else parameter.default
            attrs[parameter.name] = Attr(parameter.name, kind_of(parameter.annotation), default)
    entry = Op(
        name=name,
        kernel=kernel,
        inputs=tuple(arrays),
        required=len(arrays) - optional,
        variadic=variadic,
        attrs=attrs,
        ambient=ambient,
        outputs=outputs,
        output_names=output_names,
        mutates=mutates,
        aux=aux,
        aliases_input=aliases_input,
        mixed=mixed,
        infer_params=infer_params,
        doc=doc or inspect.getdoc(kernel) or "",
        aliases=aliases,
    )
    for known in (name, *aliases):
        if known in OPS:
            raise ValueError(f"operator {known} is declared twice")
        OPS[known] = entry
    return entry
