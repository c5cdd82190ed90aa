"""Datasets, samplers and the loader of batches."""

from . import vision
from .dataloader import *  # noqa: F403
from .dataset import *  # noqa: F403
from .sampler import *  # noqa: F403

__all__ = ["vision"]
__all__ += dataset.__all__ + sampler.__all__ + dataloader.__all__  # noqa: F405
