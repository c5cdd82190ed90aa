"""Arrays in shared memory, for processes that load data.

A segment of shared memory is an unnamed file descriptor. So nothing remains when processes die, and
it is not limited by the size of ``/dev/shm``.
"""

from __future__ import annotations

import ctypes
import functools
import mmap
import os
import secrets
import weakref
from collections.abc import Sequence

import numpy as np
import torch

from .._core import dtypes
from .._eager.array import wrap
from ..base import MXNetError
from ..context import Context
from .ndarray import NDArray

SHARED = Context("cpu_shared", 0)
ALIGNMENT = 64  # bytes: a cache line, and the alignment of memory that torch allocates
_PROTECTION = getattr(mmap, "PROT_READ", 0) | getattr(mmap, "PROT_WRITE", 0)


def create_segment(size: int) -> int:
    """Create a segment of zeros that other processes can map; return its file descriptor."""
    if hasattr(os, "memfd_create"):
        descriptor = os.memfd_create("mxnet-batch", os.MFD_CLOEXEC)
    else:
        descriptor = _unnamed_file()
    os.ftruncate(descriptor, size)
    return descriptor


def _unnamed_file() -> int:
    import _posixshmem  # noqa: PLC0415 (not on every system)

    name = f"/mxnet-{secrets.token_hex(8)}"
    descriptor = _posixshmem.shm_open(name, os.O_CREAT | os.O_EXCL | os.O_RDWR, mode=0o600)
    _posixshmem.shm_unlink(name)
    return descriptor


@functools.cache
def _libc():
    libc = ctypes.CDLL(None, use_errno=True)
    libc.mmap.restype = ctypes.c_void_p
    number, word = ctypes.c_int, ctypes.c_size_t
    libc.mmap.argtypes = (ctypes.c_void_p, word, number, number, number, ctypes.c_int64)
    libc.munmap.argtypes = (ctypes.c_void_p, word)
    return libc


def map_segment(descriptor: int, size: int, populate: bool = False) -> np.ndarray:
    """Map a segment into memory as bytes; the array no longer needs the descriptor.

    With ``populate`` all pages are allocated at once, otherwise on first use.

    Python's ``mmap`` keeps a descriptor for each map. A process can have only about a thousand of
    them, and some users keep all batches of an epoch.
    """
    flags = mmap.MAP_SHARED | (getattr(mmap, "MAP_POPULATE", 0) if populate else 0)
    address = _libc().mmap(None, size, _PROTECTION, flags, descriptor, 0)
    if address in (None, ctypes.c_void_p(-1).value):
        reason = os.strerror(ctypes.get_errno())
        raise MXNetError(f"cannot map {size} bytes of shared memory: {reason}")
    owner = (ctypes.c_uint8 * size).from_address(address)
    weakref.finalize(owner, _libc().munmap, address, size).atexit = False
    return np.frombuffer(owner, np.uint8)


def view_bytes(array: NDArray) -> np.ndarray:
    """View the values of an array as bytes."""
    return dtypes.to_numpy(array._t.cpu()).reshape(-1).view(np.uint8)


def array_at(memory: np.ndarray, offset: int, shape: tuple, dtype, cls=NDArray) -> NDArray:
    """Return an array on ``cpu_shared(0)`` in mapped memory."""
    torch_type = dtypes.lookup(dtype).torch
    size = int(np.prod(shape, dtype=np.int64)) * torch_type.itemsize
    if not size:
        return wrap(torch.empty(shape, dtype=torch_type), SHARED, cls)
    values = torch.from_numpy(memory[offset : offset + size]).view(torch_type)
    return wrap(values.view(shape), SHARED, cls)


def stack_into(memory: np.ndarray, arrays: Sequence[NDArray]) -> NDArray:
    """Stack arrays in mapped memory; return the resulting array."""
    first = arrays[0]
    target = array_at(memory, 0, (len(arrays), *first.shape), first.dtype, type(first))
    torch.stack([array._t for array in arrays], out=target._t)
    return target


def data_address(array: NDArray) -> int:
    """Return the address of the values of an array."""
    return array._t.data_ptr()


def with_context(array: NDArray, ctx: Context) -> NDArray:
    """Return the same array, in the same host memory, as one on another host context."""
    return wrap(array._t, ctx, type(array))
