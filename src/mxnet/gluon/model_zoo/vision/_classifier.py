"""The base class of the models: features and output, pretrained parameters, variants."""

from __future__ import annotations

from ....context import cpu
from ...block import HybridBlock
from ..model_store import get_model_file

CPU = cpu()


class Classifier(HybridBlock):
    """A network of two parts: ``features``, and an ``output`` with a score for each class."""

    def hybrid_forward(self, F, x):
        return self.output(self.features(x))


_HEADING = """

    Parameters
    ----------"""
_DOWNLOAD = """
    pretrained : bool
        Whether to load parameters trained on ImageNet.
    ctx : Context
        Where they are loaded to.
    root : str
        The folder that keeps files of parameters; ``models`` in ``MXNET_HOME`` if not given.
    """


def downloadable(function):
    """Add the parameters that a function passes to ``pretrained_if`` to its docstring."""
    own = (function.__doc__ or "").rstrip()
    function.__doc__ = own + ("" if "Parameters" in own else _HEADING) + _DOWNLOAD
    return function


def load_pretrained_if(pretrained, net, name, ctx, root):
    """Return the network, with the pretrained parameters of the given name if ``pretrained``."""
    if pretrained:
        net.load_parameters(get_model_file(name, root=root), ctx=ctx)
    return net


def variant(build, name, *settings):
    """Create a named function that builds one member of a family, for example ResNet-18."""

    def make(**kwargs):
        return build(*settings, **kwargs)

    make.__name__ = make.__qualname__ = name
    make.__module__ = build.__module__
    make.__doc__ = (
        f"Return the model {name}: ``{build.__name__}({', '.join(map(repr, settings))}, ...)``.\n\n"
        f"    It takes the keyword arguments of ``{build.__name__}`` that are left.\n    "
    )
    return make


def multiplier_text(multiplier):
    """Format the width of a network as in file names: 0.25, 0.5, 0.75, 1.0."""
    text = f"{multiplier:.2f}"
    return text[:-1] if text in ("1.00", "0.50") else text


def require(condition, message):
    """Reject invalid settings of a network, with the type of error that MXNet raises."""
    if not condition:
        raise AssertionError(message)
