"""Tokens, vocabularies and word embeddings."""

from . import embedding, utils, vocab

__all__ = ["embedding", "utils", "vocab"]
