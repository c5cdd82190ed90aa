"""Graphs of torch.fx as Python code."""

import gc
import math
import operator
import weakref

import pytest
import torch
from torch import fx

from mxnet._graph.lower.code import FILE, Code


def graph_of(*calls, result):
    """A graph of x and y; calls are (function, arguments), with values named by their place."""
    graph = fx.Graph()
    values = {"x": graph.placeholder("x"), "y": graph.placeholder("y")}

    def replace_names(argument):
        return fx.node.map_aggregate(argument, lambda a: values.get(a, a) if type(a) is str else a)

    for number, (function, arguments, options) in enumerate(calls):
        values[f"#{number}"] = graph.call_function(
            function, replace_names(arguments), replace_names(options)
        )
    graph.output(replace_names(result))
    return graph


X, Y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0])


def collect(*args, **options):
    return args, options


@pytest.mark.parametrize(
    ("arguments", "options", "expected"),
    [
        (("x", 1, -2.5, None, True), {}, (X, 1, -2.5, None, True)),
        ((("x", ("y", 3)), ["y"]), {}, ((X, (Y, 3)), [Y])),
        ((slice("x", None, 2), {"a": "x"}), {}, (slice(X, None, 2), {"a": X})),
        ((math.inf, -math.inf, torch.float16, ()), {},
         (math.inf, -math.inf, torch.float16, ())),
        ((), {"dim": (0, 1), "value": "y", "mode": "it's"}, ()),
    ],
)  # fmt: skip
def test_arguments(arguments, options, expected):
    code = Code(graph_of((collect, arguments, options), result=("#0",)))
    ((args, named),) = code.forward(X, Y)
    assert repr(args) == repr(expected)
    assert repr(named) == repr({k: Y if v == "y" else v for k, v in options.items()})


def test_results_and_items():
    graph = graph_of(
        (torch.max, ("x", 0), {}), (operator.getitem, ("#0", 1), {}), (torch.add, ("#1", "y"), {}),
        result=("#2", "x", "#2"),
    )  # fmt: skip
    result = Code(graph).forward(X, Y)
    assert [t.tolist() for t in result] == [[4, 5], [1, 2], [4, 5]]
    assert result[0] is result[2] and result[1] is X


def test_value_is_freed_at_its_last_use():
    alive = []

    def make(x):
        value = x + 1
        alive.append(weakref.ref(value))
        return value

    def look(*_):
        return [ref() is not None for ref in alive]

    graph = graph_of(
        (make, ("x",), {}), (torch.add, ("#0", "y"), {}), (look, ("#1",), {}), (make, ("x",), {}),
        result=("#2", "#1"),
    )  # fmt: skip
    seen, _ = Code(graph).forward(X, Y)
    assert seen == [False]
    assert look() == [False, False]  # the second is used by nobody


def test_lines_describe_calls():
    def fail(x):
        raise ValueError("no")

    code = Code(graph_of((torch.add, ("x", "y"), {}), (fail, ("#0",), {}), result=("#1",)))
    with pytest.raises(ValueError, match="no") as caught:
        code.forward(X, Y)
    (line,) = [e.lineno for e in caught.traceback if e.path == FILE or str(e.path).endswith(FILE)]
    assert code.call_of(line + 1).target is fail
    assert code.call_of(1) is None and code.call_of(99) is None


def test_code_is_freed_immediately():
    gc.disable()
    try:
        code = Code(graph_of((torch.add, ("x", "y"), {}), result=("#0",)))
        forward = weakref.ref(code.forward)
        del code
        assert forward() is None
    finally:
        gc.enable()
