"""The records of a profiler: events for a trace, and their statistics for a table."""

from __future__ import annotations

import functools
import json
import threading
import time
from dataclasses import dataclass, field
from math import inf

from .._formats.local import replacing

OPERATOR, CUSTOM, EVENT = "operator", "Custom Operator", "event"
MEMORY, MEMORY_NAME = "Device Storage", "Memory: cpu/0"
SORTINGS = {"total": "Total", "avg": "Avg", "min": "Min", "max": "Max", "count": "Count"}


@dataclass(slots=True)
class Sum:
    """The number of occurrences of an event, and statistics of its values."""

    count: int = 0
    total: float = 0.0
    least: float = inf
    most: float = -inf

    def add(self, value: float) -> None:
        self.count += 1
        self.total += value
        self.least, self.most = min(self.least, value), max(self.most, value)

    def figures(self, scale: float) -> dict[str, float]:
        return {
            "Count": self.count,
            "Total": self.total / scale,
            "Min": self.least / scale,
            "Max": self.most / scale,
            "Avg": self.total / self.count / scale,
        }


_quoted = functools.lru_cache(1000)(json.dumps)  # names of operators and blocks


class Trace:
    """Events as JSON for chrome://tracing and Perfetto.

    An event is converted to text when it is first written, so that repeatedly writing the file
    while the profiler runs only takes time for new events.
    """

    def __init__(self):
        self.clear()

    def clear(self) -> None:
        self._events: list[tuple] = []
        self._texts: list[str] = []
        self._numbers: dict[str, int] = {}  # category -> process id in the trace
        self.count = 0

    def add(self, name: str, category: str, phase: str, at: float, more=None) -> None:
        """Add an event; ``more`` is the value of a counter, or the scope of an instant."""
        self._events.append((name, category, phase, int(at), threading.get_ident(), more))
        self.count += 1

    def text(self) -> str:
        events, self._events = self._events, []
        if events:
            self._texts.append(",\n".join(map(self._as_text, events)))
        names = (
            f'{{"ph": "M", "name": "process_name", "pid": {number}, '
            f'"args": {{"name": {_quoted(category)}}}}}'
            for category, number in self._numbers.items()
        )
        listed = ",\n".join([*names, *self._texts])
        return f'{{"traceEvents": [\n{listed}\n], "displayTimeUnit": "ms"}}'

    def _as_text(self, event: tuple) -> str:
        name, category, phase, at, thread, more = event
        number = self._numbers.setdefault(category, len(self._numbers))
        if phase == "C":
            end = f', "args": {{{_quoted(name)}: {json.dumps(more)}}}'
        elif phase == "i":
            end = f', "s": {_quoted(more)}'
        else:
            end = f', "id": {thread}' if phase in "be" else ""
        return (
            f'{{"name": {_quoted(name)}, "cat": {_quoted(category)}, "ph": "{phase}", "ts": {at}, '
            f'"pid": {number}, "tid": {thread}{end}}}'
        )


@dataclass(slots=True)
class Record:
    """All events, in microseconds, and statistics by category and name."""

    trace: Trace = field(default_factory=Trace)
    sums: dict[str, dict[str, Sum]] = field(default_factory=dict)
    aggregate: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def span(self, category: str, name: str, begin: float, end: float, kind: str = "BE") -> None:
        """Record an interval; ``kind`` is how traces write its begin and end."""
        with self.lock:
            self.trace.add(name, category, kind[0], begin)
            self.trace.add(name, category, kind[1], end)
            self._sum(category, name, end - begin)

    def number(self, category: str, name: str, value: float) -> None:
        """Record the current value of a counter."""
        with self.lock:
            self.trace.add(name, category, "C", now(), value)
            self._sum(category, name, value)

    def instant(self, category: str, name: str, scope: str) -> None:
        """Record a point in time."""
        with self.lock:
            self.trace.add(name, category, "i", now(), scope)

    def _sum(self, category: str, name: str, value: float) -> None:
        if self.aggregate:
            self.sums.setdefault(category, {}).setdefault(name, Sum()).add(value)

    # ------------------------------------------------------------------------------- writing

    def write(self, filename: str) -> None:
        """Write the events to a file."""
        with self.lock:
            text = self.trace.text()
        with replacing(filename) as file:
            file.write(text.encode())

    def json(self, sort_by: str, ascending: bool) -> str:
        times, memory = self._sort_tables(sort_by, ascending)
        for row in memory.values():
            row.pop("Total")
        tables = {
            "Time": times,
            "Memory": {MEMORY: memory} if memory else {},
            "Unit": {"Time": "ms", "Memory": "kB"},
        }
        return json.dumps(tables, indent=4)

    def table(self, sort_by: str, ascending: bool) -> str:
        times, memory = self._sort_tables(sort_by, ascending)
        lines = ["", "Profile Statistics:", "\tNote the difference in units for different entries."]
        if memory:
            lines += _table(MEMORY, memory, "Use  (kB)", ("Min", "Max", "Avg"))
        for category, rows in times.items():
            lines += _table(category, rows, "Time (ms)", ("Total", "Min", "Max", "Avg"))
        return "\n".join([*lines, ""])

    def _sort_tables(self, sort_by: str, ascending: bool) -> tuple[dict, dict]:
        """Return the rows of each category, and those of memory."""
        key = SORTINGS[sort_by]
        with self.lock:
            tables = {
                category: {name: row.figures(1000.0) for name, row in rows.items()}
                for category, rows in sorted(self.sums.items())
            }
        for category, rows in tables.items():
            order = sorted(rows, key=lambda name: rows[name][key], reverse=not ascending)
            tables[category] = {name: rows[name] for name in order}
        memory = tables.pop(MEMORY, {})
        return tables, memory


def _table(title: str, rows: dict[str, dict], unit: str, columns: tuple[str, ...]) -> list[str]:
    labels = ["Total Count", *(unit if c == "Total" else f"{c} {unit}" for c in columns)]
    lines = [title, "=" * 17, _row("Name", labels), _row("----", ["-" * len(n) for n in labels])]
    for name, row in rows.items():
        lines.append(_row(name, [str(row["Count"]), *(f"{row[c]:.4f}" for c in columns)]))
    return [*lines, ""]


def _row(name: str, fields: list[str]) -> str:
    first, *rest = fields
    return f"{name:<25}{first:>16}" + "".join(f"{text:>17}" for text in rest)


def now() -> float:
    """Return the time in microseconds."""
    return time.time_ns() / 1000
