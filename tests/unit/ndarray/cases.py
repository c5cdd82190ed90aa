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
