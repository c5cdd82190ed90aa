"""Attention and transformer encoders against torch's, with the same weights."""

from __future__ import annotations

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, nd
from mxnet.gluon import nn

UNITS, HEADS, HIDDEN = 8, 2, 12
RANDOM = np.random.RandomState(0)


def numbers(*shape):
    return RANDOM.normal(size=shape).astype("float32")


def copy_dense(dense, weight, bias):
    dense.weight.set_data(weight.detach().numpy())
    dense.bias.set_data(bias.detach().numpy())


def copy_attention(ours, theirs):
    parts = zip(theirs.in_proj_weight.chunk(3), theirs.in_proj_bias.chunk(3), strict=True)
    for dense, (weight, bias) in zip((ours.query, ours.key, ours.value), parts, strict=True):
        copy_dense(dense, weight, bias)
    copy_dense(ours.output, theirs.out_proj.weight, theirs.out_proj.bias)


def copy_norm(ours, theirs):
    ours.gamma.set_data(nd.array(theirs.weight.detach().numpy()))
    ours.beta.set_data(nd.array(theirs.bias.detach().numpy()))


def copy_layer(ours, theirs):
    copy_attention(ours.attention, theirs.self_attn)
    copy_dense(ours.ffn[0], theirs.linear1.weight, theirs.linear1.bias)
    copy_dense(ours.ffn[3], theirs.linear2.weight, theirs.linear2.bias)
    copy_norm(ours.attention_norm, theirs.norm1)
    copy_norm(ours.ffn_norm, theirs.norm2)


def attention_pair(**options):
    torch.manual_seed(0)
    theirs = torch.nn.MultiheadAttention(UNITS, HEADS, batch_first=True)
    torch.nn.init.normal_(theirs.in_proj_bias)
    ours = nn.MultiHeadAttention(UNITS, HEADS, in_units=UNITS, **options)
    ours.initialize()
    copy_attention(ours, theirs)
    return ours, theirs


@pytest.mark.parametrize("hybridized", [False, True])
def test_attention_to_other_sequences_and_its_gradients(hybridized):
    ours, theirs = attention_pair()
    ours.hybridize(hybridized)
    query, key, value = numbers(3, 4, UNITS), numbers(3, 5, UNITS), numbers(3, 5, UNITS)
    tensors = [torch.tensor(x, requires_grad=True) for x in (query, key, value)]
    expected, _ = theirs(*tensors)
    expected.square().sum().backward()
    arrays = [nd.array(x) for x in (query, key, value)]
    for array in arrays:
        array.attach_grad()
    with autograd.record():
        out = ours(*arrays)
        (out**2).sum().backward()
    np.testing.assert_allclose(out.asnumpy(), expected.detach().numpy(), rtol=1e-4, atol=1e-6)
    for array, tensor in zip(arrays, tensors, strict=True):
        np.testing.assert_allclose(array.grad.asnumpy(), tensor.grad.numpy(), rtol=2e-4, atol=1e-5)
    weight = ours.query.weight.grad().asnumpy()
    np.testing.assert_allclose(
        weight, theirs.in_proj_weight.grad.numpy()[:UNITS], rtol=2e-4, atol=1e-5
    )


MASKS = {
    "of each query": (numbers(3, 4, 4) > -0.5) | np.eye(4, dtype=bool),
    "of lengths": (np.arange(4) < np.array([[4], [2], [1]]))[:, None, :],
    "the same for all samples": np.tril(np.ones((1, 4, 4), bool)),
}


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("dtype", ["float32", "int32"])
@pytest.mark.parametrize("name", MASKS)
def test_masks(name, dtype, hybridized):
    ours, theirs = attention_pair()
    ours.hybridize(hybridized)
    x, mask = numbers(3, 4, UNITS), MASKS[name]
    full = torch.tensor(np.broadcast_to(mask, (3, 4, 4)).copy())
    hidden = ~full.repeat_interleave(HEADS, 0)
    tensor = torch.tensor(x)
    expected, _ = theirs(tensor, tensor, tensor, attn_mask=hidden)
    out = ours(nd.array(x), None, None, nd.array(mask, dtype=dtype))
    np.testing.assert_allclose(out.asnumpy(), expected.detach().numpy(), rtol=1e-4, atol=1e-6)


@pytest.mark.parametrize("hybridized", [False, True])
def test_arrays_of_mx_np(hybridized):
    x, mask = numbers(3, 4, UNITS), MASKS["of lengths"].astype("float32")
    ours, _ = attention_pair(causal=True)
    expected = ours(nd.array(x), None, None, nd.array(mask)).asnumpy()
    with mx.np_shape(True), mx.np_array(True):
        ours, _ = attention_pair(causal=True)
        ours.hybridize(hybridized)
        out = ours(mx.np.array(x), None, None, mx.np.array(mask))
        assert type(out) is mx.np.ndarray
    np.testing.assert_allclose(out.asnumpy(), expected, rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize("hybridized", [False, True])
def test_causal_attention_ignores_later_positions(hybridized):
    ours, theirs = attention_pair(causal=True)
    ours.hybridize(hybridized)
    x = numbers(2, 5, UNITS)
    tensor = torch.tensor(x)
    hidden = torch.ones(5, 5, dtype=torch.bool).triu(1)
    expected, _ = theirs(tensor, tensor, tensor, attn_mask=hidden)
    np.testing.assert_allclose(
        ours(nd.array(x)).asnumpy(), expected.detach().numpy(), rtol=1e-4, atol=1e-6
    )


@pytest.mark.parametrize("hybridized", [False, True])
@pytest.mark.parametrize("activation", ["relu", "gelu"])
@pytest.mark.parametrize("pre_norm", [False, True])
def test_encoders(pre_norm, activation, hybridized):
    torch.manual_seed(1)
    layer = torch.nn.TransformerEncoderLayer(
        UNITS, HEADS, HIDDEN, dropout=0.0, activation=activation, batch_first=True,
        norm_first=pre_norm,
    )  # fmt: skip
    norm = torch.nn.LayerNorm(UNITS) if pre_norm else None
    theirs = torch.nn.TransformerEncoder(layer, 2, norm, enable_nested_tensor=False)
    ours = nn.TransformerEncoder(2, UNITS, HIDDEN, HEADS, activation=activation, pre_norm=pre_norm)
    ours.initialize()
    ours.hybridize(hybridized)
    for mine, other in zip(ours.layers, theirs.layers, strict=True):
        copy_layer(mine, other)
    x, lengths = numbers(3, 4, UNITS), np.array([4, 2, 3])
    padding = np.arange(4) >= lengths[:, None]
    expected = theirs(torch.tensor(x), src_key_padding_mask=torch.tensor(padding))
    out = ours(nd.array(x), nd.array(~padding[:, None, :]))
    np.testing.assert_allclose(out.asnumpy(), expected.detach().numpy(), rtol=2e-4, atol=1e-5)
    ours.hybridize(hybridized)  # without a mask it is another graph
    assert ours(nd.array(x)).shape == (3, 4, UNITS)


def test_positions_are_distinguished():
    block = nn.PositionalEncoding(6, max_length=20)
    block.initialize()
    waves = block(nd.zeros((2, 7, 6))).asnumpy()
    assert waves.shape == (2, 7, 6)
    np.testing.assert_allclose(waves[0, :, 0], np.sin(np.arange(7)), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(waves[1, :, 1], np.cos(np.arange(7)), rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(waves[0, 3, 2], np.sin(3 / 10000 ** (2 / 6)), rtol=1e-5)


def test_an_encoder_is_exported(tmp_path):
    mx.random.seed(0)
    net = nn.HybridSequential()
    net.add(nn.TransformerEncoder(1, UNITS, HIDDEN, HEADS, dropout=0.1), nn.Dense(2))
    net.initialize()
    net.hybridize()
    x = nd.array(numbers(2, 4, UNITS))
    before = net(x).asnumpy()
    net.export(str(tmp_path / "net"))
    loaded = mx.gluon.SymbolBlock.imports(
        str(tmp_path / "net-symbol.json"), ["data"], str(tmp_path / "net-0000.params")
    )
    np.testing.assert_allclose(loaded(x).asnumpy(), before, rtol=1e-5)


def test_units_are_divided_among_heads():
    with pytest.raises(ValueError, match="units, 8, must be a multiple of num_heads, 3"):
        nn.MultiHeadAttention(8, 3)
