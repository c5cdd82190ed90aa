"""Storage types of results: operators on dense and sparse arrays, by themselves and in graphs.

``python tools/record.py storage`` asks the real 1.9.1, which has the same answer for both.
"""

import itertools
import json
import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "storage.json"
STYPES = ("default", "csr", "row_sparse")
VALUES = np.array([[0, 0.5, 0, 0], [0] * 4, [0.25, 0, 0, -0.5], [0] * 4], "float32")

UNARY = """
    relu sigmoid tanh exp abs sign square negative floor ceil round rint trunc fix sin cos tan
    arcsin arccos arctan sinh cosh arcsinh arctanh sqrt cbrt log1p expm1 degrees radians zeros_like
    ones_like make_loss BlockGrad identity softsign erf logical_not _copy
""".split()
SCALAR = """
    plus minus rminus mul div power rpower hypot maximum minimum equal not_equal greater
    greater_equal lesser lesser_equal logical_and
""".split()
BINARY = """
    elemwise_add elemwise_sub elemwise_mul broadcast_add broadcast_sub broadcast_mul
    _scatter_elemwise_div _maximum _minimum _hypot _equal broadcast_maximum add_n
""".split()


def _cases():
    """Yield operators and attributes, and how many inputs they have."""
    for name in UNARY:
        yield name, 1, {}
    for name, scalar in itertools.product(SCALAR, (0.0, 2.0, -1.0)):
        yield f"_{name}_scalar", 1, {"scalar": scalar}
    for name in ("plus", "minus"):
        yield f"_scatter_{name}_scalar", 1, {"scalar": 2.0}
    for name in BINARY:
        yield name, 2, {}
    for dim in (0, 1):
        yield "Concat", 2, {"dim": dim}
    for stype in STYPES:
        yield "cast_storage", 1, {"stype": stype}
    for low in (-1.0, 0.0):
        yield "clip", 1, {"a_min": low, "a_max": 0.3}
    for begin, end, step in (((0,), (2,), ()), ((0, 1), (3, 3), ()), ((0,), (4,), (2,))):
        yield "slice", 1, {"begin": begin, "end": end, "step": step}
    for name, axis, keep in itertools.product(("sum", "mean", "_square_sum"), (0, 1), (0, 1)):
        yield name, 1, {"axis": axis, "keepdims": bool(keep)}
    for left, right, stype in itertools.product((False, True), (False, True), (None, *STYPES)):
        attributes = {} if stype is None else {"forward_stype": stype}
        yield "dot", 2, {"transpose_a": left, "transpose_b": right, **attributes}


CASES = [
    (name, stypes, attrs)
    for name, count, attrs in _cases()
    for stypes in itertools.product(STYPES, repeat=count)
]


def label(case) -> str:
    name, stypes, attrs = case
    return f"{name}({', '.join(stypes)}) {attrs}"


def answers(mx, case) -> list:
    """Return what a case gives by itself, and in a graph: the storage type and the numbers."""
    return [_answer(mx, case, run) for run in (_run_eagerly, _run_graph)]


def _answer(mx, case, run):
    name, stypes, attrs = case
    try:
        result = run(mx, name, [mx.nd.array(VALUES).tostype(stype) for stype in stypes], attrs)
        # MXNet: a CSR matrix counts memory that it does not use.
        rows = result.indices.asnumpy().tolist() if result.stype == "row_sparse" else []
        return [result.stype, rows, (np.round(result.asnumpy(), 4).astype(float) + 0.0).tolist()]
    except mx.base.MXNetError:
        return ["refused"]


def _function(space, name):
    return getattr(space, name, None) or getattr(space._internal, name)


def _run_eagerly(mx, name, arrays, attrs):
    return _function(mx.nd, name)(*arrays, **attrs)


def _run_graph(mx, name, arrays, attrs):
    variables = [mx.sym.var(f"x{i}") for i in range(len(arrays))]
    symbol = _function(mx.sym, name)(*variables, **attrs)
    return symbol.bind(mx.cpu(), arrays, grad_req="null").forward(is_train=False)[0]


def record(mx):
    """Return the golden file, made by the real MXNet."""
    by_case = {}
    for case in CASES:
        alone, in_graph = answers(mx, case)
        assert json.dumps(alone) == json.dumps(in_graph), case
        by_case[label(case)] = alone
    lines = [f"{json.dumps(case)}: {json.dumps(answer)}" for case, answer in by_case.items()]
    return {GOLDEN: "{\n" + ",\n".join(lines) + "\n}\n"}
