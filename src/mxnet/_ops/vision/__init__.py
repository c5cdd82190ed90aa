"""Images, resizing and regions of interest."""

from . import (  # noqa: F401 - each file registers its operators
    color,
    deformable,
    image,
    opencv,
    resizing,
    roi_pooling,
    spatial,
)
