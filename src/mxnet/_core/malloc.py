"""Tuning of glibc's allocator: keep big blocks for reuse, and limit what is kept.

By default glibc maps every big block anew and unmaps it when it is freed, so each large result pays
for new zeroed pages, which costs several times as much as the arithmetic. ``tune`` makes such
blocks part of the heap, where the next result of that size can reuse them. The figures are in
``docs/architecture.md``. The heap also requests pages of 2 MiB, which speed up address translation
for large arrays. ``MXNET_MALLOC_TUNING=0`` disables this.

There are three limits, with ``keep`` = 1 GiB or an eighth of the memory, whichever is less: a block
above ``keep`` is still mapped separately; free memory above ``keep`` at the end of the heap is
returned immediately; and ``trim_if_grown``, called where a program synchronizes, returns free pages
anywhere in the heap when the process has more than twice what it had after the last time, plus
``keep``.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable
from time import monotonic

# Parameters of mallopt, from <malloc.h>.
M_TRIM_THRESHOLD, M_TOP_PAD, M_MMAP_THRESHOLD, M_MMAP_MAX = -1, -2, -3, -4

MADV_HUGEPAGE = 14  # from <sys/mman.h>
HUGE_PAGE = 2 << 20  # bytes, on x86-64 and on arm64 with pages of 4 KB

PERIOD = 1.0  # seconds between two checks of the memory in use


class _Tuned:
    """The allocator after tuning: the C library, and what to monitor."""

    __slots__ = ("libc", "keep", "ceiling", "next_look", "huge_until", "free_product_buffers")

    def __init__(self, libc: ctypes.CDLL, keep: int, huge_until: int):
        self.libc = libc
        self.keep = keep
        self.next_look = 0.0
        self.huge_until = huge_until
        self.free_product_buffers = _mkl_function("mkl_serv_thread_free_buffers")
        self.grow()
        self.set_ceiling()

    def grow(self) -> None:
        """Let the heap grow at once by huge pages; none of them is touched yet."""
        self.libc.free(self.libc.malloc(self.keep // 2))
        self.ask_for_huge_pages()

    def set_ceiling(self) -> None:
        self.ceiling = 2 * resident() + self.keep

    def ask_for_huge_pages(self) -> None:
        """Request huge pages for the part by which the heap has grown since the last time."""
        begin, end = self.huge_until, self.libc.sbrk(0) // HUGE_PAGE * HUGE_PAGE
        if end > begin:
            # Has no effect if the system has no huge pages.
            self.libc.madvise(begin, end - begin, MADV_HUGEPAGE)
            self.huge_until = end


_tuned: _Tuned | None = None


def tune(keep: int | None = None) -> bool:
    """Make the allocator keep blocks of up to ``keep`` bytes; return whether it does."""
    global _tuned
    if _tuned is not None:
        return True
    libc = _glibc()
    if libc is None or os.environ.get("MXNET_MALLOC_TUNING", "1") == "0":
        return False
    keep = keep or min(1 << 30, _memory() // 8)
    heap_end = libc.sbrk(0)  # before the heap grows by the new padding
    if not libc.mallopt(M_MMAP_THRESHOLD, keep):
        # glibc before 2.35 rejects thresholds above 32 MiB: never map a block separately there.
        libc.mallopt(M_MMAP_MAX, 0)
    libc.mallopt(M_TRIM_THRESHOLD, keep)
    libc.mallopt(M_TOP_PAD, keep // 16)
    _fill_small_bins(libc)
    _tuned = _Tuned(libc, keep, _next_huge_page(heap_end))
    return True


def release() -> None:
    """Return all free memory to the system now."""
    if _tuned is not None:
        _tuned.free_product_buffers()
        _tuned.libc.malloc_trim(0)
        # The heap has shrunk: huge pages must be requested again when it grows.
        _tuned.huge_until = min(_tuned.huge_until, _next_huge_page(_tuned.libc.sbrk(0)))
        _tuned.grow()
        _tuned.set_ceiling()


def _next_huge_page(address: int) -> int:
    return -(-address // HUGE_PAGE) * HUGE_PAGE


def trim_if_grown() -> None:
    """Return free memory if the process holds much more than it needed before."""
    tuned = _tuned
    if tuned is None:
        return
    now = monotonic()
    if now < tuned.next_look:
        return
    tuned.next_look = now + PERIOD
    tuned.ask_for_huge_pages()
    if resident() > tuned.ceiling:
        release()


def resident() -> int:
    """Return the resident memory of this process in bytes."""
    with open("/proc/self/statm", "rb") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def _glibc() -> ctypes.CDLL | None:
    """Return the C library, if it is glibc."""
    if not sys.platform.startswith("linux"):
        return None
    libc = ctypes.CDLL(None)
    if not hasattr(libc, "gnu_get_libc_version"):
        return None
    libc.malloc.restype, libc.malloc.argtypes = ctypes.c_void_p, [ctypes.c_size_t]
    libc.free.restype, libc.free.argtypes = None, [ctypes.c_void_p]
    libc.sbrk.restype, libc.sbrk.argtypes = ctypes.c_size_t, [ctypes.c_ssize_t]
    libc.madvise.argtypes = [ctypes.c_size_t, ctypes.c_size_t, ctypes.c_int]
    return libc


def _mkl_function(name: str) -> Callable[[], object]:
    """Return a function of the MKL inside torch, or one that does nothing without MKL.

    A matrix product for which none of MKL's buffers is large enough adds another one of 5 to 7 MB,
    which it keeps. ``mkl_thread_free_buffers``, here by its internal name, frees those of a thread.
    """
    try:
        torch = ctypes.CDLL("libtorch_cpu.so", mode=os.RTLD_NOLOAD | os.RTLD_LAZY)
        return getattr(torch, name)
    except (OSError, AttributeError):  # torch is not loaded, or was built without MKL
        return lambda: None


def _fill_small_bins(libc: ctypes.CDLL) -> None:
    """Fill this thread's cache of small chunks, so that it accepts no more of them.

    An aligned block is cut out of a larger chunk. The remainders (32 to 112 bytes) of the first
    blocks would go into that cache instead of being merged with their block when it is freed, which
    is then too small for the next result of its size. Seven blocks are lost this way for each size
    of remainder.
    """
    for chunk in [libc.malloc(size) for size in range(24, 112, 16) for _ in range(7)]:
        libc.free(chunk)


def _memory() -> int:
    """Return the memory limit of this process in bytes: the machine's, or less in a container."""
    total = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        with open("/sys/fs/cgroup/memory.max") as limit:
            return min(total, int(limit.read()))
    except (OSError, ValueError):  # no control group, or "max"
        return total
