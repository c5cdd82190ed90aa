"""Expressions with sparse arrays (sparse_cases.txt), answered here and by the real 1.9.1.

``r`` is row-sparse and ``c`` CSR, both of the matrix ``D``; ``S`` is mx.nd.sparse. Statements come
before the expression, parted by `` ;; ``.
"""

import json
import pathlib
import pickle

import numpy as np
import scipy.sparse

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "sparse.json"
VALUES = np.array([[0, 1, 0], [0, 0, 0], [2, 0, 3], [0, 0, 0]], dtype="float32")

CASES = pathlib.Path(__file__).with_suffix(".txt").read_text().splitlines()


def answer(mx, case):
    """Return what a case gives: kinds of arrays with their parts, numbers rounded."""
    nd = mx.nd
    dense = nd.array(VALUES)
    names = {
        "mx": mx, "nd": nd, "np": np, "sps": scipy.sparse, "S": nd.sparse, "A": VALUES, "D": dense,
        "autograd": mx.autograd, "pickle": pickle,
        "r": dense.tostype("row_sparse"), "c": dense.tostype("csr"),
        "rsp": lambda: dense.tostype("row_sparse"),
    }  # fmt: skip
    *statements, expression = case.split(" ;; ")
    try:
        for statement in statements:
            exec(statement, names)
        return json.loads(json.dumps(_plain_value(mx, eval(expression, names))))
    except Exception as error:
        return [type(error).__name__.replace("NotSupportedForSparseNDArray", "MXNetError")]


def _plain_value(mx, value):
    sparse = mx.nd.sparse
    if isinstance(value, sparse.RowSparseNDArray):
        return ["rsp", *map(_describe_array, (value.indices, value.data)), list(value.shape)]
    if isinstance(value, sparse.CSRNDArray):
        return [
            "csr",
            *map(_describe_array, (value.indptr, value.indices, value.data)),
            list(value.shape),
        ]
    if isinstance(value, mx.nd.NDArray):
        return ["nd", _describe_array(value)]
    if isinstance(value, np.ndarray):
        return ["np", _describe_array(value)]
    if isinstance(value, list | tuple):
        return [_plain_value(mx, one) for one in value]
    return value if isinstance(value, bool | int | float | None) else str(value)


def _describe_array(array):
    values = array if isinstance(array, np.ndarray) else array.asnumpy()
    rounded = [float(f"{value:.5g}") + 0.0 for value in values.ravel().tolist()]
    return [np.dtype(values.dtype).name, list(values.shape), [str(value) for value in rounded]]


def record(mx):
    """Return the golden file, made by the real MXNet."""
    return {GOLDEN: json.dumps({case: answer(mx, case) for case in CASES}, indent=0) + "\n"}
