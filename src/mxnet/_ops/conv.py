"""Convolution, its transpose, and the columns behind them."""

from __future__ import annotations
