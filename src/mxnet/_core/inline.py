"""Inlining of small functions into the hot functions that call them.

A call of a Python function takes about 80 ns, out of the 2 µs of a small operator. So the callers
of operators are decorated with ``@inline(read, finish)``: they are ordinary functions that call
ordinary functions, and run with those calls expanded.
"""

from __future__ import annotations

import ast
import functools
import inspect
import linecache
from collections.abc import Callable
from typing import Any


def inline(*helpers: Callable) -> Callable:
    """Return a decorator that replaces calls of helpers anywhere in a function.

    A helper has one ``return``, its last statement. It is called in a separate statement, ``a, b =
    helper(...)`` or ``return helper(...)``. An argument is substituted for its parameter as it is
    written, so it must have no side effects, and be a name if the helper uses it more than once.
    Without source files, as in bundles of PyInstaller, functions remain as they are.
    """
    try:
        bodies = {helper.__name__: _parse_helper(helper) for helper in helpers}
    except OSError:
        return lambda function: function

    def decorate(function: Callable) -> Callable:
        definition = _parse(function)
        definition.decorator_list = []
        _expand_calls(definition.body, bodies)
        tree = ast.Module([definition], [])
        for helper in bodies.values():
            function.__globals__.update(helper.globals)
        namespace: dict = {}
        exec(compile(tree, inspect.getfile(function), "exec"), function.__globals__, namespace)
        inlined = namespace[function.__name__]
        inlined.__module__ = function.__module__
        return inlined

    return decorate


def _parse(function: Callable) -> ast.FunctionDef:
    """Return the tree of a function, with the line numbers of its file.

    ``inspect.getsource`` finds its end by tokenizing it, which takes 30 times as long as to look
    for a line that is not indented. Only the end of a long signature is not indented either.
    """
    start = function.__code__.co_firstlineno - 1
    lines = linecache.getlines(function.__code__.co_filename)[start:]
    if not lines:
        raise OSError("there is no source file")
    indent = len(lines[0]) - len(lines[0].lstrip())
    lines = [line[indent:] or "\n" for line in lines]
    first = next(i for i, line in enumerate(lines) if line.startswith("def "))
    last = first + 1
    while last < len(lines) and lines[last][0] in " )\n":
        last += 1
    (definition,) = ast.parse("\n" * start + "".join(lines[:last])).body
    if not isinstance(definition, ast.FunctionDef):
        raise TypeError("only functions are inlined")
    return definition


class _Helper:
    """The statements of a helper before its return, its parameters, and its result."""

    def __init__(self, helper: Callable):
        definition = _parse(helper)
        self.parameters = [argument.arg for argument in definition.args.args]
        *body, last = definition.body
        if isinstance(body[0], ast.Expr):
            body = body[1:]  # the docstring
        if not isinstance(last, ast.Return) or last.value is None:
            raise TypeError(f"{helper.__name__} does not end with what it returns")
        self.body, self.result = body, last.value
        names = [n for s in body for n in ast.walk(s) if isinstance(n, ast.Name)]
        self.locals = {n.id for n in names if isinstance(n.ctx, ast.Store)}
        outer = {n.id for n in names} - self.locals - set(self.parameters)
        # The module that it is put into may not have what the helper's own module has.
        self.outer = {
            n: ast.Name(f"_inlined_{n}", ast.Load()) for n in outer & {*helper.__globals__}
        }
        self.globals = {new.id: helper.__globals__[n] for n, new in self.outer.items()}

    def expand(self, statement: ast.Assign | ast.Return, call: ast.Call) -> list[ast.stmt]:
        """Return what replaces a statement that assigns or returns the result of a call.

        The helper's results are computed in the caller's variables.
        """
        arguments = dict(zip(self.parameters, call.args, strict=True))
        names = {name: ast.Name(f"_{name}", ast.Load()) for name in self.locals}
        targets = _names(statement.targets[0]) if isinstance(statement, ast.Assign) else ()
        for name, target in zip(_names(self.result), targets, strict=False):
            names[name] = ast.Name(target, ast.Load())
        before = [
            ast.Assign([ast.Name(names[name].id, ast.Store())], arguments.pop(name))
            for name in self.parameters
            if name in self.locals and not _is_name(arguments[name], names[name].id)
        ]
        new = {**self.outer, **arguments, **names}
        result = [ast.Return(self.result)] if isinstance(statement, ast.Return) else []
        return [
            *(_copy(part, {}, statement) for part in before),
            *(_copy(part, new, statement) for part in (*self.body, *result)),
        ]


_parse_helper = functools.cache(_Helper)


def _expand_calls(statements: list, bodies: dict[str, _Helper]) -> None:
    """Replace the calls of helpers among statements and those inside of them."""
    for position in reversed(range(len(statements))):
        statement = statements[position]
        for block in ("body", "orelse", "handlers", "finalbody"):
            _expand_calls(getattr(statement, block, []), bodies)
        value = statement.value if isinstance(statement, ast.Assign | ast.Return) else None
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            helper = bodies.get(value.func.id)
            if helper is not None:
                statements[position : position + 1] = helper.expand(statement, value)


def _is_name(value: ast.expr, name: str) -> bool:
    return isinstance(value, ast.Name) and value.id == name


def _names(value: ast.expr) -> list[str]:
    """Return the names of a variable, or of those in a tuple."""
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _copy(node: Any, names: dict[str, ast.expr], location: ast.stmt) -> Any:
    """Return a copy of a tree with expressions in place of names, at the location of a statement.

    One function, because the import of this package waits for it.
    """
    if isinstance(node, list):
        return [_copy(part, names, location) for part in node]
    if not isinstance(node, ast.AST) or not node._fields:
        return node
    if isinstance(node, ast.Name) and node.id in names:
        new = names[node.id]
        if not isinstance(new, ast.Name):
            return _copy(new, {}, location)
        node = ast.Name(new.id, node.ctx)
        names = {}
    fields = {name: _copy(getattr(node, name), names, location) for name in node._fields}
    if "lineno" in node._attributes:
        fields.update(lineno=location.lineno, col_offset=location.col_offset)
    return type(node)(**fields)
