"""Shapes and types that torch's functions return, inferred without torch's own rules.

Operators infer the shapes of their outputs by running their kernels on the ``meta`` device. There
torch infers the shape of each step by itself, but its rules load its compiler, which would add two
seconds to a user's first call. A function, or a form of a call, that is not known here is left to
torch, and so is everything wrong, because torch says what.
"""

from . import axes, elements, layers
from .mode import TorchShapes

__all__ = ["TorchShapes", "axes", "elements", "layers"]
