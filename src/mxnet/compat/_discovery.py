"""Detection of installed packages: their version, and whether they depend on mxnet.

Nothing is imported for this. The metadata of distributions and the source files are read as bytes,
because this happens at the first import of every package.
"""

from __future__ import annotations

import os
import re
from functools import cache
from typing import NamedTuple

# Reading a larger package would take more than 20 ms; larger packages that use mxnet (GluonCV has
# 500 modules) import it near their top.
MAX_FILES = 300
# NumPy 1.24 removed its aliases when Python 3.8 was the oldest supported version: packages that
# require a newer Python were released later and do not use them.
NEW_PYTHON = (3, 9)
_IMPORTS = re.compile(rb"^[ \t]*(?:import|from)[ \t]+mxnet\b", re.MULTILINE)
_REQUIRES = re.compile(r"^Requires-Dist: *mxnet\b", re.MULTILINE)


class Metadata(NamedTuple):
    """The metadata of an installed distribution."""

    version: str = ""
    requires_python: str = ""
    requires_mxnet: bool = False


def builds_on_mxnet(package: str, location: str) -> bool:
    """Return whether an installed package at a path is old and uses mxnet."""
    folder = os.path.dirname(location)
    metadata = _metadata(package, folder)
    if metadata is None and not _is_for_others(folder):
        return False  # the user's own code
    if metadata and _minimum_python(metadata.requires_python) >= NEW_PYTHON:
        return False
    return bool(metadata and metadata.requires_mxnet) or _imports_mxnet(location)


def version_of(package: str, location: str) -> str:
    """Return the version of a package from its metadata or source, or "" if neither has it."""
    metadata = _metadata(package, os.path.dirname(location))
    if metadata:
        return metadata.version
    for name in ("__init__.py", "version.py", "_version.py"):
        text = _read(os.path.join(location, name)).decode("utf-8", "replace")
        if match := re.search(r"^__version__ *= *['\"]([^'\"]+)", text, re.MULTILINE):
            return match[1]
    return ""


def _is_for_others(folder: str) -> bool:
    """Return whether a folder contains installed packages or is in PYTHONPATH."""
    if os.path.basename(folder) in ("site-packages", "dist-packages"):
        return True
    entries = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    return folder in map(os.path.realpath, entries)


def _metadata(package: str, folder: str) -> Metadata | None:
    distributions = _distributions(folder)
    metadata_path = distributions.get(_normalize(package))
    if metadata_path is None:
        owners = (path for path in distributions.values() if package in _top_level(path))
        metadata_path = next(owners, None)
    return _read_metadata(metadata_path) if metadata_path else None


def _normalize(name: str) -> str:
    return re.sub(r"[-_.]+", "_", name).lower()


@cache
def _distributions(folder: str) -> dict[str, str]:
    """Return the metadata folders in a folder by distribution name."""
    try:
        names = os.listdir(folder)
    except OSError:
        return {}
    return {
        _normalize(name.partition("-")[0].removesuffix(".egg")): os.path.join(folder, name)
        for name in names
        if name.endswith((".dist-info", ".egg-info"))
    }


@cache
def _top_level(distribution: str) -> frozenset[str]:
    """Return the modules of a distribution."""
    listed = _read(os.path.join(distribution, "top_level.txt")).decode()
    if not listed:
        # RECORD has a line for each file: package/module.py,sha256=...,size
        records = _read(os.path.join(distribution, "RECORD")).decode("utf-8", "replace")
        firsts = re.findall(r"^(\w+)(?:/|\.py,)", records, re.MULTILINE)
        return frozenset(firsts)
    return frozenset(listed.split())


def _read_metadata(distribution: str) -> Metadata:
    text = ""
    for name in ("METADATA", "PKG-INFO"):
        text = text or _read(os.path.join(distribution, name)).decode("utf-8", "replace")
    head = text.partition("\n\n")[0]
    requires = _read(os.path.join(distribution, "requires.txt")).decode("utf-8", "replace")
    return Metadata(
        version=_field(head, "Version"),
        requires_python=_field(head, "Requires-Python"),
        requires_mxnet=bool(_REQUIRES.search(head) or re.search(r"^mxnet\b", requires, re.M)),
    )


def _field(head: str, name: str) -> str:
    match = re.search(rf"^{name}: *(.*)", head, re.MULTILINE)
    return match[1].strip() if match else ""


def _minimum_python(requirement: str) -> tuple[int, int]:
    """Return (3, 9) for ``>=3.9,<4``; (0, 0) without a requirement."""
    match = re.search(r">=? *(\d+)\.(\d+)", requirement)
    return (int(match[1]), int(match[2])) if match else (0, 0)


def _imports_mxnet(location: str) -> bool:
    """Return whether a module, or one of the files of a package, imports mxnet."""
    if not os.path.isdir(location):
        return bool(_IMPORTS.search(_read(location)))
    count = 0
    for folder, _, files in os.walk(location):
        for name in files:
            if name.endswith(".py"):
                count += 1
                if count > MAX_FILES:
                    return False
                if _IMPORTS.search(_read(os.path.join(folder, name))):
                    return True
    return False


def _read(path: str) -> bytes:
    """Return the contents of a file, or nothing if it cannot be read."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""
