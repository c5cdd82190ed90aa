"""Optimizer update operators."""

from . import multi, single  # noqa: F401 - each file registers its operators
