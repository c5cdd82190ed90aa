"""The functions of mx.nd and the names of their parameters; the package is the one installed."""

from __future__ import annotations

import importlib
import inspect
import json
import pathlib

MODULES = ["mxnet.ndarray"] + [f"mxnet.ndarray.{sub}" for sub in ("linalg", "random", "image")]
GOLDEN = pathlib.Path(__file__).parents[1] / "golden" / "signatures.json"
FOREIGN = {"mxnet.context", "mxnet.base", "mxnet.util"}
STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


def parameters_of(function) -> list[inspect.Parameter]:
    return list(inspect.signature(function).parameters.values())


def format_names(parameters) -> str:
    """Write the names as the signature does: ``a indices axis **kwargs``."""
    return " ".join(STARS.get(parameter.kind, "") + parameter.name for parameter in parameters)


def _functions(module):
    public = {name: value for name, value in vars(module).items() if not name.startswith("_")}
    return {
        name: format_names(parameters_of(value))
        for name, value in sorted(public.items())
        # what a module imports from elsewhere is not its own
        if inspect.isfunction(value) and value.__module__ not in FOREIGN
    }


def record(_mx):
    """Return the golden file, made by the real MXNet."""
    signatures = {name: _functions(importlib.import_module(name)) for name in MODULES}
    return {GOLDEN: json.dumps(signatures, indent=1) + "\n"}
