"""Execution of operators on arrays, recorded or not.

``invoke`` handles every call. ``prepared_caller`` creates a fast path for common calls, in which
everything that does not change between calls is looked up once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import torch

from .._core import declined, dtypes
from .._core.inline import inline
from .._core.scope import Tape, state
from .._ops.checks import KERNEL_ERRORS, cause, describe, kernel_error
from .._ops.copies import contiguous
from .._ops.messages import advise_conversion
from .._ops.registry import Device, Op, Out, Parsed, Random, Training
from .._ops.storage_rules import DENSE, storage_from_dense
from ..base import MXNetError
from ..context import Context, current_context, parse_context, torch_device
from .array import NDArrayBase, finish, is_in_graph, join_graph, make_arrays, read, with_history
from .generators import generator
from .integer_gradients import is_integer_variable, record_integers
from .interceptors import Call, active, intercept
from .options import Options, find_parsed

Arrays = Sequence[NDArrayBase | None]  # None for an input left out
Targets = Any  # what a user gave as ``out``, read by ``targets_of``

_OMITTED = object()  # the array of a call that has none by position

INPLACE_IN_RECORD = (
    "Assigning to NDArrays that are already in a computational graph will cause undefined "
    "behavior when evaluating gradients. Please call backward first to clear the graph or do this "
    "out side of a record section. Also note that you cannot use inplace operations like +=, *=, "
    "relu(x, out=x), etc inside a record section."
)

INPLACE_WITH_GRAPH = (
    "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd."
)


def invoke(
    op: Op,
    arrays: Arrays,
    attrs: dict,
    out: Targets = None,
    cls: type[NDArrayBase] = NDArrayBase,
    is_intercepted: bool = False,
) -> Any:
    """Run an operator on arrays (None for an omitted input) with parsed attributes."""
    if active and not is_intercepted:
        return intercept(Call(op, arrays, attrs, out, cls), _proceed)
    tape = state.tape
    tensors: list[torch.Tensor | None] = []
    ctx = dtype = None
    for array in arrays:
        if array is None:
            tensors.append(None)
            continue
        if not array._has_tensor:  # an output of a graph, or a sparse array
            return array.apply(op, arrays, attrs, out)
        tensor, _ = read(array, tape)
        tensors.append(tensor)
        if ctx is None:
            ctx, dtype = array._ctx, tensor.dtype
        elif array._ctx is not ctx or tensor.dtype is not dtype:
            _check_alike(op, arrays, len(tensors) - 1, ctx, array._ctx, dtype, tensor.dtype)
    result_ctx = _context_of(op, attrs, out) if ctx is None else ctx.result
    if op.ambient:
        attrs = _add_ambient(op, attrs, result_ctx, out)
    if op.mutates and tape is not None:
        _refuse_graph(op, _mutated_inputs(op, arrays))
    try:
        result = op.kernel(*tensors, **attrs)
    except KERNEL_ERRORS as error:
        raise kernel_error(op, tensors, attrs, error) from cause(error)
    if out is not None:
        return _write(op, arrays, tensors, _results(op, tensors, attrs, result, tape), out, tape)
    results = _make_results(op, tensors, attrs, result, result_ctx, tape, cls)
    if op.storage is not None and (stype := storage_from_dense(op, attrs)) != DENSE:
        return _store(op, results, stype)
    return results


def _proceed(call: Call) -> Any:
    """Run an operator after all interceptors."""
    return invoke(call.op, call.arrays, call.attrs, call.out, call.cls, is_intercepted=True)


# ------------------------------------------------------------------------------ prepared callers


def prepared_caller(
    op: Op, cls: type[NDArrayBase], general: Callable, options: Options | None = None
) -> Callable:
    """Return a function with a fast path for the common call; ``general`` handles other calls.

    Common calls have plain arrays on one context by position, attributes that were parsed before,
    and no ``out``. ``options`` are by default the attributes of the operator and ``name``, which
    arrays do not have.
    """
    options = options or Options(op.attrs, op.parsed, "name")
    is_simple = op.outputs == 1 and not (op.variadic or op.ambient or op.mutates)
    if is_simple and op.required == len(op.inputs) == 1:
        return _unary_caller(op, cls, general, options)
    caller = _caller(op, cls, general, options)
    if is_simple and op.required == 1:  # usually without the optional inputs
        names = (*op.inputs[1:], *options.names)
        return _unary_caller(op, cls, caller, Options(names, options.parsed, options.ignored))
    if is_simple and op.required == len(op.inputs) == 2 and not op.aliases_input:
        return _binary_caller(op, cls, caller if options.names else general, options)
    return caller


@inline(read, finish, find_parsed)
def _caller(op: Op, cls: type[NDArrayBase], general: Callable, options: Options) -> Callable:
    """Return the caller of an operator with any number of inputs and results."""
    kernel, ambient, mutates = op.function, op.ambient, bool(op.mutates)
    aliases_input, mixed, variadic = op.aliases_input, op.mixed, op.variadic
    least, most = op.required, sys.maxsize if op.variadic else len(op.inputs)
    calls, in_list = options.calls, options.follow_list

    def call(*args: Any, **kwargs: Any) -> Any:
        arrays: Arrays = args
        values: tuple = ()
        if in_list:
            if not args or type(args[0]) is not list and type(args[0]) is not tuple:
                return general(*args, **kwargs)
            arrays, values = args[0], args[1:]
        elif len(args) > most:
            arrays, values = args[:most], args[most:]
        entry = find_parsed(options, calls, values, kwargs)
        tape = state.tape
        if active or entry is None or len(arrays) < least or mutates and tape is not None:
            return general(*args, **kwargs)
        tensors: list[torch.Tensor | None] = []
        ctx = recorded = None  # recorded: the tape, once an input is on it
        has_one_type = True
        for array in arrays:
            if type(array) is not cls:
                if array is None and len(tensors) >= least and not variadic:
                    tensors.append(None)
                    continue
                return general(*args, **kwargs)
            tensor, own = read(array, tape)
            if own is not None:
                recorded = own
            if ctx is None:
                ctx, dtype = array._ctx, tensor.dtype
            elif array._ctx is not ctx:
                return general(*args, **kwargs)
            elif tensor.dtype is not dtype:
                if not mixed:
                    return general(*args, **kwargs)
                has_one_type = False
            tensors.append(tensor)
        attrs, specialized = entry
        result_ctx = _context_of(op, attrs, None) if ctx is None else ctx.result
        if ambient:
            attrs = _add_ambient(op, attrs, result_ctx, None)
        try:
            if specialized is not None and has_one_type and dtype.is_floating_point:
                result = specialized(*tensors)
            else:
                result = kernel(*tensors, **attrs)
            if aliases_input or type(result) is tuple:
                return _make_results(op, tensors, attrs, result, result_ctx, recorded, cls)
        except KERNEL_ERRORS as error:
            failure = repr(error)
        else:
            return finish(cls, result_ctx, result, recorded, tensors, op, attrs)
        return repeat(failure, general, *args, **kwargs)

    return call


@inline(read, finish, find_parsed)
def _unary_caller(op: Op, cls: type[NDArrayBase], general: Callable, options: Options) -> Callable:
    """Return the caller of an operator with one input and one result."""
    kernel, aliases_input = op.function, op.aliases_input
    calls = options.calls
    plain = _parsed_nothing(op) if options.parsed is op.parsed else None

    def call(array: Any = _OMITTED, /, *args: Any, **kwargs: Any) -> Any:
        if kwargs or args:
            entry = find_parsed(options, calls, args, kwargs)
        else:
            entry = plain or calls.get(()) or options.find((), (), kwargs)
        if active or entry is None or type(array) is not cls:
            arrays = () if array is _OMITTED else (array,)
            return general(*arrays, *args, **kwargs)
        tensor, tape = read(array, state.tape)
        attrs, specialized = entry
        try:
            if specialized is not None and tensor.is_floating_point():
                result = specialized(tensor)
            else:
                result = kernel(tensor, **attrs)
            if aliases_input and not (
                result._base is None and result is not tensor and result.is_contiguous()
            ):  # here, because a broadcast view can be larger than memory
                result = copy_if_aliased(result, (tensor,))
        except KERNEL_ERRORS as error:
            failure = repr(error)
        else:
            return finish(cls, array._ctx.result, result, tape, (tensor,), op, attrs)
        return repeat(failure, general, array, *args, **kwargs)

    return call


@inline(read, finish, find_parsed)
def _binary_caller(op: Op, cls: type[NDArrayBase], general: Callable, options: Options) -> Callable:
    """Return the caller of an operator with two inputs and one result."""
    kernel, mixed = op.function, op.mixed
    calls = options.calls
    plain = _parsed_nothing(op) if options.parsed is op.parsed else None

    def call(*args: Any, **kwargs: Any) -> Any:
        if active or len(args) != 2:
            return general(*args, **kwargs)
        left, right = args
        if kwargs:
            entry = find_parsed(options, calls, (), kwargs)
        else:
            entry = plain or calls.get(()) or options.find((), (), kwargs)
        if entry is None or type(left) is not cls or type(right) is not cls:
            return general(*args, **kwargs)
        tape = state.tape
        a, recorded = read(left, tape)
        b, tape = read(right, tape)
        has_one_type = a.dtype is b.dtype
        if left._ctx is not right._ctx or not (has_one_type or mixed):
            return general(*args, **kwargs)
        attrs, specialized = entry
        try:
            if specialized is not None and has_one_type and a.is_floating_point():
                result = specialized(a, b)
            else:
                result = kernel(a, b, **attrs)
        except KERNEL_ERRORS as error:
            failure = repr(error)
        else:
            if tape is None:
                tape = recorded
            return finish(cls, left._ctx.result, result, tape, (a, b), op, attrs)
        return repeat(failure, general, *args, **kwargs)

    return call


def repeat(failure: str, general: Callable, *args: Any, **kwargs: Any) -> Any:
    """Repeat a call that failed on a fast path, which raises the descriptive error.

    Called outside of the handler, because Python would show the failure as the cause of the error.
    """
    result = general(*args, **kwargs)
    declined.report("fast path of an operator", RuntimeError(failure))
    return result


def _parsed_nothing(op: Op) -> Parsed | None:
    """Return the parsed attributes of a call without any, if the operator has none."""
    return None if op.attrs else ({}, None if op.specialize is None else op.specialize({}))


# ------------------------------------------------------------------------------ before the kernel


def _check_alike(
    op: Op,
    arrays: Arrays,
    position: int,
    ctx: Context,
    other: Context,
    dtype: torch.dtype,
    other_dtype: torch.dtype,
) -> None:
    """Reject a mixture of devices, and of dtypes if the operator does not allow it."""
    if ctx is not other and 2 in (ctx.device_typeid, other.device_typeid):
        raise MXNetError(
            f"Error in operator {op.name}: operators require all inputs live on the same context. "
            f"But the first argument is on {ctx} while argument {position + 1} is on {other}. "
            f"Copy one of them with as_in_context(mx.{ctx})."
        )
    if dtype is not other_dtype and not op.mixed:
        expected, actual = (dtypes.BY_TORCH[d].name for d in (dtype, other_dtype))
        raise MXNetError(
            f"Error in operator {op.name}: [Incompatible attr in node  at {position}-th input: "
            f"expected {expected}, got {actual}]. {advise_conversion(op, dtype, other_dtype)}"
            f"\n  inputs: {_describe_inputs(op, arrays)}"
        )


def _describe_inputs(op: Op, arrays: Arrays) -> str:
    """Return names, shapes and types of inputs for a message."""
    named = zip(op.input_names(len(arrays)), arrays, strict=True)
    return ", ".join(f"{name} {describe(array._t)}" for name, array in named if array is not None)


def _context_of(op: Op, attrs: dict, out: Targets) -> Context:
    """Return the context for the result of an operator without inputs."""
    if out is not None and (targets := targets_of(op, out)):
        return targets[0]._ctx
    text = attrs.get("ctx")
    if not text:
        return current_context()
    try:
        return parse_context(text)
    except MXNetError as error:
        raise MXNetError(f"Error in operator {op.name}: ctx: {error}") from None


def _add_ambient(op: Op, attrs: dict, ctx: Context, out: Targets) -> dict:
    """Add the parameters that the operator takes from the environment of the call."""
    attrs = attrs.copy()
    for name, kind in op.ambient.items():
        attrs[name] = _AMBIENT[kind](op, ctx, out)
    return attrs


def add_random(op: Op, attrs: dict, ctx: Context) -> dict:
    """Add the random generator that the operator takes, if any, and no other such parameters."""
    names = [name for name, kind in op.ambient.items() if kind is Random]
    return attrs | dict.fromkeys(names, _generator(ctx)) if names else attrs


def _device(op: Op, ctx: Context) -> torch.device:
    try:
        return torch_device(ctx)
    except MXNetError as error:
        raise MXNetError(f"Error in operator {op.name}: {error}") from None


def _tensors_of_out(op: Op, ctx: Context, out: Targets) -> tuple[torch.Tensor, ...] | None:
    if out is None:
        return None
    targets = targets_of(op, out)
    if state.tape is not None:
        _refuse_graph(op, targets)
    # Into a sparse array what is not zero of a dense tensor is written later.
    return tuple(array._t if array._has_tensor else array._zeros() for array in targets)


def _generator(ctx: Context) -> torch.Generator:
    if state.trace is not None:
        raise MXNetError(
            "random numbers that do not depend on an input would be the same at every call of the "
            "graph"
        )
    return generator(ctx)


_AMBIENT: dict[Any, Callable[[Op, Context, object], object]] = {
    Training: lambda op, ctx, out: state.training,
    Random: lambda op, ctx, out: _generator(ctx),
    Device: lambda op, ctx, out: _device(op, ctx),
    Out: _tensors_of_out,
}


def _mutated_inputs(op: Op, arrays: Arrays) -> list[NDArrayBase | None]:
    """Return the inputs that the kernel modifies; for a variadic operator these can be any."""
    if op.variadic:
        return list(arrays)
    return [a for name, a in zip(op.inputs, arrays, strict=False) if name in op.mutates]


def _refuse_graph(op: Op, arrays: Iterable[NDArrayBase | None]) -> None:
    if any(array is not None and is_in_graph(array) for array in arrays):
        raise MXNetError(f"Error in operator {op.name}: {INPLACE_IN_RECORD}")


# ------------------------------------------------------------------------------- after the kernel


def _results(
    op: Op, tensors: list, attrs: dict, result: Any, tape: Tape | None
) -> Sequence[torch.Tensor]:
    results: Sequence[torch.Tensor] = result if type(result) is tuple else (result,)
    if op.aliases_input:
        try:
            results = [copy_if_aliased(r, tensors) for r in results]
        except RuntimeError as error:  # a broadcast view can be larger than memory
            raise kernel_error(op, tensors, attrs, error) from cause(error)
    if tape is None or not results or results[0].requires_grad:
        return results
    return record_integers(op, results, tensors, attrs)


def _make_results(
    op: Op,
    tensors: list,
    attrs: dict,
    result: Any,
    ctx: Context,
    tape: Tape | None,
    cls: type[NDArrayBase],
) -> Any:
    """Create arrays of a kernel's results: a list, unless there is one."""
    arrays = make_arrays(_results(op, tensors, attrs, result, tape), tensors, ctx, tape, cls)
    return arrays[0] if len(arrays) == 1 else arrays


def _store(op: Op, array: NDArrayBase, stype: str) -> NDArrayBase:
    """Return a result in the storage type of the operator.

    Results in a graph stay dense, because torch differentiates dense tensors.
    """
    if is_in_graph(array):
        return array
    try:
        return array.tostype(stype)
    except ValueError as error:
        raise MXNetError(f"Error in operator {op.name}: {error}") from error


def copy_if_aliased(result: torch.Tensor, inputs: Sequence[torch.Tensor | None]) -> torch.Tensor:
    """Return a result in contiguous memory that no input shares."""
    if not result.is_contiguous():
        return contiguous(result)  # a copy
    base = result._base  # None: not a view
    for tensor in inputs:
        if tensor is result or base is not None and _is_of(tensor, base):
            return result.clone()
    return result


def _is_of(tensor: torch.Tensor | None, base: torch.Tensor) -> bool:
    """Return whether a tensor is the base of a view, or another view of it."""
    return tensor is not None and (tensor is base or tensor._base is base)


def targets_of(op: Op, out: Targets) -> list[NDArrayBase]:
    """Return the arrays passed as ``out``."""
    targets = list(out) if isinstance(out, list | tuple) else [out]
    for target in targets:
        if not isinstance(target, NDArrayBase):
            several = "; several sizes or axes are one argument, as in transpose((1, 0))"
            raise TypeError(
                f"Error in operator {op.name}: out must be an NDArray or a list of NDArrays to "
                f"write the result into, got {target!r} of type {type(target)}"
                f"{several if isinstance(target, int) else ''}"
            )
    return targets


def _write(
    op: Op,
    arrays: Arrays,
    tensors: Sequence[torch.Tensor | None],
    results: Sequence[torch.Tensor],
    out: Targets,
    tape: Tape | None,
) -> Targets:
    """Write results into the arrays passed as ``out``."""
    targets = targets_of(op, out)
    if len(targets) != len(results):
        raise MXNetError(
            f"Error in operator {op.name}: out has {len(targets)} arrays, "
            f"the operator returns {len(results)}"
        )
    if tape is not None:
        _refuse_graph(op, targets)
        results = [_in_graph(r, tensors) for r in results]
        if any(r.requires_grad for r in results) and any(t is a for t in targets for a in arrays):
            raise MXNetError(f"Error in operator {op.name}: {INPLACE_WITH_GRAPH}")
    for target, tensor in zip(targets, results, strict=True):
        assign(target, tensor, tape, op.name)
    return out


def _in_graph(result: torch.Tensor, inputs: Sequence[torch.Tensor | None]) -> torch.Tensor:
    if result.requires_grad or not result.is_floating_point():
        return result
    return with_history(result, inputs)


def assign(target: NDArrayBase, tensor: torch.Tensor, tape: Tape | None, what: str) -> None:
    """Write a tensor into an array; while recording, the array takes its position in the graph."""
    if not target._has_tensor:  # a sparse array keeps what is not zero
        target._assign(tensor)
        return
    if target._t is tensor:
        return  # the kernel has computed it in place
    if target._t.shape != tensor.shape or target._t.dtype is not tensor.dtype:
        raise MXNetError(
            f"Error in operator {what}: out is {describe(target._t)}, "
            f"the result is {describe(tensor)}. Pass an array of that shape and dtype."
        )
    target._t.copy_(tensor.detach() if tensor.requires_grad else tensor)
    if tape is not None and (tensor.requires_grad or is_integer_variable(tensor)):
        join_graph(target, tensor, tape)
