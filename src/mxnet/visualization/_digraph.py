"""A graphviz drawing that can be written as SVG without the program ``dot``."""

from __future__ import annotations

import graphviz

from .._formats.local import replacing
from ..base import MXNetError
from ._svg import render_svg


class Drawing(graphviz.Digraph):
    """A ``graphviz.Digraph`` that records its nodes and edges."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self._nodes: dict[str, dict] = {}
        self._edges: list[tuple[str, str, str]] = []

    def node(self, name, label=None, **attrs):
        """Add a node."""
        self._nodes[name] = {"label": name if label is None else label, **attrs}
        super().node(name, label=label, **attrs)

    def edge(self, tail_name, head_name, label=None, **attrs):
        """Add an edge."""
        self._edges.append((tail_name, head_name, label or ""))
        super().edge(tail_name, head_name, label=label, **attrs)

    def pipe(self, format=None, **options):
        """Return the drawing in a format, as bytes or, with ``encoding``, as text."""
        try:
            return super().pipe(format=format, **options)
        except graphviz.ExecutableNotFound as error:
            text = self._alone(format, error)
            return text if options.get("encoding") else text.encode()

    def render(self, filename=None, directory=None, view=False, cleanup=False, **options):
        """Write the drawing to a file; return its name."""
        arguments = {"filename": filename, "directory": directory, "view": view, "cleanup": cleanup}
        try:
            return super().render(**arguments, **options)
        except graphviz.ExecutableNotFound as error:
            text = self._alone(options.get("format"), error)
        path = f"{self.save(filename, directory=directory)}.svg"
        with replacing(path) as file:
            file.write(text.encode())
        if view:
            graphviz.view(path)
        return path

    def _alone(self, format, error) -> str:
        """Return the drawing as SVG, without graphviz's programs."""
        if (format or self.format) != "svg":
            raise MXNetError(
                f"to draw {format or self.format} the program 'dot' has to be installed (for "
                "instance: apt install graphviz); svg works without it"
            ) from error
        return render_svg(self._nodes, self._edges)
