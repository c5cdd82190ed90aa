"""The optimizers under MXNet's module path."""

from __future__ import annotations

from ..base import py_str
from ..ndarray import NDArray, array, maximum, multiply, sparse, zeros
from ..ndarray import abs as NDabs
from ..ndarray.contrib import multi_lamb_update, multi_mp_lamb_update
from ..random import normal
from ..util import is_np_array
from ._adam import Adam, Adamax, Nadam
from ._adamw import AdamW
from ._adaptive import FTML, AdaDelta, AdaGrad, Ftrl, RMSProp
from ._large_batch import LAMB, LARS, LBSGD
from ._sgd import DCASGD, NAG, SGD, SGLD, Signum, Test, ccSGD
from ._updater import Updater, get_updater
from .base import Optimizer, create, register

__all__ = [
    "AdaDelta", "AdaGrad", "Adam", "AdamW", "Adamax", "DCASGD", "FTML", "Ftrl", "LAMB", "LARS",
    "LBSGD", "NAG", "NDabs", "Nadam", "Optimizer", "RMSProp", "SGD", "SGLD", "Signum", "Test",
    "Updater", "ccSGD", "create", "get_updater", "register",
]  # fmt: skip

for _name in __all__:
    # Saved states and messages name the classes by this module, as MXNet's do.
    if isinstance(globals()[_name], type):
        globals()[_name].__module__ = __name__

_REEXPORTED = (
    NDArray, array, is_np_array, maximum, multi_lamb_update, multi_mp_lamb_update, multiply, normal,
    py_str, sparse, zeros,
)  # fmt: skip
