"""Signs of life: which process of a job has died or ended, learned through the rendezvous store.

Every process counts a heartbeat up in the store, from a thread. One process, the judge, looks at
all of them and writes down whose heart has stopped; the others read that verdict, one key. So each
process sends the store a constant number of requests a second, in jobs of any size.

Only that thread talks to the store: a store whose process is frozen never answers, and whoever has
asked it waits forever.
"""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable

from torch import distributed

from ..base import MXNetError
from .environment import Launch

# Twice a second: an error reaches all processes within about a second of the verdict.
INTERVAL = 0.5
# Once a connection has broken somebody is gone, and ten missed beats show who.
ALARM_SILENCE = 10 * INTERVAL
TIMEOUT = 60
_ENDED = b" ended"
JUDGE = "worker 0"


def timeout() -> float:
    """Return after how many seconds without a sign of life a process counts as dead."""
    return float(os.environ.get("MXNET_KVSTORE_TIMEOUT", TIMEOUT))


class Liveness:
    """This process's heartbeat, and what is known of those of the others.

    Worker 0 is the judge; the others look at worker 0 alone.

    Parameters
    ----------
    store
        The rendezvous store; this object uses a connection of its own.
    launch
        This process, with its rank.
    """

    def __init__(self, store: distributed.Store, launch: Launch):
        self._store = store.clone()
        self._name = f"{launch.role} {launch.rank}"
        self._store_holder = launch.store_holder
        self._num_workers = launch.size
        self._is_judge = self._name == JUDGE
        members = {JUDGE}
        if self._is_judge:
            members |= {f"worker {rank}" for rank in range(launch.size)}
            members |= {f"server {rank}" for rank in range(launch.num_servers)}
        self._seen = {member: (b"", time.monotonic()) for member in members - {self._name}}
        self._beats = 0
        self._mark = b""
        self._answered = time.monotonic()  # when the store has last answered
        self._alarmed = self._is_over = False
        self._charge: str | None = None  # a verdict of this process, to be written down
        self._leaving, self._stopped = threading.Event(), threading.Event()
        self.verdict: str | None = None
        self.ended: str = ""
        self._thread = threading.Thread(target=self._run, name="mxnet-heartbeat", daemon=True)
        self._thread.start()

    # ------------------------------------------------------------------------------ the thread

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._guard(self._beat)
            if self._leaving.wait(INTERVAL):
                self._stopped.wait(INTERVAL / 10)  # the others wait for the news that this one ends

    def _guard(self, request: Callable[[], None]) -> None:
        """Make a request to the store; without a store the job is over."""
        try:
            request()
            self._answered = time.monotonic()
        except RuntimeError:  # torch's DistStoreError and DistNetworkError among them
            self._lose_store("is gone")

    def _lose_store(self, fate: str) -> None:
        if self.verdict is None:
            self.verdict = f"{self._store_holder}, which held the rendezvous store, {fate}"
        self._stop()

    def _stop(self) -> None:
        self._stopped.set()
        self._leaving.set()

    def _beat(self) -> None:
        self._beats += 1
        self._store.set(f"beat/{self._name}", str(self._beats).encode() + self._mark)
        if self._alarmed:
            self._store.set("alarm", self._name)
        if self._charge is not None:
            self._accuse(self._charge)
        if self.verdict is None:
            self.verdict = self._read("verdict")
        if self.verdict is None:
            self._judge()
            self.ended = self._read("ended") or ""
            self._is_over = self._store.check(["over"])

    def _read(self, key: str) -> str | None:
        return self._store.get(key).decode() if self._store.check([key]) else None

    def _judge(self) -> None:
        """Look for heartbeats that have stopped, and for processes that have ended."""
        silence = min(timeout(), ALARM_SILENCE if self._store.check(["alarm"]) else timeout())
        members = sorted(self._seen)
        now, ended = time.monotonic(), []
        for member, beat in zip(members, self._read_beats(members), strict=True):
            before, since = self._seen[member]
            if beat != before:
                self._seen[member] = (beat, now)
            elif now - since > silence:
                self._accuse(f"{member} has shown no sign of life for {now - since:.0f} s")
            if beat.endswith(_ENDED):
                ended.append(member)
        if self._is_judge and ended:
            self._store.set("ended", ", ".join(ended))
            if self._mark and len(ended) == self._num_workers - 1:
                self._store.set("over", b"1")

    def _read_beats(self, members: list[str]) -> list[bytes]:
        keys = [f"beat/{member}" for member in members]
        if not keys or self._store.check(keys):
            return self._store.multi_get(keys) if keys else []
        # Some have not begun, and may never do so.
        return [self._store.get(key) if self._store.check([key]) else b"" for key in keys]

    # -------------------------------------------------------------------------------- verdicts

    def _accuse(self, text: str) -> None:
        """Write a verdict down, unless there is one."""
        self.verdict = self._store.compare_set("verdict", "", text).decode()

    def _await_verdict(self, seconds: float) -> None:
        """Wait for a verdict; as long as the store does not answer, until that is one."""
        deadline = time.monotonic() + seconds
        while self.verdict is None:
            silence = self._judge_store()
            if time.monotonic() > deadline and silence < ALARM_SILENCE:
                return
            time.sleep(INTERVAL / 10)

    def _judge_store(self) -> float:
        """Give up a store that is silent; return for how many seconds it has been."""
        silence = time.monotonic() - self._answered
        if silence > timeout():
            self._lose_store(f"has not answered for {silence:.0f} s")
        return silence

    def report(self, action: str, error: Exception) -> None:
        """Let all processes raise the error of a thread, which nobody would see otherwise."""
        self._charge = str(self.explain(action, error))

    def explain(self, action: str, error: Exception) -> MXNetError:
        """After an error of the engine, wait for the verdict on who caused it."""
        self._alarmed = True
        # The judge needs as long to be sure, and as long again to be heard on a busy machine.
        self._await_verdict(2 * ALARM_SILENCE)
        if self.verdict is None:
            return MXNetError(
                f"distributed training: {self._name} failed {action}, though all processes are "
                "alive. Do all workers push the same keys with the same shapes in the same order? "
                f"The engine says: {error}"
            )
        return self._error(action)

    def check(self, action: str, seconds: float = 0) -> None:
        """Raise an error if what somebody has been waiting for will never come."""
        if self.ended and seconds > timeout():
            self._charge = f"{self.ended} ended before {self._name}"
            self._await_verdict(ALARM_SILENCE)
        self._judge_store()
        if self.verdict is not None:
            raise self._error(action)

    def _error(self, action: str) -> MXNetError:
        """Return the error for an action that cannot be completed."""
        return MXNetError(
            f"distributed training: {self._name} gives up {action}: {self.verdict}. "
            f"MXNET_KVSTORE_TIMEOUT ({timeout():g} s) sets how long a silent process is waited for"
        )

    # ------------------------------------------------------------------------------- the end

    def has_stopped(self, seconds: float) -> bool:
        """Wait for some time; return whether this process has left the job."""
        return self._stopped.wait(seconds)

    def is_failing(self) -> bool:
        """Whether the job has failed, or this process ends because of an error."""
        return self.verdict is not None or getattr(sys, "last_value", None) is not None

    def end(self, hosts_store: bool) -> None:
        """Leave the job: after an error at once, otherwise when all others have ended too."""
        error = getattr(sys, "last_value", None)
        if error is not None:
            self._charge = f"{self._name} ended with {type(error).__name__}: {error}"
        self._mark = _ENDED
        self._leaving.set()
        self.depart(self._num_workers if hosts_store else None)

    def depart(self, size: int | None) -> None:
        """Leave when the job is over; with the store in this process, as the last of ``size``."""
        while self.verdict is None and not self._is_over:
            self._await_verdict(INTERVAL / 10)
        is_lost = self._stopped.is_set()
        self._stop()
        self._thread.join(ALARM_SILENCE)  # it may wait for a store that never answers
        if not is_lost and not self._thread.is_alive():
            self._guard(lambda: self._await_departures(size))

    def _await_departures(self, size: int | None) -> None:
        """Keep the store until all have left, or have had the time to learn of the verdict."""
        departed = self._store.add("departed", 1)
        deadline = time.monotonic() + 6 * INTERVAL
        while size is not None and departed < size and time.monotonic() < deadline:
            time.sleep(INTERVAL / 10)
            departed = self._store.add("departed", 0)
