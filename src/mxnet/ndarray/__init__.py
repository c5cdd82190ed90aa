"""``mx.nd``: arrays and the operators on them."""

from .._core import malloc, threads as _threads
from .._core.lazy import lazy_attributes as _lazy_attributes
from . import (
    _dlpack,
    _fluent,
    _imdecode,
    _internal,
    _operators,
    _reexports,
    _sparse_operators,
    contrib,
    functions,
    image,
    linalg,
    ndarray,
    op,
    random,
    sparse,
    utils,
)
from ._dlpack import *  # noqa: F403
from ._imdecode import imdecode
from .functions import *  # noqa: F403
from .indexing import (
    get_indexing_dispatch_code,
    get_oshape_of_gather_nd_op,
    indexing_key_expand_implicit_axes,
)
from .ndarray import NDArray, full, ones, waitall
from .op import *  # noqa: F403
from .utils import *  # noqa: F403

_LOADED_FOR_EFFECT = (
    _fluent, _reexports, _imdecode, _internal, _operators, _sparse_operators,
)  # fmt: skip

__all__ = [
    "CachedOp",  # noqa: F405 - loaded when it is asked for: it runs graphs
    "NDArray", "contrib", "full", "get_indexing_dispatch_code",
    "get_oshape_of_gather_nd_op", "image", "imdecode", "indexing_key_expand_implicit_axes",
    "linalg", "ndarray", "ones", "op", "random", "sparse", "utils", "waitall",
    *_dlpack.__all__, *functions.__all__, *op.__all__, *utils.__all__,
]  # fmt: skip

malloc.tune()
_threads.prepare_for_forks()


__getattr__ = _lazy_attributes(
    __name__,
    {
        "CachedOp": "mxnet.ndarray._cached_op:CachedOp",
        "Custom": "mxnet.operator:custom",
        "np": "mxnet.numpy",
        "numpy": "mxnet.numpy",
        "npx": "mxnet.numpy_extension",
        "numpy_extension": "mxnet.numpy_extension",
    },
    {
        "Tensor": "NDArray is the class of arrays.",
        "absolute": "abs computes it.",
        "allclose": "mx.test_utils.almost_equal(a, b, rtol, atol) compares arrays.",
        "average": "mean computes it; mx.np.average has weights.",
        "bmm": "batch_dot multiplies batches of matrices.",
        "cat": "concat(*arrays, dim=1) joins arrays along an axis.",
        "matmul": "dot multiplies matrices, batch_dot batches of them.",
        "chunk": "split(x, num_outputs, axis=...) returns equal parts.",
        "conv2d": "Convolution is the operator, gluon.nn.Conv2D the layer.",
        "cross_entropy": "gluon.loss.SoftmaxCrossEntropyLoss() computes it.",
        "dropout": "Dropout is the operator, gluon.nn.Dropout the layer.",
        "einsum": "mx.np.einsum computes it, with arrays of mx.np.",
        "float32": "A type is a name: dtype='float32'.",
        "from_torch": "array(tensor) copies a tensor, from_dlpack(tensor) shares its memory.",
        "gather": "pick(x, index, axis=...) selects one element for each index.",
        "isnan": "contrib.isnan computes it.",
        "linear": "FullyConnected is the operator, gluon.nn.Dense the layer.",
        "manual_seed": "mx.random.seed(0) does it.",
        "meshgrid": "mx.np.meshgrid computes it, with arrays of mx.np.",
        "mm": "dot multiplies matrices.",
        "no_grad": "Nothing is recorded outside of mx.autograd.record().",
        "permute": "transpose changes the order of axes.",
        "rand": "random.uniform(shape=...) draws numbers from 0 to 1.",
        "randint": "random.randint(low, high, shape=...) draws integers.",
        "randn": "random.normal(shape=...) draws from the normal distribution.",
        "scatter": "scatter_nd(data, indices, shape) puts elements into zeros.",
        "std": "mx.np.std computes it, with arrays of mx.np.",
        "tensor": "array makes an array of numbers, lists and NumPy's arrays.",
        "unsqueeze": "expand_dims puts an axis in.",
        "var": "mx.np.var computes it, with arrays of mx.np.",
        "view": "reshape changes the shape.",
    },
)


def __dir__():
    """List the available names, loaded or not."""
    return sorted({*globals(), *__all__})
