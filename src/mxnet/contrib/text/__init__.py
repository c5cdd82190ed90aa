"""Words, their numbers and their vectors."""

from . import embedding, utils, vocab

__all__ = ["embedding", "utils", "vocab"]
