"""Vocabularies: tokens and their indices."""

from ...gluon.contrib.data._vocabulary import Vocabulary
from . import _constants as C  # noqa: F401

__all__ = ["Vocabulary"]
