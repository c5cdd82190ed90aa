"""Liveness: which process of a job has died or ended, learned through the rendezvous store.

Every process increments a heartbeat in the store, in a thread. One process, the monitor, reads all
of them and publishes whose heartbeat has stopped; the others read that failure, one key. So each
process sends a constant number of requests per second to the store, in jobs of any size.

Only that thread uses the store: a store whose process is frozen never answers, and its clients wait
forever.
"""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping

from torch import distributed

from ..base import MXNetError
from .environment import Launch, seconds
from .journal import END, Journal, first_difference
from .rendezvous import using_store
from .watch import INTERVAL, Watch

# After a connection has broken, ten missed heartbeats identify the dead process.
ALARM_SILENCE = 10 * INTERVAL
TIMEOUT = 60  # as in MXNet
# What follows the number of a beat: this process has waited long, after the operations of a token;
# it has ended; it knows how the job has ended.
_WAITS, _ENDED, _INFORMED = b" waits ", b" ended", b" informed"
MONITOR = "worker 0"
# Seconds between checks while something else waits for the result: after a failure and at the end.
_POLL_INTERVAL = INTERVAL / 10


def timeout() -> float:
    """Return after how many seconds without a heartbeat a process counts as dead."""
    return seconds("MXNET_KVSTORE_TIMEOUT", TIMEOUT)


class Liveness:
    """The heartbeat of this process, and what is known about those of the others.

    Worker 0 is the monitor; the others watch only worker 0.

    Parameters
    ----------
    store
        The rendezvous store; this object uses a separate connection.
    launch
        This process, with its rank.
    """

    def __init__(self, store: distributed.Store, launch: Launch):
        timeout()  # raise errors in its environment variable here, not in the thread
        with using_store(launch):
            self._store = store.clone()
        self._hosted = store  # if this process hosts the store, the store ends with it
        self._name = f"{launch.role} {launch.rank}"
        self._store_owner = launch.store_owner
        self._hosts_store = launch.hosts_store
        self._num_workers = launch.size
        self._is_monitor = self._name == MONITOR
        workers = {f"worker {rank}" for rank in range(launch.size)}
        servers = {f"server {rank}" for rank in range(launch.num_servers)}
        self._others = (workers | servers) - {self._name}
        self._watch = Watch(self._others if self._is_monitor else {MONITOR})
        self._beats = self._checks = 0
        self._status = b""
        self.journal = Journal()
        self.is_waiting = False  # long enough for worker 0 to be informed about the operation
        self._token = b""  # position in the journal, while this process waits
        self._heartbeat = b""  # the last heartbeat
        self._requested: float | None = None  # the time of the pending request to the store
        self._alarmed = self._is_over = False
        self._unpublished: str | None = None  # a failure found by this process, to be published
        self._leaving, self._stopped = threading.Event(), threading.Event()
        self.failure: str | None = None
        self.ended: str = ""
        self._thread = threading.Thread(target=self._run, name="mxnet-heartbeat", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------------------ the thread

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._guard(self._beat)
            if self._leaving.wait(INTERVAL):
                # The others wait for the news that this process ends.
                self._stopped.wait(_POLL_INTERVAL)

    def _guard(self, request: Callable[[], None]) -> None:
        """Make a request to the store; without a store the job is over."""
        self._requested = time.monotonic()
        try:
            request()
        except RuntimeError:  # torch's DistStoreError and DistNetworkError among them
            self._mark_store_lost("is gone")
        self._requested = None

    def _mark_store_lost(self, fate: str) -> None:
        if self.failure is None:
            self.failure = f"{self._store_owner}, which held the rendezvous store, {fate}"
        self._stop()

    def _stop(self) -> None:
        self._stopped.set()
        self._leaving.set()

    def _beat(self) -> None:
        self._send_heartbeat()
        if self._alarmed:
            self._store.set("alarm", self._name)
        if self._unpublished is not None:
            self._publish(self._unpublished)
        if self.failure is None:
            self.failure = self._read("failure")
        if self.failure is None:
            self._check_beats()
            self.ended = self._read("ended") or ""
            self._is_over = self._store.check(["over"])
        if self.failure is not None:
            self._release_store()

    def _send_heartbeat(self) -> None:
        self._beats += 1
        # A process that has ended is treated like one that waits for the end of the others.
        token = self.journal.token if self.is_waiting or self._status == _ENDED else b""
        if token and token != self._token:
            self._store.set(f"journal/{self._name}", self.journal.dump())
        self._token = token
        self._heartbeat = (
            str(self._beats).encode() + (_WAITS + token if token else b"") + self._status
        )
        self._store.set(f"beat/{self._name}", self._heartbeat)

    def _release_store(self) -> None:
        """Tell the owner of the store that this process no longer needs it."""
        if self._status != _INFORMED:
            self._status = _INFORMED
            self._send_heartbeat()

    def _read(self, key: str) -> str | None:
        return self._store.get(key).decode() if self._store.check([key]) else None

    def _check_beats(self) -> None:
        """Look for heartbeats that have stopped, and for processes that have ended."""
        beats = self._read_beats(self._watch.members)
        self._watch.look(beats)
        if self._is_monitor or not self._watch.silences[MONITOR]:
            self._checks += 1
        limit = min(timeout(), ALARM_SILENCE if self._store.check(["alarm"]) else timeout())
        member, silence = self._watch.longest()
        if silence > limit:
            self._publish(f"{member} has shown no sign of life for {silence:.0f} s")
        if self._is_monitor:
            all_beats = {self._name: self._heartbeat, **beats}
            self._count_ended(all_beats)
            self._compare_waits(all_beats)

    def _count_ended(self, beats: Mapping[str, bytes]) -> None:
        ended = [member for member, beat in beats.items() if beat.endswith(_ENDED)]
        if ended:
            self._store.set("ended", ", ".join(ended))
        if len(ended) == self._num_workers:
            self._store.set("over", b"1")

    def _compare_waits(self, beats: Mapping[str, bytes]) -> None:
        """Find workers that wait for different operations; one of each token is asked."""
        tokens: dict[bytes, str] = {}
        for member, beat in beats.items():
            _, waits, token = beat.partition(_WAITS)
            if waits:
                tokens.setdefault(token, member)
        # Workers that have all ended may have started different operations last.
        if len(tokens) > 1 and not all(token.endswith(_ENDED) for token in tokens):
            journals = {member: self._store.get(f"journal/{member}") for member in tokens.values()}
            if difference := first_difference(journals):
                self._publish(difference)

    def _read_beats(self, members: Iterable[str]) -> dict[str, bytes]:
        keys = {member: f"beat/{member}" for member in sorted(members)}
        if self._store.check(list(keys.values())):
            beats = self._store.multi_get(list(keys.values()))
            return dict(zip(keys, beats, strict=True))
        # Some have not started and may never start.
        return {
            member: self._store.get(key) if self._store.check([key]) else b""
            for member, key in keys.items()
        }

    # -------------------------------------------------------------------------------- failures

    def _publish(self, text: str) -> None:
        """Publish a failure, unless there is one."""
        self.failure = self._store.compare_set("failure", "", text).decode()

    def _await_failure(self, seconds: float) -> None:
        """Wait as long as the monitor needs to find a failure; a silent store is one, too."""
        deadline = time.monotonic() + seconds
        # On a busy machine the monitor comes late.
        checks = self._checks + int(seconds / INTERVAL)
        while self.failure is None and not self._stopped.wait(_POLL_INTERVAL):
            silence = self._check_store()
            has_checked = time.monotonic() > deadline and self._checks >= checks
            if has_checked and silence < ALARM_SILENCE:
                return

    def _check_store(self) -> float:
        """Give up a silent store; return for how many seconds it has been silent."""
        asked = self._requested
        silence = 0.0 if asked is None else time.monotonic() - asked
        if silence > timeout():
            self._mark_store_lost(f"has not answered for {silence:.0f} s")
        return silence

    def report(self, action: str, error: Exception) -> None:
        """Make all processes raise the error of a thread, which would otherwise go unnoticed."""
        self._unpublished = str(self.explain(action, error))

    def explain(self, action: str, error: Exception) -> MXNetError:
        """After an error of the engine, wait for the failure that caused it."""
        self._alarmed = True
        # The monitor needs that time to be sure, and another interval to hear of the alarm.
        self._await_failure(ALARM_SILENCE + 4 * INTERVAL)
        if self.failure is None:
            return MXNetError(
                f"distributed training: {self._name} failed {action}, though all processes are "
                "alive. Do all workers push the same keys with the same shapes in the same order? "
                f"The engine says: {error}"
            )
        return self._error(action)

    def check(self, action: str, seconds: float = 0) -> None:
        """Raise an error if the event that is awaited will never happen."""
        # After the end of a worker, the others may wait for what it never started.
        self.is_waiting = seconds > (INTERVAL if self.ended else ALARM_SILENCE)
        if self.ended and seconds > timeout():
            self._unpublished = f"{self.ended} ended before {self._name}"
            self._await_failure(ALARM_SILENCE)
        self._check_store()
        if self.failure is not None:
            raise self._error(action)

    def _error(self, action: str) -> MXNetError:
        """Return the error for an action that cannot be completed."""
        return MXNetError(
            f"distributed training: {self._name} gives up {action}: {self.failure}. "
            f"MXNET_KVSTORE_TIMEOUT ({timeout():g} s) sets how long a silent process is waited for"
        )

    # ------------------------------------------------------------------------------- the end

    def is_failing(self) -> bool:
        """Whether the job has failed, or this process ends because of an error."""
        return self.failure is not None or getattr(sys, "last_value", None) is not None

    def end(self) -> None:
        """Leave the job: immediately after an error, otherwise when all others have ended."""
        error = getattr(sys, "last_value", None)
        if error is not None:
            self._unpublished = f"{self._name} ended with {type(error).__name__}: {error}"
        self.announce_end()
        self.depart()

    def exclude_child(self) -> None:
        """In a forked process: reject all operations, which only the parent can complete."""
        # The thread of the heartbeat exists in the parent only, and may hold locks.
        self._requested = None
        self.failure = f"this process was forked from {self._name}, which alone is part of the job"

    def announce_end(self) -> None:
        """Announce that this process takes part in no more operations."""
        if self._status != _ENDED:
            self.journal.note(END)
        self._status = _ENDED
        self._leaving.set()

    def await_end(self) -> None:
        """Wait until the job is over, or has failed."""
        while self.failure is None and not self._is_over:
            self._await_failure(0)

    def depart(self) -> None:
        """Leave when the job is over; the owner of the store leaves last."""
        self.await_end()
        is_lost = self._stopped.is_set()
        self._stop()
        self._thread.join(ALARM_SILENCE)  # the thread may be waiting for a store that never answers
        if not is_lost and not self._thread.is_alive():
            self._guard(self._await_departures if self._hosts_store else self._release_store)

    def _await_departures(self) -> None:
        """Keep the store until every living process knows how the job has ended."""
        watch = self._watch if self._is_monitor else Watch(self._others)
        while True:
            beats = self._read_beats(self._others)
            watch.look(beats)
            if all(
                beat.endswith(_INFORMED) or watch.silences[member] > ALARM_SILENCE
                for member, beat in beats.items()
            ):
                return
            time.sleep(_POLL_INTERVAL)
