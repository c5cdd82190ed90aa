"""Run programs in this interpreter and write what each step gave, one JSON line for a program.

usage: PYTHON run.py PROGRAMS.json RESULTS.jsonl [NOISE]

A program is a list of statements ``name = expression``. Both interpreters, that of the real MXNet
and ours, run the same text with the same names, so this file must not depend on anything else.
"""

import json
import sys
import warnings

import numpy as onp

import mxnet as mx

NOISE = 0.0  # by which share samples are moved


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


def plain(value):
    """What JSON can hold of a value."""
    if isinstance(value, mx.nd.NDArray):
        value = value.asnumpy()
    if isinstance(value, onp.generic):
        return value.item()
    if isinstance(value, onp.ndarray):
        flat = onp.asarray(value, onp.float64).reshape(-1).tolist()
        return {"type": str(value.dtype), "shape": list(value.shape), "values": flat}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    return value if isinstance(value, (int, float, str, bool, type(None))) else type(value).__name__


NAMES = {
    "mx": mx, "nd": mx.nd, "sym": mx.sym, "gluon": mx.gluon, "autograd": mx.autograd,
    "onp": onp, "sample": sample, "assign": assign, "values_of": values_of, "write": write,
    "recorded": recorded, "executed": executed, "stored": stored, "quantized": quantized,
}  # fmt: skip


def run(program):
    """Return what each step gave, up to the first that raised."""
    names, steps = dict(NAMES, np=mx.np, npx=mx.npx), []
    mx.random.seed(0)
    try:
        with mx.util.np_shape(program["numpy"]), mx.util.np_array(program["numpy"]):
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
            results.write(json.dumps([number, run(program)]) + "\n")
            results.flush()  # the real MXNet may end the process at the next one


if __name__ == "__main__":
    main(*sys.argv[1:])
