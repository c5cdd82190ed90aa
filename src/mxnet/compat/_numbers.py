"""Scripts that use an array of one element as a number, which NumPy 2.4 rejects.

``float(a)``, ``int(a)``, ``"%f" % a`` and ``scores[i] = a`` are code of the script itself, where no
shim of a module helps. So these call our functions, which use the element if Python or NumPy
rejects the array. The names ``float`` and ``int`` stay Python's own, for ``type(x) is float`` and
the like. ``a.tostring()``, which NumPy 2.3 removed, becomes ``a.tobytes()`` in the same way.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from types import CodeType

import numpy as np


def compile_script(source: bytes | str, path: str) -> CodeType:
    """Compile a script that needs ``FUNCTIONS`` among its builtins."""
    tree = ast.parse(source, path)
    own = frozenset(_bindings(tree))
    return compile(_Conversions(own).visit(tree), path, "exec", dont_inherit=True)


def _bindings(tree: ast.AST) -> Iterator[str]:
    """Yield the names that a script binds, because a ``float`` defined there is not Python's."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()):
                yield name
            case ast.arg(arg=name) | ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=alias):
                yield alias or name


class _Conversions(ast.NodeTransformer):
    """Replaces conversions to numbers and texts, and assignments of items, by ``FUNCTIONS``."""

    def __init__(self, own: frozenset[str]):
        self._own = own

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="float" | "int" as name), args=[_], keywords=[]):
                if name not in self._own:
                    node.func = ast.copy_location(_function(name), node.func)
            case ast.Call(func=ast.Attribute(value=target, attr="tostring")):
                node.args.insert(0, target)
                node.func = ast.copy_location(_function("tostring"), node.func)
        return node

    def visit_BinOp(self, node: ast.BinOp) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.BinOp(left=ast.Constant(value=str()), op=ast.Mod()):
                call = ast.Call(_function("format"), [node.left, node.right], [])
                return ast.fix_missing_locations(ast.copy_location(call, node))
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        self.generic_visit(node)
        match node.targets:
            case [ast.Subscript(value=target, slice=index)] if not _has_slice(index):
                # Python evaluates the value first, then the target.
                call = ast.Call(_function("assign"), [node.value, target, index], [])
                return ast.fix_missing_locations(ast.copy_location(ast.Expr(call), node))
        return node


def _has_slice(index: ast.expr) -> bool:
    """Return whether an index selects a range, to which NumPy assigns arrays of any size."""
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(part, ast.Slice) for part in parts)


def _function(name: str) -> ast.Name:
    return ast.Name(f"__mxnet_{name}__", ast.Load())


def _element(value):
    """Return the element of an array that has one, or anything else unchanged."""
    return value.item() if getattr(value, "size", None) == 1 else value


def _conversion_to(kind: type) -> Callable:
    def convert(value):
        try:
            return kind(value)
        except TypeError:
            element = _element(value)
        return kind(element)

    return convert


def _format(text: str, values):
    """Return ``text % values``."""
    try:
        return text % values
    except TypeError:
        elements = tuple(map(_element, values)) if type(values) is tuple else _element(values)
    return text % elements


def _assign(value, target, index) -> None:
    """Assign an item."""
    try:
        target[index] = value
    except ValueError:
        element = _element(value)
        if element is value:
            raise
        target[index] = element


def _to_bytes(target, *args, **kwargs):
    """Call a method ``tostring``, or what NumPy calls it since 1.9."""
    name = "tobytes" if isinstance(target, np.ndarray | np.generic) else "tostring"
    return getattr(target, name)(*args, **kwargs)


FUNCTIONS = {
    _function("assign").id: _assign,
    _function("float").id: _conversion_to(float),
    _function("int").id: _conversion_to(int),
    _function("format").id: _format,
    _function("tostring").id: _to_bytes,
}
