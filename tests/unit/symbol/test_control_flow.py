"""Control flow: arrays, symbols and symbols from files do the same, with the same gradients."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, autograd, gluon, nd, sym

RANDOM = np.random.RandomState(3)
SHAPES = {"data": (4, 2, 3), "more": (4, 3), "s": (2, 3), "w": (3, 3), "i": (1,)}
INPUTS = {name: RANDOM.uniform(-1, 1, shape).astype("float32") for name, shape in SHAPES.items()}


def scan(F, v):
    """A recurrence with a matrix from outside."""
    return F.contrib.foreach(lambda x, s: (F.tanh(F.dot(x, v["w"]) + s), x + s), v["data"], v["s"])


def scan_lists(F, v):
    """Two arrays of data, two states, two outputs, nested."""

    def body(x, states):
        first, (second,) = states
        sum_ = F.broadcast_add(x[0], F.expand_dims(x[1], axis=0))
        return [sum_ * first, [second]], [first + second, [sum_]]

    out, states = F.contrib.foreach(body, [v["data"], v["more"]], [v["s"], [v["s"] * 2]])
    return [out[0], out[1][0]], [states[0], states[1][0]]


def nested(F, v):
    """A loop in a loop, both with something from outside."""

    def outer(x, s):
        def inner(row, t):
            return F.broadcast_mul(row, s.sum()), t + F.dot(row, v["w"])

        rows, last = F.contrib.foreach(inner, x, v["more"].sum(axis=0))
        return rows, F.broadcast_add(s, F.expand_dims(last, axis=0))

    return F.contrib.foreach(outer, v["data"], v["s"])


def repeat(F, v):
    """As long as a sum is small, three times at most."""
    return F.contrib.while_loop(
        lambda i, x: i < 2.5,
        lambda i, x: ([x * 2, F.dot(x, v["w"])], [i + 1, x + 1]),
        [v["i"] * 0, v["s"]],
        max_iterations=5,
    )


def repeat_to_limit(F, v):
    """A condition that uses a value from outside, and not all variables of the loop."""
    return F.contrib.while_loop(
        lambda i, x: i < F.max(v["more"]),
        lambda i, x: (x * 2, [i + 1, x + 1]),
        [v["i"] * 0, v["s"]],
        max_iterations=5,
    )


def choose(F, v):
    """Both branches, chosen by a condition within a loop."""

    def body(x, s):
        new = F.contrib.cond(x.sum() > 0, lambda: F.tanh(x) + s, lambda: x * s)
        return new, new

    return F.contrib.foreach(body, v["data"], v["s"])


def get_engine_state(F, v):
    """States that come out as they go in, swapped; the data itself as output."""
    return F.contrib.foreach(lambda x, s: (x, [s[1], s[0]]), v["data"], [v["s"], v["s"] + 1])


CASES = [scan, scan_lists, nested, repeat, repeat_to_limit, choose, get_engine_state]


def flat(results):
    return [a for part in results for a in (part if isinstance(part, list) else [part])]


def of_arrays(build):
    arrays = {name: nd.array(values) for name, values in INPUTS.items()}
    for array in arrays.values():
        array.attach_grad()
    with autograd.record():
        outputs = flat(build(nd, arrays))
        total = sum((out * out).sum() for out in outputs)
    total.backward()
    return [o.asnumpy() for o in outputs], {n: a.grad.asnumpy() for n, a in arrays.items()}


def of_symbols(build, through_file):
    outputs = sym.Group(flat(build(sym, {name: sym.var(name) for name in INPUTS})))
    if through_file:
        outputs = sym.load_json(outputs.tojson())
    names = outputs.list_arguments()
    arrays = {name: nd.array(INPUTS[name]) for name in names}
    grads = {name: nd.zeros(INPUTS[name].shape) for name in names}
    executor = outputs.bind(mx.cpu(), arrays, grads)
    results = executor.forward(is_train=True)
    executor.backward([2 * result for result in results])
    return [r.asnumpy() for r in results], {n: g.asnumpy() for n, g in grads.items()}


@pytest.mark.parametrize("through_file", [False, True])
@pytest.mark.parametrize("build", CASES)
def test_arrays_and_symbols_agree(build, through_file):
    expected, expected_grads = of_arrays(build)
    actual, grads = of_symbols(build, through_file)
    for one, other in zip(actual, expected, strict=True):
        np.testing.assert_allclose(one, other, 1e-5, 1e-6)
    for name, grad in grads.items():
        np.testing.assert_allclose(grad, expected_grads[name], 1e-4, 1e-5, err_msg=name)
    assert any(grad.any() for grad in grads.values())


@pytest.mark.parametrize("build", CASES)
def test_hybridized_blocks(build):
    class Net(gluon.HybridBlock):
        def hybrid_forward(self, F, *args):
            return flat(build(F, dict(zip(INPUTS, args, strict=True))))

    arrays = [nd.array(values) for values in INPUTS.values()]
    plain, hybrid = Net(), Net()
    hybrid.hybridize()
    for one, other in zip(hybrid(*arrays), plain(*arrays), strict=True):
        np.testing.assert_allclose(one.asnumpy(), other.asnumpy(), 1e-5, 1e-6)


def test_foreach_computes_the_same_as_a_loop():
    outs, last = of_arrays(scan)[0]
    state, expected = INPUTS["s"], []
    for x in INPUTS["data"]:
        expected.append(np.tanh(x @ INPUTS["w"] + state))
        state = state + x
    np.testing.assert_allclose(outs, expected, 1e-5)
    np.testing.assert_allclose(last, state, 1e-5)


def test_while_loops_fill_up_with_zeros():
    outs, (i, _) = nd.contrib.while_loop(
        lambda i, x: i < 2, lambda i, x: (x, [i + 1, x]), [nd.zeros(1), nd.ones(2)], 4
    )
    assert outs.asnumpy().tolist() == [[1, 1], [1, 1], [0, 0], [0, 0]] and i.asscalar() == 2
    never, (i, _) = nd.contrib.while_loop(
        lambda i, x: i < 0, lambda i, x: (x, [i + 1, x]), [nd.zeros(1), nd.ones(2)], 4
    )
    assert never == [] and i.asscalar() == 0


X, S = sym.var("x"), sym.var("s")


@pytest.mark.parametrize(
    ("call", "error", "what"),
    [
        (lambda: sym.contrib.foreach(lambda x, s: (x, s), 3, S), TypeError, "foreach data.*got 3"),
        (lambda: sym.contrib.foreach(lambda x, s: (x, 3), X, S), TypeError, "foreach states"),
        (lambda: sym.contrib.foreach(lambda x, s: (x, [s, s]), X, S), MXNetError, "different form"),
        (lambda: sym.contrib.foreach(lambda x, s: (s, s), X, S), MXNetError, "data arrays have to"),
        (lambda: sym.contrib.foreach(lambda x, s: (x, x), X, S), AssertionError, "state arrays"),
        (
            lambda: sym.contrib.while_loop(None, None, X),
            ValueError,
            "max_iterations should be spec",
        ),
        (lambda: sym.contrib.while_loop(None, None, X, "a"), ValueError, "integer, got 'a'"),
        (lambda: sym.contrib.while_loop(None, None, [], 3), ValueError, "at least one element"),
        (lambda: sym.contrib.while_loop(lambda x: 3, None, X, 3), ValueError, "must be a Symbol"),
        (
            lambda: sym.contrib.while_loop(lambda x: x, lambda x: (x, [x, x]), X, 3),
            ValueError,
            "loop_vars should be consistent",
        ),
        (lambda: sym.contrib.cond(X, lambda: X, lambda: [X, S]), ValueError, "outputs differs"),
        (lambda: sym.contrib.cond(X, lambda: 3, lambda: X), TypeError, "cond then.*got 3"),
        (lambda: nd.contrib.while_loop(None, None, nd.ones(1)), ValueError, "should be specified"),
        (lambda: nd.contrib.foreach(None, [], nd.ones(1)), MXNetError, "needs data"),
        (lambda: nd.contrib.cond(nd.ones(2), None, None), ValueError, "not a scalar"),
    ],
)
def test_refused(call, error, what):
    with pytest.raises(error, match=what):
        call()


def test_mismatched_shapes_name_the_node():
    out, _ = sym.contrib.foreach(lambda x, s: (sym.dot(x, S, name="inner"), s + x), X, sym.var("t"))
    with pytest.raises(MXNetError, match=r"(?s)_foreach\d+.*inner"):
        out.infer_shape(x=(4, 2, 3), s=(5, 5), t=(2, 3))
