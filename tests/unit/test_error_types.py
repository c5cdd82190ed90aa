"""Wrong calls raise what 1.9.1 raises, so that handlers written for it still catch them.

Each row is a call and the type of its error in 1.9.1. Ours may be a subclass with more bases.
"""

from __future__ import annotations

import os
import re

import numpy as np
import pytest

import mxnet as mx
from mxnet import (
    MXNetError,
    autograd,
    gluon,
    image,
    io,
    lr_scheduler,
    metric,
    nd,
    np as mnp,
    optimizer,
    sym,
)
from mxnet.error import FileError, MissingFileError, UnknownNameError
from mxnet.gluon import data as gdata, loss, nn, rnn

ONES = nd.ones
MISSING = "no-such-folder/file"
LABEL, PREDICTION = [nd.array([0, 1])], [nd.array([[0.3, 0.7], [0.4, 0.6]])]


def recorded():
    x = ONES((2,))
    x.attach_grad()
    with autograd.record():
        return x * 2


def layer(block, *inputs, **calls):
    block.initialize()
    for name, value in calls.items():
        getattr(block, name)(*value)
    return block(*inputs)


def network():
    return sym.FullyConnected(sym.var("data"), num_hidden=2, name="fc")


def executor(**options):
    return network().simple_bind(mx.cpu(), data=(2, 3), **options)


def bind(**options):
    return network().bind(mx.cpu(), [ONES((2, 3)), ONES((2, 3)), ONES((2,))], **options)


def module(**options):
    return mx.mod.Module(sym.SoftmaxOutput(network(), name="softmax"), **options)


def bound_module():
    made = module()
    made.bind([("data", (2, 3))], [("softmax_label", (2,))])
    return made


def trainer(*args, **options):
    net = nn.Dense(2, in_units=2)
    net.initialize()
    return gluon.Trainer(net.collect_params(), *args, **options)


def store():
    made = mx.kv.create("local")
    made.init(1, ONES((2,)))
    return made


def rows(*pairs):
    return [pytest.param(call, kind, id=_text(call)) for call, kind in pairs]


def _text(call) -> str:
    """Return the names in a call, which name its test."""
    code = call.__code__
    return "-".join(
        map(str, (*code.co_names, *(c for c in code.co_consts if c and not hasattr(c, "co_code"))))
    )


METRICS = rows(
    (lambda: metric.create("nope"), AssertionError),
    (lambda: metric.create(3), AssertionError),
    (lambda: metric.create("acc").update(LABEL, PREDICTION * 2), ValueError),
    (lambda: metric.create("acc").update([nd.array([0, 1, 1])], PREDICTION), ValueError),
    (lambda: metric.create("acc").update(3, 4), TypeError),
    (lambda: metric.create("mse").update(LABEL, PREDICTION * 2), ValueError),
    (lambda: metric.create("ce").update([nd.array([0, 1, 1])], PREDICTION), AssertionError),
    (lambda: metric.Perplexity(None).update(LABEL, PREDICTION * 2), AssertionError),
    (lambda: metric.TopKAccuracy(top_k=1), AssertionError),
    (lambda: metric.F1().update([nd.array([0, 1, 2])], [ONES((3, 3))]), ValueError),
    (lambda: metric.CustomMetric(lambda a, b: 1 / 0).update(LABEL, PREDICTION), ZeroDivisionError),
    (lambda: metric.check_label_shapes(ONES((2,)), ONES((3,)), shape=True), ValueError),
)

GRADIENTS = rows(
    (lambda: autograd.backward([recorded()], [ONES((2,))] * 2), AssertionError),
    (lambda: autograd.grad(recorded(), []), AssertionError),
    (lambda: autograd.grad([recorded()], [ONES((2,))], head_grads=[ONES((2,))] * 2),
     AssertionError),
    (lambda: autograd.grad(recorded(), ONES((2,))), MXNetError),
    (lambda: ONES((2,)).backward(), MXNetError),
    (lambda: ONES((2,)).attach_grad("wrong"), KeyError),
    (lambda: autograd.mark_variables([ONES((2,))], [ONES((2,))], "wrong"), KeyError),
    (lambda: autograd.get_symbol(3), AssertionError),
)  # fmt: skip

ARRAYS = rows(
    (lambda: nd.array([[1, 2], [3]]), TypeError),
    (lambda: nd.array("abc"), TypeError),
    (lambda: nd.array([1], dtype="nope"), TypeError),
    (lambda: nd.concat(), MXNetError),
    (lambda: nd.concat(ONES((2, 3)), ONES((2, 4)), dim=0), MXNetError),
    (lambda: nd.concatenate([]), AssertionError),
    (lambda: ONES((2,)) + ONES((3,)), MXNetError),
    (lambda: ONES((2,)) + "a", TypeError),
    (lambda: ONES((2,)) + ONES((2,), dtype="int32"), MXNetError),
    (lambda: ONES((2,)).asscalar(), ValueError),
    (lambda: bool(ONES((2,))), ValueError),
    (lambda: float(ONES((2,))), TypeError),
    (lambda: int(ONES((2,))), TypeError),
    (lambda: ONES((2,))[5], IndexError),
    (lambda: ONES((2,))["a"], ValueError),
    (lambda: ONES((2,)).__setitem__(slice(None), ONES((3,))), ValueError),
    (lambda: ONES((2,)).__setitem__(0, "a"), TypeError),
    (lambda: ONES((2,)).reshape((3,)), MXNetError),
    (lambda: ONES((3,)).reshape((2,)), ValueError),
    (lambda: ONES((2,)).reshape(), AssertionError),
    (lambda: ONES((2,)).reshape((2,), foo=1), TypeError),
    (lambda: ONES((2,)).expand_dims(5), MXNetError),
    (lambda: ONES((2,)).sum(axis=3), MXNetError),
    (lambda: ONES((2,)).astype("nope"), TypeError),
    (lambda: ONES((2,)).copyto(3), TypeError),
    (lambda: ONES((2,)).broadcast_to((3,)), ValueError),
    (lambda: nd.dot(ONES((2, 3)), ONES((2, 3))), MXNetError),
    (lambda: nd.dot(3, ONES((2,))), AssertionError),
    (lambda: nd.exp([1, 2]), AssertionError),
    (lambda: nd.exp(np.ones((2,))), AssertionError),
    (lambda: nd.zeros_like([1]), AssertionError),
    (lambda: nd.add("a", ONES((2,))), AssertionError),
    (lambda: nd.Activation(ONES((2,)), act_type="nope"), MXNetError),
    (lambda: nd.cast(ONES((2,)), dtype="nope"), TypeError),
    (lambda: nd.softmax(ONES((2,)), dtype="nope"), TypeError),
    (lambda: nd.cast(ONES((2,)), dtype="complex64"), MXNetError),
    (lambda: nd.random.normal(ONES((2,)), 1), AssertionError),
    (lambda: nd.random.shuffle([1, 2]), AssertionError),
    (lambda: nd.load(MISSING), MXNetError),
    (lambda: nd.save(MISSING, [ONES((2,))]), MXNetError),
    (lambda: nd.save("x", 3), ValueError),
    (lambda: nd.from_dlpack(3), AssertionError),
    (lambda: ONES((2, 2)).tostype("nope"), MXNetError),
    (lambda: nd.sparse.csr_matrix("a"), TypeError),
    (lambda: ONES((2, 2)).tostype("csr").reshape((4,)), mx.base.NotSupportedForSparseNDArray),
    (lambda: mx.Context("tpu"), KeyError),
    (lambda: mx.random.seed(1, ctx="x"), KeyError),
    (lambda: image.imdecode(b"nonsense"), MXNetError),
    (lambda: mnp.ones((2,)) + mnp.ones((3,)), MXNetError),
    (lambda: mnp.ones((2,))[5], IndexError),
    (lambda: mx.npx.relu(3), AssertionError),
)

SYMBOLS = rows(
    (lambda: sym.var(3), TypeError),
    (lambda: sym.var("a", foo=1), ValueError),
    (lambda: sym.exp(ONES((2,))), AssertionError),
    (lambda: sym.cast(sym.var("x"), dtype="nope"), TypeError),
    (lambda: sym.FullyConnected(sym.var("x"), num_hidden="a"), MXNetError),
    (lambda: sym.load(MISSING), MXNetError),
    (lambda: sym.load_json('{"a": 1}'), MXNetError),
    (lambda: network()["nope"], ValueError),
    (lambda: network()[5], IndexError),
    (lambda: network().infer_shape(data=(2, 3), fc_weight=(5, 5)), MXNetError),
    (lambda: network().infer_shape((2, 3), data=(2, 3)), ValueError),
    (lambda: network().infer_shape(data=3), TypeError),
    (lambda: executor(grad_req="nope"), RuntimeError),
    (lambda: network().simple_bind(mx.cpu(), data=3), RuntimeError),
    (lambda: (sym.var("a") + sym.var("a")).simple_bind(mx.cpu(), a=(2,)), RuntimeError),
    (lambda: (sym.var("a") + sym.var("a")).bind(mx.cpu(), {"a": ONES((2,))}), MXNetError),
    (lambda: network().bind(mx.cpu(), {"data": ONES((2, 3))}), ValueError),
    (lambda: sym.BatchNorm(sym.var("x")).bind(mx.cpu(), [ONES((2, 3)), ONES((3,)), ONES((3,))]),
     ValueError),
    (lambda: bind(args_grad=[ONES((2, 3))]), ValueError),
    (lambda: executor().forward(nope=ONES((2, 3))), TypeError),
    (lambda: executor().copy_params_from({"nope": ONES((2,))}), ValueError),
    (lambda: network()(3), TypeError),
    (lambda: mx.AttrScope(foo=3), ValueError),
)  # fmt: skip

GLUON = rows(
    (lambda: nn.Dense(2)(ONES((2, 2))), RuntimeError),
    (lambda: nn.Dense(2).weight.data(), RuntimeError),
    (lambda: gluon.Parameter("w", grad_req="nope"), AssertionError),
    (lambda: setattr(gluon.Parameter("w", shape=(2, 3)), "shape", (4, 5)), AssertionError),
    (lambda: gluon.Parameter("w").initialize(), ValueError),
    (lambda: gluon.ParameterDict()["w"], KeyError),
    (lambda: gluon.ParameterDict().get_constant("c"), KeyError),
    (lambda: nn.Dense(2).load_parameters(MISSING), MXNetError),
    (lambda: nn.HybridSequential().add(nn.Sequential()), ValueError),
    (lambda: nn.Sequential()[0], IndexError),
    (lambda: nn.Dense(2).export("x"), RuntimeError),
    (lambda: nn.Lambda("nope"), AssertionError),
    (lambda: nn.MaxPool2D(layout="nope"), AssertionError),
    (lambda: rnn.LSTM(2, layout="nope"), AssertionError),
    (lambda: loss.L2Loss()(ONES((2,)), ONES((3,))), ValueError),
    (lambda: loss.CTCLoss(layout="nope"), AssertionError),
    (lambda: trainer("nope"), ValueError),
    (lambda: gluon.Trainer(3, "sgd"), ValueError),
    (lambda: trainer("sgd").save_states(MISSING), FileNotFoundError),
    (lambda: trainer("sgd").load_states(MISSING), FileNotFoundError),
    (lambda: gluon.utils.split_data(ONES((3,)), 2), ValueError),
    (lambda: gluon.utils.clip_global_norm([], 1), AssertionError),
    (lambda: gluon.model_zoo.vision.get_model("nope"), ValueError),
)  # fmt: skip

DATA = rows(
    (lambda: gdata.ArrayDataset([1, 2], [1]), AssertionError),
    (lambda: gdata.DataLoader([1, 2]), ValueError),
    (lambda: list(gdata.DataLoader([ONES((2,)), ONES((3,))], batch_size=2)), MXNetError),
    (lambda: gdata.SimpleDataset([1]).shard(2, 5), AssertionError),
    (lambda: gdata.SimpleDataset([1])[3], IndexError),
    (lambda: io.NDArrayIter(None), AssertionError),
    (lambda: io.NDArrayIter(3), TypeError),
    (lambda: io.NDArrayIter({"a": "x"}), TypeError),
    (lambda: io.CSVIter(batch_size=1), MXNetError),
    (lambda: mx.recordio.MXRecordIO(MISSING, "r"), MXNetError),
    (lambda: mx.recordio.MXRecordIO("x", "nope"), ValueError),
    (lambda: mx.recordio.MXRecordIO(os.devnull, "w").read(), AssertionError),
    (lambda: mx.recordio.MXRecordIO(os.devnull, "r").write(b""), AssertionError),
    (lambda: image.imread(MISSING), MXNetError),
)

TRAINING = rows(
    (lambda: optimizer.create("nope"), ValueError),
    (lambda: optimizer.SGD(param_idx2name=[1]), AssertionError),
    (lambda: lr_scheduler.FactorScheduler(0), ValueError),
    (lambda: lr_scheduler.MultiFactorScheduler(3), AssertionError),
    (lambda: mx.init.Xavier()(mx.init.InitDesc("w_weight"), ONES((2,))), ValueError),
    (lambda: mx.init.Mixed(["a"], [mx.init.One(), mx.init.Zero()]), AssertionError),
    (lambda: mx.init.Load({})("a_weight", ONES((2,))), AssertionError),
    (lambda: mx.kv.create(3), TypeError),
    (lambda: store().init([1, 2], [ONES((2,))]), AssertionError),
    (lambda: store().init(1, ONES((2,))), MXNetError),
    (lambda: store().pull(3, out=ONES((2,))), MXNetError),
    (lambda: store().save_optimizer_states(MISSING), AssertionError),
    (lambda: module(data_names=["nope"]), ValueError),
    (lambda: module().forward(io.DataBatch([ONES((2, 3))])), AssertionError),
    (lambda: bound_module().init_optimizer(), AssertionError),
    (lambda: bound_module().set_params({}, {}), RuntimeError),
    (lambda: module().fit(io.NDArrayIter(np.ones((4, 3)), np.ones((4,)), 2)), AssertionError),
    (lambda: mx.mod.Module.load(MISSING, 0), MXNetError),
    (lambda: mx.viz.print_summary(3), TypeError),
)  # fmt: skip


@pytest.mark.parametrize(
    ("call", "kind"), [*METRICS, *GRADIENTS, *ARRAYS, *SYMBOLS, *GLUON, *DATA, *TRAINING]
)
def test_errors_have_the_types_of_1_9_1(call, kind):
    with pytest.raises(kind, match=r"\S") as caught:
        call()
    assert issubclass(caught.type, kind)


def test_messages_are_not_quoted_by_the_other_bases():
    with pytest.raises(UnknownNameError, match=r"^unknown device type 'tpu'; use one of cpu, gpu"):
        mx.Context("tpu")
    with pytest.raises(MissingFileError, match=r"^cannot read 'no-such-folder/file': No such file"):
        nd.load(MISSING)
    with pytest.raises(FileError, match=r"^cannot write '\.': Is a directory$"):
        nd.save(".", [ONES((2,))])


def test_downloads_that_fail_are_errors_of_the_system(tmp_path):
    with pytest.raises(OSError, match="cannot download nope://x to .*: <urlopen error unknown url"):
        gluon.utils.download("nope://x", path=str(tmp_path / "x"), retries=1)


def test_a_batch_without_data_does_not_end_a_loop():
    made = bound_module()
    made.init_params()
    with pytest.raises(ValueError, match=r"the batch has 0 data arrays; the module needs \['data'"):
        made.forward(io.DataBatch([]))


@pytest.mark.parametrize(
    ("call", "text"),
    [
        (
            lambda: gluon.Block()(ONES((2,))),
            "Block does not define forward: write a method forward(self, x) that computes the "
            "output",
        ),
        (
            lambda: gluon.HybridBlock()(ONES((2,))),
            "HybridBlock does not define hybrid_forward: write a method hybrid_forward(self, F, x) "
            "that computes the output",
        ),
        (
            lambda: gluon.loss.Loss(1, 0)(ONES((2,)), ONES((2,))),
            "Loss does not define hybrid_forward",
        ),
        (lambda: metric.EvalMetric("own").update([], []), "EvalMetric does not define update"),
        (
            lambda: optimizer.Optimizer().update(0, ONES((2,)), ONES((2,)), None),
            "Optimizer does not define update",
        ),
        (
            lambda: gluon.rnn.RecurrentCell().begin_state(2),
            "RecurrentCell does not define state_info",
        ),
        (
            lambda: gluon.rnn.HybridRecurrentCell()(ONES((2, 3)), []),
            "HybridRecurrentCell does not define hybrid_forward: write a method "
            "hybrid_forward(self, F, x) that computes the output",
        ),
        (
            lambda: gluon.rnn.ModifierCell(gluon.rnn.RNNCell(2))(ONES((2, 3)), [ONES((2, 2))]),
            "ModifierCell does not define hybrid_forward: write a method "
            "hybrid_forward(self, F, x) that computes the output",
        ),
        (
            lambda: gluon.rnn.SequentialRNNCell().hybrid_forward(ONES((2, 3)), []),
            "SequentialRNNCell is not hybrid; use HybridSequentialRNNCell, or do not hybridize it",
        ),
    ],
    ids=[
        "Block",
        "HybridBlock",
        "Loss",
        "EvalMetric",
        "Optimizer",
        "RecurrentCell",
        "HybridRecurrentCell",
        "ModifierCell",
        "SequentialRNNCell",
    ],
)
def test_abstract_methods_are_named(call, text):
    with pytest.raises(NotImplementedError, match=f"^{re.escape(text)}$"):
        call()
