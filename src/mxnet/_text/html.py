"""HTML for notebooks: tables, and arrays displayed as images."""

from __future__ import annotations

import base64
import html
import struct
import zlib
from collections.abc import Iterable, Sequence

import numpy as np

# The smallest array shown as a picture, so that small matrices stay numbers, and the largest
# display.
_SMALLEST, _LARGEST = 8, 1024
_BLACK = 32  # of 255: an eighth of the brightness can hardly be distinguished from black
# Jupyter aligns cells to the right, which hides the indentation of nested layers.
_LEFT = "<style>.mxnet td, .mxnet th {text-align: left !important}</style>"
_MAGNIFIED = 96  # pixels of the shorter side of small pictures


def table(heads: Sequence[str], rows: Iterable[Sequence], caption: str = "") -> str:
    """Return a table; cells are formatted with ``str``, None as an empty one.

    >>> table(["a"], [[1], [None]]).removeprefix(_LEFT)
    '<table class="mxnet"><tr><th>a</th></tr><tr><td>1</td></tr><tr><td></td></tr></table>'
    """
    title = f"<caption>{html.escape(caption)}</caption>" if caption else ""
    lines = "".join(f"<tr>{''.join(_cell(value) for value in row)}</tr>" for row in rows)
    head = "".join(f"<th>{html.escape(name)}</th>" for name in heads)
    return f'{_LEFT}<table class="mxnet">{title}<tr>{head}</tr>{lines}</table>'


def _cell(value) -> str:
    text = f"{value:.5g}" if isinstance(value, float) else "" if value is None else str(value)
    return f"<td>{html.escape(text)}</td>"


def preformatted(text: str) -> str:
    """Return text with preserved lines."""
    return f"<pre>{html.escape(text)}</pre>"


def picture(values: np.ndarray) -> str:
    """Return an image of values that look like one, otherwise nothing.

    Such values are bytes of height x width x 1, 3 or 4, and floats from 0 to 1 with channels first.
    Bytes that would look black, such as the 17 shades of the digits, are scaled up.
    """
    pixels = _pixels(values)
    if pixels is None:
        return ""
    if 0 < (brightest := int(pixels.max())) < _BLACK:
        pixels = (pixels * (255 / brightest)).astype(np.uint8)
    height, width = pixels.shape[:2]
    scale = max(1, _MAGNIFIED // min(height, width))
    data = base64.b64encode(_png(pixels)).decode()
    return (
        f'<img src="data:image/png;base64,{data}" width="{width * scale}" '
        f'height="{height * scale}" style="image-rendering: pixelated">'
    )


def _pixels(values: np.ndarray) -> np.ndarray | None:
    if values.ndim != 3:
        return None
    if values.dtype == np.uint8:
        pixels = values
    elif values.dtype.kind == "f" and _is_share(values):
        pixels = (values.transpose(1, 2, 0) * 255).round().astype(np.uint8)
    else:
        return None
    height, width, channels = pixels.shape
    fits = _SMALLEST <= height <= _LARGEST and _SMALLEST <= width <= _LARGEST
    return pixels if fits and channels in (1, 3, 4) else None


def _is_share(values: np.ndarray) -> bool:
    """Return whether all values are from 0 to 1, and not all the same."""
    return bool(values.size and 0 <= values.min() < values.max() <= 1)


_COLOR_TYPES = {1: 0, 3: 2, 4: 6}  # channels -> the PNG code for gray, RGB, RGB with alpha


def _png(pixels: np.ndarray) -> bytes:
    """Encode bytes of height x width x channels; this needs no image package."""
    height, width, channels = pixels.shape
    header = struct.pack(">IIBBBBB", width, height, 8, _COLOR_TYPES[channels], 0, 0, 0)
    rows = np.ascontiguousarray(pixels).reshape(height, -1)
    # Each row begins with its filter type, 0 for none.
    unfiltered = np.insert(rows, 0, 0, axis=1).tobytes()
    parts = [(b"IHDR", header), (b"IDAT", zlib.compress(unfiltered)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
