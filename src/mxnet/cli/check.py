"""Find problems in old scripts and models, without running them.

For scripts and notebooks, list with line numbers: names that NumPy, Python and other libraries have
removed, functions of MXNet that are unsupported or differ, and downloads from servers that are
gone. Problems that `mxnet run` fixes are marked `auto`. For models, list the operators, the version
that wrote them, and whether they load. The exit status is 1 if something has to be changed.

    mxnet check train.py
    mxnet check old-project/ --json
    mxnet check model-symbol.json model-0000.params
"""

from __future__ import annotations

import os
from collections import Counter

from .._text.reprs import count
from ..error import MXNetError
from ._check_models import check_model, is_model
from ._check_scripts import AUTO, CHANGE, check_script
from ._terminal import paint, print_json, progress

SCRIPTS = (".py", ".ipynb")
SKIPPED = {"site-packages", "node_modules", "__pycache__", "build", "dist"}
COLORS = {CHANGE: "red", AUTO: "green", "note": "yellow"}


def add_arguments(parser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument("paths", nargs="+", metavar="PATH", help="scripts, models or folders")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(options) -> int:
    """Print the findings; return 1 if something has to be changed."""
    paths = [path for argument in options.paths for path in _files_in(argument)]
    if not paths:
        raise MXNetError(f"there are no scripts or models in {', '.join(options.paths)}")
    scripts = [path for path in paths if path.endswith(SCRIPTS)]
    findings = [row for path in progress(scripts, title="scripts") for row in check_script(path)]
    models = [check_model(path) for path in progress(_models(paths), title="models")]
    if options.json:
        print_json({
            "files": len(paths), "findings": [row.asdict() for row in findings], "models": models,
        })  # fmt: skip
    else:
        _print(scripts, findings, models)
    broken = any(model["problem"] for model in models)
    return int(broken or any(row.level == CHANGE for row in findings))


def _files_in(path: str) -> list[str]:
    """Return a file, or all scripts and models in a folder."""
    if os.path.isfile(path):
        if not path.endswith(SCRIPTS) and not is_model(path):
            raise MXNetError(f"{path!r} is neither a script nor a model: unknown suffix")
        return [path]
    if not os.path.isdir(path):
        raise MXNetError(f"there is no file or folder {path!r}")
    paths = []
    for folder, folders, files in os.walk(path):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not f.startswith("."))
        names = sorted(name for name in files if name.endswith(SCRIPTS) or is_model(name))
        paths += [os.path.join(folder, name) for name in names]
    return paths


def _models(paths: list[str]) -> list[str]:
    return [path for path in paths if not path.endswith(SCRIPTS)]


def _print(scripts: list[str], findings: list, models: list[dict]) -> None:
    width = max((len(row.name) for row in findings), default=0)
    path = None
    for row in findings:
        if row.path != path:
            path = row.path
            print(paint(path, "bold"))
        advice = "mxnet run restores it" if row.level == AUTO else row.advice
        level = paint(f"{row.level:6}", COLORS[row.level])
        print(f"  {row.line:5}  {level}  {row.name:{width}}  {row.problem}; {advice}".rstrip("; "))
    for model in models:
        print(paint(model["path"], "bold"))
        for line in model["lines"]:
            print(f"  {line}")
        if model["problem"]:
            print(f"  {paint('does not load', 'red')}: {model['problem']}")
    levels = Counter(row.level for row in findings)
    words = [f"{levels[CHANGE]} to change", f"{levels[AUTO]} fixed by mxnet run",
             count(levels["note"], "note")]  # fmt: skip
    if scripts:
        print(f"{count(len(scripts), 'script')}: {', '.join(words)}")
    if models:
        loadable = sum(not model["problem"] for model in models)
        print(f"{count(len(models), 'model file')}, {loadable} can be loaded")
