"""Estimator: a training loop with event handlers."""

from . import batch_processor, estimator, event_handler, handlers, history, progress, utils
from .batch_processor import BatchProcessor
from .estimator import Estimator
from .event_handler import *  # noqa: F403
from .handlers import *  # noqa: F403
from .history import History
from .progress import ProgressHandler
from .rate_search import RateSearch

__all__ = [
    "BatchProcessor", "Estimator", "History", "ProgressHandler", "RateSearch", "batch_processor",
    "handlers", "estimator", "event_handler", "history", "progress", "utils",
    *handlers.__all__, *event_handler.__all__,
]  # fmt: skip
