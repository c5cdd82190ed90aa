"""``mx.contrib``: other addresses of operators, and loaders for modules."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet.contrib.io import DataLoaderIter


def test_operators_have_two_addresses():
    assert mx.contrib.nd is mx.contrib.ndarray
    assert mx.contrib.sym is mx.contrib.symbol
    assert mx.contrib.nd.MultiBoxPrior is mx.nd.contrib.MultiBoxPrior
    assert mx.contrib.sym.box_nms is mx.sym.contrib.box_nms
    assert not hasattr(mx.contrib.nd, "foreach")
    with pytest.raises(AttributeError, match=r"'mxnet.contrib' has no attribute 'nothing'"):
        _ = mx.contrib.nothing


def loader(count=10, **how):
    data = np.arange(2 * count).reshape(count, 2)
    return mx.gluon.data.DataLoader(mx.gluon.data.ArrayDataset(data, np.arange(count)), 4, **how)


def test_a_loader_for_modules():
    batches = DataLoaderIter(loader(), data_name="x", label_name="y", dtype="float64")
    (data,), (label,) = batches.provide_data, batches.provide_label
    assert (data.name, data.shape, data.dtype) == ("x", (4, 2), "float64")
    assert (label.name, label.shape, label.dtype) == ("y", (4,), "float64")
    for _ in range(2):
        seen = [(b.data[0].shape, b.label[0].asnumpy().tolist(), b.pad) for b in batches]
        assert seen == [
            ((4, 2), [0, 1, 2, 3], 0),
            ((4, 2), [4, 5, 6, 7], 0),
            ((4, 2), [8, 9, 0, 0], 2),  # 1.9.1 leaves foreign memory there
        ]
        batches.reset()
    assert batches.next().data[0].dtype == np.float64
    assert batches.getindex() is None


def test_a_loader_that_drops_the_last_batch():
    batches = DataLoaderIter(loader(last_batch="discard"))
    assert [batch.pad for batch in batches] == [0, 0]
    with pytest.raises(StopIteration):
        batches.next()


def test_a_module_learns_from_a_loader():
    net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=1, name="fc")
    net = mx.sym.LinearRegressionOutput(net, mx.sym.var("softmax_label"))
    module = mx.mod.Module(net)
    batches = DataLoaderIter(loader(8))
    module.fit(batches, num_epoch=30, optimizer_params={"learning_rate": 1e-3})
    ((_, error),) = module.score(batches, "mse")
    assert error < np.mean(np.arange(8) ** 2) / 10
    errors = module.predict(batches).asnumpy().ravel() - np.arange(8)
    assert np.mean(errors**2) == pytest.approx(error, rel=1e-5)


PARTS = {"spatial_scale": 1.0, "output_dim": 1, "group_size": 1, "pooled_size": 1}


@pytest.mark.parametrize(
    ("name", "attrs", "inputs"),
    [
        ("BilinearResize2D", {}, ["data"]),
        ("BilinearResize2D", {"mode": "like"}, ["data", "like"]),
        ("DeformablePSROIPooling", PARTS, ["data", "rois", "trans"]),
        ("DeformablePSROIPooling", {**PARTS, "no_trans": True}, ["data", "rois"]),
    ],
)
def test_inputs_of_symbols_follow_from_attributes(name, attrs, inputs):
    symbol = getattr(mx.sym.contrib, name)(name="x", **attrs)
    assert symbol.list_arguments() == [f"x_{argument}" for argument in inputs]


def test_the_size_of_another_symbol():
    resized = mx.sym.contrib.BilinearResize2D(
        mx.sym.var("a"), like=mx.sym.var("b"), mode="like", align_corners=False
    )
    assert resized.infer_shape(a=(1, 2, 3, 3), b=(1, 5, 6, 7))[1] == [(1, 2, 6, 7)]
