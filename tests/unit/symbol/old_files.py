"""Files as older versions wrote them, and what the real MXNet 1.9.1 makes of them.

Before 0.9 the attributes of operators are called ``param``, those of users ``attr``, auxiliary
states are not among the inputs and the version is not written down. Until 1.0 there is ``attr``
for both, then ``attrs``.
"""

from __future__ import annotations

import json
import pathlib
from dataclasses import dataclass

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "old_symbols.npz"


@dataclass(frozen=True)
class OldFile:
    """A file with the shapes of its inputs."""

    text: str
    shapes: dict[str, tuple]


def _first(op, name, inputs=(), param=None, attr=None):
    """A node of version 0.8."""
    node = {"op": op, "param": param or {}, "name": name, "inputs": [[i, 0] for i in inputs]}
    return {**node, "backward_source_id": -1, **({"attr": attr} if attr else {})}


def _file(nodes, heads, **more):
    arguments = [i for i, node in enumerate(nodes) if node["op"] == "null"]
    return json.dumps({"nodes": nodes, "arg_nodes": arguments, "heads": heads, **more})


def _later(op, name, inputs=(), key="attr", **attrs):
    node = {"op": op, "name": name, "inputs": [[i, 0, 0] for i in inputs]}
    return {**node, key: {k: str(v) for k, v in attrs.items()}} if attrs else node


def _version(number):
    return {"attrs": {"mxnet_version": ["int", number]}}


V08 = _file(
    [
        _first("null", "data", attr={"ctx_group": "stage1"}),
        _first("null", "conv_weight", attr={"lr_mult": "2.0", "wd_mult": "0.5"}),
        _first("null", "conv_bias", attr={"weight_lr_mult": "1.2"}),
        _first(
            "Convolution",
            "conv",
            (0, 1, 2),
            {
                "cudnn_off": "False", "cudnn_tune": "off", "dilate": "(1,1)", "kernel": "(3,3)",
                "no_bias": "False", "num_filter": "4", "num_group": "1", "pad": "(1,1)",
                "stride": "(1,1)", "workspace": "1024",
            },
            {"ctx_group": "stage1", "weight_lr_mult": "1.5", "bias_wd_mult": "0.0"},
        ),
        _first("null", "bn_gamma"),
        _first("null", "bn_beta"),
        _first(
            "BatchNorm", "bn", (3, 4, 5),
            {"eps": "0.001", "fix_gamma": "False", "momentum": "0.9", "use_global_stats": "False"},
        ),
        _first("Activation", "relu", (6,), {"act_type": "relu"}),
        _first(
            "Pooling", "pool", (7,),
            {
                "global_pool": "False", "kernel": "(2,2)", "pad": "(0,0)", "pool_type": "max",
                "pooling_convention": "full", "stride": "(2,2)",
            },
        ),
        _first("Flatten", "flat", (8,)),
        _first("null", "fc_weight"),
        _first("null", "fc_bias"),
        _first("FullyConnected", "fc", (9, 10, 11), {"no_bias": "False", "num_hidden": "3"}),
        _first("null", "softmax_label"),
        _first(
            "SoftmaxOutput", "softmax", (12, 13),
            {
                "grad_scale": "1", "ignore_label": "-1", "multi_output": "False",
                "normalization": "null", "preserve_shape": "False", "use_ignore": "False",
            },
        ),
    ],
    [[14, 0]],
)  # fmt: skip

V08_OLDER_OPERATORS = _file(
    [
        _first("null", "data"),
        _first("null", "c_weight"),
        _first(
            "Convolution_v1", "c", (0, 1),
            {"kernel": "(2,2)", "num_filter": "2", "no_bias": "1"},
        ),
        _first("null", "b_gamma"),
        _first("null", "b_beta"),
        _first("BatchNorm_v1", "b", (2, 3, 4), {"eps": "0.01", "fix_gamma": "True"}),
        _first("Pooling_v1", "p", (5,), {"kernel": "(2,2)", "pool_type": "avg", "stride": "(1,1)"}),
        _first("ElementWiseSum", "s", (6, 6), {"num_args": "2"}),
        _first("SliceChannel", "half", (7,), {"axis": "1", "num_outputs": "2"}),
        _first("_PlusScalar", "plus", (8,), {"scalar": "0.5"}),
        _first("_Mul", "mul", (9, 8)),
        _first("Flatten", "flat", (10,)),
        _first("SoftmaxActivation", "act", (11,), {"mode": "instance"}),
        _first("null", "label"),
        _first("Softmax", "out", (11, 13), {"grad_scale": "2"}),
    ],
    [[12, 0], [14, 0]],
)  # fmt: skip

V09 = _file(
    [
        _later("null", "data"),
        _later("null", "prelu_gamma", __lr_mult__=3),
        _later("LeakyReLU", "prelu", (0, 1), act_type="prelu", slope=0.25),
        _later("null", "bn_gamma"),
        _later("null", "bn_beta"),
        _later("null", "bn_moving_mean"),
        _later("null", "bn_moving_var"),
        _later("BatchNorm", "bn", (2, 3, 4, 5, 6), fix_gamma=True, eps=0.001),
        _later("argmax", "best", (7,), axis=-1),
        _later("sum", "total", (7,), axis="(1,)", keepdims=True),
        _later("Concat", "both", (9, 9), num_args=2, dim=1),
    ],
    [[8, 0, 0], [10, 0, 0]],
    node_row_ptr=list(range(12)),
    **_version(903),
)

V10 = _file(
    [
        _later("null", "data", (), "attrs", __shape__="(2, 6)", __dtype__=0),
        _later("Reshape", "reshape", (0,), "attrs", shape="(0,-1,2)"),
        _later("swapaxes", "swap", (1,), "attrs", dim1=1, dim2=2),
        _later("argmax", "best", (2,), "attrs", axis=-1),
        _later("clip", "clip", (2,), "attrs", a_min="-0.5", a_max="0.5"),
        _later("exp", "exp", (4,)),
    ],
    [[3, 0, 0], [5, 0, 0]],
    node_row_ptr=list(range(7)),
    **_version(10000),
)

# Sizes that were computed were written as long integers by Python 2.
PYTHON_2 = _file(
    [
        _later("null", "data"),
        _later("null", "conv_weight", (), "attrs", __shape__="(8L, 3L, 3L, 3L)"),
        _later(
            "Convolution", "conv", (0, 1), "attrs",
            kernel="(3L, 3L)", pad="(1L, 1L)", num_filter=8, no_bias=True,
        ),
        _later("Reshape", "reshape", (2,), "attrs", shape="(0L, -1L)"),
        _later("sum", "total", (3,), "attrs", axis="(1L,)"),
    ],
    [[3, 0, 0], [4, 0, 0]],
    **_version(1200),
)  # fmt: skip

# Inputs may come after the nodes that use them.
ANY_ORDER = _file(
    [
        _later("elemwise_add", "sum", (2, 1)),
        _later("exp", "exp", (3,)),
        _later("tanh", "tanh", (3,)),
        _later("null", "data"),
    ],
    [[0, 0, 0]],
    **_version(10901),
)

FILES = {
    "0.8": OldFile(V08, {"data": (2, 3, 6, 6)}),
    "0.8, older operators": OldFile(V08_OLDER_OPERATORS, {"data": (2, 3, 5, 5)}),
    "0.9.3": OldFile(V09, {"data": (3, 4)}),
    "1.0": OldFile(V10, {"data": (2, 6)}),
    "Python 2": OldFile(PYTHON_2, {"data": (2, 3, 4, 4)}),
    "any order": OldFile(ANY_ORDER, {"data": (2, 3)}),
}


def read(mx, name) -> dict[str, np.ndarray]:
    """Return the file as it is written again, and the values of a training step, as arrays."""
    symbol, random = mx.sym.load_json(FILES[name].text), np.random.RandomState(5)
    arguments, _, states = symbol.infer_shape(**FILES[name].shapes)
    args = [mx.nd.array(random.uniform(-1, 1, shape)) for shape in arguments]
    grads = [mx.nd.zeros(shape) for shape in arguments]
    aux = [mx.nd.array(random.uniform(0.5, 1, shape)) for shape in states]
    executor = symbol.bind(mx.cpu(), args, grads, aux_states=aux)
    outputs = executor.forward(is_train=True)
    result = {f"out{i}": out.asnumpy() for i, out in enumerate(outputs)}
    executor.backward([mx.nd.ones(out.shape) for out in outputs])
    mx.nd.waitall()
    for key, array in zip(symbol.list_arguments(), grads, strict=True):
        result[f"grad/{key}"] = array.asnumpy()
    for key, array in zip(symbol.list_auxiliary_states(), aux, strict=True):
        result[f"aux/{key}"] = array.asnumpy()
    return {"json": np.frombuffer(symbol.tojson().encode(), np.uint8), **result}


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {f"{name}/{part}": array for name in FILES for part, array in read(mx, name).items()}
    return {GOLDEN: recorded}
