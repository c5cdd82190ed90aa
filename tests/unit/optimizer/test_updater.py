"""Updaters, and the bytes of their states."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, optimizer


def train(name="adam", **arguments):
    updater = optimizer.get_updater(optimizer.create(name, **arguments))
    weights = [nd.ones((2, 3)), nd.ones((3, 2))]
    for step in range(3):
        updater([0, 1], [nd.ones((2, 3)) * 0.1 * (step + 1), nd.ones((3, 2)) * 0.2], weights)
    return updater, weights


def test_states_are_made_at_the_first_update():
    updater = optimizer.get_updater(optimizer.SGD(momentum=0.9, learning_rate=0.5))
    assert updater.states == {} and updater.aggregate_updates
    weight = nd.ones((2,))
    updater("w", nd.ones((2,)), weight)
    assert list(updater.states) == ["w"] and updater.states_synced == {"w": True}
    np.testing.assert_allclose(updater.states["w"].asnumpy(), [-0.5, -0.5])
    np.testing.assert_allclose(weight.asnumpy(), [0.5, 0.5])


def test_loaded_states_move_to_their_weight():
    updater, _ = train("sgd", momentum=0.9)
    other = optimizer.get_updater(optimizer.SGD(momentum=0.9))
    other.set_states(updater.get_states())
    assert other.states_synced == {0: False, 1: False}
    other(0, nd.ones((2, 3), ctx=mx.cpu(1)), nd.ones((2, 3), ctx=mx.cpu(1)))
    assert other.states[0].context == mx.cpu(1) and other.states[1].context == mx.cpu(0)


def test_states_alone_keep_the_optimizer():
    updater, _ = train()
    other = optimizer.get_updater(optimizer.Adam(learning_rate=0.5))
    other.set_states(updater.get_states())
    assert other.optimizer.lr == 0.5


def test_an_optimizer_is_saved_with_its_schedule_and_without_parameters():
    schedule = mx.lr_scheduler.CosineScheduler(10, 0.01)
    updater, _ = train("sgd", lr_scheduler=schedule)
    updater.optimizer.param_dict = {0: mx.gluon.Parameter("a")}
    other = optimizer.get_updater(optimizer.Adam())
    other.set_states(updater.get_states(dump_optimizer=True))
    assert type(other.optimizer) is optimizer.SGD and other.optimizer.param_dict == {}
    assert other.optimizer.learning_rate == updater.optimizer.learning_rate
    counts = other.optimizer._all_index_update_counts
    assert counts == {0: {0: 3, 1: 3}} and other.optimizer._index_update_count is counts[0]


# -------------------------------------------------------------------- the same arrays once more


def faster(updater, weights, grads):
    updater.optimizer.lr *= 2


def clip(updater, weights, grads):
    updater.optimizer.clip_gradient = 0.01


def rescale(updater, weights, grads):
    updater.optimizer.rescale_grad = 0.25


def decaying_apart(updater, weights, grads):
    updater.optimizer.set_wd_mult({0: 0.0, 1: 3.0})
    updater.optimizer.wd = 0.1


def reload(updater, weights, grads):
    updater.set_states(updater.get_states(dump_optimizer=True))


def begun_anew(updater, weights, grads):
    updater.states.clear()


def other_weight(updater, weights, grads):
    weights[1] = weights[1] * 2


def other_state(updater, weights, grads):
    state = updater.states[0]
    updater.states[0] = tuple(s * 2 for s in state) if isinstance(state, tuple) else state * 2


def write(updater, weights, grads):
    weights[0][:] = 0.5
    grads[1] *= 3


@pytest.mark.parametrize(
    "change",
    [
        faster, clip, rescale, decaying_apart, reload, begun_anew, other_weight, other_state,
        write,
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "name, options",
    [
        ("sgd", {"momentum": 0.9}),
        ("adam", {"wd": 0.01}),
        ("adam", {"wd": 0.01, "rescale_grad": 1 / 128}),
        ("adam", {"rescale_grad": 1 / 256, "clip_gradient": 1e-3}),
        ("nag", {"momentum": 0.9}),
        ("signum", {"wd_lh": 0.01}),
        ("rmsprop", {"clip_weights": 0.9}),
        ("rmsprop", {"centered": True}),
        ("lamb", {"wd": 0.01}),
    ],
    ids=[
        "sgd", "adam", "adam, rescaled", "adam, clipped", "nag", "signum", "rmsprop",
        "centered rmsprop", "lamb",
    ],
)  # fmt: skip
def test_changes_between_steps_take_effect(name, options, change):
    """Arrays that are passed again are not checked; copies of the gradients are."""
    results = []
    for copied in (False, True):
        updater = optimizer.get_updater(optimizer.create(name, learning_rate=0.1, **options))
        weights = [nd.ones((2, 3)), nd.ones((3, 2))]
        grads = [nd.arange(6).reshape((2, 3)) / 10, nd.ones((3, 2)) * 0.2]
        for step in range(6):
            if step == 3:
                change(updater, weights, grads)
            updater([0, 1], [g.copy() for g in grads] if copied else grads, weights)
        arrays = [*weights, *_flat(updater.states)]
        results.append([array.asnumpy() for array in arrays])
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("scale", [1 / 24, 1 / 32])
def test_saving_changes_nothing(scale):
    results = []
    for saves in (False, True):
        updater = optimizer.get_updater(optimizer.create("adam", rescale_grad=scale, wd=0.1))
        weights, grads = [nd.ones((2, 3))], [nd.arange(6).reshape((2, 3)) / 7]
        for _ in range(6):
            updater([0], grads, weights)
            if saves:
                updater.get_states()
        results.append([array.asnumpy() for array in (*weights, *updater.states[0])])
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_array_equal(ours, theirs)


@pytest.mark.parametrize("name", ["nag", "signum"])
def test_the_same_arrays_without_momentum(name):
    results = []
    for copied in (False, True):
        updater = optimizer.get_updater(optimizer.create(name, momentum=0.0, wd=0.1))
        weights, grads = [nd.ones((2, 3)), nd.ones((2,))], [nd.ones((2, 3)), -nd.ones((2,))]
        for _ in range(3):
            updater([0, 1], [g.copy() for g in grads] if copied else grads, weights)
        results.append([weight.asnumpy() for weight in weights])
    for ours, theirs in zip(*results, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def _flat(states):
    return [array for i in states for array in _tuple(states[i])]


def _tuple(state):
    return state if isinstance(state, tuple) else (state,)


def test_states_are_the_same_for_every_reader():
    def train(look):
        updater = optimizer.get_updater(optimizer.create("adam", rescale_grad=1 / 64))
        weights, grads = [nd.ones((2, 3))], [nd.arange(6).reshape((2, 3))]
        seen = []
        for _ in range(4):
            updater([0], grads, weights)
            seen.append(look(updater, seen))
        return seen

    def read_saved(updater, seen):
        other = optimizer.get_updater(optimizer.create("adam"))
        other.set_states(updater.get_states())
        return [array.asnumpy() for array in other.states[0]]

    def read_live(updater, seen):  # who has them once sees them change
        arrays = seen[0][0] if seen else updater.states[0]
        return arrays, [array.asnumpy() for array in arrays]

    grad = np.arange(6).reshape(2, 3) / 64
    mean = variance = 0
    for files, (_, arrays) in zip(train(read_saved), train(read_live), strict=True):
        mean, variance = 0.9 * mean + 0.1 * grad, 0.999 * variance + 0.001 * grad**2
        for ours, expected in zip((*files, *arrays), (mean, variance) * 2, strict=True):
            np.testing.assert_allclose(ours, expected, 1e-4, 1e-10)


def test_custom_update_is_called_each_time():
    class Counting(optimizer.SGD):
        calls = 0

        def update(self, index, weight, grad, state):
            self.calls += 1
            super().update(index, weight, grad, state)

    updater = optimizer.get_updater(Counting(momentum=0.9))
    weights, grads = [nd.ones((2,)), nd.ones((3,))], [nd.ones((2,)), nd.ones((3,))]
    for _ in range(3):
        updater([0, 1], grads, weights)
    assert updater.optimizer.calls == 6  # for each weight


def test_the_same_weights_inside_record_are_refused():
    updater = optimizer.get_updater(optimizer.SGD(momentum=0.9))
    weights, grads = [nd.ones((2,)), nd.ones((3,))], [nd.ones((2,)), nd.ones((3,))]
    for weight in weights:
        weight.attach_grad()
    updater([0, 1], grads, weights)
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="inside a record section"):
        updater([0, 1], grads, weights)


def test_custom_update_receives_one_weight_at_a_time():
    class Masked(optimizer.SGD):
        seen: list = []

        def update(self, index, weight, grad, state):
            self.seen.append(index)
            super().update(index, weight, grad * nd.array([1, 0]), state)

    weights = [nd.zeros(2) for _ in range(3)]
    optimizer.get_updater(Masked(learning_rate=1.0))([0, 1, 2], [nd.ones(2)] * 3, weights)
    assert Masked.seen == [0, 1, 2]
    assert [weight.asnumpy().tolist() for weight in weights] == [[-1, 0]] * 3
