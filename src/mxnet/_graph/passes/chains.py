"""Consecutive convolutions as one call, which packs weights for the shape of its first data."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import torch
from torch import fx

from ..._core import declined, malloc, private_torch
from ..._core.declined import Declined
from .fused import ConvolutionSpec
from .onednn import OneDNN
from .onednn_graph import OneDNNGraph
from .packed_weight import PackedWeight
from .patterns import only_user

# Compiling a oneDNN graph costs as much as 50 to 100 calls save, so it is deferred to the eighth
# call with the same parameters. A graph saves the overhead of a call, 0.04 ms, which only matters
# for light convolutions (32 million multiplications take 0.7 ms). Depthwise convolutions gain more,
# because they run faster in oneDNN's own layout.
CALLS_BEFORE_GRAPHS = 8
LIGHT = 32e6
LARGE = 4 << 20  # bytes of weights: packing them takes longer than returning free memory, 1 ms
TOLERANCE = 1e-4  # relative to the largest result: graphs that differ by more are not used


def link_convolutions(graph: fx.Graph) -> None:
    """Merge calls of convolutions if a result is used only by the next one.

    The calls have the arguments (data, other or None, weight, bias, factors, weight, ...). Only
    the last convolution of a chain may add another array.
    """
    starts = [node for node in graph.nodes if _is_chain(node) and _before(node) is None]
    for start in starts:
        calls = [start]
        while (after := only_user(calls[-1])) is not None and _before(after) is calls[-1]:
            calls.append(after)
        if len(calls) > 1:
            _merge(graph, calls)


def _is_chain(node: fx.Node) -> bool:
    return isinstance(node.target, ConvolutionChain)


def _before(node: fx.Node) -> fx.Node | None:
    """Return the convolution whose result is the data of this one and is not used elsewhere."""
    data = node.args[0] if _is_chain(node) else None
    is_link = data is not None and _is_chain(data) and data.args[1] is None
    return data if is_link and only_user(data) is node else None


def _merge(graph: fx.Graph, calls: list[fx.Node]) -> None:
    last = calls[-1]
    merged = ConvolutionChain([link for call in calls for link in call.target.links])
    arrays = [array for call in calls for array in call.args[2:]]
    with graph.inserting_before(last):
        new = graph.call_function(merged, (calls[0].args[0], last.args[1], *arrays))
    last.replace_all_uses_with(new)
    for call in reversed(calls):
        graph.erase_node(call)


@dataclass(frozen=True, slots=True)
class PackedConvolution:
    """A convolution, its packed function and what it can be packed from again."""

    compute: Any  # OneDNN or Winograd
    weight: torch.Tensor | None  # None if ``compute`` has it
    bias: torch.Tensor | None
    origin: PackedWeight | None
    pack: Callable[[torch.Tensor, torch.Tensor | None], Any]
    work: int  # multiplications

    @property
    def fits_graph(self) -> bool:
        """Whether it can be part of a oneDNN graph."""
        return isinstance(self.compute, OneDNN) and self.compute.fits_graph

    def read_weight(self) -> torch.Tensor:
        """Return the weight in the plain format."""
        return self.compute.read_weight() if self.weight is None else self.weight

    def unpack(self) -> PackedConvolution:
        """Return the convolution with a plain weight, so that a graph can be built of it."""
        weight = self.read_weight()
        if self.origin is not None:
            self.origin.read_from(functools.partial(_identity, weight))
        return replace(self, compute=self.compute.without_weight(), weight=weight)

    def pack_again(self) -> Any:
        """Return a function as it was before ``unpack``."""
        assert self.weight is not None
        packed = self.pack(self.weight, self.bias)
        if self.origin is not None:
            self.origin.read_from(packed.read_weight)
        return packed


def _identity(weight: torch.Tensor) -> torch.Tensor:
    return weight


class Weights(NamedTuple):
    """The arrays of a convolution.

    A batch normalization has multiplied the weight by ``factors``. If the chain may replace what it
    was computed from by what it packs, that is ``origin``.
    """

    weight: torch.Tensor
    bias: torch.Tensor | None = None
    factors: torch.Tensor | None = None
    origin: PackedWeight | None = None


Arrays = Callable[[], Iterable[Sequence]]  # the ``Weights`` of each convolution


class Unloaded(Exception):
    """The weights of convolutions were freed while a plan ran."""


class ConvolutionChain:
    """Consecutive convolutions, for data of the shape of the first call."""

    def __init__(self, links: list[ConvolutionSpec]):
        self.links = links
        self._lock = threading.Lock()
        self._arrays: Arrays | None = None  # until they are packed
        self._parts: list[list[PackedConvolution]] = []  # until they are compiled
        self._ready: tuple[torch.Size, list[Callable]] | None = None
        self._calls = 0

    __name__ = "convolutions"  # its name in the generated code

    @property
    def computed_by(self) -> list[Callable]:
        """The functions that compute the convolutions, each one or several."""
        return [] if self._ready is None else self._ready[1]

    def load(self, arrays: Arrays) -> None:
        """Set the source of weights and biases, which are packed one by one at the next call."""
        with self._lock:
            self._arrays, self._parts, self._ready, self._calls = arrays, [], None, 0

    def unload(self) -> None:
        """Free the weights; a call before the next ``load`` raises Unloaded."""
        with self._lock:
            self._arrays, self._parts, self._ready = None, [], None

    def __call__(self, data: torch.Tensor, other: torch.Tensor | None = None) -> torch.Tensor:
        shape, steps = self._ready or self._pack(data, other)
        if data.shape != shape:
            raise ValueError(
                "the shape of the data has changed, though the shapes of the inputs have not"
            )
        self._calls = calls = self._calls + 1
        if calls == CALLS_BEFORE_GRAPHS and self._parts:
            del steps  # the last reference to packed weights that graphs replace
            result = self._join(data, other)
            malloc.release()
            return result
        return _run(steps, data, other)

    def _pack(self, data: torch.Tensor, other: torch.Tensor | None) -> tuple:
        """Choose an algorithm for data of this shape, and pack the weights for it."""
        with self._lock:
            if self._ready is not None:
                return self._ready
            if self._arrays is None:
                raise Unloaded
            _check_types([data, other])
            shape, steps, packed = data.shape, [], 0
            arrays = iter(self._arrays())
            for link in self.links:
                added = None if other is None or link is not self.links[-1] else other.shape
                step, size = _pack_next(link, arrays, shape, added)
                steps.append(step)
                packed += size
                if packed >= LARGE:
                    malloc.release()
                    packed = 0
                shape = link.result_shape(shape)
            parts = [list(part) for _, part in groupby(steps, key=attrgetter("fits_graph"))]
            self._parts = parts if any(map(_is_faster_as_graph, parts)) else []
            self._arrays = None
            self._ready = data.shape, [step.compute for step in steps]
            return self._ready

    def _join(self, data: torch.Tensor, other: torch.Tensor | None) -> torch.Tensor:
        """Compute the result, and let the following calls run oneDNN graphs if that is faster."""
        with self._lock:
            if self._ready is None:
                raise Unloaded
            shape, functions = self._ready
            parts, self._parts = self._parts, []
            if not parts:  # another thread has done it
                return _run(functions, data, other)
            # If this fails, the next call packs the weights again. Other threads wait for the lock.
            all_steps = [step for part in parts for step in part]
            self._ready = None
            self._arrays = lambda: ((step.read_weight(), step.bias) for step in all_steps)
            functions = []
            while parts:
                part, before = parts.pop(0), data
                added = None if parts else other
                steps = [step.compute for step in part]
                data = _run(steps, before, None if added is None else added.clone())
                if _is_faster_as_graph(part):
                    del steps  # the packed weights, before the graph packs them too
                    first = len(all_steps) - sum(map(len, parts)) - len(part)
                    for i, step in enumerate(part):
                        part[i] = all_steps[first + i] = step.unpack()
                        del step
                    graph = _graph(part, before, added, data)
                    steps = [step.pack_again() for step in part] if graph is None else [graph]
                functions += steps
            self._ready, self._arrays = (shape, functions), None
            return data


def _pack_next(
    link: ConvolutionSpec, arrays: Iterator[Sequence], shape: torch.Size, added: torch.Size | None
) -> tuple[PackedConvolution, int]:
    """Pack the weight of a convolution, and return also its size in bytes."""
    weight, bias, factors, origin = Weights(*next(arrays))
    _check_types([weight, bias])
    link.check_weight(weight, bias)
    pack = functools.partial(link.pack, shape=shape, added=added)
    compute, work = pack(weight, bias), link.result_shape(shape).numel() * weight[0].numel()
    size = weight.nbytes
    del weight  # before it is read back
    if origin is not None and isinstance(compute, OneDNN):
        origin.keep(compute.read_weight, factors)
    return PackedConvolution(compute, None, bias, origin, pack, work), size


def _run(steps: list[Callable], data: torch.Tensor, other: torch.Tensor | None) -> torch.Tensor:
    for step in steps[:-1]:
        data = step(data)
    return steps[-1](data, other)


def _check_types(tensors: list[torch.Tensor | None]) -> None:
    if any(t is not None and (t.dtype is not torch.float32 or not t.is_cpu) for t in tensors):
        raise Declined("only float32 arrays on the host are packed")


def _is_faster_as_graph(part: list[PackedConvolution]) -> bool:
    """Return whether convolutions are faster as a oneDNN graph, and the user allows it."""
    if not private_torch.HAS_GRAPHS or os.environ.get("MXNET_ONEDNN_GRAPH") == "0":
        return False
    if not part[0].fits_graph:
        return False
    light = sum(step.work for step in part) <= LIGHT * len(part)
    return light or any(step.compute.is_depthwise for step in part)


def _graph(
    part: list[PackedConvolution], data, other, expected: torch.Tensor
) -> OneDNNGraph | None:
    """Return a oneDNN graph for convolutions, or None if it fails or gives wrong results."""
    try:
        graph = OneDNNGraph([(step.compute, step.read_weight()) for step in part], data, other)
        difference = (graph(data, other) - expected).abs().max()
    except Exception as error:  # torch guarantees nothing about these graphs; single layers work
        declined.note("graph of oneDNN", error)
        return None
    if difference > TOLERANCE * expected.abs().max():
        declined.note("graph of oneDNN", Declined(f"its results differ by {float(difference):.2g}"))
        return None
    return graph
