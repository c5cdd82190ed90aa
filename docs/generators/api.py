"""The API reference: a page for each public module, from what its ``__all__`` names."""

from __future__ import annotations

import inspect
from importlib import import_module

SECTIONS = {
    "Arrays and gradients": """
        ndarray ndarray.contrib ndarray.linalg ndarray.image ndarray.random ndarray.sparse
        numpy numpy.linalg numpy.random numpy_extension autograd context random
    """,
    "Gluon": """
        gluon gluon.nn gluon.rnn gluon.loss gluon.data gluon.data.vision
        gluon.data.vision.transforms gluon.model_zoo.vision gluon.utils
        gluon.contrib.estimator gluon.contrib gluon.contrib.nn gluon.contrib.rnn gluon.contrib.cnn
        gluon.contrib.data
    """,
    "Training": "optimizer lr_scheduler initializer metric kvstore callback monitor",
    "Symbols and modules": "symbol executor module model rnn operator visualization",
    "Data": "io image recordio",
    "Files, precision and tools": """
        onnx contrib.onnx contrib.amp contrib.quantization contrib.caffe contrib.text.vocab
        contrib.text.embedding contrib.tensorboard profiler runtime engine util test_utils
    """,
}
# Their functions are those of mx.nd, with symbols instead of arrays.
WITHOUT_OPERATORS = {"symbol"}


def public_names(module):
    """Return the names that a module offers, in alphabetical order."""
    names = getattr(module, "__all__", None)
    if names is None:
        names = [
            name
            for name, value in vars(module).items()
            if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
        ]
    return sorted(set(names), key=lambda name: (name.lower(), name))


def directive_of(value):
    """Return the directive of autodoc that documents a value, or None."""
    if inspect.isclass(value):
        return "autoclass"
    if callable(value) and hasattr(value, "__name__"):
        return "autofunction"
    return None


def is_operator(value):
    return getattr(value, "__module__", "").endswith((".op", "_op"))


def is_from_numpy(value):
    """Whether NumPy itself computes this, or is this."""
    return getattr(value, "__module__", "").startswith(("numpy", "mxnet.numpy.fallback"))


def members(name, seen):
    """Yield (name, value) of what a module is the first to document."""
    module = import_module(f"mxnet.{name}")
    for member in public_names(module):
        value = getattr(module, member)
        if directive_of(value) is None or id(value) in seen:
            continue
        if name in WITHOUT_OPERATORS and inspect.isfunction(value) and is_operator(value):
            continue
        yield member, value
    seen |= {id(value) for value in vars(module).values()}


def entry(name, member, value, first):
    """Return the lines that document one member; ``first`` is its name where it has several."""
    full = f"mxnet.{name}.{member}"
    if first != member:
        kind = directive_of(value).removeprefix("auto")
        return [f".. py:{kind}:: {full}", "", f"   The same as :py:obj:`mxnet.{name}.{first}`.", ""]
    options = ["   :members:"] if inspect.isclass(value) else []
    return [f".. {directive_of(value)}:: {full}", *options, ""]


def first_names(pairs):
    """Return the name under which each value is documented: its own one if it is there."""
    names: dict[int, str] = {}
    for member, value in pairs:
        if id(value) not in names or member == value.__name__:
            names[id(value)] = member
    return names


def page(name, seen):
    """Return the text of a module's page, in reStructuredText."""
    title = f"mxnet.{name}"
    lines = [title, "=" * len(title), "", f".. automodule:: {title}", "   :no-members:", ""]
    pairs = list(members(name, seen))
    firsts = first_names(pairs)
    for member, value in pairs:
        if not is_from_numpy(value):
            lines += entry(name, member, value, firsts[id(value)])
    borrowed = [f"``{member}``" for member, value in pairs if is_from_numpy(value)]
    if borrowed:
        lines += ["**NumPy's own**, computed on copies and without gradients:", ", ".join(borrowed)]
    return "\n".join([*lines, ""])


def summary(name):
    """Return the first line of a module's docstring."""
    return import_module(f"mxnet.{name}").__doc__.strip().splitlines()[0]


def index():
    """Return the text of the page that lists all modules."""
    lines = ["API reference", "=============", "", "Every public module, from its docstrings.", ""]
    for caption, names in SECTIONS.items():
        lines += [caption, "-" * len(caption), ""]
        lines += [f"- :doc:`mxnet.{name} <{name}>`: {summary(name)}" for name in names.split()]
        lines += ["", ".. toctree::", "   :hidden:", ""]
        lines += [f"   {name}" for name in names.split()] + [""]
    return "\n".join(lines)


def pages():
    """Return the texts of all pages, by file name."""
    seen: set[int] = set()
    names = [name for names in SECTIONS.values() for name in names.split()]
    return {"index.rst": index(), **{f"{name}.rst": page(name, seen) for name in names}}
