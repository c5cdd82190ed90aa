"""Conversion of networks to torch and back."""

from __future__ import annotations

import contextlib
import math
import os

import numpy as np

from .. import autograd, ndarray as nd
from .._eager.array import wrap
from .._formats.tensors import is_safetensors, read_safetensors, read_torch
from .._graph.lower.to_torch import export_program, module_of
from ..base import MXNetError
from ..context import cpu
from ..ndarray import NDArray
from ..ndarray._nesting import map_nested, regroup
from ._export import InputDescription, leaves_of
from ._graph import flatten
from ._parameter_dict import load_all
from ._parameter_shapes import fits

TOLERANCE = 1e-3  # relative to the largest element: kernels for other shapes round differently


def export_block(block, inputs, open_axes):
    """Export a block with ``torch.export``; return the program and the module, which is checked."""
    inputs = list(inputs) or _example_inputs(block)
    with autograd.pause(train_mode=False):
        expected = block(*inputs)
    network = block._network()
    flat = [array for array in flatten(inputs, "input")[0] if array is not None]
    if len(flat) != len(network.inputs):
        raise MXNetError(
            f"{type(block).__name__} '{block.name}' has {len(network.inputs)} inputs "
            f"({', '.join(network.inputs)}) as a graph, got {len(flat)}"
        )
    program = export_program(
        network.graph._entries,
        cpu(),
        list(network.inputs),
        _parameters_by_key(block, network),
        tuple(map_nested(inputs, NDArray, lambda array: array.as_in_context(cpu())._t)),
        lambda results: regroup(results, network.out_format)[0],
        open_axes,
    )
    module = module_of(program, list(network.inputs))
    _check(_largest(expected, _run(module, inputs)))
    longer = map_nested(inputs, NDArray, lambda array: _longer(array, open_axes))
    with contextlib.suppress(AssertionError):  # some sizes could not be left open
        _check(largest_difference(block, module, *longer))
    return program, module


def _check(difference: float) -> None:
    if not difference <= TOLERANCE:
        raise MXNetError(
            f"torch computes something else: the results differ by {difference:.2g} of the largest "
            "element. Networks that draw random numbers cannot be exported; if this one does not, "
            "please report it"
        )


def _longer(array: NDArray, axes) -> NDArray:
    """Return an array longer by one along some axes, where its first element is repeated."""
    for axis in axes:
        if -array.ndim <= axis < array.ndim and array.shape[axis]:
            array = nd.concat(array, nd.slice_axis(array, axis=axis, begin=0, end=1), dim=axis)
    return array


def largest_difference(first, second, *inputs) -> float:
    """Run two networks, of Gluon or torch, on the same inputs; return how much they differ.

    The result is the largest difference between elements, relative to the largest element of that
    output.

    >>> from mxnet import gluon, nd
    >>> net = gluon.nn.Dense(3, in_units=4)
    >>> net.initialize()
    >>> largest_difference(net, net.to_torch(nd.ones((2, 4))), nd.ones((5, 4))) < 1e-6
    True
    """
    return _largest(_run(first, inputs), _run(second, inputs))


def _run(network, inputs) -> list[np.ndarray]:
    if hasattr(network, "collect_params"):
        with autograd.pause(train_mode=False):
            return network(*inputs)
    tensors = map_nested(list(inputs), NDArray, lambda array: array.as_in_context(cpu())._t)
    return network(*tensors)


def _largest(first, second) -> float:
    pairs = zip(_arrays(first), _arrays(second), strict=True)
    return max((_distance(one, other) for one, other in pairs), default=0.0)


def _arrays(value) -> list[np.ndarray]:
    if isinstance(value, list | tuple):
        return [array for item in value for array in _arrays(item)]
    array = value.asnumpy() if isinstance(value, NDArray) else value.detach().double().numpy()
    return [array.astype(np.float64)]


def _distance(one: np.ndarray, other: np.ndarray) -> float:
    if one.shape != other.shape:
        return math.inf
    if not one.size:
        return 0.0
    same = (one == other) | (np.isnan(one) & np.isnan(other))
    size = np.abs(one[np.isfinite(one)]).max(initial=0.0) or 1.0
    return float(np.where(same, 0.0, np.abs(one - other)).max() / size)


def _parameters_by_key(block, network) -> dict:
    """Return structural name, value and trainability of each parameter, by name in the graph."""
    keys = {}
    for key, parameter in block._collect_params_with_prefix().items():
        keys.setdefault(id(parameter), key)
    used = set(network.graph.list_inputs())
    return {
        name: (keys.get(id(p)) or name, p._reduce().copy()._t, p.grad_req != "null")
        for name, p in network.parameters.items()
        if name in used
    }


def _example_inputs(block) -> list:
    """Create inputs like those of the block's first call."""
    first = block._first_inputs
    if not first or any(description.shape is None for description in leaves_of(first)):
        raise MXNetError(
            f"{type(block).__name__} '{block.name}' has not been called yet: give to_torch inputs "
            "to look at, such as nd.ones((2, 3, 224, 224))"
        )
    contexts = block.collect_params().list_ctx()
    ctx = contexts[0] if contexts else cpu()
    return map_nested(first, InputDescription, lambda description: _random_input(description, ctx))


def _random_input(description: InputDescription, ctx) -> NDArray:
    # torch would infer from a batch size of 1 that it is always 1.
    batch, *rest = description.shape or (1,)
    shape = (max(batch, 2), *rest) if description.shape else ()
    return nd.random.uniform(shape=shape, ctx=ctx).astype(description.dtype)


# ---------------------------------------------------------------------------------- from torch


def load_torch(block, source, ctx) -> dict[str, str]:
    """Set the values of a block from a ``state_dict``; return the source name of each parameter."""
    tensors, where = _state_of(source)
    # num_batches_tracked of torch has no counterpart here.
    tensors = {n: t for n, t in tensors.items() if not n.endswith("num_batches_tracked")}
    ours = {}
    for key, parameter in block._collect_params_with_prefix().items():
        if parameter not in ours.values():
            ours[key] = parameter
    names = list(ours)
    if set(tensors) != set(ours):
        if is_file(source) and is_safetensors(source):
            raise MXNetError(
                f"{where} has other names than the network, and no order; the first of the network "
                f"that is not in it is '{next((n for n in names if n not in tensors), None)}'. "
                "Make a state_dict in the order of the network's parameters."
            )
        if len(tensors) != len(ours):
            raise MXNetError(_count_error(block, ours, tensors, where))
        names = list(tensors)
    for (key, parameter), name in zip(ours.items(), names, strict=True):
        shape = tuple(tensors[name].shape)
        if not fits(parameter.shape, shape):
            raise MXNetError(
                f"'{key}' has shape {parameter.shape}, and in its place {where} has '{name}' of "
                f"shape {shape}; parameters are matched by name if all names are the same, "
                "otherwise in order"
            )
    arrays = {
        parameter: wrap(tensors[name].detach().cpu().clone(), cpu(), NDArray)
        for parameter, name in zip(ours.values(), names, strict=True)
    }
    load_all(arrays, ctx, True, "current")
    return dict(zip(ours, names, strict=True))


def is_file(source) -> bool:
    """Return whether the argument is a file name instead of its contents."""
    return isinstance(source, str | os.PathLike)


def _state_of(source) -> tuple[dict, str]:
    """Return the tensors of a module, a dictionary or a file, and its name for messages."""
    if is_file(source):
        read = read_safetensors if is_safetensors(source) else read_torch
        return read(source), repr(os.fspath(source))
    if hasattr(source, "state_dict"):
        return source.state_dict(), type(source).__name__
    if isinstance(source, dict):
        return source, "the state_dict"
    raise TypeError(
        f"load_torch takes a module of torch, its state_dict or a file of it, got {source!r}"
    )


def _count_error(block, ours, tensors, where) -> str:
    first = next(
        (
            f"; the first that differ are '{key}' {parameter.shape} here and '{name}' "
            f"{tuple(tensors[name].shape)} there"
            for (key, parameter), name in zip(ours.items(), tensors, strict=False)
            if not fits(parameter.shape, tuple(tensors[name].shape))
        ),
        "",
    )
    return (
        f"{type(block).__name__} '{block.name}' has {len(ours)} parameters, {where} has "
        f"{len(tensors)}{first}"
    )
