"""A progress bar for training."""

from __future__ import annotations

import math
import sys
import warnings

from tqdm import TqdmWarning, tqdm

from ...._distributed import is_first_worker
from .event_handler import BatchEnd, EpochBegin, EpochEnd, TrainBegin, TrainEnd
from .utils import _check_metrics

with warnings.catch_warnings():
    # tqdm.auto, which this imports, warns in notebooks without ipywidgets; our bars are text.
    warnings.simplefilter("ignore", TqdmWarning)
    from tqdm.contrib.logging import logging_redirect_tqdm

__all__ = ["ProgressHandler"]


def in_notebook() -> bool:
    """Return whether output goes to a notebook, where bars and logs need the same stream."""
    return type(sys.stderr).__module__.startswith("ipykernel.")


class ProgressHandler(TrainBegin, EpochBegin, BatchEnd, EpochEnd, TrainEnd):
    """Shows a bar for each epoch with the current metrics, by default those of training.

    Log messages of the estimator appear above the bar.

    >>> # estimator.fit(loader, epochs=3, event_handlers=[ProgressHandler()])
    """

    def __init__(self, metrics=None, leave=True, priority=math.inf):
        self.metrics = _check_metrics(metrics)
        self.leave = leave
        self.priority = priority
        self.current_epoch = 0
        self._bar = None
        self._lines_above = None

    def train_begin(self, estimator, *args, **kwargs):
        self.current_epoch = 0
        self._lines_above = logging_redirect_tqdm([estimator.logger])
        self._lines_above.__enter__()

    def train_end(self, estimator, *args, **kwargs):
        self.close()

    def close(self):
        """Remove the bar and restore the log handlers, even if training was interrupted."""
        if self._bar is not None:
            self._bar.close()
        if self._lines_above is not None:
            self._lines_above.__exit__(None, None, None)
        self._bar = self._lines_above = None

    def epoch_begin(self, estimator, *args, **kwargs):
        title = f"epoch {self.current_epoch}"
        self._bar = tqdm(
            total=estimator.batches_per_epoch, desc=title, leave=self.leave,
            disable=not is_first_worker(), file=sys.stdout if in_notebook() else sys.stderr,
        )  # fmt: skip

    def batch_end(self, estimator, *args, **kwargs):
        watched = self.metrics or estimator.train_metrics
        pairs = (pair for metric in watched for pair in metric.get_name_value())
        shown = {name.removeprefix("training "): f"{value:.4f}" for name, value in pairs}
        self._bar.set_postfix(shown, refresh=False)
        self._bar.update()

    def epoch_end(self, estimator, *args, **kwargs):
        self._bar.close()
        self.current_epoch += 1
