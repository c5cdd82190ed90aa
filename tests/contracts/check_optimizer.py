"""The contract of every optimizer. Each check takes the class; ``CHECKS`` lists them."""

from __future__ import annotations

import copy
import pickle
import warnings

import numpy as np

import mxnet as mx
from mxnet import nd

SHAPES = ((3, 4), (2, 2))  # matrices: GroupAdaGrad takes nothing else
IGNORES_RATE = {"AdaDelta", "Test"}
IGNORES_CLIP = {"Test"}
RATE_OF_UNCUT = {"LARS"}  # MXNet: the norm is that of the gradient before it is cut
REFUSES_DECAY = {"GroupAdaGrad"}
IGNORES_DECAY = {"Test"}
NOISE_OF_TYPE = {"SGLD"}  # MXNet: the random numbers of other types differ
OWN = {"LARS": {"eta": 0.1}}


def make(kind, **arguments):
    return kind(**{"learning_rate": 0.1, **OWN.get(kind.__name__, {}), **arguments})


def weights(dtype="float32"):
    random = np.random.RandomState(0)
    return [nd.array(random.uniform(-1, 1, shape), dtype=dtype) for shape in SHAPES]


def gradients(step, dtype="float32"):
    random = np.random.RandomState(step + 1)
    return [nd.array(random.uniform(-1, 1, shape), dtype=dtype) for shape in SHAPES]


def train(
    optimizer, steps=4, dtype="float32", grads=gradients, one_by_one=False, updater=None, seed=7
):  # fmt: skip
    """Return the weights after some steps; where an optimizer draws noise, always the same."""
    mx.random.seed(seed)
    updater = updater or mx.optimizer.get_updater(optimizer)
    trained, indices = weights(dtype), list(range(len(SHAPES)))
    for step in range(steps):
        grads_of_step = grads(step, dtype)
        if one_by_one:
            for i in indices:
                updater(i, grads_of_step[i], trained[i])
        else:
            updater(indices, grads_of_step, trained)
    return [weight.asnumpy() for weight in trained]


def same(ours, theirs, tolerance=1e-6):
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def arrays_of(state) -> list:
    if state is None:
        return []
    if isinstance(state, tuple | list):
        return [array for part in state for array in arrays_of(part)]
    return [state]


def check_states_live_beside_their_weight(kind):
    for dtype in ("float32", "float64"):
        for context in (mx.cpu(0), mx.cpu(1)):
            weight = weights(dtype)[0].as_in_context(context)
            for array in arrays_of(make(kind).create_state(0, weight)):
                assert isinstance(array, nd.NDArray)
                assert array.context == context and array.dtype is weight.dtype
                assert array.shape[0] == weight.shape[0]


def check_update_is_in_place(kind):
    optimizer, weight, grad = make(kind, rescale_grad=0.5), weights()[0], gradients(0)[0]
    state = optimizer.create_state(0, weight)
    memory = [array._t.data_ptr() for array in (weight, *arrays_of(state))]
    before, grad_before = weight.asnumpy(), grad.asnumpy()
    assert optimizer.update(0, weight, grad, state) is None
    assert [array._t.data_ptr() for array in (weight, *arrays_of(state))] == memory
    assert not np.array_equal(weight.asnumpy(), before), "the weight did not move"
    np.testing.assert_array_equal(grad.asnumpy(), grad_before, "the gradient changed")


def check_lists_and_single_weights_agree(kind):
    options = {} if kind.__name__ in REFUSES_DECAY else {"wd": 0.1}
    options |= {"clip_gradient": 0.4, "rescale_grad": 1 / 3}
    alone = train(make(kind, **options), one_by_one=True)
    # LARS sums the squares of small weights together.
    tolerance = 1e-6 if kind.__name__ == "LARS" else 0
    same(train(make(kind, **options)), alone, tolerance)


def check_row_sparse_gradients_act_like_dense_ones(kind):
    """Here they contain all rows: rules that update only these rows do the same then."""

    def sparse(step, dtype):
        return [grad.tostype("row_sparse") for grad in gradients(step, dtype)]

    same(train(make(kind), grads=sparse), train(make(kind)))
    mixed = train(make(kind), grads=lambda *row: [sparse(*row)[0], gradients(*row)[1]])
    same(mixed, train(make(kind)))


def check_row_sparse_weights_train_like_dense_ones(kind):
    updater, dense = mx.optimizer.get_updater(make(kind)), train(make(kind))
    mx.random.seed(7)
    sparse = [weight.tostype("row_sparse") for weight in weights()]
    for step in range(4):
        updater([0, 1], gradients(step), sparse)
    assert all(weight.stype == "row_sparse" for weight in sparse)
    same([weight.asnumpy() for weight in sparse], dense)


def check_random_numbers_are_declared(kind):
    pairs = zip(train(make(kind)), train(make(kind), seed=8), strict=True)
    assert all(np.array_equal(*pair) for pair in pairs) == kind._is_deterministic


def check_states_survive_bytes(kind):
    expected = train(make(kind), steps=6)
    first = mx.optimizer.get_updater(make(kind))
    mx.random.seed(7)
    trained = weights()
    for step in range(3):
        first([0, 1], gradients(step), trained)
    second = mx.optimizer.get_updater(mx.optimizer.SGD())
    second.set_states(first.get_states(dump_optimizer=True))
    assert type(second.optimizer) is kind
    for step in range(3, 6):
        second([0, 1], gradients(step), trained)
    same([weight.asnumpy() for weight in trained], expected)


def check_states_alone_survive_bytes(kind):
    updater = mx.optimizer.get_updater(make(kind))
    train(updater.optimizer, updater=updater)
    other = mx.optimizer.get_updater(make(kind))
    other.set_states(updater.get_states())
    for ours, theirs in zip(
        arrays_of(list(updater.states.values())),
        arrays_of(list(other.states.values())),
        strict=True,
    ):
        np.testing.assert_array_equal(ours.asnumpy(), theirs.asnumpy())


def check_copies_go_on_by_themselves(kind):
    for duplicate in (copy.deepcopy, lambda optimizer: pickle.loads(pickle.dumps(optimizer))):
        optimizer = make(kind, wd=0.0, clip_gradient=0.5)
        twin = duplicate(optimizer)
        assert twin.__dict__.keys() == optimizer.__dict__.keys()
        same(train(optimizer), train(twin))


def check_rate_multiplier(kind):
    names = {0: "a_weight", 1: "b_weight"}
    optimizer = make(kind, param_idx2name=names)
    optimizer.set_lr_mult({"a_weight": 0.0})
    frozen, moved = train(optimizer)
    if kind.__name__ in IGNORES_RATE:
        return
    np.testing.assert_array_equal(frozen, weights()[0].asnumpy())
    assert not np.array_equal(moved, weights()[1].asnumpy())


def check_decay_multiplier(kind):
    if kind.__name__ in REFUSES_DECAY | IGNORES_DECAY:
        return
    names = {0: "a_weight", 1: "b_weight"}
    optimizer = make(kind, wd=0.5, param_idx2name=names)
    optimizer.set_wd_mult({"a_weight": 0.0})
    free, decayed = train(optimizer)
    plain = train(make(kind, wd=0.0, param_idx2name=names))
    same([free], plain[:1])
    assert not np.allclose(decayed, plain[1], rtol=1e-3)


def check_parameters_multiply(kind):
    """The factors of Gluon's parameters count, and may change after the optimizer was made."""
    optimizer = make(kind)
    parameter = mx.gluon.Parameter("a", shape=SHAPES[0])
    optimizer.param_dict = {0: parameter}
    parameter.lr_mult = 3.0
    assert optimizer._get_lr(0) == 3 * optimizer._get_lr(1)
    assert optimizer._get_lrs([0, 1]) == [optimizer._get_lr(0), optimizer._get_lr(1)]


def check_half_precision(kind):
    wide = train(make(kind, wd=0.0))
    halves = train(make(kind, wd=0.0, multi_precision=True), dtype="float16")
    assert all(half.dtype == np.float16 for half in halves)
    same(halves, wide, tolerance=2e-3)


def check_half_without_a_copy_warns(kind):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        halves = train(make(kind), dtype="float16")
    assert any("multi_precision=True" in str(warning.message) for warning in caught)
    if kind.__name__ not in NOISE_OF_TYPE:
        same(halves, train(make(kind)), tolerance=2e-2)


def check_double_precision(kind):
    """Precision does not change the course of training."""
    if kind.__name__ not in NOISE_OF_TYPE:
        same(train(make(kind), dtype="float64"), train(make(kind)), tolerance=1e-4)


def check_zero_gradient(kind):
    zeros = train(make(kind), grads=lambda step, dtype: [nd.zeros(shape) for shape in SHAPES])
    assert all(np.isfinite(weight).all() for weight in zeros)


def check_clip(kind):
    """A limit does what cutting the gradient beforehand does."""
    if kind.__name__ in IGNORES_CLIP | RATE_OF_UNCUT:
        return

    def cut(step, dtype):
        return [grad.clip(-0.2, 0.2) for grad in gradients(step)]

    same(train(make(kind, clip_gradient=0.2)), train(make(kind), grads=cut), tolerance=1e-5)


def check_rescale(kind):
    def double_gradients(step, dtype):
        return [grad * 2 for grad in gradients(step)]

    same(
        train(make(kind, rescale_grad=0.5), grads=double_gradients),
        train(make(kind)),
        tolerance=1e-5,
    )


def check_counts(kind):
    if kind.__name__ == "Test":
        return
    optimizer = make(kind, begin_num_update=3)
    train(optimizer, steps=2)
    assert optimizer.num_update == 5
    assert optimizer._index_update_count == {0: 5, 1: 5}


def check_schedule(kind):
    schedule = mx.lr_scheduler.FactorScheduler(step=1, factor=0.5, base_lr=0.1)
    optimizer = make(kind, lr_scheduler=schedule)
    train(optimizer, steps=3)
    assert optimizer.learning_rate == 0.025


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]
