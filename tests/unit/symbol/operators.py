"""Every operator as a symbol: names and attributes of its node, inferred types and shapes.

The rows of ``tests/ops`` say which operators there are and how they are called.
``tools/record.py symbol_rows`` records what the real MXNet 1.9.1 says of them.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import sys

import numpy as np

from tests.ops.row import families, rows_of

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "symbol_rows.json.gz"
KINDS = ("float16", "float32", "float64", "int32")
MOST = 4  # rows of one operator whose structure is asked


def selected() -> dict:
    """Some rows of every operator, with different attributes or numbers of axes, the first one
    as ``(row, True)``.
    """
    chosen, seen, count = {}, set(), {}
    for family in families():
        for row in rows_of(family):
            kind = (row.op, tuple(len(i.shape) for i in row.inputs), tuple(sorted(row.attrs)))
            is_empty = any(0 in each.shape for each in row.inputs)
            if kind not in seen and count.get(row.op, 0) < MOST and not is_empty and not row.out:
                seen.add(kind)
                chosen[row.key] = row, row.op not in count
                count[row.op] = count.get(row.op, 0) + 1
    return chosen


def function(mx, name):
    """Find the function of an operator, wherever MXNet keeps it."""
    for sub in ("linalg", "image", "contrib"):
        if name.startswith(f"_{sub}_"):
            return getattr(getattr(mx.sym, sub), name[len(sub) + 2 :])
    return getattr(mx.sym, name, None) or getattr(mx.sym._internal, name)


def applied(mx, row, **name):
    variables = [mx.sym.Variable(f"in{i}") for i in range(len(row.inputs))]
    return function(mx, row.op)(*variables, **row.attrs, **name)


# ------------------------------------------------------------------------------------ what is asked


def structure(mx, row) -> dict:
    """Names of the symbol and of variables made for its inputs, the node as files hold it."""
    with mx.name.NameManager():
        symbol = applied(mx, row)
    inputs = attempt(mx, lambda: function(mx, row.op)(name="n", **row.attrs).list_inputs())
    stored = json.loads(symbol.tojson(remove_amp_cast=False))
    return {
        "outputs": symbol.list_outputs(),
        "arguments": symbol.list_arguments(),
        "states": symbol.list_auxiliary_states(),
        "made": inputs,
        "node": stored["nodes"][-1],
        "row_ptr": stored["node_row_ptr"][-2:],
    }


def types(mx, row) -> list:
    """Infer types when those of some inputs, or of the output, are known."""
    count, symbol = len(row.inputs), applied(mx, row)

    def infer(types_of_inputs, output):
        known = {f"in{i}": kind for i, kind in enumerate(types_of_inputs) if kind is not None}
        graph = symbol if output is None else _beside(mx, symbol, dtype=output)
        inferred = _inferred_parts(graph, graph.infer_type_partial(**known), count, len(symbol))
        return [None if kind is None else np.dtype(kind).name for kind in inferred]

    cases = [([each.dtype for each in row.inputs], None)]
    for kind in KINDS:
        cases += [([kind if i == j else None for j in range(count)], None) for i in range(count)]
        cases += [([None] * count, kind), ([kind] * count, None)]
    return [attempt(mx, infer, *case) for case in cases]


def shapes(mx, row) -> list:
    """Infer shapes when parts are missing, with and without that of the output."""
    complete, symbol = [tuple(each.shape) for each in row.inputs], applied(mx, row)

    def infer(shapes_of_inputs, joined):
        known = {f"in{i}": shape for i, shape in enumerate(shapes_of_inputs) if shape}
        inferred = joined.infer_shape_partial(**known)
        return list(map(list, _inferred_parts(joined, inferred, len(complete), len(symbol))))

    cases = [complete, [None] * len(complete)]
    for i, shape in enumerate(complete):
        cases.append([None if j == i else other for j, other in enumerate(complete)])
        for axis in range(len(shape)):
            part = (*shape[:axis], 0, *shape[axis + 1 :])
            cases.append([part if j == i else other for j, other in enumerate(complete)])
    answers = [attempt(mx, infer, case, symbol) for case in cases]
    if answers[0] is not None:
        joined = _beside(mx, symbol, shape=tuple(answers[0][len(complete)]))
        answers += [attempt(mx, infer, case, joined) for case in cases]
    return answers


def _beside(mx, symbol, **known):
    """Join another output, of known shape or type, that the first one is like."""
    other = mx.sym.Variable("other", **known)
    return mx.sym.Group([*symbol, mx.sym._internal._identity_with_attr_like_rhs(other, symbol[0])])


def _inferred_parts(symbol, inferred, inputs: int, outputs: int) -> list:
    arguments, results, states = inferred
    names = [*symbol.list_arguments(), *symbol.list_auxiliary_states()]
    by_name = dict(zip(names, [*arguments, *states], strict=True))
    return [*(by_name[f"in{i}"] for i in range(inputs)), *results[:outputs]]


def attempt(mx, call, *args):
    """Return None where MXNet refuses, or fails on what is not known yet."""
    try:
        return call(*args)
    except (mx.MXNetError, TypeError, ValueError, AssertionError):
        return None


QUESTIONS = {"structure": structure, "types": types, "shapes": shapes}


def answer(mx, row, is_first: bool) -> dict:
    """Answer all questions of the first row of an operator, of others that for structure."""
    questions = QUESTIONS if is_first else {"structure": structure}
    return {name: question(mx, row) for name, question in questions.items()}


# --------------------------------------------------------------------------------------------- file


def record(mx) -> dict:
    """Return the golden file, made by the real MXNet, with the rows that it can answer."""
    answers = {key: _answer_in_child(mx, *case) for key, case in selected().items()}
    answered = {key: answer for key, answer in answers.items() if answer is not None}
    print(f"{len(answered)} of {len(answers)} rows have an answer")
    text = json.dumps(answered, sort_keys=True, separators=(",", ":"))
    return {GOLDEN: gzip.compress(text.encode(), mtime=0)}


def _answer_in_child(mx, row, is_first: bool):
    """Ask in a process of its own: some questions crash 1.9.1. None where it cannot answer."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            text = json.dumps(answer(mx, row, is_first))
        except Exception as error:
            print(f"{row.key}: {str(error)[:100]}", file=sys.stderr)
            text = "null"
        with os.fdopen(writer, "w") as pipe:
            pipe.write(text)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        text = pipe.read()
    os.waitpid(child, 0)
    return json.loads(text or "null")


def load() -> dict:
    with gzip.open(GOLDEN) as file:
        return json.load(file)
