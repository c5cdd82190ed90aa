"""Estimator: a training loop with handlers for what happens around it."""

from . import batch_processor, estimator, event_handler, progress, utils
from .batch_processor import BatchProcessor
from .estimator import Estimator
from .event_handler import *  # noqa: F403
from .progress import ProgressHandler

__all__ = [
    "BatchProcessor", "Estimator", "ProgressHandler", "batch_processor", "estimator",
    "event_handler", "progress", "utils",
    *event_handler.__all__,
]  # fmt: skip
