"""Automatic mixed precision: matrix products in 16 bits, sums and losses in 32."""

from . import amp, lists, loss_scaler
from .amp import *  # noqa: F403

__all__ = ["amp", "lists", "loss_scaler", *amp.__all__]
