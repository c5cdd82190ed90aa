"""Consecutive convolutions as one call, which packs weights for the shape of its first data."""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

import torch
from torch import fx

from ..._core import declined, malloc, private_torch
from ..._core.declined import Declined
from .fused import ConvolutionSpec
from .onednn import OneDNN
from .onednn_graph import OneDNNGraph
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

    The calls have the arguments (data, other or None, weight, bias, weight, bias, ...). Only the
    last convolution of a chain may add another array.
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
    """A convolution, its packed function and the arrays that it was packed from."""

    compute: Any  # OneDNN or Winograd
    weight: torch.Tensor
    bias: torch.Tensor | None
    pack: Callable[[torch.Tensor, torch.Tensor | None], Any]
    work: int  # multiplications

    @property
    def fits_graph(self) -> bool:
        """Whether it can be part of a oneDNN graph."""
        return isinstance(self.compute, OneDNN) and self.compute.fits_graph

    def unpack(self) -> PackedConvolution:
        """Return the convolution without its packed weight, so that a graph can be built of it."""
        return replace(self, compute=self.compute.without_weight())

    def pack_again(self) -> Any:
        """Return a function as it was before ``unpack``."""
        return self.pack(self.weight, self.bias)


Arrays = Callable[[], Iterable[Sequence]]  # the weight and the bias (or None) of each convolution


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
            shape, steps = data.shape, []
            for link, (weight, bias) in zip(self.links, self._arrays(), strict=True):
                _check_types([data, other, weight, bias])
                link.check_weight(weight, bias)
                added = None if other is None or link is not self.links[-1] else other.shape
                pack = functools.partial(link.pack, shape=shape, added=added)
                shape = link.result_shape(shape)
                work = shape.numel() * weight[0].numel()
                steps.append(PackedConvolution(pack(weight, bias), weight, bias, pack, work))
            parts = [list(part) for _, part in groupby(steps, key=attrgetter("fits_graph"))]
            self._parts = parts if any(map(_is_faster_as_graph, parts)) else []
            self._arrays = None
            self._ready = data.shape, [step.compute for step in steps]
            packed = sum(step.weight.nbytes for step in steps)
            del steps, parts, weight  # those that no graph needs
            if packed >= LARGE:
                malloc.release()
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
            arrays = [(step.weight, step.bias) for part in parts for step in part]
            self._ready, self._arrays = None, lambda: arrays
            functions = []
            while parts:
                part, before = parts.pop(0), data
                added = None if parts else other
                steps = [step.compute for step in part]
                data = _run(steps, before, None if added is None else added.clone())
                if _is_faster_as_graph(part):
                    del steps  # the packed weights, before the graph packs them too
                    part = [step.unpack() for step in part]
                    graph = _graph(part, before, added, data)
                    steps = [step.pack_again() for step in part] if graph is None else [graph]
                functions += steps
            self._ready, self._arrays = (shape, functions), None
            return data


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
        graph = OneDNNGraph([(step.compute, step.weight) for step in part], data, other)
        difference = (graph(data, other) - expected).abs().max()
    except Exception as error:  # torch guarantees nothing about these graphs; single layers work
        declined.note("graph of oneDNN", error)
        return None
    if difference > TOLERANCE * expected.abs().max():
        declined.note("graph of oneDNN", Declined(f"its results differ by {float(difference):.2g}"))
        return None
    return graph
