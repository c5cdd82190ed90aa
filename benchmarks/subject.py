"""A subject of a measurement: a process that runs cases on demand, one line for each."""

from __future__ import annotations

import os
import subprocess
import sys


class Subject:
    """A process of one of the packages that are compared, maybe with a Python of its own."""

    def __init__(self, name: str, python: str, *command, threads: int = 1, path: str | None = None):
        self.name = name
        self._process = subprocess.Popen(
            [python, *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL if name == "mxnet" else None,
            text=True,
            env=environment(python, threads, path),
        )
        self._answer()

    def run(self, *case) -> float:
        """Return the time that a case took."""
        print(*case, file=self._process.stdin, flush=True)
        return float(self._answer())

    def close(self):
        self._process.stdin.close()
        self._process.wait()

    def _answer(self) -> str:
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"the {self.name} process ended before it answered")
        return line


def environment(python: str, threads: int = 1, path: str | None = None) -> dict:
    """Compiled code is kept, and the oracle must not find this package on its path."""
    variables = {**os.environ, "OMP_NUM_THREADS": str(threads)}
    variables.pop("PYTHONDONTWRITEBYTECODE", None)
    if path:
        variables["PYTHONPATH"] = path
    elif python != sys.executable:
        variables.pop("PYTHONPATH", None)
    return variables
