"""Shapes and types of the results of torch's functions, inferred without torch's own rules.

Operators infer the shapes of their outputs by running their kernels on the ``meta`` device. There
torch infers the shape of each step itself, but its rules load its compiler, which would add two
seconds to a user's first call. Functions and call forms without a rule here are left to torch, and
so are invalid calls, so that torch raises its error.
"""

from . import axes, elements, layers
from .mode import TorchShapes

__all__ = ["TorchShapes", "axes", "elements", "layers"]
