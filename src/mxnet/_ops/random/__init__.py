"""Random arrays and probability densities."""

from . import (  # noqa: F401 - each file registers its operators
    density,
    draws,
    sampling,
)
