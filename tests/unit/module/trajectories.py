"""Small networks trained in every way modules offer, from fixed parameters on fixed data.

Only NumPy is imported here: the same code runs on this package and, to record what is right, on
the real MXNet 1.9.1.
"""

from __future__ import annotations

import pathlib
import warnings

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "module.npz"
SAMPLES, CLASSES = 24, 4


def data(*shape):
    """Return samples and labels that can be learned."""
    random = np.random.RandomState(7)
    labels = random.randint(CLASSES, size=SAMPLES)
    samples = random.normal(size=(SAMPLES, *shape)) + labels.reshape(-1, *[1] * len(shape))
    return samples.astype(np.float32), labels.astype(np.float32)


def mlp(mx, flatten=True):
    x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="fc1", flatten=flatten)
    x = mx.sym.Activation(x, act_type="tanh", name="act1")
    x = mx.sym.FullyConnected(x, num_hidden=CLASSES, name="fc2")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def lenet(mx):
    x = mx.sym.Convolution(mx.sym.var("data"), kernel=(3, 3), num_filter=4, name="conv1")
    x = mx.sym.Activation(mx.sym.BatchNorm(x, fix_gamma=False, name="bn1"), act_type="relu")
    x = mx.sym.Pooling(x, kernel=(2, 2), stride=(2, 2), pool_type="max")
    x = mx.sym.Convolution(x, kernel=(2, 2), num_filter=5, no_bias=True, name="conv2")
    x = mx.sym.Flatten(mx.sym.Activation(x, act_type="tanh"))
    x = mx.sym.FullyConnected(x, num_hidden=CLASSES, name="fc")
    return mx.sym.SoftmaxOutput(x, name="softmax")


def fixed_params(mx, symbol, **shapes):
    """Return parameters and auxiliary states that are the same everywhere."""
    arguments, _, states = symbol.infer_shape(**shapes)
    random = np.random.RandomState(3)
    arg_params = {
        name: mx.nd.array(random.uniform(-0.3, 0.3, shape))
        for name, shape in zip(symbol.list_arguments(), arguments)  # noqa: B905
        if name not in shapes and not name.endswith("label")
    }
    aux_params = {
        name: mx.nd.zeros(shape) if name.endswith("mean") else mx.nd.ones(shape)
        for name, shape in zip(symbol.list_auxiliary_states(), states)  # noqa: B905
    }
    return arg_params, aux_params


class Notes:
    """What is seen of a training: values of metrics, parameters after each epoch."""

    def __init__(self, mx):
        self.mx = mx
        self.arrays = {}
        self.batches = []

    def batch(self, param):
        self.batches.append([float(value) for _, value in param.eval_metric.get_name_value()])

    def epoch(self, epoch, symbol, arg_params, aux_params):
        self.mx.nd.waitall()
        self.params(f"epoch{epoch}", arg_params, aux_params)

    def params(self, when, arg_params, aux_params):
        for name, array in {**arg_params, **aux_params}.items():
            self.arrays[f"{when}/{name}"] = array.asnumpy()

    def all(self):
        return {**self.arrays, "batches": np.array(self.batches, np.float32)}


def fit(mx, symbol, shape, contexts=1, epochs=3, kvstore="local", batch=8, **options):
    """Fit a module; return what was seen."""
    samples, labels = data(*shape)
    train = mx.io.NDArrayIter(samples, labels, batch)
    evaluation = mx.io.NDArrayIter(samples, labels, 7)
    module = mx.mod.Module(
        symbol, context=[mx.cpu(i) for i in range(contexts)], **options.pop("module", {})
    )
    arg_params, aux_params = fixed_params(mx, symbol, data=(batch, *shape))
    notes = Notes(mx)
    module.fit(
        train,
        eval_metric=["acc", "ce"],
        num_epoch=epochs,
        arg_params=arg_params,
        aux_params=aux_params,
        kvstore=kvstore,
        batch_end_callback=notes.batch,
        epoch_end_callback=notes.epoch,
        **options,
    )
    notes.arrays["prediction"] = module.predict(evaluation).asnumpy()
    notes.arrays["score"] = np.array([v for _, v in module.score(evaluation, ["acc", "ce"])])
    return notes.all()


def fit_buckets(mx):
    """Train a module with buckets by the length of the input."""

    def sym_gen(length):
        x = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=5, flatten=False, name="fc1")
        x = mx.sym.mean(mx.sym.Activation(x, act_type="tanh"), axis=1)
        x = mx.sym.FullyConnected(x, num_hidden=CLASSES)
        return mx.sym.SoftmaxOutput(x, name="softmax"), ("data",), ("softmax_label",)

    module = mx.mod.BucketingModule(sym_gen, default_bucket_key=6)
    module.bind([("data", (8, 6, 3))], [("softmax_label", (8,))])
    module.init_params(mx.init.Constant(0.1))
    arg_params, aux_params = fixed_params(mx, module.symbol, data=(8, 6, 3))
    module.set_params(arg_params, aux_params)
    options = {"learning_rate": 0.3, "momentum": 0.9, "wd": 0.01}
    module.init_optimizer(optimizer_params=options)
    samples, labels = data(6, 3)
    notes = Notes(mx)
    for step, length in enumerate((6, 4, 2, 4, 6, 3)):
        rows = slice(8 * (step % 3), 8 * (step % 3) + 8)
        batch = mx.io.DataBatch(
            [mx.nd.array(samples[rows, :length])],
            [mx.nd.array(labels[rows])],
            bucket_key=length,
            provide_data=[("data", (8, length, 3))],
            provide_label=[("softmax_label", (8,))],
        )
        module.forward_backward(batch)
        module.update()
        notes.arrays[f"outputs{step}"] = module.get_outputs()[0].asnumpy()
    notes.params("last", *module.get_params())
    return notes.arrays


def fit_chain(mx):
    """Train modules one after the other."""
    first = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=6, name="fc1")
    first = mx.sym.Activation(first, act_type="tanh", name="act1")
    second = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=CLASSES, name="fc2")
    second = mx.sym.SoftmaxOutput(second, name="softmax")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(first, label_names=None))
    chain.add(mx.mod.Module(second), take_labels=True, auto_wiring=True)
    samples, labels = data(3)
    notes = Notes(mx)
    arg_params, aux_params = fixed_params(mx, mlp(mx), data=(8, 3))
    chain.fit(
        mx.io.NDArrayIter(samples, labels, 8),
        optimizer_params={"learning_rate": 0.5},
        arg_params=arg_params,
        aux_params=aux_params,
        num_epoch=2,
        epoch_end_callback=notes.epoch,
        batch_end_callback=notes.batch,
    )
    return notes.all()


def hinge(mx):
    """Train with a loss written in Python."""

    def gradient(scores, labels):
        scores, labels = scores.asnumpy(), labels.asnumpy().astype(int)
        rows = np.arange(len(labels))
        margins = 1 + scores - scores[rows, labels].reshape(-1, 1)
        margins[rows, labels] = 0
        grad = (margins > 0).astype(np.float32)
        grad[rows, labels] = -grad.sum(axis=1)
        return grad

    scores = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=CLASSES, name="fc1")
    chain = mx.mod.SequentialModule()
    chain.add(mx.mod.Module(scores, label_names=None))
    chain.add(mx.mod.PythonLossModule(grad_func=gradient), take_labels=True, auto_wiring=True)
    samples, labels = data(3)
    arg_params, aux_params = fixed_params(mx, scores, data=(8, 3))
    notes = Notes(mx)
    chain.fit(
        mx.io.NDArrayIter(samples, labels, 8),
        arg_params=arg_params,
        aux_params=aux_params,
        optimizer_params={"learning_rate": 0.1},
        num_epoch=2,
        epoch_end_callback=notes.epoch,
        batch_end_callback=notes.batch,
    )
    return notes.all()


def feed_forward(mx, contexts=1):
    """Train with FeedForward."""
    samples, labels = data(3)
    arg_params, aux_params = fixed_params(mx, mlp(mx), data=(8, 3))
    notes = Notes(mx)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        model = mx.model.FeedForward(
            mlp(mx),
            ctx=[mx.cpu(i) for i in range(contexts)],
            num_epoch=2,
            arg_params=arg_params,
            aux_params=aux_params,
            learning_rate=0.5,
            wd=0.1,
            momentum=0.9,
        )
        model.fit(
            mx.io.NDArrayIter(samples, labels, 8),
            eval_metric="ce",
            epoch_end_callback=notes.epoch,
            batch_end_callback=notes.batch,
        )
    notes.arrays["prediction"] = model.predict(samples)
    return notes.all()


def gradients(mx):
    """Run a network backward from given gradients; gradients of the inputs, added up."""
    symbol = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc1")
    symbol = mx.sym.Group([mx.sym.tanh(symbol), mx.sym.sum(symbol, axis=1)])
    module = mx.mod.Module(symbol, label_names=None, context=[mx.cpu(0), mx.cpu(1)])
    module.bind([("data", (6, 4))], inputs_need_grad=True, grad_req="add")
    module.init_params(arg_params=fixed_params(mx, symbol, data=(6, 4))[0])
    samples, _ = data(4)
    for rows in (slice(0, 6), slice(6, 12)):
        module.forward(mx.io.DataBatch([mx.nd.array(samples[rows])]), is_train=True)
        heads = [mx.nd.array(samples[rows, :3]), mx.nd.array(samples[rows, 3])]
        module.backward(heads)
    grads = {"input": module.get_input_grads()[0].asnumpy()}
    for i, executor in enumerate(module._exec_group.execs):
        for name in ("fc1_weight", "fc1_bias"):
            grads[f"{name}{i}"] = executor.grad_dict[name].asnumpy()
    return grads


SGD = {"optimizer_params": {"learning_rate": 0.5, "momentum": 0.9, "wd": 0.01}}
ADAM = {"optimizer": "adam", "optimizer_params": {"learning_rate": 0.05}}

CASES = {
    "mlp_sgd": lambda mx: fit(mx, mlp(mx), (3,), **SGD),
    "mlp_adam": lambda mx: fit(mx, mlp(mx), (3,), **ADAM),
    "mlp_defaults": lambda mx: fit(mx, mlp(mx), (3,)),
    "mlp_two_contexts": lambda mx: fit(mx, mlp(mx), (3,), contexts=2, **SGD),
    "mlp_uneven_contexts": lambda mx: fit(
        mx, mlp(mx), (3,), contexts=2, module={"work_load_list": [1, 3]}, kvstore="device", **ADAM
    ),
    "mlp_no_kvstore": lambda mx: fit(mx, mlp(mx), (3,), contexts=2, kvstore=None, **SGD),
    "mlp_fixed": lambda mx: fit(
        mx, mlp(mx), (3,), module={"fixed_param_names": ["fc1_weight", "fc1_bias"]}, **SGD
    ),
    "lenet_sgd": lambda mx: fit(mx, lenet(mx), (1, 8, 8), **SGD),
    "lenet_two_contexts": lambda mx: fit(mx, lenet(mx), (1, 8, 8), contexts=2, **SGD),
    "padded": lambda mx: fit(mx, mlp(mx), (3,), batch=9, **SGD),
    "bucketed": fit_buckets,
    "chained": fit_chain,
    "hinge": hinge,
    "feed_forward": feed_forward,
    "feed_forward_two_contexts": lambda mx: feed_forward(mx, contexts=2),
    "gradients": gradients,
}


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {
        f"{name}/{part}": array for name, run in CASES.items() for part, array in run(mx).items()
    }
    return {GOLDEN: recorded}
