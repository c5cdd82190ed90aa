"""The operators. Importing this package fills the table in ``registry``."""

from . import (
    conv,
    creation,
    elementwise,
    image,
    indexing,
    linalg,
    loss,
    matmul,
    nn,
    norm,
    optimizer,
    ordering,
    pooling,
    random,
    reduce,
    rnn,
    sequence,
    shape,
    softmax,
    spatial,
)
from .registry import OPS, Op

FAMILIES = (
    conv, creation, elementwise, image, indexing, linalg, loss, matmul, nn, norm, optimizer, ordering,
    pooling, random, reduce, rnn, sequence, shape, softmax, spatial,
)  # fmt: skip

__all__ = ["FAMILIES", "OPS", "Op"]
