"""The rendezvous of the processes of a job: a store of small values that all can reach."""

from __future__ import annotations

import contextlib
import socket
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta

from torch import distributed

from ..base import MXNetError
from .environment import LOOPBACK, Launch, seconds

# torch's default for its own stores: machines of one job can come up minutes apart.
START_TIMEOUT = 300
# Seconds between checks for new arrivals, increasing to limit the load on the store.
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.01, 0.5
_ABSENT = "absent"  # the key of processes that did not arrive in time


def start_timeout() -> float:
    """Return how many seconds a process waits for the others at the start."""
    return seconds("MXNET_KVSTORE_START_TIMEOUT", START_TIMEOUT)


def meet(launch: Launch) -> tuple[distributed.Store, Launch]:
    """Join the job; return its store and the launch with this process's rank."""
    deadline = time.monotonic() + start_timeout()
    store = distributed.PrefixStore(f"mxnet/{launch.attempt}", _connect(launch))
    with using_store(launch):
        return store, _join(store, launch, deadline)


def _join(store: distributed.Store, launch: Launch, deadline: float) -> Launch:
    if launch.rank is None:
        # MXNet: the scheduler numbers the processes of a role in the order of their arrival.
        rank = store.add(f"arrived/{launch.role}", 1) - 1
        launch = replace(launch, rank=rank)
    limit = launch.num_servers if launch.role == "server" else launch.size
    if launch.role != "scheduler" and not 0 <= launch.rank < limit:
        raise MXNetError(
            f"distributed training: {launch.role} {launch.rank} connected to {launch.address}:"
            f"{launch.port}, where a job of {limit} is meeting (0 to {limit - 1}); is another job "
            "using the same port?"
        )
    if store.add(f"count/{launch.role}/{launch.rank}", 1) > 1:
        raise MXNetError(
            f"distributed training: {launch} connected although {launch.role} {launch.rank} was "
            "there before; is another job using the same port, or was one process started again?"
        )
    store.set(_name(launch.role, launch.rank), b"here")
    _await_all(store, launch, deadline)
    return launch


@contextlib.contextmanager
def using_store(launch: Launch) -> Iterator[None]:
    """Report which process is gone if the rendezvous store cannot be reached."""
    try:
        yield
    except distributed.DistError as error:
        raise MXNetError(
            f"distributed training: {launch} gives up: {launch.store_owner}, which held the "
            f"rendezvous store, is gone ({str(error).splitlines()[0]})"
        ) from None


def _name(role: str, rank: int) -> str:
    return f"here/{role}/{rank}"


def _await_all(store: distributed.Store, launch: Launch, deadline: float) -> None:
    """Wait until every process has arrived, or raise an error with the missing ranks.

    The first process that gives up records the ranks in the store, which may end with it.
    """
    expected = {_name("worker", rank): f"worker {rank}" for rank in range(launch.size)}
    expected |= {_name("server", rank): f"server {rank}" for rank in range(launch.num_servers)}
    pause = _SHORTEST_PAUSE
    try:
        # Not with the store's own wait, which prints a warning after a timeout.
        while not store.check(list(expected)):
            if store.check([_ABSENT]):
                raise _missing_processes_error(launch, store.get(_ABSENT).decode())
            if time.monotonic() > deadline:
                missing = [who for key, who in expected.items() if not store.check([key])]
                store.set(_ABSENT, ", ".join(missing))
                # The others read the ranks after their next pause, before the store ends.
                time.sleep(4 * _LONGEST_PAUSE if launch.hosts_store else 0)
                raise _missing_processes_error(launch, ", ".join(missing))
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
    except distributed.DistNetworkError:
        holder = f"some processes, for which {launch.store_owner} has waited,"
        raise _missing_processes_error(launch, holder) from None


def _missing_processes_error(launch: Launch, missing: str) -> MXNetError:
    return MXNetError(
        f"distributed training: {missing} did not arrive at {launch.address}:{launch.port} within "
        f"{start_timeout():g} s; were all {launch.size} workers started? "
        "MXNET_KVSTORE_START_TIMEOUT sets the seconds to wait"
    )


def _connect(launch: Launch) -> distributed.TCPStore:
    listener = _listen(launch) if launch.hosts_store else None
    try:
        return distributed.TCPStore(
            launch.address,
            launch.port,
            is_master=launch.hosts_store,
            timeout=timedelta(seconds=start_timeout()),
            wait_for_workers=False,
            # The store owns the descriptor from here on.
            master_listen_fd=None if listener is None else listener.detach(),
        )
    except (distributed.DistStoreError, distributed.DistNetworkError) as error:
        raise MXNetError(
            f"distributed training: {launch} could not reach {launch.store_owner} within "
            f"{start_timeout():g} s (MXNET_KVSTORE_START_TIMEOUT): {error}"
        ) from None


def _listen(launch: Launch) -> socket.socket:
    """Return a listening socket, on the loopback interface for a job on one machine."""
    # torch's store would listen on every interface.
    address = (LOOPBACK if is_local(launch.address) else "", launch.port)
    both = not address[0] and socket.has_dualstack_ipv6()
    family = socket.AF_INET6 if both else socket.AF_INET
    try:
        # All workers of a large job connect at once; the system lowers the backlog to its limit.
        return socket.create_server(address, family=family, backlog=4096, dualstack_ipv6=both)
    except OSError as error:
        raise MXNetError(
            f"distributed training: {launch} cannot listen on port {launch.port}: {error}"
        ) from None


def is_local(address: str) -> bool:
    """Return whether an address is on the loopback interface."""
    return address == "localhost" or address.startswith("127.")


def own_address(address: str, port: int) -> str:
    """Return the address of this machine by which another one, or itself, can reach it."""
    family, kind, _, _, target = socket.getaddrinfo(address, port, type=socket.SOCK_DGRAM)[0]
    with socket.socket(family, kind) as probe:
        probe.connect(target)  # sends nothing
        return probe.getsockname()[0]
