"""Fusion of attention: one kernel instead of a product, a softmax and another product."""

from __future__ import annotations

import functools

import torch
import torch.nn.functional as F
from torch import fx

from ..._core import declined
from ..._core.private_torch import Function, fused_attention, fused_attention_gradient
from ..._ops.checks import KERNEL_ERRORS
from ..._ops.contrib.attention import split_heads
from ..._ops.handles import (
    BATCH_DOT,
    BROADCAST_ADD,
    COPY,
    DIV_SCALAR,
    DROPOUT,
    ELEMWISE_ADD,
    ENCDEC_QK,
    ENCDEC_VALATT,
    MUL_SCALAR,
    SELFATT_QK,
    SELFATT_VALATT,
    SOFTMAX,
)
from ..._ops.nn.dense import dropout_is_active
from ..._ops.tracing import is_traced
from ..lower.code import Code
from ..lower.lowering import run
from .patterns import attrs_of, only_user, op_of

# Below this many scores per head torch's kernel is no faster: it takes 1.0 of the time of the
# separate operators at 32 x 32, 0.65 at 128 x 128 and 0.43 at 384 x 384 (12 heads of 64, batch 8,
# one thread).
FEW_SCORES = 64 * 64
# The same in training, where it takes 0.85 to 1.16 of the time at 64 x 64, depending on the other
# sizes, 0.85 to 0.97 at 96 x 96 and 0.84 to 0.93 above.
FEW_SCORES_IN_TRAINING = 96 * 96


def fuse_attention(graph: fx.Graph) -> None:
    """Replace ``softmax(queries @ keys) @ values`` by one call that stores no score matrix."""
    for node in list(graph.nodes):
        chain = _chain_before(node)
        if chain is None:
            continue
        with graph.inserting_before(node):
            fused = graph.call_function(chain, chain.inputs)
        fused.meta["node"] = node.meta["node"]
        node.replace_all_uses_with(fused)
        for step in reversed(chain.nodes):
            graph.erase_node(step)


def _chain_before(node: fx.Node) -> Attention | None:
    """Return the attention that ends in a product with values, or None if there is none."""
    op = op_of(node)
    if op is None or op not in PRODUCTS:
        return None
    values, weights = node.args[::-1] if op is BATCH_DOT else node.args
    nodes = [node]
    if _is_identity(weights):
        nodes.insert(0, weights)
        weights = weights.args[0]
    if op_of(weights) is not SOFTMAX or not _is_plain(weights):
        return None
    nodes.insert(0, weights)
    scores, added, scale = weights.args[0], None, 1.0
    if op_of(scores) in (BROADCAST_ADD, ELEMWISE_ADD):
        nodes.insert(0, scores)
        left, right = scores.args
        scores, added = (left, right) if _is_score(left) else (right, left)
    if op_of(scores) in (MUL_SCALAR, DIV_SCALAR):
        nodes.insert(0, scores)
        scalar = attrs_of(scores)["scalar"]
        scale = scalar if op_of(scores) is MUL_SCALAR else 1.0 / (scalar or 1.0)
        scores = scores.args[0]
    if not _is_score(scores) or PRODUCTS[op] is not op_of(scores):
        return None
    nodes.insert(0, scores)
    if any(only_user(step) is not user for step, user in zip(nodes, nodes[1:], strict=False)):
        return None
    if not _belong_together(scores, node, values):
        return None
    length = weights.args[1] if len(weights.args) > 1 else None
    return Attention(nodes, scale, values, added, length)


PRODUCTS = {SELFATT_VALATT: SELFATT_QK, ENCDEC_VALATT: ENCDEC_QK, BATCH_DOT: BATCH_DOT}


def _is_identity(node) -> bool:
    op = op_of(node)
    if op is DROPOUT:
        return not dropout_is_active(**node.meta["fixed"])
    return op is COPY


def _is_plain(softmax: fx.Node) -> bool:
    attrs = attrs_of(softmax)
    is_last = attrs["axis"] in (-1, 2)  # scores have three axes
    return is_last and attrs["temperature"] in (None, 1.0) and attrs["dtype"] is None


def _is_score(node) -> bool:
    op = op_of(node)
    return op in PRODUCTS.values() or op in (MUL_SCALAR, DIV_SCALAR) and _is_score(node.args[0])


def _belong_together(scores: fx.Node, product: fx.Node, values: fx.Node) -> bool:
    """Return whether scores and values belong to the same heads."""
    before, after = attrs_of(scores), attrs_of(product)
    if op_of(scores) is BATCH_DOT:
        if before["transpose_a"] or not before["transpose_b"]:
            return False
        return not (after["transpose_a"] or after["transpose_b"])
    return before["heads"] == after["heads"] and scores.args[-1] is values


class Attention:
    """A chain of operators in one call, if torch has a faster kernel."""

    __name__ = "attention"  # its name in the generated code

    def __init__(self, nodes: list[fx.Node], scale: float, values, added, length):
        self.nodes = nodes
        self._op, attrs = op_of(nodes[0]), attrs_of(nodes[0])
        self._heads = attrs.get("heads", 1)
        self._scale = scale
        sources = (*nodes[0].args, values) if self._op is BATCH_DOT else nodes[0].args
        more = [node for node in (added, length) if node is not None]
        self.inputs = (*sources, *more)
        self._count, self._adds, self._counts = len(sources), added is not None, length is not None
        self._chain = _copy(nodes, self.inputs)

    def __call__(self, *tensors: torch.Tensor) -> torch.Tensor:
        try:
            result = self._run_fused(*tensors)
        except KERNEL_ERRORS as error:
            result = self._run_plain(*tensors)  # raises the clear error
            declined.report("fused attention", error)
        return self._run_plain(*tensors) if result is None else result

    def _run_fused(self, *tensors: torch.Tensor) -> torch.Tensor | None:
        """Run torch's kernel; return None if it does not support the arrays or is not faster."""
        sources = tensors[: self._count]
        added = tensors[self._count] if self._adds else None
        length = tensors[-1] if self._counts else None
        if not _is_supported(sources, added):
            return None
        query, key, value, batch = self._parts(sources)
        if not _has_kernel(query, key, value) or _is_small(query, key):
            return None
        scale = self._scale if self._op is BATCH_DOT else self._scale * query.shape[-1] ** -0.5
        mask = _mask(query, key, added, length)
        if mask is _UNFIT:
            return None
        result = _attend(query, key, value, mask, scale)
        if length is not None:  # MXNet: the weights of a row of length 0 are 0, not NaN
            result = result.masked_fill((length == 0).view(*query.shape[:3], 1), 0.0)
        if batch is None:
            return result.squeeze(1).contiguous()
        return result.permute(2, 0, 1, 3).reshape(result.shape[2], batch, -1)

    def _parts(self, sources: tuple[torch.Tensor, ...]) -> tuple:
        """Return queries, keys and values in torch's form, and the batch if interleaved."""
        if self._op is BATCH_DOT:
            return *(array.unsqueeze(1) for array in sources), None
        if self._op is SELFATT_QK:
            parts = split_heads(sources[0], 3, self._heads)
        else:
            parts = (
                *split_heads(sources[0], 1, self._heads),
                *split_heads(sources[1], 2, self._heads),
            )
        batch = sources[0].shape[1]
        return *(part.unflatten(0, (batch, -1)) for part in parts), batch

    def _run_plain(self, *tensors: torch.Tensor) -> torch.Tensor:
        """Run the chain operator by operator; errors name the node."""
        (result,) = run(self._plain, tensors)
        return result

    @functools.cached_property
    def _plain(self) -> Code:
        return Code(self._chain)


def _copy(nodes: list[fx.Node], inputs: tuple[fx.Node, ...]) -> fx.Graph:
    """Return a graph of the nodes of a chain alone."""
    graph = fx.Graph()
    copies = {source: graph.placeholder(source.name) for source in inputs}
    for node in nodes:
        copies[node] = graph.node_copy(node, copies.__getitem__)
    graph.output((copies[nodes[-1]],))
    return graph


# ------------------------------------------------------------------------------------------ kernels


def _attend(query, key, value, mask, scale: float) -> torch.Tensor:
    """Return ``softmax(query @ key * scale + mask) @ value``; torch may record it."""
    needs_grad = torch.is_grad_enabled() and any(each.requires_grad for each in (query, key, value))
    if needs_grad and not is_traced():
        return _FusedAttention.apply(query, key, value, mask, scale)
    return F.scaled_dot_product_attention(query, key, value, mask, scale=scale)


class _FusedAttention(Function):
    """torch's fused kernel, with a gradient that can be differentiated again."""

    @staticmethod
    def forward(ctx, query, key, value, mask, scale):
        result, sums = fused_attention(query, key, value, attn_mask=mask, scale=scale)
        ctx.save_for_backward(query, key, value, mask, result, sums)
        ctx.scale = scale
        return result

    @staticmethod
    def backward(ctx, grad):
        *inputs, mask, result, sums = ctx.saved_tensors
        if torch.is_grad_enabled():
            gradients = _record_gradients(grad, inputs, mask, ctx.scale)
        else:
            gradients = fused_attention_gradient(
                grad, *inputs, result, sums, 0.0, False, attn_mask=mask, scale=ctx.scale
            )
        return *gradients, None, None


def _record_gradients(grad, inputs: list[torch.Tensor], mask, scale: float) -> tuple:
    """Return the gradients by separate operators, which torch can differentiate again."""
    query, key, value = inputs
    scores = query @ key.transpose(2, 3) * scale
    weights = torch.softmax(scores if mask is None else scores + mask, 3)
    of_weights = grad @ value.transpose(2, 3)
    of_scores = weights * (of_weights - (of_weights * weights).sum(3, keepdim=True)) * scale
    return of_scores @ key, of_scores.transpose(2, 3) @ query, weights.transpose(2, 3) @ grad


_UNFIT = torch.empty(0)  # stands for a mask that torch does not support


def _is_supported(sources: tuple[torch.Tensor, ...], added: torch.Tensor | None) -> bool:
    if added is not None and added.requires_grad:
        return False  # torch's kernel has no gradient of the mask
    if fused_attention is None and any(source.requires_grad for source in sources):
        return False
    arrays = sources if added is None else (*sources, added)
    return all(a.dtype is torch.float32 and a.is_cpu and a.ndim == 3 for a in arrays)


def _has_kernel(query: torch.Tensor, key: torch.Tensor, value: torch.Tensor) -> bool:
    """Return whether torch has a fused kernel for the shapes."""
    shapes = query.shape, key.shape, value.shape
    if any(0 in shape for shape in shapes) or len({shape[:2] for shape in shapes}) > 1:
        return False
    return query.shape[3] == key.shape[3] == value.shape[3] and key.shape[2] == value.shape[2]


def _is_small(query: torch.Tensor, key: torch.Tensor) -> bool:
    """Return whether separate operators are as fast."""
    trains = query.requires_grad or key.requires_grad
    scores = query.shape[2] * key.shape[2]
    return scores < (FEW_SCORES_IN_TRAINING if trains else FEW_SCORES)


def _mask(query, key, added, length) -> torch.Tensor | None:
    """Return what is added to the scores: minus infinity for keys beyond a length."""
    batch, heads, rows, _ = query.shape
    shape = batch, heads, rows, key.shape[2]
    mask = None
    if added is not None:
        full = batch * heads, *shape[2:]
        if any(n not in (1, size) for n, size in zip(added.shape, full, strict=True)):
            return _UNFIT
        mask = added.expand(batch * heads, *added.shape[1:]).unflatten(0, (batch, heads))
        mask = mask.expand(shape)
    if length is not None:
        if length.is_floating_point() or length.shape != (batch * heads, rows):
            return _UNFIT
        counts = length.view(batch, heads, rows, 1)
        is_padding = torch.arange(key.shape[2]) >= counts
        base = query.new_zeros(()) if mask is None else mask
        mask = torch.where(is_padding & (counts > 0), float("-inf"), base)
    return mask
