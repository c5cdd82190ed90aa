"""Reading and running the lines of ``cases.txt``; the package that runs them is given."""

from __future__ import annotations

import contextlib
import copy
import io
import json
import pathlib
import pickle
import warnings

import numpy as np

FOLDER = pathlib.Path(__file__).parent
GOLDEN = FOLDER.parents[1] / "golden" / "ndarray.json"
PICKLED = GOLDEN.parent / "files" / "arrays.pkl"
DTYPES = ("float32", "float64", "float16", "uint8", "int8", "int32", "int64", "bool")


def cases() -> list[str]:
    lines = (FOLDER / "cases.txt").read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def golden() -> dict[str, str]:
    return json.loads(GOLDEN.read_text())


def outcome(mx, case: str, expected: str = "", **more) -> str:
    """Return what a case prints (of an expression, its value), or the type of what it raises."""
    names = {"mx": mx, "nd": mx.nd, "np": np, "copy": copy, "pickle": pickle, **more}
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                code = compile(case, "<case>", "eval")
            except SyntaxError:
                exec(case, names)
            else:
                print(repr(eval(code, names)))
    except Exception as error:
        return f"{printed.getvalue()}raises {_name_of(error, expected)}"
    return printed.getvalue()


def _name_of(error: Exception, expected: str) -> str:
    """Return the name of its type, or of the base that handlers written for 1.9.1 catch."""
    names = [kind.__name__ for kind in type(error).__mro__]
    return next((name for name in names if expected.endswith(f"raises {name}")), names[0])


def record(mx):
    """Return the golden files, made by the real MXNet: what the cases print, pickled arrays."""
    answers = {case: outcome(mx, case) for case in cases()}
    arrays = {dtype: mx.nd.array([[0, 1, 2], [3, 4, 5]], dtype=dtype) for dtype in DTYPES}
    arrays["on_cpu_1"] = mx.nd.array([1, 2], ctx=mx.cpu(1))
    return {
        GOLDEN: json.dumps(answers, indent=0, ensure_ascii=False) + "\n",
        PICKLED: pickle.dumps(arrays, protocol=2),
    }
