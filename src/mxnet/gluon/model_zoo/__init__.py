"""Models that are ready to use, with or without trained parameters."""

from . import model_store, vision

__all__ = ["model_store", "vision"]
