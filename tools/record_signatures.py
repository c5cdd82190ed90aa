"""Record the parameters of the functions in the real MXNet 1.9.1's mx.nd.

Run with an interpreter that has mxnet 1.9.1, from the root of the repository:

    ORACLE/bin/python tools/record_signatures.py
"""

from __future__ import annotations

import importlib
import inspect
import json
import pathlib

MODULES = ["mxnet.ndarray"] + [f"mxnet.ndarray.{sub}" for sub in ("linalg", "random", "image")]
GOLDEN = pathlib.Path(__file__).parents[1] / "tests" / "golden" / "signatures.json"
FOREIGN = {"mxnet.context", "mxnet.base", "mxnet.util"}
STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def parameters(function):
    """Write the names as the signature does: ``a indices axis **kwargs``."""
    found = inspect.signature(function).parameters.values()
    return " ".join(STARS.get(parameter.kind, "") + parameter.name for parameter in found)


def functions(module):
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {
        name: parameters(value)
        for name, value in sorted(public.items())
        # what a module imports from elsewhere is not its own
        if inspect.isfunction(value) and value.__module__ not in FOREIGN
    }


recorded = {name: functions(importlib.import_module(name)) for name in MODULES}
GOLDEN.write_text(json.dumps(recorded, indent=1) + "\n")
print({name: len(found) for name, found in recorded.items()})
