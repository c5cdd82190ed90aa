"""Calls of functions of ``mx.nd``, whose answers were recorded from the real MXNet 1.9.1.

Only NumPy is imported here, because the real MXNet reads this table too.
"""

import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "nd_functions.npz"

BINARY = """
    add subtract multiply divide true_divide modulo power maximum minimum equal not_equal greater
    greater_equal lesser lesser_equal logical_and logical_or logical_xor
""".split()

MATRIX = np.array([[1, 2], [3, 4]], "float32")
VECTOR = np.array([2, 3], "float32")
INTEGERS = np.array([1, 2, 5], "int32")
CUBE = np.arange(24, dtype="float32").reshape(2, 3, 4)
SAMPLE = np.array([0, 1, 2, 3, 3, 9], "float32")

# Arguments that are NumPy arrays become NDArrays of the same type.
CASES = [
    *(
        (name, operands, {})
        for name in BINARY
        for operands in [
            (MATRIX, VECTOR),
            (MATRIX, 2),
            (2, MATRIX),
            (MATRIX, np.float32(3)),
            (INTEGERS, 2.5),
            (2.5, INTEGERS),
            (3, 2),
            (3.5, 2.0),
            (0, 2),
            (True, 1),
        ]
    ),
    ("arange", (5,), {}),
    ("arange", (2, 6), {"dtype": "int32"}),
    ("arange", (0, 1, 0.25), {}),
    ("arange", (5, None, 2), {}),
    ("arange", (5, 1, -1.5), {"dtype": "float64"}),
    ("arange", (0, 3), {"repeat": 2}),
    ("arange", (5,), {"dtype": None}),
    ("linspace", (0, 1, 5), {}),
    ("linspace", (0, 1, 5, False), {}),
    ("linspace", (0, 1, 5), {"dtype": "int32"}),
    ("linspace", (3, 1, 1), {}),
    ("linspace", (0, 1, 0), {}),
    ("eye", (2,), {}),
    ("eye", (2, 3, 1), {"dtype": "int32"}),
    ("eye", (3,), {"k": -1, "dtype": "float64"}),
    ("concatenate", ([MATRIX, MATRIX],), {}),
    ("concatenate", ([MATRIX, CUBE[0, :2]],), {"axis": 1}),
    ("concatenate", ([MATRIX],), {}),
    ("moveaxis", (CUBE, 0, 2), {}),
    ("moveaxis", (CUBE, -1, 0), {}),
    ("moveaxis", (CUBE, (0, 1), (1, 0)), {}),
    ("moveaxis", (CUBE, [0, 1], [-1, -2]), {}),
    ("split_v2", (CUBE, 2), {}),
    ("split_v2", (CUBE, 3, 1), {}),
    ("split_v2", (CUBE, (1, 2), -1), {}),
    ("split_v2", (CUBE, 4, 2, True), {}),
    ("split_v2", (CUBE, (), 1), {}),
    ("split_v2", (CUBE, 1), {}),
    ("histogram", (SAMPLE,), {}),
    ("histogram", (SAMPLE,), {"bins": 3}),
    ("histogram", (SAMPLE,), {"bins": 3, "range": (0, 6)}),
    ("histogram", (SAMPLE, np.array([0, 2, 9], "float32")), {}),
    ("onehot_encode", (np.array([1, 0], "float32"), np.ones((2, 3), "float32")), {}),
    ("onehot_encode", (np.array([1, 7, -1], "float32"), np.ones((3, 3), "float32")), {}),
]


def call(nd, name, args, kwargs):
    """Make the call with the functions of an ``mx.nd``."""
    arrays = [_as_arrays(nd, value) for value in args]
    return getattr(nd, name)(*arrays, **kwargs)


def _as_arrays(nd, value):
    if isinstance(value, list):
        return [_as_arrays(nd, item) for item in value]
    return nd.array(value, dtype=value.dtype) if isinstance(value, np.ndarray) else value


def parts(result):
    """Return what a call returned as a list of NumPy arrays or numbers."""
    several = result if isinstance(result, list | tuple) else [result]
    return [part.asnumpy() if hasattr(part, "asnumpy") else np.array(part) for part in several]


def kinds(result):
    """Return whether a call returned a list and, of each part, whether it is a number."""
    several = isinstance(result, list | tuple)
    return [several, *(not hasattr(part, "asnumpy") for part in (result if several else [result]))]


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {}
    for number, case in enumerate(CASES):
        result = call(mx.nd, *case)
        recorded[f"{number}/kinds"] = np.array(kinds(result))
        recorded.update({f"{number}/{i}": part for i, part in enumerate(parts(result))})
    return {GOLDEN: recorded}
