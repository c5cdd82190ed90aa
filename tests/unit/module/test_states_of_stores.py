"""Optimizer states that a store saved, by the names of weights, load into a module without one."""

import pytest

import mxnet as mx


def module(path=None, context=None):
    if path is not None:
        return mx.mod.Module.load(path, 0, load_optimizer_states=True, label_names=None)
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3)
    return mx.mod.Module(symbol, ("data",), None, context=context)


def prepare(mod):
    mod.bind(data_shapes=[("data", (4, 2))])
    if not mod.params_initialized:
        mod.init_params()
    mod.init_optimizer(optimizer_params={"learning_rate": 0.1, "momentum": 0.9})
    return mod


def test_states_by_name_load_together_with_those_by_index(tmp_path):
    trained = prepare(module(context=[mx.cpu(0), mx.cpu(1)]))
    trained.update()
    path = str(tmp_path / "net")
    trained.save_checkpoint(path, 0, save_optimizer_states=True)
    loaded = prepare(module(path))
    states = trained._kvstore._updater.states
    assert loaded._updater.states.keys() == states.keys()
    for name, state in states.items():
        assert (loaded._updater.states[name].asnumpy() == state.asnumpy()).all()


def test_states_of_other_weights_are_rejected_before_the_store_has_them(tmp_path):
    trained = prepare(module(context=[mx.cpu(0), mx.cpu(1)]))
    updater, file = trained._kvstore._updater, str(tmp_path / "states")
    updater.states["other"] = mx.nd.zeros((3,))
    trained.save_optimizer_states(file)
    del updater.states["other"]
    with pytest.raises(mx.MXNetError, match=r"number 'other' has float32 \(3,\), here are"):
        trained.load_optimizer_states(file)
    assert "other" not in updater.states
