"""Optimizers whose states 1.9.1 has saved, and the steps before and after; imports no mxnet."""

from __future__ import annotations

import json
import pathlib
import pickle

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "files" / "states"
SHAPES = ((2, 3), (3, 2))
CASES = {
    "adadelta": ("adadelta", {}),
    "adagrad": ("adagrad", {}),
    "adam": ("adam", {"wd": 0.01, "clip_gradient": 0.5}),
    "adamax": ("adamax", {}),
    "dcasgd": ("dcasgd", {}),  # with momentum 1.9.1 fails
    "ftml": ("ftml", {}),
    "ftrl": ("ftrl", {}),
    "lamb": ("lamb", {}),
    "lars": ("lars", {"momentum": 0.9, "eta": 0.1}),
    "lbsgd": ("lbsgd", {"momentum": 0.9, "batch_scale": 2}),
    "nadam": ("nadam", {}),
    "nag": ("nag", {"momentum": 0.9}),
    "rmsprop": ("rmsprop", {"centered": True}),
    "sgd": ("sgd", {"momentum": 0.9}),
    "sgd-float16": ("sgd", {"momentum": 0.9, "multi_precision": True}),
    "sgd-plain": ("sgd", {}),
    "signum": ("signum", {"momentum": 0.9}),
}
DTYPES = {"sgd-float16": "float16"}


def make(mx, case):
    """Make the optimizer of a case, with a schedule, and names and symbols as modules give them."""
    name, arguments = CASES[case]
    names = {0: "a_weight", 1: "b_bias"}
    schedule = mx.lr_scheduler.FactorScheduler(step=2, factor=0.5)
    symbol = mx.sym.Variable("a_weight", lr_mult=2)
    return mx.optimizer.create(
        name, learning_rate=0.1, lr_scheduler=schedule, param_idx2name=names, sym=symbol,
        **arguments,
    )  # fmt: skip


def weights(mx, case):
    dtype = DTYPES.get(case, "float32")
    return [mx.nd.ones(shape, dtype=dtype) for shape in SHAPES]


def step(mx, updater, arrays):
    """Update both weights, with gradients that differ from element to element."""
    for index, array in enumerate(arrays):
        grad = mx.nd.arange(6, dtype="float32").reshape(array.shape) / 10 - 0.25
        updater(index, grad.astype(array.dtype), array)


def record(mx):
    """Return the golden files, made by the real MXNet: pickles, and the step that follows."""
    files, paths = {}, {}
    for case in CASES:
        updater = mx.optimizer.get_updater(make(mx, case))
        arrays = weights(mx, case)
        for _ in range(3):
            step(mx, updater, arrays)
        files[GOLDEN / f"{case}.states"] = updater.get_states(dump_optimizer=True)
        paths[case] = {"before": [array.asnumpy().tolist() for array in arrays]}
        step(mx, updater, arrays)
        paths[case]["after"] = [array.asnumpy().tolist() for array in arrays]
    files[GOLDEN / "weights.json"] = json.dumps(paths) + "\n"
    kinds = {  # all kinds of arrays that a pickle of 1.9.1 can have
        0: mx.nd.array([[1, 0], [0, 2]]).tostype("row_sparse"),
        1: mx.nd.array([[1, 0], [0, 2]]).tostype("csr"),
        2: (mx.nd.array([1, 2], dtype="float16"), mx.nd.array([3], dtype="int64")),
        3: np.arange(6, dtype="float32").reshape(2, 3).T,
        "number": np.float64(1.5),
    }
    for protocol in (3, 4):  # the default ones of Python 3.0 and 3.8
        files[GOLDEN / f"kinds-{protocol}.states"] = pickle.dumps(kinds, protocol=protocol)
    return files
