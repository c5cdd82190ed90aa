"""Compare recurrent blocks with what was recorded from the real MXNet 1.9.1."""

from __future__ import annotations

import functools
import json

import numpy as np

import mxnet as mx
from tests.golden import archive

from .rnn_cases import GOLDEN, GRAPHS, graph, run


@functools.cache
def recorded():
    """Return the arrays by case, and the texts by case."""
    arrays, by_case = archive.load(GOLDEN), {}
    texts = json.loads(arrays.pop("texts").tobytes())
    for name, array in arrays.items():
        case, _, rest = name.partition("/")
        by_case.setdefault(case, {})[rest] = array
    return by_case, texts


def check_as_recorded(case):
    """Check names, shapes, printed text, outputs, states and gradients of a case."""
    by_case, texts = recorded()
    arrays, texts_now = run(mx, case)
    assert texts_now == texts[case.key]
    assert arrays.keys() == by_case[case.key].keys()
    for name, expected in by_case[case.key].items():
        assert arrays[name].dtype == expected.dtype, name
        np.testing.assert_allclose(arrays[name], expected, rtol=2e-5, atol=2e-6, err_msg=name)


def check_graph(number):
    """Check the operators, names and connections of a graph."""
    _, texts = recorded()
    assert graph(mx, *GRAPHS[number]) == texts["graphs"][number]
