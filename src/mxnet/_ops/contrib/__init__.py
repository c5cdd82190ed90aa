"""Operators that MXNet calls contrib: detection, attention and others."""

from . import (  # noqa: F401 - each file registers its operators
    attention,
    boxes,
    elementwise,
    fourier,
    graphs,
    hawkes,
    indexing,
    multibox,
    norm,
    proposal,
    psroi,
    resizing,
    roi,
    sparse,
    sync_norm,
)
