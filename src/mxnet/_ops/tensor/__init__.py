"""Making arrays, their shapes, indexing and joining."""

from . import (  # noqa: F401 - each file registers its operators
    creation,
    indexing,
    joining,
    sequence,
    shape,
    slicing,
)
