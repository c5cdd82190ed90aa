"""Shapes and types that torch's functions return, inferred without torch's own rules.

Operators infer the shapes of their outputs by running their kernels on the ``meta`` device. There
torch infers the shape of each step by itself, but its rules load its compiler, which would add two
seconds to a user's first call. A function, or a form of a call, that has no rule here is left to
torch, and so are wrong calls, so that torch raises its error.
"""

from . import axes, elements, layers
from .mode import TorchShapes

__all__ = ["TorchShapes", "axes", "elements", "layers"]
