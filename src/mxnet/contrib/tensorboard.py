"""Metrics for TensorBoard."""

from __future__ import annotations

from ..callback import make_summary_writer

__all__ = ["LogMetricsCallback"]


class LogMetricsCallback:
    """Writes metrics to a folder for TensorBoard; for the callbacks of ``Module.fit``.

    Parameters
    ----------
    logging_dir : str
        The folder.
    prefix : str, optional
        Prefix of the names of the curves: ``train-accuracy``.
    """

    def __init__(self, logging_dir, prefix=None):
        self.prefix = prefix
        self.summary_writer = make_summary_writer(logging_dir, type(self).__name__)

    def __call__(self, param):
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            tag = name if self.prefix is None else f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(tag, value, param.epoch)
        self.summary_writer.flush()
