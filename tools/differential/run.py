"""Run programs in this interpreter and write what each step gave, one JSON line for a program.

usage: PYTHON run.py PROGRAMS.json RESULTS.jsonl [NOISE]

A program is a list of statements ``name = expression``. Both interpreters, that of the real MXNet
and ours, run the same text with the same names, so this file must not depend on anything else.
"""

import json
import os
import signal
import sys
import tempfile
import warnings

import numpy as onp

import mxnet as mx

NOISE = 0.0  # by which share samples are moved
SECONDS = 60  # for one program, which takes less than one
LARGE = 1000  # elements; of larger arrays some elements and the mean are compared


def sample(*shape, seed=0, low=-2.0, high=2.0, dtype="float32"):
    """Random numbers that are the same on both sides."""
    random = onp.random.RandomState(seed)
    if dtype.startswith(("int", "uint")):
        return random.randint(int(low), int(high) + 1, shape).astype(dtype)
    if dtype == "bool":
        return random.uniform(size=shape) > 0.5
    numbers = random.uniform(low, high, shape)
    if NOISE:
        numbers *= 1 + random.uniform(-NOISE, NOISE, shape)
    return numbers.astype(dtype)


def assign(block, seed=0):
    """Give all parameters of a block numbers that are the same on both sides."""
    for position, parameter in enumerate(block.collect_params().values()):
        low = 0.5 if "var" in parameter.name or "gamma" in parameter.name else -0.5
        parameter.set_data(
            mx.nd.array(sample(*parameter.shape, seed=seed + position, low=low, high=1.0))
        )
    return len(list(block.collect_params()))


def values_of(block, gradients=False):
    """The parameters of a block, or their gradients, in order."""
    parameters = [p for p in block.collect_params().values() if p.grad_req != "null"]
    return [p.grad() if gradients else p.data() for p in parameters]


def write(array, key, value):
    """``array[key] = value`` as an expression."""
    array[key] = value
    return array


def recorded(function, *arrays):
    """The result of a function and the gradients of its arrays."""
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        result = function(*arrays)
    heads = list(result) if isinstance(result, (list, tuple)) else [result]
    mx.autograd.backward(heads)
    return [*heads, *[array.grad for array in arrays]]


def flat(values):
    """All arrays of nested lists, one after the other."""
    if isinstance(values, (list, tuple)):
        return [each for value in values for each in flat(value)]
    return [values]


def heads(outputs, states):
    """Outputs and states of cells; a state may be an output too, and no head is given twice."""
    return [*flat(outputs), *[state * 2 for state in flat(states)]]


def with_parameters(function, block):
    """The result of a function of no arrays and the gradients of a block's parameters."""
    with mx.autograd.record():
        result = function()
    result.backward()
    return [result, *values_of(block, gradients=True)]


def differentiated(function, arrays, requests, head, times):
    """The gradients of arrays after each of several passes, as requested for each array."""
    for array, request in zip(arrays, requests, strict=True):
        array.attach_grad(request)
    results = []
    for number in range(times):
        with mx.autograd.record():
            result = function(*arrays)
        result.backward(head if head is None else head * (number + 1))
        pairs = zip(arrays, requests, strict=True)
        kept = [array.grad for array, request in pairs if request != "null"]
        results.append([result, *[gradient.copy() for gradient in kept]])
    return results


def gradients_of(function, *arrays, head=False):
    """What autograd.grad gives for a function."""
    for array in arrays:
        array.attach_grad()
    with mx.autograd.record():
        result = function(*arrays)
    return mx.autograd.grad(result, list(arrays), result * 2 if head else None)


def second_order(function, array):
    """The gradient of a gradient."""
    array.attach_grad()
    with mx.autograd.record():
        first = mx.autograd.grad(function(array), array, create_graph=True, retain_graph=True)[0]
    first.backward()
    return [first, array.grad]


def paused(function):
    """The result of a function that is not recorded."""
    with mx.autograd.pause():
        return function()


class Doubled(mx.autograd.Function):
    """A function whose gradient is not its derivative."""

    def forward(self, x):
        self.save_for_backward(x)
        return x * 2

    def backward(self, gradient):
        (x,) = self.saved_tensors
        return gradient * x


class ScaledSum(mx.operator.CustomOp):
    """A scaled sum and a product, whose gradients are not their derivatives."""

    def __init__(self, factor):
        super().__init__()
        self.factor = factor

    def forward(self, is_train, req, in_data, out_data, aux):
        self.assign(out_data[0], req[0], (in_data[0] + in_data[1]) * self.factor)
        self.assign(out_data[1], req[1], in_data[0] * in_data[1])

    def backward(self, req, out_grad, in_data, out_data, in_grad, aux):
        unwanted = req.count("null")  # shows in the gradients which are requested
        self.assign(in_grad[0], req[0], out_grad[0] * 3 + out_grad[1] * in_data[1] + unwanted)
        self.assign(in_grad[1], req[1], out_grad[0] * out_data[0] + unwanted)


@mx.operator.register("scaled_sum")
class ScaledSumProperties(mx.operator.CustomOpProp):
    """What the custom operator takes and gives."""

    def __init__(self, factor="1"):
        super().__init__(need_top_grad=True)
        self.factor = float(factor)

    def list_arguments(self):
        return ["a", "b"]

    def list_outputs(self):
        return ["sum", "product"]

    def infer_shape(self, in_shape):
        return [in_shape[0]] * 2, [in_shape[0]] * 2, []

    def create_operator(self, ctx, shapes, dtypes):
        return ScaledSum(self.factor)


def optimized(optimizer, weights, gradients, steps):
    """Weights and states after some steps of an optimizer, whose gradients change sign."""
    updater = mx.optimizer.get_updater(optimizer)
    results = []
    for number in range(steps):
        for index, (weight, gradient) in enumerate(zip(weights, gradients, strict=True)):
            updater(index, gradient * (-0.5) ** number, weight)
        results.append([weight.copy() for weight in weights])
    return [results, [updater.states[index] for index in range(len(weights))]]


def initialized(initializer, name, array, attribute=""):
    """What an initializer writes into an array of a name."""
    description = mx.init.InitDesc(name, {"__init__": attribute} if attribute else {})
    initializer(description, array)
    return array


def outline(value):
    """Shapes and types of arrays."""
    return [[type(each).__name__, list(each.shape), str(each.dtype)] for each in flat(value)]


def inferred(symbol, what, **known):
    """Shapes or types of arguments, outputs and states, as far as they can be inferred."""
    results = getattr(symbol, "infer_" + what)(**known)
    return [
        [getattr(each, "__name__", each) for each in part] if part is not None else None
        for part in results
    ]


def structure(symbol):
    """The nodes of a graph."""
    nodes = json.loads(symbol.tojson())["nodes"]
    names = [node["op"] if node["op"] != "null" else node["name"] for node in nodes]
    inputs = [[edge[0] for edge in node["inputs"]] for node in nodes]
    return [names, inputs, [sorted(node.get("attrs", {}).items()) for node in nodes]]


def bound(symbol, grad_req="write", **shapes):
    """Outputs and gradients of a graph whose parameters are the same on both sides, twice."""
    executor = symbol.simple_bind(mx.cpu(), grad_req=grad_req, **shapes)
    for number, (_, array) in enumerate(sorted(executor.arg_dict.items())):
        array[:] = mx.nd.array(sample(*array.shape, seed=number, low=-1.0, high=1.0))
    results = []
    for _ in range(2):
        outputs = executor.forward(is_train=True)
        executor.backward([output * 0.5 for output in outputs])
        gradients = sorted(executor.grad_dict.items())
        results.append([[o.copy() for o in outputs], [g.copy() for _, g in gradients]])
    return [results, [array for _, array in sorted(executor.aux_dict.items())]]


def weighted(array):
    """The elements times numbers that are the same on both sides, so that gradients differ."""
    return array * mx.nd.array(sample(*array.shape, seed=2))


def fitted(symbol, iterator, optimizer, options, metric):
    """Parameters and scores of a Module after two epochs that begin with fixed numbers."""
    described = {each.name: each.shape for each in iterator.provide_data + iterator.provide_label}
    shapes = zip(symbol.list_arguments(), symbol.infer_shape(**described)[0], strict=True)
    parameters = {
        name: mx.nd.array(sample(*shape, seed=number, low=-1.0, high=1.0))
        for number, (name, shape) in enumerate(shapes)
        if name not in described
    }
    module = mx.mod.Module(symbol)
    module.fit(iterator, eval_metric=metric, num_epoch=2, optimizer=optimizer,
               optimizer_params=options, arg_params=parameters)  # fmt: skip
    iterator.reset()
    scores = module.score(iterator, metric)
    return [scores, sorted(module.get_params()[0].items()), module.predict(iterator)]


def executed(symbol, **arrays):
    """Outputs and gradients of a symbol that is bound to arrays."""
    arrays = {name: mx.nd.array(array) for name, array in arrays.items()}
    gradients = {name: mx.nd.zeros(array.shape) for name, array in arrays.items()}
    executor = symbol.bind(mx.cpu(), arrays, gradients)
    outputs = executor.forward(is_train=True)
    executor.backward([mx.nd.ones(output.shape) for output in outputs])
    return [*outputs, *[gradients[name] for name in sorted(gradients)]]


def stored(symbol, **arrays):
    """The storage type and the values of the output of a symbol."""
    output = symbol.bind(mx.cpu(), arrays, grad_req="null").forward()[0]
    return [output.stype, output]


def quantized(symbol, data, calibration, **options):
    """The operators and the output of a symbol that is quantized by ranges of other data."""
    shapes, _, _ = symbol.infer_shape(data=data.shape)
    parameters = {
        name: mx.nd.array(sample(*shape, seed=number, low=-1.0, high=1.0))
        for number, (name, shape) in enumerate(zip(symbol.list_arguments(), shapes, strict=True))
        if name != "data"
    }
    symbol, parameters, _ = mx.contrib.quantization.quantize_model(
        symbol, parameters, {}, ctx=mx.cpu(), calib_mode="naive", label_names=None,
        calib_data=mx.io.NDArrayIter(calibration, batch_size=len(calibration)), **options,
    )  # fmt: skip
    operators = [node["op"] for node in json.loads(symbol.tojson())["nodes"]]
    bound = symbol.bind(mx.cpu(), {**parameters, "data": mx.nd.array(data)})
    return [sorted(operators), bound.forward()[0]]


def loaded(save, load):
    """What a function reads from the file that another one writes."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "file")
        save(path)
        return load(path)


def contents(path):
    """The bytes of a file."""
    with open(path, "rb") as file:
        return file.read()


def csv_batches(rows, labels, batch, **options):
    """Batches of two epochs over a table in files."""
    with tempfile.TemporaryDirectory() as folder:
        data, label = os.path.join(folder, "data.csv"), os.path.join(folder, "label.csv")
        onp.savetxt(data, rows, delimiter=",")
        if labels is not None:
            onp.savetxt(label, labels, delimiter=",")
            options["label_csv"] = label
        iterator = mx.io.CSVIter(
            data_csv=data, data_shape=rows.shape[1:], batch_size=batch, **options
        )
        epochs = []
        for _ in range(2):
            epochs.append([(b.data[0].copy(), b.label[0].copy(), b.pad) for b in iterator])
            iterator.reset()
        return epochs


def records(contents, order):
    """Records that are written with keys and read in another order, and one after the other."""
    with tempfile.TemporaryDirectory() as folder:
        paths = os.path.join(folder, "data.idx"), os.path.join(folder, "data.rec")
        writer = mx.recordio.MXIndexedRecordIO(*paths, "w")
        for key, content in enumerate(contents):
            writer.write_idx(key, mx.recordio.pack(mx.recordio.IRHeader(0, key, key, 0), content))
        writer.close()
        reader = mx.recordio.MXIndexedRecordIO(*paths, "r")
        chosen = [mx.recordio.unpack(reader.read_idx(key)) for key in order]
        return [[float(header.label), header.id, list(text)] for header, text in chosen]


def trained_by_hand(symbol, data, label, request, optimizer, **options):
    """Outputs, gradients of inputs and parameters of a Module after some steps."""
    module = mx.mod.Module(symbol, data_names=["a", "b"], label_names=["label"], **options)
    names = ["a", "b", "label"]
    shapes = dict(zip(names, [each.shape for each in (*data, label)], strict=True))
    module.bind([(n, shapes[n]) for n in names[:2]], [("label", label.shape)],
                inputs_need_grad=True, grad_req=request)  # fmt: skip
    arguments = zip(symbol.list_arguments(), symbol.infer_shape(**shapes)[0], strict=True)
    parameters = {
        name: mx.nd.array(sample(*shape, seed=number, low=-1.0, high=1.0))
        for number, (name, shape) in enumerate(arguments)
        if name not in shapes
    }
    module.init_params(arg_params=parameters, aux_params={})
    module.init_optimizer(optimizer=optimizer, optimizer_params=(("learning_rate", 0.1),))
    batch = mx.io.DataBatch([mx.nd.array(each) for each in data], [mx.nd.array(label)])
    results = []
    for _ in range(3):
        module.forward_backward(batch)
        module.update()
        gradients = [gradient.copy() for gradient in module.get_input_grads()]
        results.append([*[output.copy() for output in module.get_outputs()], *gradients])
    return [results, sorted(module.get_params()[0].items())]


def in_buckets(make_cell, lengths, batch):
    """Outputs and parameters of a BucketingModule that meets sequences of some lengths."""

    def generate(length):
        outputs, _ = make_cell().unroll(length, mx.sym.var("data"), merge_outputs=False)
        net = mx.sym.FullyConnected(outputs[-1], num_hidden=2, name="last")
        return mx.sym.SoftmaxOutput(net, name="softmax"), ("data",), ("softmax_label",)

    def describe(length):
        return {"provide_data": [("data", (batch, length, 2))],
                "provide_label": [("softmax_label", (batch,))]}  # fmt: skip

    module = mx.mod.BucketingModule(generate, default_bucket_key=max(lengths))
    first = describe(max(lengths))
    module.bind(first["provide_data"], first["provide_label"])
    module.init_params(mx.init.Constant(0.3))
    module.init_optimizer(optimizer_params=(("learning_rate", 0.5),))
    results = []
    for number, length in enumerate(lengths):
        data = mx.nd.array(sample(batch, length, 2, seed=number))
        module.forward_backward(
            mx.io.DataBatch([data], [mx.nd.ones((batch,))], bucket_key=length, **describe(length))
        )
        module.update()
        results.append(module.get_outputs()[0].copy())
    return [results, sorted(module.get_params()[0].items())]


def plain(value):
    """What JSON can hold of a value."""
    if isinstance(value, mx.nd.NDArray):
        value = value.asnumpy()
    if isinstance(value, onp.generic):
        return value.item()
    if isinstance(value, dict):
        return [plain(each) for each in sorted(value.items())]
    if isinstance(value, onp.ndarray):
        numbers = onp.asarray(value, onp.float64).reshape(-1)
        if numbers.size > LARGE:
            places = onp.random.RandomState(0).randint(0, numbers.size, 100)
            numbers = onp.append(numbers[places], numbers.mean())
        return {"type": str(value.dtype), "shape": list(value.shape), "values": numbers.tolist()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value if isinstance(value, (int, float, str, bool, type(None))) else type(value).__name__


NAMES = {
    "mx": mx, "nd": mx.nd, "sym": mx.sym, "gluon": mx.gluon, "autograd": mx.autograd,
    "onp": onp, "sample": sample, "assign": assign, "values_of": values_of, "write": write,
    "recorded": recorded, "executed": executed, "stored": stored, "quantized": quantized,
    "flat": flat, "heads": heads, "with_parameters": with_parameters,
    "differentiated": differentiated, "fitted": fitted, "weighted": weighted,
    "gradients_of": gradients_of, "second_order": second_order, "paused": paused,
    "Doubled": Doubled, "optimized": optimized, "initialized": initialized,
    "outline": outline, "inferred": inferred, "structure": structure, "bound": bound,
    "loaded": loaded, "contents": contents, "csv_batches": csv_batches, "records": records,
    "trained_by_hand": trained_by_hand, "in_buckets": in_buckets,
}  # fmt: skip


def run(program):
    """Return what each step gave, up to the first that raised."""
    names, steps = dict(NAMES, np=mx.np, npx=mx.npx), []
    mx.random.seed(0)
    try:
        numpy = program["numpy"]
        with mx.util.np_shape(numpy), mx.util.np_array(numpy), mx.name.NameManager():
            for statement in program["steps"]:
                exec(statement, names)
                steps.append({"value": plain(names[statement.partition(" = ")[0]])})
    except Exception as error:
        steps.append({"error": type(error).__name__, "text": str(error)[-300:]})
    return steps


def main(programs_path, results_path, noise="0"):
    global NOISE
    NOISE = float(noise)
    warnings.simplefilter("ignore")
    with open(programs_path) as file:
        programs = json.load(file)
    with open(results_path, "a") as results:
        for number, program in programs:
            signal.alarm(SECONDS)  # ends the process if the program hangs, as MXNet 1.9.1 may
            results.write(json.dumps([number, run(program)]) + "\n")
            results.flush()  # the real MXNet may end the process at the next one
    signal.alarm(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
