"""The roles scheduler and server of jobs started by MXNet's own launcher.

A scheduler owns the rendezvous store. A server waits until workers need parameter servers, as in
asynchronous training; in synchronous training, workers exchange gradients directly. Both end with
the workers.
"""

from __future__ import annotations

import threading

from torch import distributed

from .engines import open_gloo
from .environment import Launch
from .liveness import ALARM_SILENCE, Liveness
from .messages import Channel
from .rendezvous import meet
from .servers import NEEDED, answer_requests


def serve(launch: Launch, server=None) -> str | None:
    """Serve until all workers have ended; return what went wrong, or None.

    ``server`` answers requests to a parameter server.
    """
    if launch.size == 1:
        return None  # a single worker needs no server
    store, launch = meet(launch)
    liveness = Liveness(store, launch)
    is_over = threading.Event()
    thread = None
    if launch.role == "server":
        thread = threading.Thread(
            target=_serve_requests,
            args=(store, launch, liveness, server, is_over),
            name="mxnet-server",
            daemon=True,
        )
        thread.start()
    liveness.await_end()
    is_over.set()
    if thread is not None:
        # A thread inside torch when Python exits makes the process abort. After a failure this
        # thread may wait forever, and the process fails in any case.
        thread.join(ALARM_SILENCE)
    liveness.depart()
    return liveness.failure


def _serve_requests(
    store: distributed.Store, launch: Launch, liveness: Liveness, server, is_over: threading.Event
) -> None:
    """Answer requests once workers need servers."""
    try:
        while not store.check([NEEDED]):
            if is_over.wait(0.1):  # limits the load on the store
                return
    except RuntimeError:
        return  # the store is gone; the heartbeat reports it
    rank, size = launch.size + launch.rank, launch.size + launch.num_servers
    engine = open_gloo(store, launch, liveness, NEEDED, rank, size)
    answer_requests(server, Channel(engine, liveness), launch.size, liveness)
