"""The result of ``fit``: the values of metrics after each epoch, as numbers, table and curves."""

from __future__ import annotations

import time

from ...._text.html import table
from ...._text.reprs import count
from ...._text.spelling import explain_foreign_names
from .event_handler import EpochBegin, EpochEnd
from .utils import new_figure

__all__ = ["History"]

_KINDS = ("training ", "validation ")


@explain_foreign_names({"history": "It has the columns itself: history['training accuracy']."})
class History(EpochBegin, EpochEnd):
    """The values of all metrics after each epoch, with learning rate and duration.

    ``epochs`` has a dictionary for each epoch; ``history["training accuracy"]`` is one column, with
    None for epochs without validation, and ``history[-1]`` the row of the last epoch.

    >>> history = History()
    >>> history.epochs.append({"training accuracy": 0.5, "learning rate": 0.1, "seconds": 2.0})
    >>> history["training accuracy"], history[-1]["seconds"], "validation accuracy" in history
    ([0.5], 2.0, False)
    """

    def __init__(self, priority=-500):  # after validation, before handlers that may stop training
        self.priority = priority
        self.epochs = []

    def epoch_begin(self, estimator, *args, **kwargs):
        self._begin = time.perf_counter()
        estimator.is_validated = False

    def epoch_end(self, estimator, *args, **kwargs):
        metrics = [*estimator.train_metrics]
        metrics += estimator.val_metrics if estimator.is_validated else []
        row = {name: float(v) for metric in metrics for name, v in metric.get_name_value()}
        row["learning rate"] = float(estimator.trainer.learning_rate)
        row["seconds"] = time.perf_counter() - self._begin
        self.epochs.append(row)

    def __len__(self):
        return len(self.epochs)

    @property
    def names(self):
        """The names of all columns, in order of appearance."""
        return list(dict.fromkeys(name for row in self.epochs for name in row))

    def __iter__(self):
        return iter(self.epochs)

    def __contains__(self, name):
        return name in self.names

    def __getitem__(self, name):
        if isinstance(name, int):
            return self.epochs[name]
        if name not in self:
            raise KeyError(f"no values of {name!r}; there are {', '.join(self.names) or 'none'}")
        return [row.get(name) for row in self.epochs]

    def best(self, name, mode="max"):
        """Return the index of the epoch with the best value in a column."""
        pick = {"max": max, "min": min}[mode]
        values = [(value, epoch) for epoch, value in enumerate(self[name]) if value is not None]
        return pick(values, key=lambda pair: pair[0])[1]

    def __repr__(self):
        if not self.epochs:
            return "History without epochs"
        last = ", ".join(f"{name}: {value:.4g}" for name, value in self.epochs[-1].items())
        return f"History of {count(len(self), 'epoch')}, the last one with {last}"

    def _repr_html_(self):
        names = self.names
        rows = [[n, *map(row.get, names)] for n, row in enumerate(self.epochs)]
        return table(["epoch", *names], rows)

    def plot(self, names=None):
        """Plot curves, with training and validation of each metric in one chart.

        Parameters
        ----------
        names : str or list of str, optional
            The metrics, without ``training`` and ``validation``; by default all of them.

        Returns
        -------
        matplotlib.figure.Figure
            The figure, which notebooks display and ``savefig`` saves.
        """
        if isinstance(names, str):
            names = [names]
        names = self._metrics() if names is None else list(names)
        figure = new_figure(5 * max(len(names), 1), 3.5)
        for number, name in enumerate(names, 1):
            axes = figure.add_subplot(1, len(names), number, title=name, xlabel="epoch")
            for column in [kind + name for kind in _KINDS if kind + name in self.names] or [name]:
                points = [(e, v) for e, v in enumerate(self[column]) if v is not None]
                label = column.removesuffix(name).strip() or name
                axes.plot(*zip(*points, strict=True), marker="o", label=label)
            axes.xaxis.get_major_locator().set_params(integer=True)
            axes.grid(alpha=0.3)
            axes.legend()
        return figure

    def _metrics(self):
        """Return the names of the metrics without duplicates."""
        own = [name for name in self.names if name.startswith(_KINDS)]
        plain = [name.removeprefix(_KINDS[0]).removeprefix(_KINDS[1]) for name in own]
        return list(dict.fromkeys(plain))
