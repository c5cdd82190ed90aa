"""Layers for 8-bit integers."""

from . import (  # noqa: F401 - each file registers its operators
    layers,
    quantize,
    rnn,
)
