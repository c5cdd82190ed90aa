"""``mx.contrib``: contributed parts, and other homes of the operators of ``mx.nd.contrib``.

A part is imported when it is first asked for.
"""

from importlib import import_module as _import_module

_NAMES = (
    "amp", "autograd", "io", "ndarray", "onnx", "quantization", "svrg_optimization", "symbol",
    "tensorboard", "text",
)  # fmt: skip
_PARTS = dict(zip(_NAMES, _NAMES, strict=True))
_PARTS |= {"nd": "ndarray", "quant": "quantization", "sym": "symbol"}


def __getattr__(name):
    if name not in _PARTS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    target = f"{__name__}.{_PARTS[name]}"
    try:
        return _import_module(target)
    except ModuleNotFoundError as error:
        if error.name != target:
            raise
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}") from None
