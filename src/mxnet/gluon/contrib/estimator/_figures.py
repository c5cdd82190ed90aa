"""Figures of matplotlib, an optional package, so this module is imported when one is drawn."""

from __future__ import annotations

import io

from matplotlib.figure import Figure


class NotebookFigure(Figure):
    """A figure that notebooks display, also before pyplot registers matplotlib's own formatter."""

    def _repr_png_(self):
        file = io.BytesIO()
        self.savefig(file, format="png")
        return file.getvalue()
