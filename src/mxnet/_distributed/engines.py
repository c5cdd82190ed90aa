"""torch's engines for communication between processes: gloo for the CPU, NCCL for GPUs."""

from __future__ import annotations

import contextlib
import ctypes
import os
import threading
import time
from collections.abc import Callable
from concurrent import futures
from datetime import timedelta

import torch
from torch import distributed

from ..base import MXNetError
from .environment import Launch
from .liveness import Liveness, timeout
from .rendezvous import is_local, own_address, using_store

# The engines' own timeout should never expire: waits end when another process is reported dead.
FOREVER = timedelta(days=365)
# Seconds between checks, during a wait, whether the other processes are alive.
_CHECK_INTERVAL = timedelta(seconds=1)
# Waiting with a timeout aborts operations of NCCL, so the CPU polls: rarely enough to leave time to
# other threads, often enough for steps of a few milliseconds.
_POLL_INTERVAL = 0.0001
_UNUSED_TAG = 0  # of messages that are never sent


class Engines:
    """The engines of a job's workers; the device of a tensor determines the engine.

    The engine for GPUs is opened at their first tensor, by all workers together.
    """

    def __init__(self, store: distributed.Store, launch: Launch, liveness: Liveness):
        self._store, self._launch, self._liveness = store, launch, liveness
        cpu = open_gloo(store, launch, liveness, "workers", launch.rank, launch.size)
        self._by_device = {"cpu": cpu}

    def of(self, tensor: torch.Tensor):
        """Return the engine for a tensor."""
        device_type = tensor.device.type
        if device_type not in self._by_device:
            self._by_device[device_type] = self._open(device_type)
        return self._by_device[device_type]

    def _open(self, device_type: str):
        if device_type != "cuda":
            raise MXNetError(
                f"distributed training: arrays on the device {device_type!r} cannot be sent to "
                "other workers; copy them to mx.cpu() or mx.gpu() first"
            )
        if not hasattr(distributed, "ProcessGroupNCCL"):
            raise MXNetError(
                "distributed training: arrays on GPUs are sent by NCCL, which this build of torch "
                "does not have; install one for CUDA, or use mx.cpu()"
            )
        launch = self._launch
        with using_store(launch):
            self._await_all(device_type)
        return open_nccl(self._store, self._liveness, launch.rank, launch.size)

    def _await_all(self, device_type: str) -> None:
        """Wait until all workers have a tensor on this kind of device; NCCL itself would hang."""
        self._store.set(f"{device_type}/{self._launch.rank}", b"here")
        keys = {f"{device_type}/{rank}": f"worker {rank}" for rank in range(self._launch.size)}
        deadline = time.monotonic() + timeout()
        while not self._store.check(list(keys)):
            self._liveness.check("waiting for the arrays of all workers")
            if time.monotonic() > deadline:
                missing = [who for key, who in keys.items() if not self._store.check([key])]
                raise MXNetError(
                    f"distributed training: worker {self._launch.rank} sends arrays on GPUs, and "
                    f"{', '.join(missing)} none within {timeout():g} s (MXNET_KVSTORE_TIMEOUT); "
                    "all workers must push arrays of the same kind of context"
                )
            time.sleep(0.05)  # once per job, and opening NCCL takes seconds


def is_done(work: distributed.Work, engine) -> bool:
    """Wait a short time for an operation; return whether it has ended, or raise its error."""
    if isinstance(engine, distributed.ProcessGroupGloo):
        try:
            return work.wait(_CHECK_INTERVAL)
        except RuntimeError:
            if not work.is_completed():
                return False
        # It may have completed just now: the timeout itself is not an error.
        return work.wait()
    if not work.is_completed():
        time.sleep(_POLL_INTERVAL)
        return False
    work.wait()  # makes the current CUDA stream wait for it
    return True


def open_gloo(
    store: distributed.Store, launch: Launch, liveness: Liveness, name: str, rank: int, size: int
) -> distributed.ProcessGroupGloo:
    """Connect the processes that open an engine with this name."""
    gloo = distributed.ProcessGroupGloo
    # Private, as torch's public function, init_process_group, sets its global default group.
    options = gloo._Options()
    options._timeout = timedelta(seconds=timeout())
    options._devices = _devices(launch)
    prefixed = distributed.PrefixStore(f"gloo/{name}", store)
    engine = _connect(lambda: gloo(prefixed, rank, size, options), liveness)
    engine.set_timeout(FOREVER)
    return engine


def _devices(launch: Launch) -> list:
    """Return the interfaces of gloo: those set by users, or the one that leads to the rendezvous.

    gloo's default, the address of the host name, is often that of the loopback interface.
    """
    create = distributed.ProcessGroupGloo.create_device
    # Environment variables of torch and of MXNet.
    names = os.environ.get("GLOO_SOCKET_IFNAME") or os.environ.get("DMLC_INTERFACE")
    if names and not is_local(launch.address):
        return [create(interface=name) for name in names.split(",")]
    return [create(hostname=own_address(launch.address, launch.port))]


def open_nccl(store: distributed.Store, liveness: Liveness, rank: int, size: int):
    """Connect the workers' GPUs; each worker has a separate one."""
    options = distributed.ProcessGroupNCCL.Options()
    options._timeout = FOREVER
    prefixed = distributed.PrefixStore("nccl", store)
    return _connect(lambda: distributed.ProcessGroupNCCL(prefixed, rank, size, options), liveness)


def abort_on_failure(engine: distributed.ProcessGroupGloo, liveness: Liveness) -> None:
    """Make sends and receives of an engine raise an error as soon as the job has failed.

    Unlike a wait for a collective operation, a wait for a message cannot be repeated: when its time
    is up, gloo closes all connections of the engine. Here a thread uses that.
    """

    def watch() -> None:
        liveness.await_end()
        if liveness.failure is not None:
            with contextlib.suppress(RuntimeError):
                engine.recv_anysource([torch.empty(1)], _UNUSED_TAG).wait(timedelta(milliseconds=1))

    threading.Thread(target=watch, name="mxnet-fault", daemon=True).start()


def _connect(open_engine: Callable[[], object], liveness: Liveness):
    """Return an engine, connected in a thread: it tries to reach dead processes for minutes.

    The engine is never destroyed. Its destructor waits for running operations, which never end
    after a fault. The system frees everything when the process ends.
    """
    result: futures.Future = futures.Future()

    def connect() -> None:
        try:
            engine = open_engine()
            ctypes.pythonapi.Py_IncRef(ctypes.py_object(engine))
            result.set_result(engine)
        except RuntimeError as error:
            result.set_exception(error)

    threading.Thread(target=connect, name="mxnet-connect", daemon=True).start()
    action = "connecting with the other processes"
    while True:
        try:
            return result.result(timeout=1)
        except futures.TimeoutError:
            liveness.check(action)
        except RuntimeError as error:
            raise liveness.explain(action, error) from None
