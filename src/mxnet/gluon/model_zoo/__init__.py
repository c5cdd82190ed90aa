"""Ready-made models, with or without pretrained parameters."""

from . import model_store, vision

__all__ = ["model_store", "vision"]
