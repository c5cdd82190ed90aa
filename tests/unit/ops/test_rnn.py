"""What the real MXNet's RNN does on a GPU only, against plain NumPy; and dropout between layers."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet._ops import OPS

GATES = {"rnn_relu": 1, "rnn_tanh": 1, "gru": 3, "lstm": 4}
STEPS, BATCH, FEATURES, STATE = 4, 3, 2, 5
LENGTHS = [2, 4, 1]


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def step(mode, x, h, c, weights, clip):
    """One step of one cell: the new hidden state and cell."""
    of_input, of_state, input_bias, state_bias, *projection = weights
    gates, recurrent = x @ of_input.T + input_bias, h @ of_state.T + state_bias
    if mode == "rnn_relu":
        return np.maximum(gates + recurrent, 0), None
    if mode == "rnn_tanh":
        return np.tanh(gates + recurrent), None
    if mode == "gru":
        (r, z, n), (hr, hz, hn) = np.split(gates, 3, -1), np.split(recurrent, 3, -1)
        z = sigmoid(z + hz)
        return (1 - z) * np.tanh(n + sigmoid(r + hr) * hn) + z * h, None
    i, f, g, o = np.split(gates + recurrent, 4, -1)
    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)
    if clip:
        c = np.clip(np.where(np.isnan(c), clip[0], c), *clip)
    h = sigmoid(o) * np.tanh(c)
    return (h @ projection[0].T if projection else h), c


def reference(
    mode, data, vector, states, layers, directions, projection=None, lengths=None, clip=None
):
    """Outputs and last states of all layers, sequence by sequence."""
    rows, hidden = GATES[mode] * STATE, projection or STATE
    lengths = lengths or [len(data)] * data.shape[1]
    vector = list(vector)

    def take(*shape):
        head, vector[:] = vector[: np.prod(shape)], vector[np.prod(shape) :]
        return np.array(head).reshape(shape)

    matrices = []
    for layer in range(layers):
        for _ in range(directions):
            columns = directions * hidden if layer else data.shape[2]
            matrices.append([take(rows, columns), take(rows, hidden)])
            matrices[-1] += [take(hidden, STATE)] if projection else []
    cells = [[*m[:2], take(rows), take(rows), *m[2:]] for m in matrices]
    assert not vector

    last = [s.copy() for s in states]
    for layer in range(layers):
        output = np.zeros((len(data), data.shape[1], directions * hidden), data.dtype)
        for direction in range(directions):
            k = layer * directions + direction
            for b, length in enumerate(lengths):
                h, c = (s[k, b] for s in (*last, last[0])[:2])
                for t in reversed(range(length)) if direction else range(length):
                    h, c = step(mode, data[t, b], h, c, cells[k], clip)
                    output[t, b, direction * hidden : (direction + 1) * hidden] = h
                for s, value in zip(last, (h, c), strict=False):
                    s[k, b] = value
        data = output
    return [data, *last]


def make(mode, layers, directions, projection=None, dtype="float64"):
    """Data, parameter vector and states as NumPy arrays."""
    random = np.random.RandomState(0)
    rows, hidden, cells = GATES[mode] * STATE, projection or STATE, layers * directions
    count = rows * directions * (FEATURES + hidden + 2)
    count += (layers - 1) * rows * directions * (directions * hidden + hidden + 2)
    count += cells * projection * STATE if projection else 0
    states = [random.uniform(-1, 1, (cells, BATCH, hidden))]
    states += [random.uniform(-1, 1, (cells, BATCH, STATE))] if mode == "lstm" else []
    data = random.uniform(-1, 1, (STEPS, BATCH, FEATURES))
    vector = random.uniform(-0.5, 0.5, count)
    return [array.astype(dtype) for array in (data, vector, *states)]


def call(mode, arrays, layers, directions, lengths=None, **attrs):
    arrays = [mx.nd.array(a, dtype=a.dtype) if isinstance(a, np.ndarray) else a for a in arrays]
    if lengths is not None:
        attrs |= {"sequence_length": mx.nd.array(lengths), "use_sequence_length": True}
    return mx.nd.RNN(*arrays, mode=mode, state_size=STATE, num_layers=layers,
                     bidirectional=directions == 2, state_outputs=True, **attrs)  # fmt: skip


def same(ours, expected, tolerance=1e-10):
    assert len(ours) == len(expected)
    for ours_one, expected_one in zip(ours, expected, strict=True):
        np.testing.assert_allclose(ours_one.asnumpy(), expected_one, tolerance, tolerance)


NETWORKS = [(layers, directions) for layers in (1, 2) for directions in (1, 2)]


@pytest.mark.parametrize(("layers", "directions"), NETWORKS)
@pytest.mark.parametrize("mode", GATES)
@pytest.mark.parametrize("lengths", [None, LENGTHS])
def test_sequence_length(mode, layers, directions, lengths):
    arrays = make(mode, layers, directions)
    expected = reference(mode, *arrays[:2], arrays[2:], layers, directions, lengths=lengths)
    same(call(mode, arrays, layers, directions, lengths), expected)


@pytest.mark.parametrize(("layers", "directions"), NETWORKS)
@pytest.mark.parametrize("projection", [3, STATE])
@pytest.mark.parametrize("clip", [None, (-0.1, 0.2)])
@pytest.mark.parametrize("lengths", [None, LENGTHS])
def test_projection_and_clip(layers, directions, projection, clip, lengths):
    arrays = make("lstm", layers, directions, projection)
    expected = reference(
        "lstm", *arrays[:2], arrays[2:], layers, directions, projection, lengths, clip
    )
    bounds = {"lstm_state_clip_min": clip[0], "lstm_state_clip_max": clip[1]} if clip else {}
    ours = call("lstm", arrays, layers, directions, lengths, projection_size=projection, **bounds)
    same(ours, expected)
    assert [o.shape for o in ours] == [w.shape for w in expected]


@pytest.mark.parametrize("lengths", [None, LENGTHS])
@pytest.mark.parametrize("projection", [None, 3])
def test_clip_that_never_bites_changes_nothing(lengths, projection):
    """The step-by-step and the fused code path agree, in float32 and in their gradients."""
    arrays = make("lstm", 2, 2, projection, "float32")
    results = []
    for bounds in ({}, {"lstm_state_clip_min": -99, "lstm_state_clip_max": 99}):
        inputs = [mx.nd.array(a) for a in arrays]
        for array in inputs:
            array.attach_grad()
        with mx.autograd.record():
            out = call("lstm", inputs, 2, 2, lengths, projection_size=projection, **bounds)
            loss = sum((o * o).sum() for o in out)
        loss.backward()
        results.append([*out, *(array.grad for array in inputs)])
    same(results[0], [array.asnumpy() for array in results[1]], 1e-4)


def test_clip_nan():
    arrays = make("lstm", 1, 1)
    arrays[-1][0, 1, 2] = np.nan  # a cell of the second sequence
    bounds = {"lstm_state_clip_min": -0.1, "lstm_state_clip_max": 0.2}
    assert np.isnan(call("lstm", arrays, 1, 1, **bounds)[0].asnumpy()).any()
    expected = reference("lstm", *arrays[:2], arrays[2:], 1, 1, clip=(-0.1, 0.2))
    same(call("lstm", arrays, 1, 1, lstm_state_clip_nan=True, **bounds), expected)


def test_sequence_length_may_follow_the_state():
    arrays = make("gru", 1, 1)
    by_name = call("gru", arrays, 1, 1, LENGTHS)
    by_place = call("gru", [*arrays, mx.nd.array(LENGTHS)], 1, 1, use_sequence_length=True)
    same(by_place, [array.asnumpy() for array in by_name])


@pytest.mark.parametrize("mode", GATES)
def test_dropout_is_between_layers_in_training(mode):
    arrays = make(mode, 2, 1)
    expected = reference(mode, *arrays[:2], arrays[2:], 2, 1)
    same(call(mode, arrays, 2, 1, p=0.5), expected)
    mx.random.seed(0)
    with mx.autograd.train_mode():
        dropped = [call(mode, arrays, 2, 1, p=0.5) for _ in range(2)]
    first_layer = [out[1].asnumpy()[0] for out in dropped]
    np.testing.assert_allclose(first_layer, [expected[1][0]] * 2)
    assert not np.allclose(dropped[0][0].asnumpy(), expected[0])
    assert not np.allclose(dropped[0][0].asnumpy(), dropped[1][0].asnumpy())


def test_dropout_keeps_the_expectation():
    """A second layer that is linear in its input shows the mean of what is dropped."""
    arrays = make("rnn_relu", 2, 1)
    arrays[1] = np.abs(arrays[1]) * 0.1  # positive weights and states: relu is the identity
    arrays[0], arrays[2] = np.abs(arrays[0]), np.abs(arrays[2])
    expected = reference("rnn_relu", *arrays[:2], arrays[2:], 2, 1)
    mx.random.seed(1)
    with mx.autograd.train_mode():
        mean = sum(call("rnn_relu", arrays, 2, 1, p=0.3)[0].asnumpy() for _ in range(300)) / 300
    np.testing.assert_allclose(mean, expected[0], 0.05)


def test_parameters_without_a_shape():
    attrs = {"mode": "gru", "state_size": STATE, "num_layers": 2, "bidirectional": True,
             "projection_size": None, "use_sequence_length": True}  # fmt: skip
    shapes = OPS["RNN"].infer_params({"data": (STEPS, BATCH, FEATURES)}, attrs)
    assert shapes["parameters"] == make("gru", 2, 2)[1].shape
    assert shapes["state"] == (4, BATCH, STATE)
    assert shapes["sequence_length"] == (BATCH,)


def parts_of(mode, vector, layers, directions, projection=None):
    """Return the weights and biases in the vector as arrays, cell by cell."""
    rows, hidden, cells = GATES[mode] * STATE, projection or STATE, layers * directions
    matrices, vector = [], list(vector)

    def take(*shape):
        head, vector[:] = vector[: np.prod(shape)], vector[np.prod(shape) :]
        return mx.nd.array(np.array(head).reshape(shape), dtype="float64")

    for cell in range(cells):
        columns = FEATURES if cell < directions else directions * hidden
        matrices.append([take(rows, columns), take(rows, hidden)])
        matrices[-1] += [take(hidden, STATE)] if projection else []
    return [[*m[:2], take(rows), take(rows), *m[2:]] for m in matrices]


@pytest.mark.parametrize(("layers", "directions"), NETWORKS)
@pytest.mark.parametrize(("mode", "projection"), [*((mode, None) for mode in GATES), ("lstm", 3)])
@pytest.mark.parametrize("lengths", [None, LENGTHS])
def test_from_parts(mode, lengths, projection, layers, directions):
    data, vector, *states = make(mode, layers, directions, projection)
    expected = call(
        mode, [data, vector, *states], layers, directions, lengths, projection_size=projection
    )
    cells = parts_of(mode, vector, layers, directions, projection)
    arrays = [mx.nd.array(a, dtype=a.dtype) for a in (data, *states)]
    arrays += [] if lengths is None else [mx.nd.array(lengths)]
    ours = mx.nd._internal._rnn_from_parts(
        *arrays, *(part for cell in cells for part in cell), mode=mode, state_size=STATE,
        num_layers=layers, bidirectional=directions == 2, state_outputs=True,
        projection_size=projection, use_sequence_length=lengths is not None,
    )  # fmt: skip
    same(ours, [array.asnumpy() for array in expected])


def test_from_parts_names_the_part_that_is_wrong():
    data, vector, *states = make("gru", 1, 2)
    arrays = [mx.nd.array(a, dtype="float64") for a in (data, *states)]
    (left, right) = parts_of("gru", vector, 1, 2)
    attrs = {"mode": "gru", "state_size": STATE, "num_layers": 1, "bidirectional": True}
    from_parts = mx.nd._internal._rnn_from_parts
    with pytest.raises(mx.MXNetError, match=r"expects 10 inputs.*r0_h2h_bias\), but got 9"):
        from_parts(*arrays, *left, *right[:-1], **attrs)
    right[1] = right[1].T
    with pytest.raises(mx.MXNetError, match=r"'r0_h2h_weight', Provided = \[5, 15\].*\[15, 5\]"):
        from_parts(*arrays, *left, *right, **attrs)
    right[1] = right[1].T.astype("float32")
    with pytest.raises(mx.MXNetError, match="float32 at 'r0_h2h_weight'"):
        from_parts(*arrays, *left, *right, **attrs)
