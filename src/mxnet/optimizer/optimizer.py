"""The optimizers under MXNet's module path."""

from __future__ import annotations

from ..base import py_str as py_str
from ..ndarray import (
    NDArray as NDArray,
    abs as NDabs,
    array as array,
    maximum as maximum,
    multiply as multiply,
    sparse as sparse,
    zeros as zeros,
)
from ..ndarray.contrib import (
    multi_lamb_update as multi_lamb_update,
    multi_mp_lamb_update as multi_mp_lamb_update,
)
from ..random import normal as normal
from ..util import is_np_array as is_np_array
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
