"""The allocator keeps big blocks, within bounds, and only where it may."""

import json
import os
import subprocess
import sys

import pytest
import torch

from mxnet._core import malloc

pytestmark = pytest.mark.skipif(malloc._glibc() is None, reason="the C library is not glibc")

FRESH_BLOCK = 8192  # page faults of one block of 32 MiB whose pages are new

# Blocks as torch asks for them, without the time that importing torch takes.
SETUP = """
import ctypes, json, resource
from mxnet._core import malloc
MIB = 1 << 20
c = ctypes.CDLL(None)
c.free.argtypes = [ctypes.c_void_p]
def block(size):
    pointer = ctypes.c_void_p()
    assert not c.posix_memalign(ctypes.byref(pointer), 64, size)
    ctypes.memset(pointer, 1, size)
    return pointer
def use():
    c.free(block(32 * MIB))
"""
# Counts the pages that the system had to supply while one big block after the other was used.
FAULTS = """
tuned = malloc.tune()
for _ in range(3):
    use()
start = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
for _ in range(10):
    use()
print(json.dumps([tuned, resource.getrusage(resource.RUSAGE_SELF).ru_minflt - start]))
"""
# Small blocks that stay alive pin the heap between big ones that do not.
GROWTH = """
malloc.PERIOD = 0
assert malloc.tune(keep=64 * MIB)
before = malloc.resident()
blocks = []
for _ in range(40):
    blocks.append(block(8 * MIB))
    block(100_000)
def free():
    for pointer in blocks:
        c.free(pointer)
{then}
print(json.dumps([(malloc.resident() - before) // MIB]))
"""


def run(*scripts, **environment):
    """Run scripts in a separate process and return the list that they print."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", **environment}
    command = [sys.executable, "-c", "".join(scripts)]
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(done.stdout)


def test_big_blocks_are_reused():
    tuned, faults = run(SETUP, FAULTS)
    assert tuned
    assert faults < FRESH_BLOCK * 3  # of ten blocks most reuse their pages


def test_big_tensors_are_reused():
    tuned, faults = run(SETUP, "import torch\ndef use():\n    torch.ones(8 * MIB)\n", FAULTS)
    assert tuned
    assert faults < FRESH_BLOCK * 3


def test_the_heap_asks_for_huge_pages():
    """Also for what it grows by later, when somebody looks; the system may have none to give."""
    (advised,) = run(
        SETUP,
        """
real = malloc._glibc()
asked = []
class Watched:
    def __getattr__(self, name):
        return getattr(real, name)
    def madvise(self, begin, length, advice):
        assert (begin % malloc.HUGE_PAGE, advice) == (0, 14)
        asked.append((begin, begin + length))
        return real.madvise(begin, length, advice)
malloc._glibc = Watched
malloc.PERIOD = 0
assert malloc.tune(keep=64 * MIB)
size = asked[0][1] - asked[0][0]
kept = [block(16 * MIB) for _ in range(6)]
malloc.trim_if_grown()
# The first block may begin in what was left of the old heap, below the first whole huge page.
first, end = asked[0][0] - 2 * malloc.HUGE_PAGE, asked[1][1] + malloc.HUGE_PAGE
covered = all(first <= b.value and b.value + 16 * MIB <= end for b in kept)
print(json.dumps([[size // MIB >= 28, asked[1][0] == asked[0][1], covered]]))
""",
    )
    assert advised == [True, True, True]


def test_big_blocks_are_reused_by_an_old_glibc():
    refuse = """
real = malloc._glibc()
class Old:
    malloc, free, sbrk, madvise = real.malloc, real.free, real.sbrk, real.madvise
    def mallopt(self, parameter, value):
        too_high = parameter == malloc.M_MMAP_THRESHOLD and value > 32 * MIB
        return 0 if too_high else c.mallopt(parameter, value)
malloc._glibc = Old
"""
    tuned, faults = run(SETUP, refuse, FAULTS)
    assert tuned
    assert faults < FRESH_BLOCK * 3


def test_tuning_can_be_switched_off():
    tuned, faults = run(SETUP, FAULTS, MXNET_MALLOC_TUNING="0")
    assert not tuned
    assert faults > 10000


def test_another_c_library_is_left_alone():
    tuned, _ = run(SETUP, "malloc._glibc = lambda: None\n", FAULTS)
    assert not tuned


def test_free_memory_in_the_middle_of_the_heap_is_kept():
    (growth,) = run(SETUP, GROWTH.format(then="free()"))
    assert growth > 200


@pytest.mark.parametrize("give_back", ["trim_if_grown", "release"])
def test_growth_is_bounded(give_back):
    (growth,) = run(SETUP, GROWTH.format(then=f"free(); malloc.{give_back}()"))
    assert growth < 32


def test_memory_in_use_raises_the_ceiling():
    """A look that finds nothing to give back is not repeated until much more is in use."""
    then = "malloc.trim_if_grown(); assert malloc._tuned.ceiling > 2 * malloc.resident()"
    (growth,) = run(SETUP, GROWTH.format(then=then))
    assert growth > 300


@pytest.mark.skipif(not torch.backends.mkl.is_available(), reason="torch has no MKL")
def test_release_frees_the_buffers_of_matrix_products():
    script = """
import ctypes, json, torch
from mxnet import nd
from mxnet._core import malloc
count, mkl = ctypes.c_int(), ctypes.CDLL("libtorch_cpu.so")
def buffers():
    mkl.mkl_serv_mem_stat(ctypes.byref(count))
    return count.value
torch.mm(torch.ones(200, 1024), torch.ones(1024, 256))  # nd.dot may use oneDNN
before = buffers()
malloc.release()
print(json.dumps([before, buffers()]))
"""
    before, after = run(script)
    assert before > after == 0


def test_looks_are_rare(monkeypatch):
    """Within a period, ``trim_if_grown`` does not even ask how much memory is in use."""
    monkeypatch.setattr(
        malloc, "_tuned", malloc._Tuned(malloc._glibc(), keep=1 << 40, huge_until=1 << 60)
    )
    looks = []
    monkeypatch.setattr(malloc, "resident", lambda: looks.append(1) or 0)
    for _ in range(100):
        malloc.trim_if_grown()
    assert len(looks) == 1


def test_small_machines_keep_less(monkeypatch):
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 1 << 18, "SC_PAGE_SIZE": 4096}.get)
    assert malloc._memory() <= 1 << 30
