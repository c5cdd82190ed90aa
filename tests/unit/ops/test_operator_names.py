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

# Public names that are operators too: functions and methods by MXNet's lists, classes of layers,
# conversions to and from other formats, whose subject is the name. Optimizers call operators as
# users do, and torch has functions of the same names.
NAMED_IN_PUBLIC = {
    "cli", "compat", "contrib/amp", "contrib/caffe", "contrib/onnx", "contrib/quantization",
    "_graph/infer/torch_shapes", "gluon", "image",
    "ndarray", "numpy", "numpy_dispatch_protocol.py", "numpy_extension", "numpy_op_signature.py",
    "_numpy_op_doc.py", "onnx", "operator", "optimizer", "profiler", "symbol", "test_utils",
    "visualization",
}  # fmt: skip
# Names of operators that have another meaning: attributes and their values, inputs, suffixes.
WORDS = {
    "_copy", "flatten", "gamma", "max", "mean", "min", "norm", "normal", "pad", "relu", "repeat",
    "shuffle", "sigmoid", "sign", "slice", "split", "sum", "tanh", "uniform", "where",
}  # fmt: skip

GRAPH_FILES = sorted(
    path
    for path in PACKAGE.rglob("*.py")
    if not any(
        str(path.relative_to(PACKAGE)).startswith(part) for part in {"_ops", *NAMED_IN_PUBLIC}
    )
)


@pytest.mark.parametrize(
    "path", GRAPH_FILES, ids=[str(p.relative_to(PACKAGE)) for p in GRAPH_FILES]
)
def test_no_operator_is_known_by_name(path):
    tree = ast.parse(path.read_text())
    texts = {n.value for n in ast.walk(tree) if isinstance(n, ast.Constant)}
    names = {t for t in texts if isinstance(t, str) and t in OPS and t not in WORDS}
    assert not names, f"{path.name} names {sorted(names)}: make it a field of Op, or a handle"
