"""Pictures for the examples; without matplotlib they print what to install and continue."""

from __future__ import annotations

try:
    from matplotlib.figure import Figure
except ModuleNotFoundError:  # it comes with the extra `viz`
    Figure = None


def _save(figure, path):
    figure.savefig(path, dpi=120)
    print(f"picture: {path}")


def new_figure(width, height):
    """Return a figure, or None with a hint where matplotlib is missing."""
    if Figure is None:
        print("no picture: pip install 'regluon[viz]'")
        return None
    return Figure(figsize=(width, height), layout="constrained")


def save_images(path, rows, titles=(), colors="gray_r", names=()):
    """Write a table of images, which are arrays of two axes.

    ``titles`` are those of the rows, ``names`` those of the images, row by row.
    """
    figure = new_figure(1.1 * len(rows[0]) + 0.4, 1.15 * len(rows))
    if figure is None:
        return
    cells = figure.subplots(len(rows), len(rows[0]), squeeze=False)
    for line, images in zip(cells, rows, strict=True):
        for axes, image in zip(line, images, strict=True):
            axes.imshow(image, cmap=colors)
            axes.set(xticks=[], yticks=[])
    for line, title in zip(cells, titles, strict=False):
        line[0].set_ylabel(title)
    for axes, name in zip(cells.flat, names, strict=False):
        axes.set_title(name, fontsize=9)
    _save(figure, path)


def save_curves(path, curves, xlabel, ylabel, title="", x=None, **options):
    """Write curves by name."""
    figure = new_figure(6.5, 4)
    if figure is None:
        return
    axes = figure.subplots()
    for name, values in curves.items():
        axes.plot(range(1, len(values) + 1) if x is None else x, values, label=name)
    if x is None:  # numbers of epochs or steps
        axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set(xlabel=xlabel, ylabel=ylabel, title=title, **options)
    axes.grid(alpha=0.3)
    if len(curves) > 1:
        axes.legend(frameon=False)
    _save(figure, path)


def save_points(path, points, labels, title):
    """Write points in the plane with a color for each label."""
    figure = new_figure(6.5, 5.5)
    if figure is None:
        return
    axes = figure.subplots()
    scatter = axes.scatter(points[:, 0], points[:, 1], c=labels, cmap="tab10", s=14)
    axes.legend(*scatter.legend_elements(num=None), frameon=False, title="digit")
    axes.set(title=title, xticks=[], yticks=[])
    _save(figure, path)


def save_matrix(path, matrix, rows, columns, title):
    """Write a matrix of numbers from 0 to 1 as colors, with a name for each row and column."""
    figure = new_figure(1.5 + 0.55 * len(columns), 1.2 + 0.5 * len(rows))
    if figure is None:
        return
    axes = figure.subplots()
    figure.colorbar(axes.imshow(matrix, cmap="Blues", vmin=0), ax=axes, shrink=0.8)
    axes.set_xticks(range(len(columns)), columns, rotation=60, ha="right")
    axes.set_yticks(range(len(rows)), rows)
    axes.set_title(title)
    _save(figure, path)
