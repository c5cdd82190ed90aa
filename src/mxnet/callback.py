"""Callbacks for training loops: speed, progress, metrics in the log of worker 0, checkpoints.

Batch callbacks receive an object with ``epoch``, ``nbatch``, ``eval_metric`` and ``locals``.
"""

from __future__ import annotations

import logging
import time

from ._core.optional import optional_import
from ._distributed import progress_log
from .symbol._checkpoint import save_checkpoint

__all__ = [
    "LogValidationMetricsCallback", "ProgressBar", "Speedometer", "do_checkpoint",
    "log_train_metric", "module_checkpoint",
]  # fmt: skip


def make_summary_writer(logging_dir, user):
    """Create a TensorBoard writer for a folder; the error for a missing package names the user."""
    summary = optional_import(
        "tensorboard.summary", f"{user} needs tensorboard: pip install 'regluon[viz]'"
    )
    return summary.Writer(str(logging_dir))


def _metrics_text(name_values) -> str:
    # float because arrays of one element refuse the format.
    return "".join(f"\t{name}={float(value):f}" for name, value in name_values)


class Speedometer:
    """Logs samples per second and the metric every ``frequent`` batches.

    With ``auto_reset`` each line shows the metric since the last line, otherwise since the start.
    """

    def __init__(self, batch_size, frequent=50, auto_reset=True):
        self.batch_size = batch_size
        self.frequent = frequent
        self.auto_reset = auto_reset
        self.init = False
        self.tic = 0
        self.last_count = 0

    def __call__(self, param):
        count = param.nbatch
        if count < self.last_count:  # a new epoch
            self.init = False
        self.last_count = count
        if not self.init:
            self.init, self.tic = True, time.time()
            return
        if count % self.frequent:
            return
        elapsed = time.time() - self.tic
        speed = self.frequent * self.batch_size / elapsed if elapsed > 0 else float("inf")
        self._log(param, count, speed)
        self.tic = time.time()

    def _log(self, param, count, speed):
        metric = param.eval_metric
        if metric is None:
            progress_log(logging).info(
                "Iter[%d] Batch [%d]\tSpeed: %.2f samples/sec", param.epoch, count, speed
            )
            return
        values = metric.get_name_value()
        first = 0
        if self.auto_reset:
            metric.reset_local()
            first = count - self.frequent
        line = "Epoch[%d] Batch [%d-%d]\tSpeed: %.2f samples/sec%s"
        progress_log(logging).info(line, param.epoch, first, count, speed, _metrics_text(values))


class ProgressBar:
    """Logs a progress bar over the batches."""

    def __init__(self, total, length=80):
        self.bar_len = length
        self.total = total

    def __call__(self, param):
        share = param.nbatch / self.total
        done = round(self.bar_len * share)
        bar = "=" * done + "-" * (self.bar_len - done)
        progress_log(logging).info("[%s] %d%%\r", bar, -(-100 * param.nbatch // self.total))


class LogValidationMetricsCallback:
    """Logs the metric of a validation run."""

    def __call__(self, param):
        if not param.eval_metric:
            return
        for name, value in param.eval_metric.get_name_value():
            progress_log(logging).info("Epoch[%d] Validation-%s=%f", param.epoch, name, value)


def log_train_metric(period, auto_reset=False):
    """Return a batch callback that logs the training metric every ``period`` batches."""

    def log(param):
        if param.nbatch % period or param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            progress_log(logging).info(
                "Iter[%d] Batch[%d] Train-%s=%f", param.epoch, param.nbatch, name, value
            )
        if auto_reset:
            param.eval_metric.reset_local()

    return log


def do_checkpoint(prefix, period=1):
    """Return an epoch callback that saves symbol and parameters every ``period`` epochs."""
    every = max(int(period), 1)

    def save(iter_no, sym, arg, aux):
        if (iter_no + 1) % every == 0:
            save_checkpoint(prefix, iter_no + 1, sym, arg, aux)

    return save


def module_checkpoint(mod, prefix, period=1, save_optimizer_states=False):
    """Return an epoch callback that saves a module every ``period`` epochs."""
    every = max(int(period), 1)

    def save(iter_no, sym=None, arg=None, aux=None):
        if (iter_no + 1) % every == 0:
            mod.save_checkpoint(prefix, iter_no + 1, save_optimizer_states)

    return save
