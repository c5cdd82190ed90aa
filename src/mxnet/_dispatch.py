"""Running an operator on arrays: the one fork in the road between eager and recorded execution.

``invoke`` is the general road. ``fast_caller`` prepares a short cut per operator for the common case
(one plain array and attributes, or two plain arrays) that falls back to it.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch

from . import _dtype
from ._array import NDArrayBase, ShapeNeeded, UnshapedArray, _new, wrap
from ._generators import generator
from ._ops.checks import KernelError
from ._ops.registry import Device, Op, Out, Random, Training
from ._scope import Tape, state
from .base import MXNetError
from .context import Context, current_context, parse_context, torch_device

KERNEL_ERRORS = (RuntimeError, ValueError, TypeError, IndexError, AssertionError)

INPLACE_IN_RECORD = (
    "Assigning to NDArrays that are already in a computational graph will cause undefined behavior "
    "when evaluating gradients. Please call backward first to clear the graph or do this out side of "
    "a record section. Also note that you cannot use inplace operations like +=, *=, relu(x, out=x), "
    "etc inside a record section."
)

INPLACE_WITH_GRAPH = (
    "Inplace operations (+=, -=, x[:]=, etc) are not supported when recording with autograd."
)


def invoke(op: Op, arrays: list, attrs: dict, out=None, cls: type[NDArrayBase] = NDArrayBase):
    """Run an operator on arrays (None for an input left out) with parsed attributes."""
    tape = state.tape
    try:
        if tape is None:
            tensors = [a if a is None else a._t for a in arrays]
        else:
            tensors = [a if a is None else a._t if a._g is None else a._g for a in arrays]
    except ShapeNeeded:
        _resolve_shapes(op, arrays, attrs)
        return invoke(op, arrays, attrs, out, cls)
    ctx = _check_inputs(op, arrays, tensors) if arrays else _context_of(attrs, out)
    if op.ambient:
        attrs = {**attrs, **_ambient(op, ctx, out)}
    if tape is not None and op.mutates:
        _refuse_graph(a for n, a in zip(op.inputs, arrays, strict=False) if n in op.mutates)
    try:
        result = op.kernel(*tensors, **attrs)
    except KERNEL_ERRORS as error:
        raise explained(op, arrays, attrs, error) from error
    many = type(result) is tuple
    results = list(result) if many else [result]
    if op.aliases_input:
        results = [_fresh(r, tensors) for r in results]
    if tape is not None:
        results = _keep_in_graph(results, tensors)
    if out is not None:
        return _write(op, arrays, results, out, tape)
    home = ctx.result if arrays else ctx
    arrays_out = [_result(r, home, tape, cls) for r in results]
    return arrays_out if many and len(arrays_out) != 1 else arrays_out[0]


def fast_caller(op: Op, cls: type[NDArrayBase], general, parse_attrs):
    """Return a function for one or two plain arrays; everything else goes to ``general``."""
    kernel = direct_kernel(op)
    single = op.outputs == 1 and not (op.ambient or op.mutates or op.variadic)
    needs_attrs = any(attr.required for attr in op.attrs.values())
    names, aliases_input = op.attrs.keys(), op.aliases_input

    def unary(*args, **kwargs):
        if len(args) == 1 and (kwargs.keys() <= names if kwargs else not needs_attrs):
            x = args[0]
            if type(x) is cls:
                attrs = parse_attrs(op, kwargs) if kwargs else kwargs
                tape = state.tape
                graph = None if tape is None else x._g
                source = x._t if graph is None else graph
                try:
                    tensor = kernel(source, **attrs)
                except KERNEL_ERRORS as error:
                    raise explained(op, [x], attrs, error) from error
                if aliases_input:
                    tensor = _fresh(tensor, (source,))
                if graph is None:
                    array = _new(cls)
                    array._t = tensor
                    array._ctx = x._ctx.result
                    return array
                if tensor.requires_grad:
                    array = _new(cls)
                    array._g = tensor
                    array._tape = tape
                    array._ctx = x._ctx.result
                    return array
        return general(*args, **kwargs)

    def binary(*args, **kwargs):
        if len(args) == 2 and not kwargs:
            x, y = args
            if type(x) is cls and type(y) is cls and x._ctx is y._ctx:
                array = binary_result(op, kernel, x, y, cls)
                if array is not None:
                    return array
        return general(*args, **kwargs)

    if not single or len(op.inputs) not in (1, 2) or op.required != len(op.inputs):
        return general
    if len(op.inputs) == 1:
        return unary
    return general if needs_attrs or aliases_input else binary


def direct_kernel(op: Op):
    """Return the function that a kernel only passes its arrays on to, or the kernel itself."""
    return getattr(op.kernel, "direct", op.kernel)


def binary_result(op: Op, kernel, x: NDArrayBase, y: NDArrayBase, cls) -> NDArrayBase | None:
    """Run an operator on two arrays of one context; None where only ``invoke`` can (mixed dtypes, no gradient)."""
    tape = state.tape
    if tape is None:
        a, b = x._t, y._t
    else:
        a, b = x._g, y._g
        if a is None:
            a = x._t
        if b is None:
            b = y._t
    if a.dtype is not b.dtype:
        return None
    try:
        tensor = kernel(a, b)
    except KERNEL_ERRORS as error:
        raise explained(op, [x, y], {}, error) from error
    array = _new(cls)
    if tape is None:
        array._t = tensor
    elif tensor.requires_grad:
        array._g = tensor
        array._tape = tape
    elif a.requires_grad or b.requires_grad:
        return None
    else:
        array._t = tensor
    array._ctx = x._ctx.result
    return array


def _check_inputs(op: Op, arrays: list, tensors: list) -> Context:
    """Refuse a mixture of devices or dtypes; return the context of the first input."""
    ctx = dtype = None
    mixed = op.mixed
    for position, array in enumerate(arrays):
        if array is None:
            continue
        if ctx is None:
            ctx, dtype = array._ctx, tensors[position].dtype
            continue
        if array._ctx is not ctx and 2 in (ctx.device_typeid, array._ctx.device_typeid):
            raise MXNetError(
                f"Error in operator {op.name}: inputs live on different devices, {ctx} and {array._ctx}. "
                f"Copy one of them with as_in_context({ctx})."
            )
        if tensors[position].dtype is not dtype and not mixed:
            wanted, came = (_dtype.BY_TORCH[d].name for d in (dtype, tensors[position].dtype))
            raise MXNetError(
                f"Error in operator {op.name}: [Incompatible attr in node  at {position}-th input: "
                f"expected {wanted}, got {came}]. Convert one of them with astype('{wanted}')."
            )
    return ctx or current_context()


def _resolve_shapes(op: Op, arrays: list, attrs: dict) -> None:
    """Give parameters without a shape the one that the operator wants beside its other inputs."""
    unshaped = {
        name: array
        for name, array in zip(op.inputs, arrays, strict=False)
        if isinstance(array, UnshapedArray) and not array.is_resolved
    }
    shapes = {
        name: None if array is None or name in unshaped else tuple(array._t.shape)
        for name, array in zip(op.inputs, arrays, strict=False)
    }
    inferred = op.infer_params(shapes, attrs) if op.infer_params else {}
    for name, array in unshaped.items():
        if inferred.get(name) is None:
            raise MXNetError(
                f"Error in operator {op.name}: the shape of parameter '{array.name}' {array.known_shape} is not "
                f"known and cannot be told from the operator's other inputs; give the whole shape"
            )
        array.resolve(tuple(inferred[name]))


def _context_of(attrs: dict, out) -> Context:
    if out is not None and (targets := _targets(out)):
        return targets[0]._ctx
    text = attrs.get("ctx")
    return parse_context(text) if text else current_context()


def _ambient(op: Op, ctx: Context, out) -> dict:
    return {name: _AMBIENT[kind](ctx, out) for name, kind in op.ambient.items()}


def _tensors_of_out(ctx: Context, out) -> tuple[torch.Tensor, ...] | None:
    if out is None:
        return None
    targets = _targets(out)
    if state.tape is not None:
        _refuse_graph(targets)
    return tuple(array._t for array in targets)


_AMBIENT = {
    Training: lambda ctx, out: state.training,
    Random: lambda ctx, out: generator(ctx),
    Device: lambda ctx, out: torch_device(ctx),
    Out: _tensors_of_out,
}


def _fresh(result: torch.Tensor, inputs: Sequence) -> torch.Tensor:
    """Return memory that no input shares, in ordinary order."""
    if result._is_view() or any(result is t for t in inputs):
        return result.clone(memory_format=torch.contiguous_format)
    return result.contiguous()


class _ZeroGradient(torch.autograd.Function):
    """Keep a result that torch does not differentiate in the graph, with gradient 0."""

    @staticmethod
    def forward(ctx, result, *inputs):
        ctx.save_for_backward(*inputs)
        return result

    @staticmethod
    def backward(ctx, grad):
        return None, *(torch.zeros_like(t) for t in ctx.saved_tensors)


def _keep_in_graph(results: list, inputs: list) -> list:
    """MXNet: what is computed from a variable is in the graph, even where the gradient is 0."""
    if all(r.requires_grad for r in results):
        return results
    roots = [t for t in inputs if t is not None and t.requires_grad]
    if not roots:
        return results
    return [
        r if r.requires_grad or not r.is_floating_point() else _ZeroGradient.apply(r, *roots)
        for r in results
    ]


def _result(tensor: torch.Tensor, ctx: Context, tape: Tape | None, cls) -> NDArrayBase:
    if tape is None or not tensor.requires_grad:
        return wrap(tensor, ctx, cls)
    array = _new(cls)
    array._g = tensor
    array._tape = tape
    array._ctx = ctx
    return array


def _refuse_graph(arrays) -> None:
    if any(array is not None and array._g is not None for array in arrays):
        raise MXNetError(INPLACE_IN_RECORD)


def _targets(out) -> list[NDArrayBase]:
    return list(out) if isinstance(out, list | tuple) else [out]


def _write(op: Op, arrays: list, results: list, out, tape: Tape | None):
    """Put results into the arrays given as ``out``."""
    targets = _targets(out)
    if len(targets) != len(results):
        raise MXNetError(
            f"Error in operator {op.name}: out has {len(targets)} arrays, the operator returns {len(results)}"
        )
    if tape is not None:
        _refuse_graph(targets)
        if any(r.requires_grad for r in results) and any(t is a for t in targets for a in arrays):
            raise MXNetError(INPLACE_WITH_GRAPH)
    for target, tensor in zip(targets, results, strict=True):
        assign(target, tensor, tape, op.name)
    return out


def assign(target: NDArrayBase, tensor: torch.Tensor, tape: Tape | None, what: str) -> None:
    """Write a tensor into an array; while recording the array takes the tensor's place in the graph."""
    if target._t is tensor:
        return  # the kernel has computed it in place
    if target._t.shape != tensor.shape or target._t.dtype is not tensor.dtype:
        raise MXNetError(
            f"Error in operator {what}: out is {_describe(target._t)}, "
            f"the result is {_describe(tensor)}. Pass an array of that shape and dtype."
        )
    target._t.copy_(tensor.detach() if tensor.requires_grad else tensor)
    if tape is not None and tensor.requires_grad:
        target._g, target._tape = tensor, tape


def _describe(tensor: torch.Tensor) -> str:
    return f"{tuple(tensor.shape)} {_dtype.BY_TORCH[tensor.dtype].name}"


def explained(op: Op, arrays: list, attrs: dict, error: Exception) -> Exception:
    """Turn what a kernel raised into an MXNetError that names operator, inputs and attributes."""
    if isinstance(error, MXNetError) and not isinstance(error, KernelError):
        return error
    reason = str(error).strip().split("\nException raised from")[0]
    names = op.inputs if not op.variadic else [f"{op.inputs[0]}{i}" for i in range(len(arrays))]
    came = ", ".join(
        f"{name} {_describe(array._t)}"
        for name, array in zip(names, arrays, strict=False)
        if array is not None
    )
    given = ", ".join(f"{k}={v!r}" for k, v in attrs.items() if k not in op.ambient)
    message = f"Error in operator {op.name}: {reason}"
    message += f"\n  inputs: {came}" if came else ""
    message += f"\n  attributes: {given}" if given else ""
    return MXNetError(message)
