"""Callbacks that record and plot the logs of Modules, which are not supported."""

from __future__ import annotations

from ..base import MXNetError

__all__ = ["LiveBokehChart", "LiveLearningCurve", "LiveTimeSeries", "PandasLogger", "args_wrapper"]

_TEXT = (
    "mx.notebook: charts by old versions of Bokeh and pandas are not supported. Estimator.fit "
    "returns a history that draws its curves in notebooks, and "
    "mx.contrib.tensorboard.LogMetricsCallback writes logs of Modules"
)


class PandasLogger:
    """Training logs as tables of pandas."""

    def __init__(self, *args, **kwargs):
        raise MXNetError(_TEXT)


class LiveBokehChart:
    """A chart that is updated during training."""

    def __init__(self, *args, **kwargs):
        raise MXNetError(_TEXT)


class LiveTimeSeries(LiveBokehChart):
    """A chart of a value over time."""


class LiveLearningCurve(LiveBokehChart):
    """A chart of a metric over training."""


def args_wrapper(*args):
    """Raise an error: chart callbacks cannot be combined."""
    raise MXNetError(_TEXT)
