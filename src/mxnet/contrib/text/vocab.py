"""Vocabularies: tokens and their indices."""

from ...gluon.contrib.data._vocabulary import Vocabulary
from . import _constants as C

__all__ = ["Vocabulary"]

_REEXPORTED = (C,)
