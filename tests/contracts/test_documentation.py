"""Every public class says what it is and what each of its arguments means."""

from __future__ import annotations

import inspect
from importlib import import_module

import pytest

MODULES = """
    gluon.nn gluon.rnn gluon.loss gluon.contrib.nn gluon.contrib.rnn gluon.contrib.cnn
    gluon.data.vision.transforms optimizer metric lr_scheduler initializer
""".split()
PLAIN = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)


def classes():
    for name in MODULES:
        module = import_module(f"mxnet.{name}")
        for known in module.__all__:
            cls = getattr(module, known)
            if inspect.isclass(cls):
                yield pytest.param(cls, id=f"{name}.{known}")


@pytest.mark.parametrize("cls", list(classes()))
def test_arguments_are_explained(cls):
    assert cls.__doc__ and cls.__doc__.splitlines()[0].rstrip().endswith((".", ":"))
    arguments = [p.name for p in inspect.signature(cls).parameters.values() if p.kind in PLAIN]
    missing = [name for name in arguments if name not in cls.__doc__]
    assert not missing, cls.__doc__


def test_docstring_of_a_custom_class_is_kept():
    nn = import_module("mxnet.gluon.nn")

    class Own(nn.Dense):
        """Mine."""

    assert Own.__doc__ == "Mine."
    assert nn.Dense.__doc__.count("Parameters\n") == 1
    assert "units\n    Size of the output.\nactivation : default None\n" in nn.Dense.__doc__
