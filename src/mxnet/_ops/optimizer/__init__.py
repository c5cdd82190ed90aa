"""Updates of weights."""

from . import multi, single  # noqa: F401 - each file registers its operators
