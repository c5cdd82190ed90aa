"""Optimizers: what trajectories and contracts cannot show."""

from __future__ import annotations

import math

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, optimizer
from mxnet.optimizer.base import Optimizer


def update_weight(opt, steps=1, grad=(0.6, 0.8), weight=(3.0, 4.0)):
    weight = nd.array(weight)
    state = opt.create_state(0, weight)
    for _ in range(steps):
        opt.update(0, weight, nd.array(grad), state)
    return weight.asnumpy()


# ------------------------------------------------------------------------------------ the registry


def test_create_ignores_the_case_of_names():
    assert type(optimizer.create("AdaM")) is optimizer.Adam
    with pytest.raises(ValueError, match="Cannot find optimizer foo; known are adadelta, adagrad"):
        optimizer.create("foo")


def test_custom_optimizer_is_registered_under_its_name():
    class MyRule(optimizer.Optimizer):
        pass

    try:
        assert optimizer.register(MyRule) is MyRule
        assert type(optimizer.create("myrule", learning_rate=3)) is MyRule
        with pytest.warns(UserWarning, match="MyRule is overriding existing optimizer"):
            optimizer.register(MyRule)
    finally:
        del Optimizer.opt_registry["myrule"]


def test_unknown_arguments_are_refused():
    with pytest.raises(TypeError, match="foo"):
        optimizer.SGD(foo=1)
    with pytest.raises(AssertionError, match="param_idx2name should be a dict"):
        optimizer.SGD(param_idx2name=5)
    with pytest.raises(NotImplementedError, match="Optimizer does not define update"):
        update_weight(optimizer.Optimizer())


@pytest.mark.parametrize(
    ("name", "size", "lr"),
    [
        ("SGD", 4, 0.01),
        ("LAMB", 45, 0.001),
        ("LARS", 4, 0.01),
        ("Adam", 0, 0.001),
        ("Ftrl", 0, 0.1),
    ],
)
def test_defaults(name, size, lr, monkeypatch):
    opt = optimizer.create(name)
    assert (opt.aggregate_num, opt.lr, opt.wd, opt.num_update) == (size, lr, 0.0, 0)
    monkeypatch.setenv("MXNET_OPTIMIZER_AGGREGATION_SIZE", "7")
    assert optimizer.create(name).aggregate_num == (7 if size else 0)


# ------------------------------------------------------------------------------- rates and decays


def test_names_decide_which_weights_decay():
    opt = optimizer.SGD(
        learning_rate=0.1, wd=1.0, param_idx2name={0: "a_weight", 1: "a_bias", 2: "bn_gamma"}
    )
    assert opt.wd_mult == {"a_bias": 0.0}
    assert opt._get_wds([0, 1, 2]) == [1.0, 0.0, 1.0]
    opt.set_wd_mult({"a_bias": 5})
    opt.set_lr_mult({"a_weight": 0.1, 2: 3.0})
    assert opt._get_wds([0, 1, 7]) == [1.0, 5.0, 1.0]
    np.testing.assert_allclose(opt._get_lrs([0, 1, 2]), [0.01, 0.1, 0.3])


def test_a_scheduler_sets_the_rate():
    schedule = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5, base_lr=0.4)
    opt = optimizer.SGD(lr_scheduler=schedule)
    assert opt.lr is None and opt.learning_rate == 0.4
    with pytest.raises(UserWarning, match="LRScheduler of the optimizer has already been defined"):
        opt.set_learning_rate(1)
    with pytest.warns(UserWarning, match="has been overwritten by ``learning_rate``"):
        opt = optimizer.SGD(lr_scheduler=schedule, learning_rate=0.2)
    assert opt.learning_rate == schedule.base_lr == 0.2


def test_a_default_rate_overrules_a_scheduler_too():
    schedule = mx.lr_scheduler.FactorScheduler(step=2, base_lr=0.4)
    with pytest.warns(UserWarning, match="overwritten .* it starts from 0.001 instead of 0.4"):
        assert optimizer.Adam(lr_scheduler=schedule).learning_rate == 0.001
    schedule = mx.lr_scheduler.FactorScheduler(step=2, base_lr=0.4)
    assert optimizer.Ftrl(lr_scheduler=schedule).learning_rate == 0.4


@pytest.mark.parametrize("kind", ["CosineScheduler", "PolyScheduler", "OneCycleScheduler"])
def test_a_schedule_with_a_curve_keeps_its_rate_in_silence(kind):
    schedule = getattr(mx.lr_scheduler, kind)(100, base_lr=0.003)
    planned = [getattr(mx.lr_scheduler, kind)(100, base_lr=0.003)(n) for n in (1, 50)]
    opt = optimizer.Adam(lr_scheduler=schedule)
    assert [opt.lr_scheduler(n) for n in (1, 50)] == planned


def test_set_lr_scale_is_gone():
    with pytest.raises(DeprecationWarning, match="set_lr_mult"):
        optimizer.SGD().set_lr_scale({})


# ------------------------------------------------------------------------------- lists of weights


class _Recorder(optimizer.Optimizer):
    """Notes what its ``update`` is called with."""

    def __init__(self, size, **kwargs):
        super().__init__(**kwargs)
        self.aggregate_num, self.seen = size, []

    def update(self, index, weight, grad, state):
        self.seen.append(index)


@pytest.mark.parametrize(
    ("size", "seen"), [(0, [0, 1, 2, 3, 4]), (2, [[0, 1], [2, 3], [4]]), (9, [[0, 1, 2, 3, 4]])]
)
def test_custom_update_is_called_as_in_mxnet(size, seen):
    opt = _Recorder(size)
    optimizer.get_updater(opt)(list(range(5)), [nd.ones(2)] * 5, [nd.ones(2) for _ in range(5)])
    assert opt.seen == seen


def test_custom_rate_applies_when_all_weights_are_updated_together():
    class Slower(optimizer.Adam):
        def _get_lr(self, index):
            return super()._get_lr(index) * index

    weights = [nd.ones((2,)), nd.ones((2,))]
    optimizer.get_updater(Slower(learning_rate=0.1))([0, 1], [nd.ones((2,))] * 2, weights)
    np.testing.assert_allclose([w.asnumpy()[0] for w in weights], [1.0, 0.9], rtol=1e-6)


def test_dtypes_are_updated_separately():
    opt = optimizer.SGD(learning_rate=0.5, multi_precision=True, momentum=0.9)
    weights = [nd.ones((2,), dtype=dtype) for dtype in ("float16", "float32", "float64")]
    updater = optimizer.get_updater(opt)
    for _ in range(2):
        grads = [nd.ones((2,), dtype=weight.dtype) for weight in weights]
        updater([0, 1, 2], grads, weights)
    np.testing.assert_allclose([w.asnumpy()[0] for w in weights], [-0.45] * 3, rtol=1e-3)
    assert [w.dtype for w in weights] == [np.float16, np.float32, np.float64]


def test_weights_of_the_graph_are_not_updated_while_recording():
    weight = nd.ones((2,))
    weight.attach_grad()
    updater = optimizer.get_updater(optimizer.SGD())
    with mx.autograd.record(), pytest.raises(mx.MXNetError, match="inplace operations"):
        updater(0, nd.ones((2,)), weight)
    np.testing.assert_array_equal(weight.asnumpy(), [1, 1])


@pytest.mark.parametrize(
    "name",
    [
        "sgd", "nag", "signum", "adam", "adamw", "adamax", "nadam", "adagrad", "adadelta",
        "rmsprop", "lamb", "lars", "ftrl", "ftml",
    ],
)  # fmt: skip
def test_a_gradient_of_another_shape_or_type_is_refused(name):
    """In a list, no weight is updated then."""
    weights = [nd.ones((2,)), nd.ones((2,))]
    for other, text in (
        (nd.ones((3,)), r"at 1-th input: expected \[2\], got \[3\]"),
        (nd.ones((2,), dtype="float64"), "at 1-th input: expected float32, got float64"),
    ):
        for indices, grads in ((0, other), ([0, 1], [nd.ones((2,)), other])):
            updater = optimizer.get_updater(optimizer.create(name))
            with pytest.raises(mx.MXNetError, match=text):
                updater(indices, grads, weights if indices else weights[0])
        if name not in ("ftrl", "ftml"):  # which have operators for one weight only
            assert [weight.asnumpy().tolist() for weight in weights] == [[1, 1], [1, 1]]


# ------------------------------------------------------------------------------ single optimizers


def test_sgld_adds_noise_of_the_rate():
    opt = optimizer.SGLD(learning_rate=0.01, wd=0.1, rescale_grad=0.5)
    mx.random.seed(3)
    moved = update_weight(opt)
    mx.random.seed(3)
    noise = nd.random.normal(0, math.sqrt(0.01), shape=(2,)).asnumpy()
    start, grad = np.array([3.0, 4.0]), np.array([0.6, 0.8])
    expected = start - 0.005 * (0.5 * grad + 0.1 * start) + noise
    np.testing.assert_allclose(moved, expected, rtol=1e-5)


def test_sgld_noise_has_the_variance_of_the_rate():
    weight = nd.zeros((40000,))
    optimizer.SGLD(learning_rate=0.04).update(0, weight, nd.zeros((40000,)), None)
    assert abs(weight.asnumpy().std() - 0.2) < 0.005


def test_dcasgd_with_momentum():
    opt = optimizer.DCASGD(learning_rate=0.1, momentum=0.5, lamda=0.3, wd=0.2)
    weight, previous, momentum = np.array([3.0, 4.0]), np.array([3.0, 4.0]), np.zeros(2)
    grad = np.array([0.6, 0.8])
    for _ in range(4):
        step = grad + 0.2 * weight + 0.3 * grad**2 * (weight - previous)
        momentum = 0.5 * momentum - 0.1 * step
        previous, weight = weight, weight + momentum
    np.testing.assert_allclose(update_weight(opt, steps=4), weight, rtol=1e-5)


def test_signum_without_momentum_shrinks_by_wd_lh():
    opt = optimizer.Signum(learning_rate=0.1, momentum=0.0, wd_lh=0.5)
    np.testing.assert_allclose(update_weight(opt), [3 * 0.95 - 0.1, 4 * 0.95 - 0.1], rtol=1e-6)


@pytest.mark.parametrize("name", ["ftrl", "ftml", "sgld"])
def test_a_rate_of_0_leaves_the_weight(name):
    np.testing.assert_array_equal(update_weight(optimizer.create(name, learning_rate=0.0)), [3, 4])


def test_adamax_leaves_elements_that_never_had_a_gradient():
    moved = update_weight(optimizer.Adamax(learning_rate=0.1), steps=2, grad=(0.0, 0.5))
    assert moved[0] == 3 and moved[1] < 4


def test_lars_corrects_the_momentum_of_all_weights():
    """MXNet: of the first four of a step only, or the first one where they come one by one."""
    paths = []
    for one_by_one in (False, True):
        schedule = mx.lr_scheduler.FactorScheduler(1, 0.5, base_lr=1.0)
        opt = optimizer.LARS(lr_scheduler=schedule, eta=1.0, momentum=0.5)
        updater, weights = optimizer.get_updater(opt), [nd.array([3.0, 4.0]) for _ in range(6)]
        for _ in range(3):
            grads = [nd.array([0.6, 0.8]) for _ in weights]
            if one_by_one:
                for i in range(6):
                    updater(i, grads[i], weights[i])
            else:
                updater(list(range(6)), grads, weights)
        paths.append([weight.asnumpy() for weight in weights])
    np.testing.assert_allclose(paths, [[[-1.575, -2.1]] * 6] * 2, rtol=1e-5)


def test_lars_forgets_its_momentum_at_a_rate_of_0():
    opt = optimizer.LARS(learning_rate=0.1, momentum=0.9)
    updater, weight = optimizer.get_updater(opt), nd.ones((2,))
    for rate in (0.1, 0.0):
        opt.lr = rate
        updater([0], [nd.ones((2,))], [weight])
    assert updater.states[0].asnumpy().tolist() == [0, 0]


def test_lars_keeps_the_rate_of_biases_and_normalizations():
    for name, scaled in (("a_weight", True), ("a_bias", False), ("a_gamma", False), ("b", True)):
        opt = optimizer.LARS(learning_rate=1.0, eta=1.0, param_idx2name={0: name})
        np.testing.assert_allclose(update_weight(opt), [0, 0] if scaled else [2.4, 3.2], atol=1e-6)


def test_group_adagrad_takes_matrices_without_decay():
    with pytest.raises(AssertionError, match="matrices only; weight 0 has shape \\(2,\\)"):
        update_weight(optimizer.create("groupadagrad"))
    opt = optimizer.contrib.GroupAdaGrad(wd=0.1)
    weight = nd.ones((2, 2))
    with pytest.raises(AssertionError, match="Weight decay is not supported"):
        opt.update(0, weight, nd.ones((2, 2)), opt.create_state(0, weight))


def test_adam_of_a_list_is_adam_of_each_weight():
    weights = [nd.array(np.random.rand(3, 2)), nd.array(np.random.rand(4))]
    grads = [nd.array(np.random.rand(*w.shape)) for w in weights]
    correction = math.sqrt(1 - 0.999) / (1 - 0.9)
    for attrs in ({}, {"clip_gradient": 0.3}, {"rescale_grad": 0.5}, {"epsilon": 0.1}):
        opt = optimizer.Adam(learning_rate=0.1, wd=0.3, **attrs)
        opt.set_lr_mult({1: 2.0})
        opt.set_wd_mult({0: 0.0})
        updater, new = optimizer.get_updater(opt), [w.copy() for w in weights]
        updater([0, 1], grads, new)
        for k, (lr, wd) in enumerate(((0.1, 0.0), (0.2, 0.3))):
            moments = [nd.zeros(weights[k].shape) for _ in "mv"]
            one = nd.adam_update(weights[k], grads[k], *moments, lr=lr * correction, wd=wd, **attrs)
            np.testing.assert_allclose(new[k].asnumpy(), one.asnumpy(), rtol=1e-6)
            for ours, theirs in zip(updater.states[k], moments, strict=True):
                np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=1e-6)


# --------------------------------------------------------------------- the functions of nd.contrib


@pytest.mark.parametrize("mixed", [False, True])
def test_adamw_of_a_list_is_that_of_each(mixed):
    dtype = "float16" if mixed else "float32"

    def arrays():
        random = np.random.RandomState(0)
        rows = []
        for shape in ((3, 2), (4,)):
            row = [nd.array(random.rand(*shape), dtype=dtype) for _ in "wg"]
            row += [nd.array(random.rand(*shape)) for _ in "mv"]
            rows.append([*row, row[0].astype("float32")] if mixed else row)
        return rows

    single, many = arrays(), arrays()
    one = nd.contrib.mp_adamw_update if mixed else nd.contrib.adamw_update
    for row, lr in zip(single, (0.1, 0.2), strict=True):
        one(*row, 0.5, lr, 0.7, wd=0.1, out=row[0])
    all_ = nd.contrib.multi_mp_adamw_update if mixed else nd.contrib.multi_adamw_update
    columns = [list(column) for column in zip(*many, strict=True)]
    all_(*columns, nd.array([0.5]), (0.1, 0.2), (0.1, 0.1), (0.7, 0.7), out=columns[0])
    for ours, theirs in zip(single, many, strict=True):
        np.testing.assert_allclose(ours[0].asnumpy(), theirs[0].asnumpy(), rtol=1e-3)


@pytest.mark.parametrize("mixed", [False, True])
def test_lamb_of_a_list_is_the_optimizer(mixed):
    dtype = "float16" if mixed else "float32"
    weights = [nd.array(np.random.rand(3), dtype=dtype), nd.array(np.random.rand(2), dtype=dtype)]
    grads = [nd.array(np.random.rand(*w.shape), dtype=dtype) for w in weights]
    copies = [w.copy() for w in weights]
    opt = optimizer.LAMB(learning_rate=0.1, wd=0.2, multi_precision=mixed)
    optimizer.get_updater(opt)([0, 1], grads, copies)
    moments = [[nd.zeros(w.shape) for w in weights] for _ in "mv"]
    masters = [[w.astype("float32") for w in weights]] if mixed else []
    update = nd.contrib.multi_mp_lamb_update if mixed else nd.contrib.multi_lamb_update
    update(weights, grads, *moments, *masters, [1, 1], [0.1, 0.1], [0.2, 0.2], out=weights)
    for ours, theirs in zip(weights, copies, strict=True):
        np.testing.assert_allclose(ours.asnumpy(), theirs.asnumpy(), rtol=2e-3)


ONE_ELEMENT = {
    "nd": lambda value: nd.array([value]),
    "np": lambda value: mx.np.array([value]),
    "np without axes": mx.np.array,
    "NumPy": lambda value: np.array([value]),
    "NumPy without axes": np.array,
}


def _train(optimizer, arguments, lr_mult=1.0, wd_mult=1.0, batch_size=2):
    weight = mx.gluon.Parameter("weight", shape=(3,), lr_mult=lr_mult, wd_mult=wd_mult)
    weight.initialize(mx.init.One())
    trainer = mx.gluon.Trainer([weight], optimizer, arguments)
    for _ in range(2):
        with mx.autograd.record():
            loss = (weight.data() * weight.data()).sum()
        loss.backward()
        trainer.step(batch_size)
    return weight.data().asnumpy()


@pytest.mark.parametrize("convert", ONE_ELEMENT.values(), ids=ONE_ELEMENT)
@pytest.mark.parametrize("name", ["sgd", "adam", "nag", "lamb", "adagrad", "nadam"])
def test_hyperparameters_that_are_arrays_of_one_element(name, convert):
    numbers = {"learning_rate": 0.5, "wd": 0.25, "clip_gradient": 0.75}
    if name in ("sgd", "nag"):
        numbers["momentum"] = 0.5
    arrays = {key: convert(value) for key, value in numbers.items()}
    expected = _train(name, numbers, 0.5, 2.0, 4.0)
    result = _train(name, arrays, convert(0.5), convert(2.0), convert(4.0))
    np.testing.assert_array_equal(result, expected)


def test_a_hyperparameter_is_one_number():
    with pytest.raises(
        ValueError, match=r"lr of an optimizer is one number, got an array of \(2,\)"
    ):
        mx.optimizer.SGD(learning_rate=nd.ones(2))


def test_hyperparameters_of_a_wrapper_are_those_inside():
    class Wrapper(Optimizer):
        def __init__(self, inside):
            self.inside = inside

        def __getattr__(self, name):
            return getattr(self.inside, name)

    wrapper = Wrapper(optimizer.SGD(momentum=0.5, rescale_grad=0.25, learning_rate=0.1, wd=0.125))
    assert (wrapper.lr, wrapper.wd, wrapper.momentum, wrapper.rescale_grad) == (
        0.1, 0.125, 0.5, 0.25,
    )  # fmt: skip
    assert wrapper.clip_gradient is None
    assert not hasattr(optimizer.Adam(), "momentum")


# -------------------------------------------------------------------------------- sparse gradients


# Weights of 1.9.1, whose update operators with a float32 copy update all rows.
@pytest.mark.parametrize(
    ("name", "dtype", "options", "expected"),
    [
        ("sgd", "float32", {}, [0.375, 1.25]),
        ("sgd", "float16", {}, [0.015625, 0.90625]),
        ("ccsgd", "float16", {}, [0.015625, 0.90625]),
        ("nag", "float16", {}, [-0.076171875, 0.51953125]),
        ("lars", "float32", {"eta": 1}, [0.1035745144, 0.9991071224]),
        ("lars", "float16", {"eta": 1}, [-0.35961914, 0.64013671]),
        ("lars", "float32", {"eta": 1, "lazy_update": False}, [-0.3597274721, 0.6402732134]),
    ],
)
def test_which_rows_a_row_sparse_gradient_updates(name, dtype, options, expected):
    rule = optimizer.create(
        name, learning_rate=0.5, momentum=0.5, wd=0.25, multi_precision=True, **options
    )
    weight = nd.array([[1], [2]], dtype=dtype)
    state = rule.create_state_multi_precision(0, weight)
    for row in ([1, 0], [0, 1]):
        grad = nd.array(row, dtype=dtype).reshape((2, 1)).tostype("row_sparse")
        rule.update_multi_precision(0, weight, grad, state)
    np.testing.assert_allclose(weight.asnumpy().ravel(), expected, rtol=1e-6)


def test_lamb_of_one_float16_weight_keeps_its_copy():
    weights, rules = [], [optimizer.LAMB(multi_precision=True) for _ in range(2)]
    for rule, wrap in zip(rules, (lambda x: x, lambda x: [x]), strict=True):
        weight = nd.array([1, 2], dtype="float16")
        state = rule.create_state_multi_precision(0, weight)
        for _ in range(3):
            grad = nd.ones(2, dtype="float16")
            rule.update_multi_precision(*map(wrap, (0, weight, grad, state)))
        weights.append(weight.asnumpy().tolist())
        np.testing.assert_allclose(state[0].asnumpy(), weight.asnumpy(), rtol=1e-3)
    assert weights[0] == weights[1] and weights[0][0] < 0.999
