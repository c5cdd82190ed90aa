"""Our table of torch's functions gives the shapes and types that they return.

The rows of all operators say the same of whole kernels (``tests/ops/test_rows.py``).
"""

import pytest
import torch

from mxnet._graph.infer.torch_shapes import TorchShapes, mode

ARRAYS = {
    "x": torch.rand(2, 3, 4),
    "n": torch.arange(24).reshape(2, 3, 4),
    "m": torch.rand(3, 4),
    "v": torch.rand(4),
    "images": torch.rand(2, 4, 6, 5),
    "filters": torch.rand(4, 2, 3, 3),
    "channels": torch.rand(4),
    "places": torch.tensor([[0, 1], [1, 0]]),
    "square": torch.eye(3).repeat(2, 1, 1),
    "state": torch.rand(4, 3, 6),
    "weights": torch.rand(24, 4),
}

# Expressions of one result or several.
CALLS = """
x.exp(); n.exp(); n.neg(); n.sqrt(); x.isnan(); ~(n > 1); x.abs(); n.sign()
torch.round(x, decimals=2)
x + n; n - 1; n / 2; n // 2; 1 - n; 2.5 * n; x > n; n & 3; x**2; 1 / x; x + m; m + x[:, :1]; n % 3
torch.div(n, 2, rounding_mode="trunc"); torch.div(n, 2); n.remainder(2.5); torch.hypot(x, m)
n.clamp(0, 3); n.clamp(min=0.5); x.clamp(max=1); x.clamp(0, None); x.clamp(m, m)
torch.where(x > 0, x, 0.0); torch.where(n > 0, n, 1); x.masked_fill(n > 1, 0)
x.clone().add_(1).mul_(2).clamp_(0, 1); n.clone().fill_(3)
torch.add(x, x, out=torch.empty_like(x))
torch.zeros_like(x); torch.full_like(n, 2); torch.ones_like(n, dtype=torch.float16)
torch.empty_like(x, memory_format=torch.contiguous_format)
x.sum(); n.sum(); n.sum(1); x.sum((0, -1), True); n.prod(0); x.mean(-1); x.sum((1,))
n.sum(1, dtype=torch.int32); x.sum(dtype=torch.float64); n.mean(0, dtype=torch.float32)
x.max(); x.max(1); n.min(-1, keepdim=True); x.amax(); n.amin((0, 1)); x.argmax(1); x.argmin()
x.aminmax()
(x > 0).all(); (x > 0).any(1); (n > 0).sum(1); x[:, :0].sum(1); x[:0].softmax(1); x[:0].amax(1)
torch.var_mean(x, (0, 1), correction=0); torch.linalg.vector_norm(x, 2, (1,)); x.logsumexp(1)
x.softmax(1); F.log_softmax(x, -1, dtype=torch.float64); n.cumsum(0); x.cumsum(1)
n.cumsum(0, dtype=torch.int32)
x.sort(1); x.topk(2, -1); n.argsort(); x.flip(0); x.roll(1, 2); x.diff(dim=1); x.tril()
torch.rot90(m)
torch.cat([x, n], 1); torch.stack([x, x], -1); x.repeat(2, 1, 1, 3); v.repeat(3)
F.pad(x, (1, 2)); F.pad(x, (1, 1), "reflect"); torch.diag_embed(x, 1); torch.diag(v)
torch.diag(m, 1)
x @ x.mT; x @ m.t(); m @ v; v @ v; v.dot(v); x.bmm(x.mT); x[:0] @ m.t(); x[:, None] @ x.mT
F.linear(x, m, v[:3]); torch.addmm(m[:, :3], m, m.t()); torch.addmm(v[:3], m, m.t())
torch.tensordot(x, x, ([0, 2], [0, 2])); torch.tensordot(m, m.t(), 1)
torch.einsum("bij,bkj->bik", x, x); torch.einsum("ij,jk", m, m.t()); torch.einsum("ii", square[0])
F.conv2d(images, filters, channels, 2, 1, (1, 2), 2)
F.conv1d(images[:, :, 0], filters.flatten(1)[:, :4, None])
F.conv_transpose2d(images, filters, None, 2, 1, 1, 2)
F.conv_transpose1d(images[:, :, 0], filters[:, :, 0])
torch.native_layer_norm(x, (4,), v, v, 1e-5); torch.native_layer_norm(x, (3, 4), m, m, 1e-5)
torch.native_group_norm(images, channels, channels, 2, 4, 30, 2, 1e-5)
torch.native_batch_norm(images, channels, channels, None, None, True, 0.0, 1e-5)
torch.native_batch_norm(images, channels, channels, channels, channels, False, 0.0, 1e-5)
F.avg_pool2d(images, 2); F.avg_pool2d(images, (3, 2), 1, 1); F.adaptive_avg_pool2d(images, (2, 3))
F.interpolate(images, (3, 7), mode="bilinear")
F.grid_sample(images, images[..., :2], align_corners=True)
F.embedding(places, m); x[places]; x[places, places]; x[..., places, places]; m.gather(1, places)
F.leaky_relu(x, 0.1); F.gelu(x); F.elu(x, 2.0); F.selu(x); F.softplus(x); F.prelu(x, v[:1])
torch.linalg.inv(square); torch.linalg.det(square); torch.linalg.slogdet(square)
torch.linalg.qr(images)
torch.linalg.cholesky(square); torch.linalg.eigh(square)
torch.linalg.solve_triangular(square, square, upper=False)
torch.lstm(x, [state[:1, :, :2], state[:1, :, :2]], lstm, True, 1, 0.0, False, False, False)
torch.gru(x, state[:2, :, :2], gru, True, 1, 0.0, False, True, False)
""".replace("\n", ";").split(";")
CALLS = [call.strip() for call in CALLS if call.strip()]


def parameters(gates, directions, of):
    """The weights of one layer with 2 units and 4 inputs."""
    one = [
        of["weights"][: 2 * gates],
        of["weights"][: 2 * gates, :2],
        *[of["weights"][: 2 * gates, 0]] * 2,
    ]
    return one * directions


def results(call, arrays):
    names = {**arrays, "torch": torch, "F": torch.nn.functional}
    names["lstm"], names["gru"] = parameters(4, 1, arrays), parameters(3, 2, arrays)
    value = eval(call, names)
    return [(tuple(t.shape), t.dtype) for t in (value if isinstance(value, tuple) else (value,))]


class OnlyOurs(TorchShapes):
    """Fails where torch is asked for anything but views and attributes."""

    PLAIN = {
        "__get__", "__getitem__", "t", "unsqueeze", "transpose", "flatten", "diagonal",
        "empty_like", "dim", "numel", "is_floating_point", "resize_",
    }  # fmt: skip

    def run_torch(self, func, args, kwargs):
        assert func.__name__ in self.PLAIN, func.__name__
        return func(*args, **kwargs)


@pytest.mark.parametrize("call", CALLS)
def test_results(call):
    expected = results(call, ARRAYS)
    arrays = {name: array.to("meta") for name, array in ARRAYS.items()}
    with OnlyOurs():
        assert results(call, arrays) == expected


CREATED = """
torch.arange(5); torch.arange(2, 5); torch.arange(1, 2, 5); torch.arange(0, 10, 3)
torch.arange(5, 0, -2); torch.arange(0.5, 3); torch.arange(3, dtype=torch.float64); torch.arange(0)
torch.linspace(0, 1, 7); torch.eye(3); torch.eye(2, 4); torch.tril_indices(3, 4, -1)
""".replace("\n", ";").split(";")


@pytest.mark.parametrize("call", [call.strip() for call in CREATED if call.strip()])
def test_arrays_out_of_nothing(call):
    expected = results(call, ARRAYS)
    with OnlyOurs():
        assert results(f"{call[:-1]}, device='meta')", ARRAYS) == expected


WRONG = {
    "x + x[:, :2]": "broadcast",
    "x.sum(3)": "Dimension out of range",
    "x @ x": "Expected size",
    "torch.cat([x, x[:, :2]], 2)": "must match except",
    "n.mean()": "mean",
    "x.reshape(5)": "invalid for input of size 24",
}


@pytest.mark.parametrize(("call", "message"), WRONG.items())
def test_errors_are_those_of_torch(call, message):
    arrays = {name: array.to("meta") for name, array in ARRAYS.items()}
    with TorchShapes(), pytest.raises((RuntimeError, IndexError), match=message):
        results(call, arrays)


def test_constants_are_computed():
    with TorchShapes():
        assert (torch.arange(3) * 2).tolist() == [0, 2, 4]
        assert torch.linspace(0, 1, 3).sum().item() == 1.5


def test_a_rule_that_fails_on_a_valid_call_is_reported(monkeypatch):
    monkeypatch.setitem(mode._BY_NAME, "frac", lambda data: data.shape[9])
    mode._find_rule.cache_clear()
    with TorchShapes(), pytest.raises(AssertionError, match="the shape rule of torch.frac failed"):
        torch.empty(3, device="meta").frac()
    mode._find_rule.cache_clear()
