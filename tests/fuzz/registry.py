"""The readers that are fuzzed: one function over bytes each, with files to start from."""

from __future__ import annotations

import functools
import importlib
import os
import pathlib
import pkgutil
import random
import tempfile
import warnings
from collections.abc import Callable
from dataclasses import dataclass

from mxnet.base import MXNetError

Mutation = Callable[[bytes, random.Random], bytes]


@dataclass(frozen=True, slots=True)
class Target:
    """A reader.

    ``reader`` is what users call. ``run(data, folder)`` reads the bytes, through a file in
    ``folder`` where the reader wants one. ``candidates()`` returns files, of which those that the
    reader accepts are its `seeds`; ``mutations`` are applied to them besides those of bytes.
    ``raises`` are the exceptions that the reader documents for bad input: MXNetError, and what
    1.9.1 itself raises. ``weight`` says how many inputs the reader gets, relative to others.
    ``generate(rng)`` makes inputs where damage to files is not what is to be tried.
    """

    name: str
    reader: str
    run: Callable[[bytes, Folder], object]
    candidates: Callable[[], list[bytes]]
    mutations: tuple[Mutation, ...]
    raises: tuple[type[Exception], ...]
    weight: int
    generate: Callable[[random.Random], bytes] | None = None

    @functools.cache  # noqa: B019 - targets live as long as the process
    def seeds(self) -> list[bytes]:
        """Return valid inputs. To read them once also loads what the reader needs."""
        with tempfile.TemporaryDirectory(prefix="mxnet-fuzz-") as path, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return [data for data in self.candidates() if self._accepts(data, Folder(path))]

    def _accepts(self, data: bytes, folder: Folder) -> bool:
        try:
            self.run(data, folder)
        except self.raises:
            return False
        return True


class Folder:
    """A folder of its own for each process that reads."""

    def __init__(self, path: str):
        self.path = path

    def put(self, name: str, data: bytes) -> str:
        """Write a file; return its path."""
        path = os.path.join(self.path, name)
        with open(path, "wb") as file:
            file.write(data)
        return path


TARGETS: dict[str, Target] = {}


def target(name, reader, candidates, mutations=(), raises=(), weight=4, generate=None):
    """Register a function of bytes and a `Folder` as a reader to fuzz."""

    def add(run):
        documented = (MXNetError, *raises)
        TARGETS[name] = Target(
            name, reader, run, candidates, tuple(mutations), documented, weight, generate
        )
        return run

    return add


def load_targets() -> dict[str, Target]:
    """Import all modules of ``readers``, whose functions register themselves."""
    folder = pathlib.Path(__file__).parent / "readers"
    for module in pkgutil.iter_modules([str(folder)]):
        importlib.import_module(f"tests.fuzz.readers.{module.name}")
    return TARGETS
