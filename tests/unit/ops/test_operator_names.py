"""Operators are declared once: no file outside ``_ops`` knows them by name.

What a graph, a pass or a file format must know of an operator is a field of ``Op``; what they look
for has a handle in ``_ops/handles.py``.
"""

import ast
import pathlib

import pytest

import mxnet
from mxnet._ops import OPS

PACKAGE = pathlib.Path(mxnet.__file__).parent

# Files and folders that name operators, by the reason.
NAMED = {
    "conversions to and from other formats, whose subject is the name": (
        "contrib/caffe", "contrib/onnx", "onnx", "gluon/_from_repr.py", "visualization",
        "symbol/_stored.py",
    ),
    "MXNet's lists of names": ("contrib/amp", "_numpy_op_doc.py", "symbol/functions.py"),
    "functions and methods of namespaces": (
        "gluon/_tracing.py", "ndarray/ndarray.py", "ndarray/sparse.py",
        "numpy/_choosing.py", "numpy/_creation.py", "numpy/_elementwise.py", "numpy/_joining.py",
        "numpy/_linalg.py", "numpy/_methods.py", "numpy/_products.py", "numpy/_random.py",
        "numpy/_reduce.py", "numpy/_shape.py", "numpy_extension/_functions.py",
    ),
    "layers that are named after their operator": (
        "gluon/data/vision/transforms.py", "gluon/loss.py", "gluon/nn", "gluon/rnn",
    ),
    "optimizers, which call operators as users do": (
        "optimizer/_adam.py", "optimizer/_adaptive.py", "optimizer/_sgd.py",
    ),
    "functions of torch, NumPy or the standard library with the same names": (
        "_graph/infer/torch_shapes", "compat/_shims/_numpy.py", "optimizer/_large_batch.py",
    ),
    "names in other frameworks": ("_text/foreign_names.py",),
    "other meanings: scales of axes, encodings, inputs of loops, call stacks": (
        "cli/_training/pictures.py", "gluon/contrib/estimator/rate_search.py",
        "gluon/_download.py", "symbol/_control_flow.py", "profiler/_operators.py",
    ),
}  # fmt: skip
EXEMPT = [path for paths in NAMED.values() for path in paths]
# Names of operators that have another meaning: attributes and their values, inputs, suffixes.
WORDS = {
    "_copy", "flatten", "gamma", "max", "mean", "min", "norm", "normal", "pad", "relu", "repeat",
    "shuffle", "sigmoid", "sign", "slice", "split", "sum", "tanh", "uniform", "where",
}  # fmt: skip


def names_in(path):
    """Return the names of operators in a file, or in all files of a folder."""
    files = path.rglob("*.py") if path.is_dir() else [path]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text()))]
    texts = {n.value for n in nodes if isinstance(n, ast.Constant) and isinstance(n.value, str)}
    return sorted(text for text in texts if text in OPS and text not in WORDS)


def is_below(path, exempt):
    return any(path == PACKAGE / each or PACKAGE / each in path.parents for each in exempt)


FILES = [path for path in sorted(PACKAGE.rglob("*.py")) if not is_below(path, ["_ops", *EXEMPT])]


@pytest.mark.parametrize("path", FILES, ids=[str(p.relative_to(PACKAGE)) for p in FILES])
def test_no_operator_is_known_by_name(path):
    names = names_in(path)
    assert not names, f"{path.name} names {names}: make it a field of Op, or a handle"


@pytest.mark.parametrize("path", EXEMPT)
def test_exemptions_are_needed(path):
    assert names_in(PACKAGE / path)
