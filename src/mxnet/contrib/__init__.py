"""``mx.contrib``: contributed modules, and aliases of the operators of ``mx.nd.contrib``.

Modules are imported at first use.
"""

from .._core.lazy import lazy_attributes as _lazy_attributes

_PARTS = {
    name: f"mxnet.contrib.{name}"
    for name in (
        "amp", "autograd", "caffe", "horovod", "io", "ndarray", "onnx", "quantization",
        "svrg_optimization", "symbol", "tensorboard", "text",
    )
}  # fmt: skip
_SHORT = {"nd": "ndarray", "quant": "quantization", "sym": "symbol"}

__getattr__ = _lazy_attributes(
    __name__, _PARTS | {short: _PARTS[name] for short, name in _SHORT.items()}
)
