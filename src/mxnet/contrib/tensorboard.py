"""Metrics for TensorBoard."""

from __future__ import annotations

from ..base import MXNetError

__all__ = ["LogMetricsCallback"]


class LogMetricsCallback:
    """Writes metrics to a folder for TensorBoard; for the callbacks of ``Module.fit``.

    Parameters
    ----------
    logging_dir : str
        The folder.
    prefix : str, optional
        Begins the names of the curves: ``train-accuracy``.
    """

    def __init__(self, logging_dir, prefix=None):
        try:
            from tensorboard.summary import Writer  # noqa: PLC0415 - optional, and slow to load
        except ImportError as error:
            raise MXNetError(
                "LogMetricsCallback needs tensorboard: pip install 'regluon[viz]'"
            ) from error
        self.prefix = prefix
        self.summary_writer = Writer(logging_dir)

    def __call__(self, param):
        if param.eval_metric is None:
            return
        for name, value in param.eval_metric.get_name_value():
            tag = name if self.prefix is None else f"{self.prefix}-{name}"
            self.summary_writer.add_scalar(tag, value, param.epoch)
        self.summary_writer.flush()
