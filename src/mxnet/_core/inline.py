"""Inlining of small functions into the hot functions that call them.

A call of a Python function takes about 80 ns, out of the 2 µs of a small operator. So the callers
of operators are decorated with ``@inline(read, finish)``: they are ordinary functions that call
ordinary functions, and run with those calls expanded.
"""

from __future__ import annotations

import ast
import functools
import inspect
import textwrap
from collections.abc import Callable
from typing import Any


def inline(*helpers: Callable) -> Callable:
    """Return a decorator that replaces calls of helpers anywhere in a function.

    A helper has one ``return``, its last statement. It is called in a separate statement, ``a, b =
    helper(...)`` or ``return helper(...)``. An argument is substituted for its parameter as it is
    written, so it must have no side effects, and be a name if the helper uses it more than once.
    """
    bodies = {helper.__name__: _parse_helper(helper) for helper in helpers}

    def decorate(function: Callable) -> Callable:
        lines, start = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        _definition(tree).decorator_list = []
        tree = ast.fix_missing_locations(_Inliner(bodies).visit(tree))
        ast.increment_lineno(tree, start - 1)
        for helper in bodies.values():
            function.__globals__.update(helper.globals)
        namespace: dict = {}
        exec(compile(tree, inspect.getfile(function), "exec"), function.__globals__, namespace)
        inlined = namespace[function.__name__]
        inlined.__module__ = function.__module__
        return inlined

    return decorate


def _definition(tree: ast.Module) -> ast.FunctionDef:
    (definition,) = tree.body
    if not isinstance(definition, ast.FunctionDef):
        raise TypeError("only functions are inlined")
    return definition


class _Helper:
    """The statements of a helper before its return, its parameters, and its result."""

    def __init__(self, helper: Callable):
        definition = _definition(ast.parse(textwrap.dedent(inspect.getsource(helper))))
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

    def expand(self, call: ast.Call, targets: list[str] | None) -> tuple[list, ast.expr]:
        """Return the statements for a call, and its result.

        If the caller's variables are known, the helper's results are computed in them.
        """
        arguments = dict(zip(self.parameters, call.args, strict=True))
        names = {name: ast.Name(f"_{name}", ast.Load()) for name in self.locals}
        for name, target in zip(_names(self.result), targets or (), strict=False):
            names[name] = ast.Name(target, ast.Load())
        before = [
            ast.Assign([ast.Name(names[name].id, ast.Store())], arguments.pop(name))
            for name in self.parameters
            if name in self.locals and not _is_name(arguments[name], names[name].id)
        ]
        rename = _Rename({**self.outer, **arguments, **names})
        body = [rename.visit(_copy(statement)) for statement in self.body]
        return before + body, rename.visit(_copy(self.result))


_parse_helper = functools.cache(_Helper)


class _Inliner(ast.NodeTransformer):
    def __init__(self, bodies: dict[str, _Helper]):
        self._bodies = bodies

    def _expand(
        self, value: ast.expr | None, targets: list[str] | None
    ) -> tuple[list, ast.expr] | None:
        """Return the statements for a call of a helper and its result, or None."""
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Name):
            helper = self._bodies.get(value.func.id)
            return None if helper is None else helper.expand(value, targets)
        return None

    def visit_Assign(self, node: ast.Assign) -> ast.stmt | list[ast.stmt]:
        expanded = self._expand(node.value, _names(node.targets[0]))
        if expanded is None:
            return node
        return [_located(statement, node) for statement in expanded[0]]

    def visit_Return(self, node: ast.Return) -> ast.stmt | list[ast.stmt]:
        expanded = self._expand(node.value, None)
        if expanded is None:
            return node
        body, result = expanded
        return [_located(statement, node) for statement in (*body, ast.Return(result))]


class _Rename(ast.NodeTransformer):
    def __init__(self, names: dict[str, ast.expr]):
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.expr:
        new = self._names.get(node.id)
        if new is None:
            return node
        return ast.Name(new.id, node.ctx) if isinstance(new, ast.Name) else _copy(new)


def _is_name(value: ast.expr, name: str) -> bool:
    return isinstance(value, ast.Name) and value.id == name


def _names(value: ast.expr) -> list[str]:
    """Return the names of a variable, or of those in a tuple."""
    parts = value.elts if isinstance(value, ast.Tuple) else [value]
    return [part.id for part in parts if isinstance(part, ast.Name)]


def _copy(node: Any) -> Any:
    """Return a copy of a tree without source locations; several times faster than deepcopy."""
    if isinstance(node, ast.AST):
        return type(node)(**{name: _copy(value) for name, value in ast.iter_fields(node)})
    return [_copy(part) for part in node] if isinstance(node, list) else node


def _located(statement: ast.stmt, place: ast.stmt) -> ast.stmt:
    """Set the line of all parts of a statement to that of the call they replace."""
    for node in ast.walk(statement):
        if hasattr(node, "lineno") or isinstance(node, ast.stmt | ast.expr | ast.excepthandler):
            ast.copy_location(node, place)
    return statement
