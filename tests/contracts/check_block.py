"""The contract of every block. Each check takes a sample; ``CHECKS`` lists them."""

from __future__ import annotations

import copy
import os
import pickle
import tempfile

import numpy as np

import mxnet as mx
from mxnet import autograd, init, nd
from mxnet.gluon import HybridBlock


def ready(sample, ctx=None, **options):
    """Make a block with values that depend on the names in its structure only."""
    block = sample.make(**options)
    block.initialize(ctx=ctx)
    sample.call(block, sample.input(ctx[0] if isinstance(ctx, list) else ctx))
    set_values(block)
    return block


def set_values(block):
    for seed, (_, parameter) in enumerate(sorted(block._collect_params_with_prefix().items())):
        values = np.random.RandomState(seed).uniform(0.1, 0.9, parameter.shape)
        parameter.set_data(nd.array(values, dtype=parameter.dtype))


def result(sample, block, **where):
    return sample.call(block, sample.input(**where)).asnumpy()


def same(a, b, tolerance=1e-5):
    np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def gradients(sample, block):
    """Return the gradients of all parameters, by their place in the structure, and the input's."""
    data = sample.input()
    data.attach_grad()
    mx.random.seed(3)
    with autograd.record():
        out = sample.call(block, data)
        total = (out * out).sum()
    total.backward()
    grads = {} if sample.integer_input else {"input": data.grad.asnumpy()}
    for name, parameter in block._collect_params_with_prefix().items():
        if parameter.grad_req != "null":
            grads[name] = parameter.grad().asnumpy()
    return grads


def check_printing(sample):
    for block in (sample.make(), ready(sample)):
        assert repr(block).startswith(sample.kind.__name__)
        assert str(block) == repr(block)


def check_names(sample):
    block = sample.make()
    assert block.prefix.removesuffix("_") == block.name
    for name, parameter in block.collect_params().items():
        assert name == parameter.name
    own = {id(p) for p in block.collect_params().values()}
    assert {id(p) for p in block._collect_params_with_prefix().values()} <= own


def check_prefix(sample):
    if not sample.takes_prefix:
        return
    block = sample.make(prefix="own_")
    assert block.name == "own" and block.prefix == "own_"
    assert all(name.startswith("own_") for name in block.params.keys())


def check_sharing(sample):
    if not sample.takes_params:
        return
    block = ready(sample)
    other = sample.make(prefix=block.prefix, params=block.collect_params())
    for name, parameter in block.collect_params().items():
        assert other.collect_params()[name] is parameter


def check_deferred_is_explicit(sample):
    if not sample.sizes:
        return
    deferred, explicit = ready(sample), ready(sample, **sample.sizes)
    shapes = {name: p.shape for name, p in deferred._collect_params_with_prefix().items()}
    parameters = sample.make(**sample.sizes)._collect_params_with_prefix()
    if not any(0 in p.shape for p in parameters.values()):
        assert {name: p.shape for name, p in parameters.items()} == shapes
    same(result(sample, deferred), result(sample, explicit))


def check_initializing_again(sample):
    block = ready(sample)
    before = result(sample, block)
    block.initialize(init.Constant(0.3), force_reinit=True)
    set_values(block)
    same(result(sample, block), before)


def check_files(sample):
    block, other = ready(sample), sample.make()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        block.save_parameters(path)
        other.load_parameters(path)
        block.save(path)
        sample.make().load(path)
    same(result(sample, other), result(sample, block))


def check_contexts(sample):
    contexts = [mx.cpu(0), mx.cpu(1)]
    block = ready(sample, ctx=contexts)
    results = [sample.call(block, sample.input(ctx=ctx)) for ctx in contexts]
    assert [out.context for out in results] == contexts
    same(results[0].asnumpy(), results[1].asnumpy())


def check_moving(sample):
    block = ready(sample)
    before = result(sample, block)
    block.collect_params().reset_ctx(mx.cpu(1))
    same(result(sample, block, ctx=mx.cpu(1)), before)


def check_cast(sample):
    block = ready(sample)
    before = result(sample, block)
    block.cast("float64")
    out = sample.call(block, sample.input(dtype="float32" if sample.integer_input else "float64"))
    assert out.dtype is np.float64
    same(out.asnumpy(), before, tolerance=1e-4)


def check_gradients_reach_everything(sample):
    for name, gradient in gradients(sample, ready(sample)).items():
        assert np.isfinite(gradient).all() and gradient.any(), f"no gradient for {name}"


def check_frozen(sample):
    block = ready(sample)
    block.collect_params().setattr("grad_req", "null")
    assert set(gradients(sample, block)) <= {"input"}


def check_predicting_is_repeatable(sample):
    block = ready(sample)
    same(result(sample, block), result(sample, block), tolerance=0)


def check_hybridizing_changes_nothing(sample):
    block = ready(sample)
    if not isinstance(block, HybridBlock):
        return
    before, slopes = result(sample, block), gradients(sample, block)
    set_values(block)  # the gradients have moved running statistics
    block.hybridize(static_shape=True)
    for _ in range(2):
        same(result(sample, block), before)
    after = gradients(sample, block)
    assert after.keys() == slopes.keys()
    for name in slopes if not sample.draws else ():
        same(after[name], slopes[name], tolerance=1e-4)
    block.hybridize(False)
    set_values(block)
    same(result(sample, block), before)


def check_a_graph_completes_shapes(sample):
    block = sample.make()
    if not isinstance(block, HybridBlock):
        return
    block.initialize()
    block.hybridize(static_shape=True)
    sample.call(block, sample.input())
    set_values(block)
    same(result(sample, block), result(sample, ready(sample)))


def check_copies(sample):
    block = ready(sample)
    for duplicate in (copy.deepcopy, lambda b: pickle.loads(pickle.dumps(b))):
        other = duplicate(block)
        same(result(sample, other), result(sample, block))
        slopes = gradients(sample, block)
        for name, gradient in gradients(sample, other).items() if not sample.draws else ():
            same(gradient, slopes[name], tolerance=1e-4)
        set_values(block)


def check_summary(sample):
    if sample.is_cell:
        return
    ready(sample).summary(sample.input())


def check_hooks(sample):
    block, seen = ready(sample), []
    with block.register_forward_hook(lambda *_: seen.append("after")):
        block.register_forward_pre_hook(lambda *_: seen.append("before"))
        sample.call(block, sample.input())
    assert seen == ["before", "after"] * (len(seen) // 2) and seen


def check_no_samples_at_all(sample):
    """An empty batch goes through, or is refused by name; it does not crash."""
    block, data = ready(sample), sample.input()
    try:
        out = sample.call(block, data[0:0])
    except mx.MXNetError as error:
        assert "operator" in str(error)
    else:
        assert 0 in out.shape


CHECKS = [value for name, value in list(globals().items()) if name.startswith("check_")]
