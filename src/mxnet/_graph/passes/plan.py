"""Inference plans: a graph prepared for inputs of certain shapes and for certain parameters."""

from __future__ import annotations

import functools
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from operator import is_

import torch
from torch import fx

from ..._core import declined, malloc
from ..._core.declined import Declined
from ..._core.versions import versions_of
from ..._eager.generators import release_streams
from ..._ops.handles import CONVOLUTION
from ...context import Context, torch_device
from ..ir.node import Entry, topological
from ..lower.code import Code
from ..lower.lowering import lower_to_graph
from . import onednn
from .attention import fuse_attention
from .batch_norm import fold_batch_norms
from .blocks import compute_in_blocks
from .byte_tables import fold_into_lookup_table
from .chains import ConvolutionChain, Unloaded, Weights
from .constants import constant_nodes, split_constants
from .convolution import fuse_convolutions, sum_in_place
from .inplace import compute_in_place
from .outputs import materialize_outputs
from .packed_weight import Withdrawn, packed_weight_of
from .unrolled import draw_masks
from .unrolled_lstm import fuse_lstm_cells

# Plans cached for each graph and context: each has a packed copy of the convolution weights.
SHAPES = 4
MAX_NEW_SHAPES = 100  # shapes remembered from their first call
LARGE = 16 << 20  # bytes of parameters, whose initialization leaves free memory in the heap


class InferencePlans:
    """The plans of one graph on one context, by the shapes and types of the data.

    Packing the weights of convolutions takes as long as several calls. It is deferred to the second
    call with data of a shape, unless ``packs_on_first_call``.
    """

    def __init__(
        self,
        outputs: list[Entry],
        ctx: Context,
        parameters: list[int],
        count: int,
        packs_on_first_call: bool,
    ):
        self._outputs, self._ctx = outputs, ctx
        self._has_convolutions = any(node.op is CONVOLUTION for node in topological(outputs))
        self._defers_packing = self._has_convolutions and not packs_on_first_call
        self._new_shapes: set[tuple] = set()  # shapes that had their first call
        self.parameters = parameters
        self._data = [i for i in range(count) if i not in set(parameters)]
        self._plans: OrderedDict[tuple, InferencePlan | None] = OrderedDict()
        self._of_any_shape: dict[tuple, InferencePlan] = {}  # by the types of the data
        # The key and the plan of the last call.
        self._last: tuple[list, InferencePlan | None] = [None], None
        self._made = 0

    def run(self, tensors: Sequence[torch.Tensor]) -> tuple[torch.Tensor, ...] | None:
        """Run a plan; return None if there is none for these tensors.

        If it raises an exception, running the graph itself raises the clear error, or the plan is
        wrong and must be dropped.
        """
        data = [tensors[i] for i in self._data] if self.parameters else tensors
        shapes = [(t.shape, t.dtype) for t in data]
        last_shapes, plan = self._last
        try:
            if shapes != last_shapes:
                if self._defers_packing and self._is_new(tuple(shapes)):
                    return None
                plan = self._find(tuple(shapes), tensors)
                self._last = shapes, plan
            if plan is None:
                return None
            return plan.run(data, [tensors[i] for i in self.parameters])
        except (Unloaded, Withdrawn):  # by another thread, which trains the network
            return None
        except Declined as reason:
            declined.note("inference plan", reason)
            self.drop(tensors)
            return None

    def packs_first_weights(self, tensors: Sequence) -> bool:
        """Return whether a call makes the first plan, which packs weights.

        Of the parameters, the tensors are not needed.
        """
        if self._made or not self._has_convolutions:
            return False
        key = tuple((tensors[i].shape, tensors[i].dtype) for i in self._data)
        return key in self._new_shapes or not self._defers_packing

    def fits_last(self, tensors: Sequence[torch.Tensor]) -> bool:
        """Return whether a call runs the same plan as the last one, or makes the first."""
        shapes = [(tensors[i].shape, tensors[i].dtype) for i in self._data]
        return not self._made or shapes == self._last[0]

    def drop(self, tensors: Sequence[torch.Tensor]) -> None:
        """Run the graph itself from now on for tensors of these shapes and types."""
        data = [tensors[i] for i in self._data] if self.parameters else tensors
        shapes = [(t.shape, t.dtype) for t in data]
        self._plans[tuple(shapes)] = None
        self._last = shapes, None

    def __del__(self):
        """Free packed weights immediately: graphs have cycles, which Python collects late."""
        for plan in self._plans.values():
            if plan is not None:
                plan.unload()

    def unload_stale(self, tensors: Sequence[torch.Tensor]) -> None:
        """Free what was packed from parameters that training has changed since."""
        parameters = [tensors[i] for i in self.parameters]
        for plan in list(self._plans.values()):
            if plan is not None and not plan.is_loaded_from(parameters):
                plan.unload()

    def function_of_any_shape(self) -> Callable | None:
        """Return the function of the last plan, if it fits all shapes and needs only the data."""
        plan = self._last[1]
        if self.parameters or plan is None or not plan.fits_any_shape or plan._constants:
            return None
        return plan._forward

    def _is_new(self, key: tuple) -> bool:
        if key in self._new_shapes:
            return False
        if len(self._new_shapes) >= MAX_NEW_SHAPES:
            self._new_shapes.clear()
        self._new_shapes.add(key)
        return True

    def _find(self, key: tuple, tensors: Sequence[torch.Tensor]) -> InferencePlan | None:
        """Return the plan for the given shapes; create it if needed, and evict the oldest."""
        if key in self._plans:
            self._plans.move_to_end(key)
            return self._plans[key]
        types = tuple([dtype for _, dtype in key])
        plan = self._of_any_shape.get(types)
        if plan is None:
            plan = self._new(tensors)
            if plan is not None and plan.fits_any_shape:
                self._of_any_shape[types] = plan
        self._plans[key] = plan
        while len(self._plans) > SHAPES:
            _, oldest = self._plans.popitem(last=False)
            if oldest is not None:
                oldest.unload()
        return plan

    def _new(self, tensors: Sequence[torch.Tensor]) -> InferencePlan | None:
        self._made += 1
        # If shapes keep changing, packing costs more than it saves.
        packs = self._made <= 4 * SHAPES
        try:
            return InferencePlan(self._outputs, self._ctx, self.parameters, tensors, packs)
        except Declined as reason:
            declined.note("inference plan", reason)
            return None


class InferencePlan:
    """A graph for inference on data of certain types, and of certain shapes if it packs weights."""

    def __init__(
        self,
        outputs,
        ctx: Context,
        parameters: list[int],
        tensors: Sequence[torch.Tensor],
        packs: bool,
    ):
        graph, _ = lower_to_graph(outputs, ctx, training=False)
        if any(node.meta["op"].mutates for node in graph.nodes if "op" in node.meta):
            raise Declined("an operator of the graph changes its inputs")
        placeholders = [node for node in graph.nodes if node.op == "placeholder"]
        values = {placeholders[i]: tensors[i] for i in parameters}
        types = {p: t.dtype for p, t in zip(placeholders, tensors, strict=True) if p not in values}
        fold_batch_norms(graph, values)
        on_cpu = torch_device(ctx).type == "cpu"
        if packs and on_cpu and onednn.is_available():
            fuse_convolutions(graph, constant_nodes(graph, values))
        if on_cpu:
            fuse_attention(graph)
            draw_masks(graph)
            fuse_lstm_cells(graph)
            fold_into_lookup_table(graph, types)
        self._computation, constant_inputs = split_constants(graph, list(values))
        self._convolutions = _bind_weights(graph, constant_inputs)
        self.fits_any_shape = not self._convolutions
        self._kept = [i for i, constant_input in enumerate(constant_inputs) if constant_input.users]
        for constant_input in constant_inputs:
            if not constant_input.users:
                graph.erase_node(constant_input)
        self._was_reloaded = True
        # Held while constants change, so that those of different parameters are not mixed. A signal
        # handler may call the plan meanwhile.
        self._lock = threading.RLock()
        # The parameters from which constants were computed, and their version counters at that
        # time.
        self._parameters: list[torch.Tensor] = []
        self._versions: list[int] = []
        self._load(list(values.values()))
        types.update(
            (constant_inputs[i], t.dtype) for i, t in zip(self._kept, self._constants, strict=True)
        )
        if on_cpu:
            compute_in_blocks(graph, types)
        sum_in_place(graph)
        compute_in_place(graph, types)
        materialize_outputs(graph)
        self.graph, self._forward = graph, Code(graph).forward

    def run(self, data: Sequence, parameters: list) -> tuple[torch.Tensor, ...]:
        """Compute the outputs, with constants from these parameters at their current versions."""
        if not self.is_loaded_from(parameters):
            with self._lock:
                if not self.is_loaded_from(parameters):
                    self._load(parameters)
        results = self._forward(*data, *self._constants)
        if self._was_reloaded:
            self._was_reloaded = False
            # The weights are packed now, and the memory of the originals can be released.
            if self._convolutions or _is_large(parameters):
                malloc.release()
        return results

    def is_loaded_from(self, parameters: list) -> bool:
        """Return whether the constants were computed from these parameters at these versions."""
        return all(map(is_, parameters, self._parameters)) and self._versions == versions_of(
            parameters
        )

    def unload(self) -> None:
        """Free packed weights; the next call packs them again."""
        with self._lock:
            for chain, _ in self._convolutions:
                chain.unload()
            if self._convolutions:
                self._parameters, self._versions = [], []

    def _load(self, parameters: list) -> None:
        """Compute the constants from the parameters."""
        versions = versions_of(parameters)
        if _is_large(parameters):  # return what the initialization left, so that the peak is lower
            release_streams()
            if self._convolutions:
                malloc.release()
        weights = functools.partial(self._weights, parameters)
        for chain, positions in self._convolutions:
            chain.load(functools.partial(map, weights, positions))
        self._constants = self._computation.compute(parameters, self._kept)
        self._was_reloaded = True
        self._parameters, self._versions = parameters, versions  # last, for other threads

    def _weights(self, parameters: list, positions: Sequence[int | None]) -> Weights:
        """Compute the arrays of a convolution."""
        source = self._computation.parameter_of(positions[0])
        origin = None if source is None else packed_weight_of(parameters[source])
        weight, bias, factors = self._computation.compute(parameters, positions)
        return Weights(weight, bias, factors, origin)


def _is_large(parameters: Sequence[torch.Tensor]) -> bool:
    """Return whether the initialization of parameters leaves much free memory."""
    return sum(t.nbytes for t in parameters) >= LARGE


def _bind_weights(
    graph: fx.Graph, constant_inputs: list[fx.Node]
) -> list[tuple[ConvolutionChain, list]]:
    """Let convolutions own their weights; return the positions of the arrays of each chain."""
    position, chains = {constant_input: i for i, constant_input in enumerate(constant_inputs)}, []
    for node in graph.nodes:
        if isinstance(node.target, ConvolutionChain):
            data, other, *arrays = node.args
            positions = [position.get(array) for array in arrays]
            chains.append((node.target, list(zip(*[iter(positions)] * 3, strict=True))))
            node.args = (data,) if other is None else (data, other)
    return chains
