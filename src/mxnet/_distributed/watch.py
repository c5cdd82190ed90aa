"""Monitoring of how long other processes have been silent."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping

# Seconds between two heartbeats: an error reaches all processes within about a second after it
# was found.
INTERVAL = 0.5


class Watch:
    """The silence of processes, in seconds during which this process itself was awake.

    A machine that is suspended, or too busy to run this process, tells nothing about the others:
    the time since the last look counts as at most two intervals.
    """

    def __init__(self, members: Iterable[str]):
        self._beats = dict.fromkeys(sorted(members), b"")
        self.silences = dict.fromkeys(self._beats, 0.0)
        self._last_look = time.monotonic()

    @property
    def members(self) -> Iterable[str]:
        """The monitored processes."""
        return self.silences.keys()

    def look(self, beats: Mapping[str, bytes]) -> None:
        """Compare the heartbeats of all members with those of the last look."""
        now = time.monotonic()
        elapsed = min(now - self._last_look, 2 * INTERVAL)
        self._last_look = now
        for member, beat in beats.items():
            is_new = beat != self._beats[member]
            self.silences[member] = 0.0 if is_new else self.silences[member] + elapsed
        self._beats.update(beats)

    def longest(self) -> tuple[str, float]:
        """Return the process that has been silent longest, and for how many seconds."""
        return max(self.silences.items(), key=lambda pair: pair[1])
