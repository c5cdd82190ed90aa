"""``mxnet check`` for scripts: imports and calls, analyzed without running them."""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import json
import re
import warnings
from dataclasses import asdict, dataclass
from functools import cache
from types import ModuleType

from ..compat import _refused
from ..compat._rules import COMMON
from ..compat._shims import removed_names

AUTO, CHANGE, NOTE = "auto", "change", "note"


@dataclass(frozen=True, slots=True)
class Finding:
    """One location in a script; ``level`` is whether ``mxnet run`` fixes it."""

    path: str
    line: int
    name: str
    problem: str
    advice: str
    level: str

    asdict = asdict


def check_script(path: str) -> list[Finding]:
    """Return the names in a script or notebook that are removed, unsupported or different."""
    try:
        with open(path, "rb") as file:
            content = file.read()
    except OSError as error:  # the other files of a folder are still checked
        advice = "check its permissions, and where it leads if it is a link"
        return [Finding(path, 1, "file", f"cannot be read: {error.strerror}", advice, CHANGE)]
    try:
        source = _source_of_notebook(content) if path.endswith(".ipynb") else content
        tree, doubts = _parse(source)
    except json.JSONDecodeError as error:
        problem = f"is not a notebook: {error.msg}"
        return [Finding(path, error.lineno, "syntax", problem, "save it anew", CHANGE)]
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None) or 1
        text = getattr(error, "msg", None) or str(error)
        advice = "code of Python 2 needs a conversion first (2to3)"
        # The words of Python 3.10 and of 3.14, and those for UTF-16.
        if any(word in text for word in ("codec", "Non-UTF-8", "null bytes")):
            advice = "save it as UTF-8, or name its encoding in the first line (# coding: latin-1)"
        return [Finding(path, line, "syntax", f"Python cannot read it: {text}", advice, CHANGE)]
    reader = _Reader(path, tree)
    for line, text in doubts:
        advice = "write a raw string, r'...', or two backslashes"
        reader.findings.append(Finding(path, line, "syntax", text, advice, NOTE))
    reader.visit(tree)
    return sorted(reader.findings, key=lambda row: (row.line, row.name))


def _parse(source) -> tuple[ast.AST, list[tuple[int, str]]]:
    """Parse a script; return its tree, and lines and texts of Python's warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        tree = ast.parse(source)
    return tree, [(warning.lineno, str(warning.message)) for warning in caught]


def _source_of_notebook(content: bytes) -> str:
    """Return the code cells of a notebook as one script, without IPython syntax."""
    lines = []
    for cell in json.loads(content).get("cells", []):
        if cell.get("cell_type") == "code":
            text = cell["source"]
            lines += _without_magic("".join(text).splitlines())
    return "\n".join(lines)


# Cells with these are Python; with others, such as %%bash, they are not.
_PYTHON_CELLS = ("%%capture", "%%prun", "%%time")
# A magic has no space after the percent sign, unlike `% (a, b)` on a line of its own; a question
# mark shows help. What they return may be assigned.
_MAGIC = re.compile(r"(\s*)((?:[\w, ]+=\s*)?)(?:%%?[a-zA-Z]|!|\?|[\w.]+\?{1,2}$)")


def _without_magic(lines: list[str]) -> list[str]:
    """Return the lines of a cell as plain Python, one for each."""
    if lines and lines[0].startswith("%%") and not lines[0].startswith(_PYTHON_CELLS):
        return [""] * len(lines)
    plain, continued = [], False
    for line in lines:
        magic = None if continued else _MAGIC.match(line)
        if magic:
            indentation, target = magic.groups()
            line = f"{indentation}{target}None"
        plain.append(line)
        continued = line.endswith("\\") and not magic
    return plain


class _Reader(ast.NodeVisitor):
    """Follows the names of imported modules through a script."""

    def __init__(self, path: str, tree: ast.AST):
        self.path, self.findings, self._seen = path, [], set()
        self._modules: dict[str, str] = {}  # name in the script -> dotted name
        self._defined = _assigned_names(tree)

    def _add(self, node, name, problem, advice, level) -> None:
        # A note concerns the whole script, so its first line is enough.
        key = name if level == NOTE else (name, node.lineno)
        if key not in self._seen:
            self._seen.add(key)
            finding = Finding(self.path, node.lineno, name, problem, advice, level)
            self.findings.append(finding)

    # ------------------------------------------------------------------------------------- imports

    def visit_Import(self, node):
        for alias in node.names:
            bound = alias.asname or alias.name.partition(".")[0]
            self._modules[bound] = alias.name if alias.asname else bound
            self._judge(node, alias.name)

    def visit_ImportFrom(self, node):
        if node.level or node.module is None:
            return
        for alias in node.names:
            dotted = f"{node.module}.{alias.name}" if alias.name != "*" else node.module
            self._modules[alias.asname or alias.name] = dotted
            self._judge(node, dotted)

    # ---------------------------------------------------------------------------------- expressions

    def visit_Attribute(self, node):
        dotted = self._dotted_name(node)
        if dotted:
            self._judge(node, dotted)
        else:
            self.generic_visit(node)

    def visit_Name(self, node):
        advice = _refused.REMOVED_BUILTINS.get(node.id)
        is_gone = advice and node.id not in self._defined and node.id not in self._modules
        if is_gone and not hasattr(builtins, node.id):
            self._add(node, node.id, "was removed in Python 3", f"use {advice}", CHANGE)

    def visit_Call(self, node):
        self._check_arguments(node, self._dotted_name(node.func) or "")
        if isinstance(node.func, ast.Attribute) and not self._dotted_name(node.func):
            method = node.func.attr
            if method == "tostring":
                self._add(node, ".tostring()", "of arrays was removed in NumPy 2.3", "", AUTO)
            elif method in _refused.REMOVED_METHODS:
                advice = f"use {_refused.REMOVED_METHODS[method]}"
                self._add(node, f".{method}()", "is a method that was removed", advice, CHANGE)
        self.generic_visit(node)

    def visit_Constant(self, node):
        if isinstance(node.value, str) and "://" in node.value:
            host = next((host for host in _refused.DEAD_HOSTS if host in node.value), None)
            if host and "web.archive.org" not in node.value:
                advice = "get the file elsewhere and give its path"
                self._add(node, node.value[:60], "is a dead download", advice, CHANGE)

    def _check_arguments(self, node, dotted: str) -> None:
        """Record calls whose arguments have another meaning now."""
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        if dotted == "numpy.fromstring" and "sep" not in keywords and len(node.args) < 4:
            self._add(node, "np.fromstring", "of bytes was removed in NumPy 2.3", "", AUTO)
        if dotted == "numpy.array" and _value(keywords.get("copy")) is False:
            self._add(node, "np.array(copy=False)", "never copies since NumPy 2.0", "", AUTO)
        if dotted == "yaml.load" and len(node.args) == 1 and not keywords:
            self._add(node, "yaml.load(file)", "needs a loader since PyYAML 6", "", AUTO)
        if _value(keywords.get("pretrained")) is True:
            advice = "put the parameters into ~/.mxnet/models; MXNET_GLUON_REPO names a mirror"
            self._add(
                node,
                "pretrained=True",
                "downloads from a server that no longer exists",
                advice,
                NOTE,
            )

    def _dotted_name(self, node) -> str | None:
        """Return ``numpy.float`` for ``np.float`` after ``import numpy as np``."""
        parts = []
        while isinstance(node, ast.Attribute):
            parts.append(node.attr)
            node = node.value
        # A name that is also assigned may mean something else here.
        is_module = isinstance(node, ast.Name) and node.id in self._modules
        if not is_module or node.id in self._defined:
            return None
        return ".".join([self._modules[node.id], *reversed(parts)])

    def _judge(self, node, dotted: str) -> None:
        """Record a dotted name that is removed, unsupported or different."""
        dotted = _canonical(dotted)
        if (name := _longest(dotted, _refused.REFUSED)) is not None:
            self._add(node, name, "is refused", _refused.REFUSED[name], CHANGE)
        elif (name := _longest(dotted, _refused.REMOVED)) is not None:
            self._add(node, name, "was removed", f"use {_refused.REMOVED[name]}", CHANGE)
        elif name := _find_remedy(dotted):
            self._add(node, name, "was removed", "", AUTO)
        elif (name := _longest(dotted, _refused.DOWNLOADS)) is not None:
            advice = _refused.DOWNLOADS[name]
            self._add(node, name, "downloads from a server that no longer exists", advice, NOTE)
        elif (name := _longest(dotted, _refused.DIFFERS)) is not None:
            self._add(node, name, "differs", _refused.DIFFERS[name], NOTE)
        elif isinstance(node, ast.Import | ast.ImportFrom) and _is_absent(
            package := dotted.partition(".")[0]
        ):
            advice = f"pip install {package}"
            self._add(node, package, "is not installed; MXNet brought it", advice, CHANGE)
        elif missing := _missing(dotted):
            self._add(node, missing, "does not exist in mxnet", "check the spelling", CHANGE)


def _value(node):
    return node.value if isinstance(node, ast.Constant) else None


def _assigned_names(tree: ast.AST) -> set[str]:
    names = {node.id for node in ast.walk(tree)
             if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}  # fmt: skip
    kinds = ast.FunctionDef | ast.ClassDef
    names |= {node.name for node in ast.walk(tree) if isinstance(node, kinds)}
    return names | {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}


# Short names of mxnet's modules -> the names in the tables.
_ALIASES = {"nd": "ndarray", "sym": "symbol", "rnd": "random", "kv": "kvstore"}


def _canonical(dotted: str) -> str:
    package, *rest = dotted.split(".")
    if package == "mxnet" and rest:
        rest[0] = _ALIASES.get(rest[0], rest[0])
    return ".".join([package, *rest])


def _longest(dotted: str, table: dict) -> str | None:
    """Return the name in a table that is a dotted name or its prefix."""
    parts = dotted.split(".")
    names = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in names if name in table), None)


@cache
def _removed_names(package: str) -> dict[str, set[str]]:
    return removed_names(package) if package in COMMON else {}


def _find_remedy(dotted: str) -> str | None:
    """Return the part of a dotted name that is removed here and that ``mxnet run`` restores."""
    for module, names in _removed_names(dotted.partition(".")[0]).items():
        if dotted == module and "*" in names:
            return module
        if dotted.startswith(f"{module}."):
            name = dotted[len(module) + 1 :].partition(".")[0]
            if name in names or "*" in names:
                return module if "*" in names else f"{module}.{name}"
    return None


@cache
def _is_absent(package: str) -> bool:
    return package in _refused.REQUIRED_BY_MXNET and importlib.util.find_spec(package) is None


@cache
def _missing(dotted: str) -> str | None:
    """Return the part of a dotted name of mxnet that does not exist here."""
    package, *parts = dotted.split(".")
    if package != "mxnet":
        return None
    value, name = importlib.import_module("mxnet"), "mxnet"
    for part in parts:
        if not isinstance(value, ModuleType):
            return None  # attributes of objects are only known when the script runs
        name = f"{name}.{part}"
        try:
            value = getattr(value, part)
        except AttributeError:
            return name
        except ImportError:
            return None  # an optional package that is not installed
    return None
