"""The functions of mx.nd have the parameters of the real ones, in the same order."""

from __future__ import annotations

import importlib
import inspect
import json

import pytest

from tests.unit.signature_cases import GOLDEN, format_names, parameters_of

RECORDED = json.loads(GOLDEN.read_text())
LATER = {"Custom"}  # operators written in Python come with their own issue
# 1.9.1 hides these: calls without the states fail there, `lower` is accepted without an error.
MORE = {
    "BatchNorm_v1": {"moving_mean", "moving_var"},
    "IdentityAttachKLSparseReg": {"moving_avg"},
    **dict.fromkeys(("potrf", "potri", "linalg_potrf", "linalg_potri"), {"lower"}),
}

CASES = [
    (module, name, parameters)
    for module, functions in RECORDED.items()
    for name, parameters in functions.items()
    if name not in LATER
]


@pytest.mark.parametrize(
    ("module", "name", "expected"), CASES, ids=[f"{m}.{n}" for m, n, _ in CASES]
)
def test_parameters(module, name, expected):
    parameters = parameters_of(getattr(importlib.import_module(module), name))
    if expected.startswith("*"):
        # 1.9.1 hides the parameters after the arrays of a variadic operator; ours shows them.
        names = format_names(parameters).split()
        assert [names[0], names[-1]] == expected.split()
        return
    assert format_names(p for p in parameters if p.name not in MORE.get(name, ())) == expected
    keyword_only = [p.name for p in parameters if p.kind is inspect.Parameter.KEYWORD_ONLY]
    assert not keyword_only, "these cannot be given by position"
