"""Array creation, shapes, indexing and concatenation."""

from . import (  # noqa: F401 - each file registers its operators
    creation,
    indexing,
    joining,
    sequence,
    shape,
    slicing,
)
