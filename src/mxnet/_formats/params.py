"""The ``.params`` format: a list of arrays, each with or without a name.

A file is ``u64 0x112, u64 0, u64 count, arrays, u64 number of names, names``; all numbers are
little-endian. An array begins with a magic number that identifies its version:

======= ============ ===============================================================
version magic        what an array is made of
======= ============ ===============================================================
0       none         u32 ndim, u32 dims, device, dtype, data
1       0xF993FAC8   magic, i32 ndim, i64 dims, device, dtype, data
2       0xF993FAC9   magic, i32 storage type, [storage shape], shape, device, dtype,
                     [dtype and shape of each index array], data, [index arrays]
3       0xF993FACA   as 2, dense only: written where NumPy's shape rules are on
======= ============ ===============================================================

The parts in brackets belong to sparse arrays. A device is ``i32 type, i32 id``.
"""

from .params_reader import array_from_bytes, read_bytes, read_file
from .params_writer import array_to_bytes, to_bytes, write_file
from .stored_array import StoredArray

__all__ = [
    "StoredArray",
    "array_from_bytes",
    "array_to_bytes",
    "read_bytes",
    "read_file",
    "to_bytes",
    "write_file",
]
