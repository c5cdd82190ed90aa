"""Charts of training: its curve, and a confusion matrix."""

from __future__ import annotations

import numpy as np

from ..._core.optional import optional_import

BLUE, ORANGE = "#2a6fbb", "#d9822b"
MOST_NUMBERS = 20  # classes: with more, numbers in the cells are not legible


# Fonts with Chinese, Japanese and Korean characters, which the default one does not have.
WIDE_FONTS = (
    "Noto Sans CJK SC", "Noto Serif CJK SC", "Noto Sans CJK JP", "Noto Serif CJK JP",
    "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Microsoft YaHei", "SimHei", "PingFang SC",
    "Hiragino Sans GB", "Arial Unicode MS",
)  # fmt: skip


def _matplotlib(part):
    return optional_import(
        f"matplotlib.{part}", "drawing needs matplotlib: pip install 'regluon[viz]'"
    )


def _figure(width, height):
    return _matplotlib("figure").Figure(figsize=(width, height), layout="constrained")


def _fonts() -> list[str]:
    """Return the default font, and one for characters that it does not have, if installed."""
    installed = set(_matplotlib("font_manager").get_font_names())
    return ["sans-serif", *[name for name in WIDE_FONTS if name in installed][:1]]


def draw_curve(history: list[dict], path: str, title: str) -> None:
    """Plot losses and accuracies of all epochs side by side."""
    figure = _figure(9, 3.8)
    epochs = [row["epoch"] for row in history]
    best = max(history, key=lambda row: row["val_accuracy"])
    for axes, name, scale in zip(
        figure.subplots(1, 2), ("loss", "accuracy"), ("log", "linear"), strict=True
    ):
        axes.plot(epochs, [row[name] for row in history], color=BLUE, marker=".", label="training")
        values = [row[f"val_{name}"] for row in history]
        axes.plot(epochs, values, color=ORANGE, marker=".", label="validation")
        axes.set(xlabel="epoch", ylabel=name, yscale=scale)
        axes.axvline(best["epoch"], color="gray", linewidth=0.8, linestyle=":")
        axes.xaxis.get_major_locator().set_params(integer=True)
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.suptitle(f"{title}: best validation accuracy {best['val_accuracy']:.4f} in epoch "
                    f"{best['epoch']}")  # fmt: skip
    figure.savefig(path, dpi=120)


def draw_confusion(confusion: np.ndarray, classes: list[str], path: str) -> None:
    """Plot how often each class (row) was classified as each (column), as a fraction of its row."""
    size = len(classes)
    side = float(np.clip(2 + 0.42 * size, 4, 14))
    figure = _figure(side + 0.8, side)
    axes = figure.subplots()
    shares = confusion / np.maximum(confusion.sum(axis=1, keepdims=True), 1)
    image = axes.imshow(shares, cmap="Blues", vmin=0, vmax=1)
    figure.colorbar(image, ax=axes, label="share of the class", shrink=0.8)
    axes.set(xlabel="predicted", ylabel="true class")
    if size <= 60:  # with more, names would overlap: the figure has at most 14 inches
        fonts = _fonts()
        turn = 0 if max(map(len, classes)) < 3 else 90
        axes.set_xticks(range(size), classes, rotation=turn, fontfamily=fonts)
        axes.set_yticks(range(size), classes, fontfamily=fonts)
    if size <= MOST_NUMBERS:
        for row, column in zip(*np.nonzero(confusion), strict=True):
            color = "white" if shares[row, column] > 0.5 else "black"
            axes.text(column, row, confusion[row, column], ha="center", va="center", color=color,
                      fontsize=8)  # fmt: skip
    figure.savefig(path, dpi=120)
