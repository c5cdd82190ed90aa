"""``mx.nd.linalg``: linear algebra on matrices or batches, created from the operator table."""

from __future__ import annotations

from .._core.lazy import lazy_attributes as _lazy_attributes
from .._eager.functions import nd_function
from .._ops import OPS
from .ndarray import NDArray

_PREFIX = "_linalg_"

__all__ = [name.removeprefix(_PREFIX) for name in OPS if name.startswith(_PREFIX)]

for _name in __all__:
    globals()[_name] = nd_function(OPS[_PREFIX + _name], _name, __name__, NDArray)

__getattr__ = _lazy_attributes(
    __name__, {},
    {
        "inv": "inverse inverts square matrices.",
        "matmul": "gemm2(A, B) multiplies matrices or batches of them.",
        "norm": "mx.nd.norm computes norms.",
        "solve": "trsm solves triangular systems; mx.np.linalg.solve, with arrays of mx.np, all.",
        "svd": "mx.np.linalg.svd computes it, with arrays of mx.np.",
    },
)  # fmt: skip
