"""Encoded images in tests/golden/images, and how they are decoded; the package is given."""

from __future__ import annotations

import pathlib

import numpy as np

GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "images.npz"
FILES = sorted((GOLDEN.parent / "images").iterdir())
MODES = {"colour": {}, "reverse": {"to_rgb": False}, "grey": {"flag": 0}}


def content(mx, path):
    return mx.nd.array(np.frombuffer(path.read_bytes(), np.uint8), dtype="uint8")


def record(mx):
    """Return the golden file, made by the real MXNet."""
    recorded = {
        f"{path.name}/{mode}": mx.nd._internal._cvimdecode(content(mx, path), **options).asnumpy()
        for path in FILES
        for mode, options in MODES.items()
    }
    return {GOLDEN: recorded}
