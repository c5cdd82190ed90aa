"""Training plans: the gradients that torch's autograd computes, and all that autograd can do."""

from __future__ import annotations

import gc
import random
import weakref

import numpy as np
import pytest
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._eager.array import step_of
from mxnet.gluon import nn

RANDOM = np.random.RandomState(0)


def uniform(*shape, dtype="float32"):
    return nd.array(RANDOM.uniform(-1, 1, shape), dtype=dtype)


class Formula(gluon.HybridBlock):
    """A block that computes a function of its inputs."""

    def __init__(self, function):
        super().__init__()
        self._function = function

    def hybrid_forward(self, F, *args):
        return self._function(F, *args)


FORMULAS = {
    "dense": lambda F, x, y: F.FullyConnected(x, y, num_hidden=4, no_bias=True),
    "dense of images": lambda F, x, y: F.FullyConnected(
        F.reshape(x, (2, 2, 4)), F.reshape(y, (2, 8)), num_hidden=2, no_bias=True
    ),
    "dense along the last axis": lambda F, x, y: F.FullyConnected(
        F.reshape(x, (2, 2, 4)), y, num_hidden=4, no_bias=True, flatten=False
    ),
    "sum": lambda F, x, y: x + y,
    "difference": lambda F, x, y: x - y * 2,
    "product": lambda F, x, y: x * y,
    "broadcast sum": lambda F, x, y: F.broadcast_add(x, F.sum(y, axis=0, keepdims=True)),
    "broadcast difference": lambda F, x, y: F.broadcast_sub(F.mean(x, axis=1, keepdims=True), y),
    "broadcast product": lambda F, x, y: F.broadcast_mul(x, F.sum(y, axis=1, keepdims=True)),
    "twice": lambda F, x, y: x * x + y * x,
    "itself": lambda F, x, y: x + y * 0.5 + x,
    "relu": lambda F, x, y: F.relu(x) + F.Activation(y, act_type="relu"),
    "leaky": lambda F, x, y: F.LeakyReLU(x + y, slope=0.1),
    "sigmoid": lambda F, x, y: F.sigmoid(x) * F.Activation(y, act_type="sigmoid"),
    "tanh": lambda F, x, y: F.tanh(x) * F.Activation(y, act_type="tanh"),
    "scalars": lambda F, x, y: (1.5 - x) * 2 / 3 + (y - 1) + 0.25,
    "exponential": lambda F, x, y: F.exp(-x) + F.square(y),
    "log_softmax": lambda F, x, y: F.log_softmax(x, axis=0) + F.log_softmax(y),
    "shapes": lambda F, x, y: F.squeeze(
        F.expand_dims(F.Flatten(x), 1) + F.expand_dims(F.reshape_like(y, x), 1), 1
    ),
    "mean of some": lambda F, x, y: F.mean(x * y, axis=0, exclude=True),
    "sum of all": lambda F, x, y: F.sum(x * y),
    "several": lambda F, x, y: [x * y, x + y, F.tanh(x - y)],
}


def gradients(block, inputs, with_gradient=(0, 1), is_planned=False):
    """Return the outputs and the gradients of inputs."""
    for i, array in enumerate(inputs):
        array.attach_grad("write" if i in with_gradient else "null")
    with autograd.record():
        outputs = block(*inputs)
        outputs = outputs if isinstance(outputs, list) else [outputs]
    assert all((step_of(output) is not None) == is_planned for output in outputs)
    heads = [nd.arange(output.size).reshape(output.shape) / 3 for output in outputs]
    autograd.backward(outputs, heads)
    assert all(
        array.grad._t.is_contiguous() for i, array in enumerate(inputs) if i in with_gradient
    )
    return [a.asnumpy() for a in (*outputs, *(inputs[i].grad for i in with_gradient))]


@pytest.mark.parametrize("with_gradient", [(0, 1), (0,), (1,)])
@pytest.mark.parametrize("name", FORMULAS)
def test_rules(name, with_gradient):
    block, inputs = Formula(FORMULAS[name]), [uniform(4, 4), uniform(4, 4)]
    plain = gradients(block, inputs, with_gradient)
    block.hybridize()
    for ours, theirs in zip(gradients(block, inputs, with_gradient, True), plain, strict=True):
        np.testing.assert_allclose(ours, theirs, 1e-6, 1e-7)


def test_nan_in_relu():
    block, inputs = (
        Formula(FORMULAS["relu"]),
        [nd.array([np.nan, -1, 1]), nd.array([np.nan, 1, -1])],
    )
    plain = gradients(block, inputs)
    block.hybridize()
    for ours, theirs in zip(gradients(block, inputs, is_planned=True), plain, strict=True):
        np.testing.assert_array_equal(ours, theirs)


# -------------------------------------------------------------------------------------- networks


def make(active=True, dropout=0.0):
    mx.random.seed(3)
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(
            nn.Dense(8, activation="relu", in_units=6),
            nn.Dropout(dropout),
            nn.Dense(4, in_units=8),
        )
    net.initialize(mx.init.Xavier())
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    net.hybridize(active)
    loss.hybridize(active)
    return net, loss


X, LABELS = uniform(5, 6), nd.array([0, 3, 1, 2, 1])


def parameter_gradients(net):
    return [p.grad().asnumpy() for p in net.collect_params().values() if p.grad_req != "null"]


def compare(one, other, rtol=1e-5):
    for ours, theirs in zip(one, other, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol, 1e-6)


def losses(active, dropout=0.0, steps=4):
    net, loss_of = make(active, dropout)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.1, "momentum": 0.9})
    mx.random.seed(11)
    seen = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_of(net(X), LABELS)
        assert (step_of(loss) is not None) == active
        loss.backward()
        trainer.step(5)
        seen += [loss.asnumpy(), *parameter_gradients(net)]
    return seen


def test_training():
    compare(losses(True), losses(False))


def test_dropout_draws_the_same_numbers():
    compare(losses(True, 0.4), losses(False, 0.4))


def test_inference_while_recording():
    for active in (False, True):
        net, _ = make(active, 0.5)
        with autograd.record(train_mode=False):
            y = net(X)
        y.backward()
        results = [y.asnumpy(), *parameter_gradients(net)] if not active else results  # noqa: F821
    compare([y.asnumpy(), *parameter_gradients(net)], results)


def test_requests():
    net, loss_of = make()
    net[0].weight.grad_req = "null"
    net[2].bias.grad_req = "add"
    plain, plain_loss = make(False)
    for _ in range(2):
        for network, loss in ((net, loss_of), (plain, plain_loss)):
            with autograd.record():
                y = loss(network(X), LABELS)
            y.backward()
    np.testing.assert_allclose(
        net[2].bias.grad().asnumpy(), 2 * plain[2].bias.grad().asnumpy(), 1e-5, 1e-6
    )
    compare([net[0].bias.grad().asnumpy()], [plain[0].bias.grad().asnumpy()])


def test_retained_graph():
    net, loss_of = make()
    with autograd.record():
        loss = loss_of(net(X), LABELS)
    loss.backward(retain_graph=True)
    first = parameter_gradients(net)
    loss.backward()
    compare(parameter_gradients(net), first)
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        loss.backward()


def test_history_is_freed():
    net, loss_of = make()
    with autograd.record():
        y = net(X)
        loss = loss_of(y, LABELS)
    loss.backward()
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        y.backward()
    with autograd.record():
        z = y * 2
    with pytest.raises(mx.MXNetError, match="not in a computational graph"):
        z.backward()


def test_operators_before_and_after():
    results = []
    for active in (False, True):
        net, loss_of = make(active)
        x = X.copy()
        x.attach_grad()
        with autograd.record():
            y = net(x * 2)  # in torch's graph
            z = net(x)
            loss = (loss_of(z, LABELS) * 3).mean() + z.sum() + y.sum()
        loss.backward()
        results.append([loss.asnumpy(), x.grad.asnumpy(), *parameter_gradients(net)])
    compare(*results)


def test_several_heads_and_steps():
    results = []
    for active in (False, True):
        net, loss_of = make(active)
        with autograd.record():
            y = net(X)
            one, other = loss_of(y, LABELS), loss_of(net(X * 0.5), LABELS)
        assert (step_of(one) is not None) == active
        autograd.backward([one, y, other], [nd.ones(5) * 2, nd.ones((5, 4)), None])
        results.append(parameter_gradients(net))
    compare(*results)


def test_gradients_of_gradients():
    results = []
    for active in (False, True):
        net, _ = make(active, 0.3)
        net[0].act._act_type = "tanh"
        x = X.copy()
        x.attach_grad()
        mx.random.seed(2)
        with autograd.record():
            y = net(x).sum()
            (slope,) = autograd.grad(y, [x], create_graph=True)
            penalty = (slope**2).sum()
        penalty.backward()
        results.append([slope.asnumpy(), x.grad.asnumpy(), *parameter_gradients(net)[:1]])
    compare(*results)


def test_grad_of_intermediate_results():
    results = []
    for active in (False, True):
        net, loss_of = make(active)
        x = X.copy()
        x.attach_grad()
        with autograd.record():
            y = net(x)
            loss = loss_of(y, LABELS)
        results.append([g.asnumpy() for g in autograd.grad(loss, [y, x])])
    compare(*results)


def test_cut_history():
    net, loss_of = make()
    with autograd.record():
        y = net(X)
        y.attach_grad()
        loss = loss_of(y, LABELS)
    loss.backward()
    assert y.grad.asnumpy().any()
    assert not any(g.any() for g in parameter_gradients(net))


def test_gradients_do_not_share_memory():
    block = Formula(lambda F, x, y: x + y)
    block.hybridize()
    x, y, head = uniform(3), uniform(3), nd.array([1, 2, 3])
    x.attach_grad()
    y.attach_grad()
    with autograd.record():
        z = block(x, y)
    z.backward(head)
    x.grad[:] = 7
    assert y.grad.asnumpy().tolist() == head.asnumpy().tolist() == [1, 2, 3]


def test_gradient_arrays_with_views():
    net, loss_of = make()
    seen = net[2].bias.grad()
    view = seen[:2]
    with autograd.record():
        loss = loss_of(net(X), LABELS)
    loss.backward()
    assert view.asnumpy().tolist() == net[2].bias.grad().asnumpy()[:2].tolist()


@pytest.mark.parametrize(
    "view", [lambda y: y, lambda y: y.reshape(3), lambda y: y.flatten().reshape(3)]
)
def test_changed_inputs(view):
    block = Formula(lambda F, x, y: x * view(y))
    block.hybridize()
    x, y = uniform(3), uniform(3)
    x.attach_grad()
    with autograd.record():
        z = block(x, y)
    y[:] = 0
    with pytest.raises(mx.MXNetError, match="changed in place"):
        z.backward()


def test_changed_variables():
    """A variable may change: the gradient is that of its new values."""
    block = Formula(lambda F, x, y: x * y)
    x, y = nd.array([2.0]), nd.array([3.0])
    for active in (False, True):
        block.hybridize(active)
        x[:], y[:] = 2, 3
        x.attach_grad()
        y.attach_grad()
        with autograd.record():
            z = block(x, y)
        y[:] = 5
        z.backward()
        assert x.grad.asscalar() == 5


def test_labels_that_are_none():
    """Labels that pick clips: torch's loss refuses them."""
    results = []
    for active in (False, True):
        net, loss_of = make(active)
        with autograd.record():
            loss = loss_of(net(X), nd.array([0, 9, -3, 1, 2]))
        loss.backward()
        results.append([loss.asnumpy(), *parameter_gradients(net)])
    compare(*results)


def test_several_contexts():
    net, loss_of = make()
    net.collect_params().reset_ctx([mx.cpu(0), mx.cpu(1)])
    parts = gluon.utils.split_and_load(uniform(6, 6), [mx.cpu(0), mx.cpu(1)])
    with autograd.record():
        both = [loss_of(net(x), nd.zeros(3, ctx=x.context)) for x in parts]
    autograd.backward(both)
    for parameter in net.collect_params().values():
        assert [g.context for g in parameter.list_grad()] == [mx.cpu(0), mx.cpu(1)]
        assert all(g.asnumpy().any() for g in parameter.list_grad())


def test_other_types():
    results = []
    for active in (False, True):
        net, loss_of = make(active)
        net(X)
        net.cast("float64")
        with autograd.record():
            loss = loss_of(net(X.astype("float64")), LABELS)
        loss.backward()
        results.append(parameter_gradients(net))
    assert results[1][0].dtype == np.float64
    compare(*results, rtol=1e-9)


def test_unprofitable_plans_are_dropped():
    net, _ = make()
    for _ in range(5):
        with autograd.record():
            y = net(X)
            is_planned = step_of(y) is not None
            loss = y.mean()
        loss.backward()
    assert not is_planned


def test_nothing_stays_in_memory():
    net, loss_of = make()
    with autograd.record():
        y = net(X)
        loss = loss_of(y, LABELS)
    saved = [weakref.ref(tensor) for tensor in y._graph[0].saved]
    inputs = {id(X._t), *(id(p.data()._t) for p in net.collect_params().values())}
    gc.disable()  # there are no cycles to be found
    try:
        loss.backward()
        del y, loss
        assert {id(ref()) for ref in saved if ref() is not None} <= inputs
    finally:
        gc.enable()


# ---------------------------------------------------------------------------------- random graphs

PARTS = [
    lambda F, r, a: F.relu(r.choice(a)),
    lambda F, r, a: F.Activation(r.choice(a), act_type=r.choice(["relu", "tanh", "sigmoid"])),
    lambda F, r, a: r.choice(a) + r.choice(a),
    lambda F, r, a: r.choice(a) - r.choice(a),
    lambda F, r, a: r.choice(a) * r.choice(a),
    lambda F, r, a: F.broadcast_mul(r.choice(a), F.mean(r.choice(a), axis=0, keepdims=True)),
    lambda F, r, a: F.broadcast_sub(r.choice(a), F.sum(r.choice(a), keepdims=True) * 0.1),
    lambda F, r, a: F.FullyConnected(r.choice(a), r.choice(a), num_hidden=4, no_bias=True) * 0.3,
    lambda F, r, a: F.reshape(F.Flatten(F.expand_dims(r.choice(a), 1)), shape=(4, 4)),
    lambda F, r, a: F.log_softmax(r.choice(a)),
    lambda F, r, a: F.exp(-F.square(r.choice(a))),
    lambda F, r, a: F.reshape_like((2 - r.choice(a)) / 3, r.choice(a)),
    lambda F, r, a: F.identity(r.choice(a)),
]


def random_formula(seed):
    def formula(F, x, y):
        r, values = random.Random(seed), [x, y, x * y]
        for _ in range(r.randint(2, 9)):
            values.append(r.choice(PARTS)(F, r, values))
        # Everything depends on both inputs.
        return [value + 0 * x * y for value in (values[-1], r.choice(values))]

    return formula


@pytest.mark.parametrize("seed", range(40))
def test_random_graphs(seed):
    results = []
    for active in (False, True):
        block, (x, y) = Formula(random_formula(seed)), (uniform(4, 4), uniform(4, 4))
        x[:], y[:] = FIXED
        block.hybridize(active)
        x.attach_grad()
        y.attach_grad("add")
        with autograd.record():
            outputs = block(x, y)
            assert (step_of(outputs[0]) is not None) == active
            if seed % 3 == 1:  # operators follow
                outputs = [outputs[0] * 2, outputs[1]]
        if seed % 3 == 2:
            autograd.backward(outputs, retain_graph=True)
        autograd.backward(outputs)
        results.append([a.asnumpy() for a in (*outputs, x.grad, y.grad)])
    for plain, ours in zip(*results, strict=True):
        np.testing.assert_allclose(ours, plain, 1e-4, 1e-5 * max(1, np.abs(plain).max()))


FIXED = uniform(4, 4), uniform(4, 4)


# ---------------------------------------------------------------------------- ReLU while recording

RECTIFIED = {
    "convolution": lambda F, x: F.Convolution(
        x, F.ones((2, 3, 3, 3)), num_filter=2, kernel=(3, 3), no_bias=True
    ),
    "sum": lambda F, x: x + x * x,
    "broadcast sum": lambda F, x: F.broadcast_add(x, F.mean(x, axis=0, keepdims=True)),
    "dense": lambda F, x: F.FullyConnected(x, F.ones((5, 108)), num_hidden=5, no_bias=True),
    "dense along the last axis": lambda F, x: F.FullyConnected(
        F.swapaxes(x, 0, 1), F.ones((5, 6)), num_hidden=5, no_bias=True, flatten=False
    ),
    "normalization": lambda F, x: F.BatchNorm(
        x, F.ones(3), F.zeros(3), F.zeros(3), F.ones(3), fix_gamma=False
    ),
}


def results_and_gradients(compute, x):
    """Compute eagerly, then hybridized; return results with gradients, and the last block."""
    pairs = []
    x.attach_grad()
    for hybridized in (False, True):
        block = Formula(compute)
        block.hybridize(hybridized)
        with autograd.record():
            result = block(x)
        result.backward()
        pairs.append((result.asnumpy(), x.grad.asnumpy()))
    return pairs, block


@pytest.mark.parametrize("is_operator", [True, False])
@pytest.mark.parametrize("name", RECTIFIED)
def test_relu_overwrites_what_no_gradient_reads(name, is_operator):
    def compute(F, x):
        before = RECTIFIED[name](F, x - 0.1)
        after = F.relu(before) if is_operator else F.Activation(before, act_type="relu")
        row = F.reshape(after, (1, 1, 1, -1))
        # A convolution has no rule for its gradient, so that torch records.
        return F.Convolution(row, F.ones((1, 1, 1, 1)), num_filter=1, kernel=(1, 1), no_bias=True)

    pairs, block = results_and_gradients(compute, uniform(4, 3, 6, 6))
    for eager, lowered in zip(*pairs, strict=True):
        np.testing.assert_allclose(lowered, eager, rtol=1e-5, atol=1e-6)
    (code,) = [c for k, c in block._graph._operator._executable._prepared.items() if k[2]]
    assert any(node.target is torch.relu_ for node in code.graph.nodes)


def test_relu_preserves_what_the_gradient_of_another_operator_reads():
    def compute(F, x):
        total = x + x
        pooled = F.Pooling(total, kernel=(2, 2), pool_type="max", stride=(1, 1), pad=(1, 1))
        one = F.ones((1, 3, 1, 1))
        product = F.Convolution(total, one, num_filter=1, kernel=(1, 1), no_bias=True)
        return (
            F.sum(pooled)
            + F.sum(product * product)
            + F.sum(F.Activation(total, act_type="relu") * 3)
        )

    pairs, _ = results_and_gradients(compute, uniform(2, 3, 4, 4) - 0.5)
    for eager, lowered in zip(*pairs, strict=True):
        np.testing.assert_allclose(lowered, eager, rtol=1e-5, atol=1e-6)
