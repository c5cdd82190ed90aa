"""Images to learn from."""

from . import transforms
from .digits import Digits

__all__ = ["Digits", "transforms"]
