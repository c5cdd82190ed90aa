"""Local files: their names, and atomic writes."""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar

from .._core.scope import state
from ..error import FileError, MissingFileError, MXNetError
from .drafts import Draft, clean, discard, publish, read_together

T = TypeVar("T")

FileName = str | os.PathLike


def local_path(name: FileName) -> str:
    """Return the path of a file name or a ``file://`` URL.

    >>> local_path("file:///models/net.params")
    '/models/net.params'
    """
    path = os.fspath(name) if isinstance(name, os.PathLike) else name
    if not isinstance(path, str):
        raise TypeError(f"fname required to be a string, got {name!r}")
    if "\0" in path:
        raise MXNetError(f"the file name {path!r} has a NUL character in it")
    protocol, mark, rest = path.partition("://")
    if not mark:
        return path
    if protocol != "file":
        raise MXNetError(
            f"unknown filesystem protocol {protocol}:// in {path!r}; fetch the file first and give "
            "the path of the copy"
        )
    return rest


@contextlib.contextmanager
def reading(name: FileName) -> Iterator[tuple[BinaryIO, int]]:
    """Open a regular file for reading; yield the stream and its size in bytes."""
    path = local_path(name)
    with file_errors("read", path), open(path, "rb") as stream:
        status = os.fstat(stream.fileno())
        # Without the file size, the sizes stated in the file could not be checked.
        if not stat.S_ISREG(status.st_mode):
            raise MXNetError(f"cannot read {path!r}: not a regular file")
        yield stream, status.st_size


@contextlib.contextmanager
def replacing(name: FileName) -> Iterator[BinaryIO]:
    """Open a file for writing, which is renamed when it is complete and on the disk.

    If the block fails, the old file is unchanged and nothing else is left behind. Inside
    ``together``, the rename happens at its end.
    """
    path = local_path(name)
    with file_errors("write", path):
        if _is_special(path):
            with open(path, "wb") as stream:  # a pipe or a device cannot be replaced
                yield stream
            return
        clean(os.path.dirname(os.path.realpath(path)))
        draft = Draft(path)
        try:
            yield draft.stream
            draft.finish()
        except BaseException:
            draft.discard()
            raise
        if state.drafts is None:
            publish([draft])
        else:
            state.drafts.append(draft)


@contextlib.contextmanager
def together() -> Iterator[None]:
    """Rename all files written in the block at its end, as one atomic step.

    Files in several folders are renamed folder by folder. If the block fails, none changes.
    """
    if state.drafts is not None:  # part of a larger save
        yield
        return
    drafts: list[Draft] = []
    state.drafts = drafts
    try:
        yield
    except BaseException:
        discard(drafts)
        raise
    finally:
        state.drafts = None
    if drafts:
        with file_errors("write", drafts[0].target):
            publish(drafts)


def reading_together(names: Iterable[FileName], read: Callable[[], T]) -> T:
    """Return ``read()``, which reads files written ``together``, from a single save."""
    return read_together(map(local_path, names), read)


def _is_special(path: str) -> bool:
    mode = _mode(path)
    return mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode)


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def file_errors(verb: str, path: str) -> Iterator[None]:
    """Convert system errors to errors of ours with the name of the file."""
    try:
        yield
    except OSError as error:
        kind = MissingFileError if isinstance(error, FileNotFoundError) else FileError
        reason = error.strerror or error
        folder = os.path.dirname(path)
        if kind is MissingFileError and verb == "write" and not os.path.isdir(folder):
            reason = f"{reason}: there is no folder {folder!r}, create it first"
        raise kind(f"cannot {verb} {path!r}: {reason}") from error
