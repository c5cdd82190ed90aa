"""The parameter servers as seen by workers, and requests to them."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from multiprocessing.util import Finalize

from ..base import MXNetError
from ..ndarray import NDArray
from .group import ProcessGroup
from .liveness import Liveness
from .messages import Channel, Message

NEEDED = "servers"  # the key in the rendezvous store with which workers request servers


class ServerGroup:
    """The servers of a job: separate processes, or a thread in every worker.

    Parameters
    ----------
    group
        The workers.
    local
        The object that answers requests in this process, if the workers are the servers.
    """

    def __init__(self, group: ProcessGroup, local):
        self._workers, self._local = group.size, local
        self._own = None if group.num_servers else group.rank
        first = group.size if group.num_servers else 0
        self._ranks = range(first, first + (group.num_servers or group.size))
        self._channel, self._liveness = group.open_channel(NEEDED), group.liveness
        self._thread = None
        if self._own is not None:
            work = (local, self._channel, group.size - 1, self._liveness)
            self._thread = threading.Thread(
                target=answer_requests, args=work, name="mxnet-server", daemon=True
            )
            self._thread.start()
        # Before the worker leaves the job, which has the priority 0.
        Finalize(None, self._end, exitpriority=1)

    def tell(self, index: int, request: Message) -> None:
        """Send a request without a reply; ``index`` selects the server."""
        self._liveness.check("pushing")
        target = self._ranks[index % len(self._ranks)]
        if target == self._own:
            self._local.answer(target, request)
        else:
            self._channel.request(target, request)

    def ask(self, requests: Sequence[tuple[int, Message]]) -> list[Sequence[NDArray]]:
        """Send requests, each to the server of its index; return the arrays of the replies."""
        replies = []
        # Not all at once: a server blocks while a worker does not receive its replies.
        for index, request in requests:
            target = self._ranks[index % len(self._ranks)]
            replies.append(self._ask(target, request))
        return replies

    def ask_all(self, request: Message) -> list[Sequence[NDArray]]:
        """Send a request to every server; return the arrays of the replies."""
        return [self._ask(target, request) for target in self._ranks]

    def _ask(self, target: int, request: Message) -> Sequence[NDArray]:
        self._liveness.check("asking a parameter server")
        if target == self._own:
            reply = self._local.answer(target, request)
        else:
            self._channel.request(target, request)
            reply = self._channel.await_reply(target)
        if "error" in reply.values:
            raise MXNetError(f"the parameter server in process {target}: {reply.values['error']}")
        return reply.arrays

    def flush(self) -> None:
        """Wait until all requests have been sent."""
        self._channel.flush()

    def _end(self) -> None:
        """Send the last message to the servers; serve until the other workers have done so."""
        if self._liveness.is_failing():
            return
        for target in self._ranks:
            if target != self._own:
                self._channel.request(target, Message({"do": "end"}))
        self.flush()
        self._liveness.announce_end()
        while self._thread is not None and self._thread.is_alive():
            self._thread.join(timeout=1)
            if self._liveness.failure is not None:
                return


def answer_requests(server, channel: Channel, num_workers: int, liveness: Liveness) -> None:
    """Answer the requests of a number of workers until they have ended, in a thread."""
    try:
        server.serve(channel, num_workers)
    except RuntimeError as error:  # raised by the engine when a worker has died
        liveness.report("answering requests", error)
