"""Names that programs import from ``mxnet.ndarray.ndarray``, as in MXNet.

The functions are defined in other files of this package and re-exported here.
"""

from __future__ import annotations

from .. import base, context, runtime, util
from .._core import dtypes
from .._formats.stored_array import STORAGE_CODES
from . import _dlpack, _imdecode, _internal, _shared_handles, functions, indexing, ndarray, op

_STORAGE_TYPE_STR_TO_ID = {"undefined": -1, **STORAGE_CODES}

_SOURCES = {
    _dlpack: ("DLContext", "DLDataType", "DLManagedTensor", "DLTensor", *_dlpack.__all__),
    _imdecode: _imdecode.__all__,
    functions: functions.__all__,
    indexing: (
        "check_boolean_array_dimension",
        "get_indexing_dispatch_code",
        "get_oshape_of_gather_nd_op",
        "indexing_key_expand_implicit_axes",
    ),
    base: ("c_array", "c_array_buf", "c_handle_array", "c_str", "check_call", "ctypes2buffer"),
    context: ("Context", "current_context"),
    runtime: ("Features",),
    util: ("is_np_array",),
}

vars(ndarray).update(
    {name: getattr(source, name) for source, names in _SOURCES.items() for name in names},
    op=op,
    _new_from_shared_mem=_shared_handles.new_from_shared_mem,
    _internal=_internal,
    py_slice=slice,
    _DTYPE_NP_TO_MX={None: -1, **{row.numpy: row.flag for row in dtypes.TABLE}},
    _DTYPE_MX_TO_NP={-1: None, **{row.flag: row.numpy for row in dtypes.TABLE}},
    _GRAD_REQ_MAP={"null": 0, "write": 1, "add": 3},
    _STORAGE_TYPE_STR_TO_ID=_STORAGE_TYPE_STR_TO_ID,
    _STORAGE_TYPE_ID_TO_STR={number: name for name, number in _STORAGE_TYPE_STR_TO_ID.items()},
)
