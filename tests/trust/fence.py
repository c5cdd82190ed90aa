"""Operators behind fences: access beyond their memory ends the process.

``python -m tests.trust.fence [all]`` builds ``fence.c`` with the C compiler of the system, preloads
it into a process of its own, and runs there what has memory of its own (Winograd's convolution,
packed weights, results in the place of temporaries, batches in shared memory) and each operator,
forward and backward: one row of it, with ``all`` every row. ``test_fence.py`` does so without
``all``. First it makes five mistakes in child processes, each of which must be noticed.
"""

from __future__ import annotations

import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator

import numpy as np
import torch

import mxnet as mx
from mxnet import autograd, gluon, nd
from mxnet._graph.passes.epilogue import Epilogue
from mxnet._graph.passes.winograd import FILTERS, Winograd
from mxnet.gluon import nn
from mxnet.ndarray._shared import stack_into
from tests.contracts.bad_calls import Case, all_rows, sample_rows
from tests.contracts.check_bad_calls import array_of, call, run

ROOT = pathlib.Path(__file__).parents[2]
SOURCE = pathlib.Path(__file__).with_name("fence.c")
SHAPES = [(1, 8, 8, 7, 9), (3, 16, 24, 13, 5), (2, 3, 5, 3, 3), (5, 32, 16, 20, 18)]
CALLS = 10  # of a network: the eighth makes graphs of oneDNN


# ------------------------------------------------------------------------------------- what is run


def winograd() -> None:
    for (images, channels, filters, height, width), size in (
        (shape, size) for shape in SHAPES for size in FILTERS
    ):
        data, weight = (
            torch.randn(images, channels, height, width),
            torch.randn(filters, channels, 3, 3),
        )
        for in_place in (False, True):
            epilogue = Epilogue(torch.randn(filters), "relu", [])
            compute = Winograd(weight, epilogue, data.shape, (1, 1), size, in_place)
            other = torch.randn(images, filters, height, width)
            compute(data, other.contiguous(memory_format=torch.channels_last))


class Residual(nn.HybridBlock):
    """Convolutions, plain and by channel, normalized, with a sum behind them."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.body = nn.HybridSequential()
            self.body.add(nn.Conv2D(8, 3, padding=1, use_bias=False), nn.BatchNorm())
            self.body.add(
                nn.Activation("relu"), nn.Conv2D(8, 3, padding=1, groups=8), nn.BatchNorm()
            )
            self.out = nn.Dense(5)

    def hybrid_forward(self, F, x):
        return F.softmax(self.out(F.relu(self.body(x) + x) * 2 + 1))


def plans() -> None:
    """Networks hybridized: plans with packed weights, temporaries overwritten, and training."""
    net = Residual()
    net.initialize()
    net.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "adam")
    loss = gluon.loss.SoftmaxCrossEntropyLoss()
    for size in (7, 16, 33):
        data, label = nd.random.uniform(shape=(3, 8, size, size)), nd.array([0, 1, 2])
        if size == 7:
            net(data)
        features = data[:, :, :7, :7]
        for _ in range(CALLS):
            net(features).wait_to_read()
            net.body(data).wait_to_read()
        with autograd.record():
            error = loss(net(features), label)
        error.backward()
        trainer.step(3)


def shared_memory() -> None:
    """Batches of workers, and arrays that end where their memory ends."""
    images = np.random.randint(0, 255, (37, 9, 7, 3)).astype(np.uint8)
    prepare = gluon.data.vision.transforms.ToTensor()
    dataset = gluon.data.ArrayDataset(nd.array(images, dtype="uint8"), np.arange(37))
    transformed = dataset.transform_first(lambda image: prepare(image))
    for batch, _ in gluon.data.DataLoader(transformed, 5, num_workers=2):
        batch.asnumpy()
    for count, shape in ((1, (3,)), (3, (5, 7)), (7, (2, 3, 11))):
        arrays = [nd.ones(shape) for _ in range(count)]
        stack_into(np.empty(4 * count * arrays[0].size, np.uint8), arrays).asnumpy()


def row_pieces(rows) -> Iterator[tuple[str, Callable]]:
    for row in rows:
        case = Case("", "", row.arrays(), row.attrs)
        yield row.key, lambda row=row, case=case: _run_row(row, case)


def _run_row(row, case) -> None:
    with mx.util.np_shape(row.is_numpy):
        if row.differentiated():
            run(row, case)
        else:
            call(row, case, [array_of(value) for value in case.arrays])


# ---------------------------------------------------------------------------- what must be noticed


def _address(size: int) -> int:
    mistake = torch.ones(size)
    _kept.append(mistake)
    return mistake.data_ptr()


def _use_freed_memory() -> None:
    address = _address(100)
    _kept.clear()
    ctypes.string_at(address, 4)


def _write_beside(offset: int) -> None:
    ctypes.memset(_address(1001) + offset, 1, 1)
    _kept.clear()


_kept: list[torch.Tensor] = []
MISTAKES = {
    "a byte behind the block": lambda: _write_beside(4004),
    "a byte before the block": lambda: _write_beside(-1),
    "a page behind the block": lambda: _write_beside(4004 + 100),
    "read behind the block": lambda: ctypes.string_at(_address(1001) + 4004, 100),
    "memory that was freed": _use_freed_memory,
}


def _is_noticed(mistake: Callable) -> bool:
    """Make a mistake in a child process; return whether it died of it."""
    child = os.fork()
    if not child:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
        mistake()
        os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


# ------------------------------------------------------------------------------- the two processes


def main(every_row: bool = False) -> None:
    """Run all pieces in this process, into which the allocator was preloaded."""
    warnings.simplefilter("ignore")
    pieces = [(piece.__name__, piece) for piece in (winograd, plans, shared_memory)]
    pieces += row_pieces(all_rows() if every_row else sample_rows())
    allocator = ctypes.CDLL(None)
    allocator.fence_blocks.restype = ctypes.c_long
    allocator.fence_on()
    for name, mistake in MISTAKES.items():
        if not _is_noticed(mistake):
            raise SystemExit(f"not noticed: {name}")
    for name, piece in pieces:
        print(name, flush=True)  # the last one is what the process died of
        piece()
    allocator.fence_off()
    print(f"{len(pieces)} pieces with {allocator.fence_blocks()} blocks behind fences, all kept")


def compiler() -> str | None:
    return shutil.which("cc") if sys.platform == "linux" else None


def start(*arguments: str) -> subprocess.CompletedProcess:
    """Build the allocator, and run `main` in a process with it."""
    with tempfile.TemporaryDirectory() as folder:
        library = os.path.join(folder, "fence.so")
        build = [compiler(), "-O2", "-shared", "-fPIC", "-o", library, str(SOURCE), "-lpthread"]
        subprocess.run(build, check=True)
        environment = {
            **os.environ,
            "LD_PRELOAD": library,
            "OMP_NUM_THREADS": "1",
            "MXNET_MALLOC_TUNING": "0",
            "MXNET_STRICT_PLANS": "1",
        }
        command = [sys.executable, "-m", "tests.trust.fence", "--inside", *arguments]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)


if __name__ == "__main__":
    if "--inside" in sys.argv:
        main("all" in sys.argv)
    else:
        done = start(*sys.argv[1:])
        print("\n".join(done.stdout.splitlines()[-1:]), done.stderr[-2000:])
        sys.exit(done.returncode)
