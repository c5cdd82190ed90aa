"""Datasets of images, and their transforms."""

from .. import _transformed as _loaded_for_effect  # noqa: F401 - makes batches of what follows
from . import datasets, transforms
from .datasets import *  # noqa: F403
from .digits import Digits

__all__ = [*datasets.__all__, "Digits", "datasets", "transforms"]
