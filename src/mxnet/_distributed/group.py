"""The group of a job's workers, and the collective operations on their arrays."""

from __future__ import annotations

import functools
import os
import time
from collections.abc import Callable, Sequence
from multiprocessing.util import Finalize

import torch
from torch import distributed

from .._eager.array import wrap
from .._ops.contrib import sync_norm
from ..base import MXNetError
from ..context import cpu
from ..ndarray import NDArray
from .buckets import Bucket, make_buckets
from .engines import Engines, is_done, open_gloo
from .environment import Launch, read_launch
from .liveness import Liveness
from .messages import Channel
from .rendezvous import meet, using_store

_ON_CPU = torch.empty(0)  # selects the engine of the CPU

_OPERATIONS = {
    "sum": distributed.ReduceOp.SUM,
    "max": distributed.ReduceOp.MAX,
    "min": distributed.ReduceOp.MIN,
}


class ProcessGroup:
    """The workers of a job; all of them must call every operation, in the same order.

    Attributes
    ----------
    rank, size, local_rank : int
        The rank of this worker, the number of workers, and the rank on this machine.
    """

    def __init__(self, launch: Launch):
        self._engines = self.liveness = self._store = None
        self._num_engines = 0  # opened in addition to these
        if launch.size > 1:
            self._store, launch = meet(launch)
            self.liveness = _join(self._store, launch)
            self._engines = Engines(self._store, launch, self.liveness)
        self._launch, self.num_servers = launch, launch.num_servers
        self.rank, self.size, self.local_rank = launch.rank, launch.size, launch.local_rank

    def __repr__(self) -> str:
        return f"ProcessGroup(rank={self.rank}, size={self.size})"

    @property
    def num_dead(self) -> int:
        """The number of processes of the job that are known to have died."""
        return int(self.liveness is not None and self.liveness.failure is not None)

    def open_channel(self, name: str) -> Channel:
        """Start to exchange messages with all workers, and with the servers if there are any."""
        with using_store(self._launch):
            self._store.set(name, b"needed")
        size = self.size + self.num_servers
        engine = open_gloo(self._store, self._launch, self.liveness, name, self.rank, size)
        return Channel(engine, self.liveness)

    def barrier(self) -> None:
        """Wait until all workers have arrived."""
        if self._engines is not None:
            engine = self._engines.of(_ON_CPU)
            self.liveness.journal.note("the barrier")
            self._wait(engine.barrier(), engine, "the barrier")

    def all_reduce(self, arrays: Sequence[NDArray], operation: str = "sum") -> None:
        """Replace arrays by their sum (or "max", "min") over all workers."""
        self.start_all_reduce(arrays, operation)()

    def start_all_reduce(
        self, arrays: Sequence[NDArray], operation: str = "sum"
    ) -> Callable[[], None]:
        """Start an ``all_reduce``; the returned function waits for the results.

        Until then the arrays must not be used.
        """
        if self._engines is None:
            return _nothing
        options = distributed.AllreduceOptions()
        options.reduceOp = _OPERATIONS[operation]
        return self._start(
            [array._t for array in arrays],
            lambda engine, tensor: engine.allreduce([tensor], options),
            "the sum of arrays",
        )

    def broadcast(self, arrays: Sequence[NDArray], root: int = 0) -> None:
        """Replace arrays by those of one worker."""
        self.broadcast_tensors([array._t for array in arrays], root)

    def broadcast_tensors(
        self, tensors: Sequence[torch.Tensor], root: int = 0, name: str = "the arrays"
    ) -> None:
        """Replace tensors by those of one worker; the name is used in errors."""
        if self._engines is None:
            return
        options = distributed.BroadcastOptions()
        options.rootRank = root
        self._start(
            tensors,
            lambda engine, tensor: engine.broadcast([tensor], options),
            f"{name} of worker {root}",
        )()

    def broadcast_bytes(self, data: bytes, name: str) -> bytes:
        """Return the bytes of worker 0; those of the others are ignored."""
        size = torch.tensor([len(data)])
        self.broadcast_tensors([size], name=name)
        content = torch.empty(int(size), dtype=torch.uint8)
        if self.rank == 0:
            content.numpy()[:] = bytearray(data)
        self.broadcast_tensors([content] if len(content) else [], name=name)
        return content.numpy().tobytes()

    def all_gather(self, array: NDArray, name: str = "the arrays") -> list[NDArray]:
        """Return the arrays of all workers, which have the same shape, by rank."""
        tensors = self.gather_tensors(array._t.contiguous(), name)
        return [wrap(tensor, array._ctx, NDArray) for tensor in tensors]

    def open_engine(self) -> distributed.ProcessGroupGloo:
        """Return an engine for tensors on the CPU with a separate order."""
        self._num_engines += 1
        return open_gloo(
            self._store, self._launch, self.liveness, str(self._num_engines), self.rank, self.size
        )

    def start_sum(self, tensor: torch.Tensor, engine=None) -> Callable[[], None]:
        """Start to sum a tensor over all workers in place; the returned function waits for it."""
        if self._engines is None:
            return _nothing
        if engine is None:
            engine = self._engines.of(tensor)
            self._note("a sum", tensor)
        return functools.partial(self._wait, engine.allreduce([tensor]), engine, "a sum")

    def gather_tensors(self, tensor: torch.Tensor, name: str = "the arrays") -> list[torch.Tensor]:
        """Return the tensors of all workers, which have the same shape, by rank."""
        results, wait = self.start_gather(tensor, name)
        wait()
        return results

    def start_gather(
        self, tensor: torch.Tensor, name: str = "the arrays"
    ) -> tuple[list[torch.Tensor], Callable[[], None]]:
        """Start to gather tensors; the returned function waits for them."""
        if self._engines is None:
            return [tensor], _nothing
        results = [torch.empty_like(tensor) for _ in range(self.size)]
        engine = self._engines.of(tensor)
        self._note(action := f"{name} of all workers", tensor)
        work = engine.allgather([results], [tensor])
        return results, functools.partial(self._wait, work, engine, action)

    def exchange_rows(self, rows: torch.Tensor) -> torch.Tensor:
        """Send each worker the row of its rank; return the received rows, by rank."""
        results = torch.empty_like(rows)
        engine = self._engines.of(rows)
        self._note(action := "the parts of arrays", rows)
        work = engine.alltoall_base(results, rows, [], [])
        self._wait(work, engine, action)
        return results

    def _start(self, tensors: Sequence[torch.Tensor], operate, action: str) -> Callable[[], None]:
        pending = []
        for bucket in make_buckets(tensors):
            engine = self._engines.of(bucket.tensor)
            self._note(action, bucket.tensor)
            pending.append((bucket, operate(engine, bucket.tensor), engine))
        return functools.partial(self._finish, pending, action)

    def _finish(self, pending: list[tuple[Bucket, distributed.Work, object]], action: str) -> None:
        for bucket, work, engine in pending:
            self._wait(work, engine, action)
            bucket.scatter()

    def _note(self, action: str, tensor: torch.Tensor) -> None:
        """Record an operation, to compare it with those of workers that wait for others."""
        dtype = str(tensor.dtype).removeprefix("torch.")
        self.liveness.journal.note(f"{action} ({tensor.numel()} {dtype})")

    def _wait(self, work: distributed.Work, engine, action: str) -> None:
        """Wait for an engine as long as all others are alive."""
        started = time.monotonic()
        try:
            while not is_done(work, engine):
                self.liveness.check(f"waiting for {action}", time.monotonic() - started)
        except MXNetError:
            raise
        except RuntimeError as error:  # raised by the engine
            raise self.liveness.explain(f"waiting for {action}", error) from None
        finally:
            self.liveness.is_waiting = False


def _nothing() -> None:
    """Return immediately, for a group of one."""


@functools.cache
def process_group() -> ProcessGroup:
    """Return the group of this job's workers, created on first use."""
    launch = read_launch()
    if launch.role != "worker":
        raise MXNetError(f"this process is a {launch.role}, not one of the job's workers")
    group = ProcessGroup(launch)
    sync_norm.connect(group.size, lambda tensor: group.all_reduce([wrap(tensor, cpu(), NDArray)]))
    return group


def _join(store: distributed.Store, launch: Launch) -> Liveness:
    """Start the heartbeat of this process."""
    liveness = Liveness(store, launch)
    # Unlike those of atexit, these also run at the end of processes created by multiprocessing, and
    # not in children that were forked later.
    Finalize(None, liveness.end, exitpriority=0)
    if hasattr(os, "register_at_fork"):  # not on Windows
        os.register_at_fork(after_in_child=liveness.exclude_child)
    return liveness
