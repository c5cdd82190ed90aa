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


def outcome(mx, case: str, **more) -> str:
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
        return f"{printed.getvalue()}raises {type(error).__name__}"
    return printed.getvalue()


def record(mx):
    """Return the golden files, made by the real MXNet: what the cases print, pickled arrays."""
    answers = {case: outcome(mx, case) for case in cases()}
    arrays = {dtype: mx.nd.array([[0, 1, 2], [3, 4, 5]], dtype=dtype) for dtype in DTYPES}
    arrays["on_cpu_1"] = mx.nd.array([1, 2], ctx=mx.cpu(1))
    return {
        GOLDEN: json.dumps(answers, indent=0, ensure_ascii=False) + "\n",
        PICKLED: pickle.dumps(arrays, protocol=2),
    }
