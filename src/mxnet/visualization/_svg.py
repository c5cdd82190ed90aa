"""Graphs as SVG: layers stacked vertically, with inputs at the bottom as in graphviz.

They are drawn here, because graphviz needs the program ``dot``, which pip does not install.
"""

from __future__ import annotations

from html import escape

WIDTH, HEIGHT = 130, 56  # of a node; wider for a long name
LETTER = 7  # the width of a letter, on average
GAP, DOWN = 40, 100  # between nodes side by side, from row to row
MARGIN = 40  # around the drawing


def render_svg(nodes: dict[str, dict], edges: list[tuple[str, str, str]]) -> str:
    """Return the SVG of nodes by name and labeled edges from a node to its input."""
    width = _width(nodes)
    positions = _positions(nodes, edges, width)
    wide = max((x for x, _ in positions.values()), default=0) + 3 * width // 2 + 2 * MARGIN
    high = max((y for _, y in positions.values()), default=0) + HEIGHT + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'font-family="sans-serif" font-size="12" text-anchor="middle">',
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0,0 L8,4 L0,8" fill="none" stroke="black"/>'
        "</marker></defs>",
        f'<g transform="translate({MARGIN},{MARGIN})">',
        *(_edge(positions, width, *edge) for edge in edges if {*edge[:2]} <= positions.keys()),
        *(_node(positions[name], width, attrs) for name, attrs in nodes.items()),
        "</g></svg>",
    ]
    return "\n".join(parts) + "\n"


def _width(nodes) -> int:
    """Return the width of all nodes, in which the longest line of a label fits."""
    lines = [line for attrs in nodes.values() for line in str(attrs["label"]).split("\n")]
    return max([WIDTH, *(LETTER * len(line) + 16 for line in lines)])


def _positions(nodes, edges, width) -> dict[str, tuple[int, int]]:
    """Return the upper left corner of each node, above all of its inputs."""
    inputs: dict[str, list[str]] = {name: [] for name in nodes}
    for user, source, _ in edges:
        if user in inputs and source in inputs and user != source:
            inputs[user].append(source)
    level: dict[str, int] = {}
    for name in nodes:  # in the order of computation
        level[name] = 1 + max((level.get(source, 0) for source in inputs[name]), default=-1)
    # An input stands right below the first node that uses it.
    for name in reversed(list(nodes)):
        users = [level[user] for user, sources in inputs.items() if name in sources]
        if not inputs[name] and users:
            level[name] = min(users) - 1
    top = max(level.values(), default=0)
    rows: dict[int, list[str]] = {}
    for name in nodes:
        rows.setdefault(level[name], []).append(name)
    widest = max((len(row) for row in rows.values()), default=1)
    return {
        name: ((2 * i + widest - len(row)) * (width + GAP) // 2, (top - height) * DOWN)
        for height, row in rows.items()
        for i, name in enumerate(row)
    }


def _edge(positions, width, user, source, label) -> str:
    x1, y1 = positions[source][0] + width // 2, positions[source][1]
    x2, y2 = positions[user][0] + width // 2, positions[user][1] + HEIGHT
    # Edges that pass by other layers bend to the side.
    bend = width if x1 == x2 and y1 - y2 > DOWN else 0
    middle = (y1 + y2) // 2
    path = f"M{x1},{y1} C{x1 + bend},{middle} {x2 + bend},{middle} {x2},{y2}"
    line = f'<path d="{path}" fill="none" stroke="black" marker-end="url(#arrow)"/>'
    if not label:
        return line
    x = (x1 + x2 + 3 * bend // 2) // 2 + 6  # right of the curve's middle
    return f'{line}\n<text x="{x}" y="{middle + 4}" text-anchor="start">{escape(label)}</text>'


def _node(position, width, attrs) -> str:
    x, y = position
    fill = f'fill="{escape(attrs.get("fillcolor", "white"))}" stroke="black"'
    if attrs.get("shape") == "oval":
        center = f'cx="{x + width // 2}" cy="{y + HEIGHT // 2}"'
        outline = f'<ellipse {center} rx="{width // 2}" ry="{HEIGHT // 2}" {fill}/>'
    else:
        outline = f'<rect x="{x}" y="{y}" width="{width}" height="{HEIGHT}" {fill}/>'
    lines = str(attrs["label"]).split("\n")
    first = y + HEIGHT // 2 + 4 - 8 * (len(lines) - 1)
    texts = [
        f'<text x="{x + width // 2}" y="{first + 16 * i}">{escape(line)}</text>'
        for i, line in enumerate(lines)
    ]
    return "\n".join([outline, *texts])
