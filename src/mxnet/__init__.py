"""Apache MXNet's Python API on PyTorch's kernels.

``import mxnet`` loads only the import hook of ``mxnet.compat``: submodules and top-level names of
MXNet are imported at first use. So the import takes milliseconds, and parts that do not need torch
(``mxnet.recordio``) never load it.
"""

import os as _os
from importlib import import_module as _import_module

from ._core.lazy import load as _load, no_attribute as _no_attribute
from .compat._version import Version as _Version

__version__ = "1.10.0"  # read by the build, see pyproject.toml
__version__ = _Version(__version__)

_ALIASES = {
    "img": "image",
    "init": "initializer",
    "kv": "kvstore",
    "mod": "module",
    "mon": "monitor",
    "nd": "ndarray",
    "np": "numpy",
    "np_symbol": "symbol.numpy",
    "npx": "numpy_extension",
    "rnd": "random",
    "sym": "symbol",
    "torch": "th",
    "viz": "visualization",
}

# Top-level names that are not modules -> the module that defines them.
_MEMBERS = {
    "attribute": ("AttrScope",),
    "base": ("MXNetError",),
    "context": ("Context", "cpu", "cpu_pinned", "current_context", "gpu"),
    "util": (
        "is_np_array",
        "is_np_shape",
        "np_array",
        "np_shape",
        "set_np_shape",
        "use_np",
        "use_np_array",
        "use_np_shape",
    ),
}
_HOMES = {name: module for module, names in _MEMBERS.items() for name in names}

_AN_ARRAY = "mx.nd has the functions of arrays (and mx.np, with NumPy's rules)."
_ELSEWHERE = {
    "DataLoader": "mx.gluon.data.DataLoader loads batches.",
    "Sequential": "mx.gluon.nn.Sequential and HybridSequential put layers in order.",
    "Tensor": "mx.nd.NDArray is the class of arrays.",
    "Trainer": "mx.gluon.Trainer updates parameters.",
    "arange": _AN_ARRAY,
    "array": _AN_ARRAY,
    "cuda": "mx.gpu() is a device, mx.context.num_gpus() counts them.",
    "data": "mx.gluon.data has datasets and loaders.",
    "device": "mx.cpu() and mx.gpu(0) are devices.",
    "functional": _AN_ARRAY,
    "from_numpy": "mx.nd.from_numpy shares the memory of an array, mx.nd.array copies it.",
    "grad": "mx.autograd.grad returns gradients.",
    "float32": "Types are strings or NumPy's: dtype='float32'.",
    "int64": "Types are strings or NumPy's: dtype='int64'.",
    "keras": "mx.gluon.nn has the layers, mx.gluon.contrib.estimator.Estimator trains.",
    "layers": "mx.gluon.nn has the layers.",
    "load": "mx.nd.load reads arrays, net.load_parameters and mx.gluon.load networks.",
    "loss": "mx.gluon.loss has the losses.",
    "losses": "mx.gluon.loss has the losses.",
    "manual_seed": "mx.random.seed(0) does it.",
    "metrics": "mx.metric has the metrics.",
    "matmul": "mx.nd.dot multiplies matrices, mx.nd.batch_dot batches of them.",
    "models": "mx.gluon.model_zoo.vision has networks.",
    "nn": "mx.gluon.nn has the layers.",
    "no_grad": "Nothing is recorded outside of mx.autograd.record().",
    "num_gpus": "mx.context.num_gpus() counts GPUs.",
    "ones": _AN_ARRAY,
    "optim": "mx.gluon.Trainer trains with an optimizer of mx.optimizer.",
    "relu": _AN_ARRAY,
    "save": "mx.nd.save writes arrays, net.save_parameters and net.save networks.",
    "seed": "mx.random.seed(0) does it.",
    "tensor": _AN_ARRAY,
    "zeros": _AN_ARRAY,
}

TYPE_CHECKING = False
if TYPE_CHECKING:  # for editors and type checkers, which do not run the code below
    from typing import Any

    from . import (
        image as img,
        initializer as init,
        kvstore as kv,
        module as mod,
        monitor as mon,
        ndarray as nd,
        numpy as np,
        numpy_extension as npx,
        random as rnd,
        symbol as sym,
        visualization as viz,
    )
    from .attribute import AttrScope
    from .base import MXNetError
    from .context import Context, cpu, cpu_pinned, current_context, gpu
    from .symbol import numpy as np_symbol
    from .util import (
        is_np_array,
        is_np_shape,
        np_array,
        np_shape,
        set_np_shape,
        use_np,
        use_np_array,
        use_np_shape,
    )
del TYPE_CHECKING


def __getattr__(name) -> "Any":
    """Import the object ``mxnet.<name>`` lazily, and store it here."""
    if name == "__all__":
        return __dir__()
    if name.startswith("_"):
        raise AttributeError(f"module 'mxnet' has no attribute {name!r}")
    if name in _HOMES:
        value = getattr(_submodule(_HOMES[name], name), name)
    else:
        value = _submodule(_ALIASES.get(name, name), name)
    globals()[name] = value
    return value


def _submodule(path, name):
    """Import ``mxnet.<path>``; if there is none, ``mxnet`` has no attribute ``name``."""
    target = f"{__name__}.{path}"
    try:
        return _load(target)
    except ModuleNotFoundError as error:
        # A missing package that the submodule itself imports is a different error.
        if error.name is None or not f"{target}.".startswith(f"{error.name}."):
            raise
        raise _no_attribute(__name__, name, _ELSEWHERE) from None


def __dir__():
    """List the available public names, loaded or not."""
    files = map(_os.path.splitext, _os.listdir(__path__[0]))
    modules = {stem for stem, suffix in files if suffix in ("", ".py")}  # "" of packages
    names = {name for name, home in (_HOMES | _ALIASES).items() if home in modules}
    names |= {name for name in modules | set(globals()) if not name.startswith("_")}
    return sorted(names | {"__version__"})


_import_module("mxnet.compat").install()

if _os.environ.get("DMLC_ROLE") in ("scheduler", "server"):
    # MXNet: launchers start the same script in these roles, and it never gets past this import.
    _import_module("mxnet.kvstore.kvstore_server").serve_and_exit()

if _os.environ.get("MXNET_RECORD_SYMBOLS", "0") == "1":
    _import_module("mxnet.symbol._recorded").record_calls()
