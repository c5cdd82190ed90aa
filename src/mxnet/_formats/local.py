"""Local files: their names, and writing them whole or not at all."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Iterator
from typing import BinaryIO

from ..error import MXNetError

FileName = str | os.PathLike


def local_path(name: FileName) -> str:
    """Return the path that a file name or a ``file://`` address stands for.

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
    """Open a regular file for reading; give the stream and how many bytes there are."""
    path = local_path(name)
    with _mxnet_errors("read", path), open(path, "rb") as stream:
        status = os.fstat(stream.fileno())
        # Without a size nothing that the file claims about itself could be checked.
        if not stat.S_ISREG(status.st_mode):
            raise MXNetError(f"cannot read {path!r}: not a regular file")
        yield stream, status.st_size


@contextlib.contextmanager
def replacing(name: FileName) -> Iterator[BinaryIO]:
    """Open a file for writing which takes its name only once it is complete.

    When the block fails, what the file held before is untouched and nothing else is left behind.
    """
    path = local_path(name)
    with _mxnet_errors("write", path):
        target = os.path.realpath(path)  # a link stays a link: the file behind it is replaced
        mode = _mode(target)
        if mode is not None and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            with open(target, "wb") as stream:  # a pipe or a device: there is nothing to replace
                yield stream
            return
        draft = os.path.join(os.path.dirname(target), f".mxnet-{secrets.token_hex(8)}.tmp")
        try:
            with open(draft, "xb") as stream:
                yield stream
            if mode is not None:
                os.chmod(draft, stat.S_IMODE(mode))
            os.replace(draft, target)
        except BaseException:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(draft)
            raise


def _mode(path: str) -> int | None:
    try:
        return os.stat(path).st_mode
    except FileNotFoundError:
        return None


@contextlib.contextmanager
def _mxnet_errors(verb: str, path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise MXNetError(f"cannot {verb} {path!r}: {error.strerror or error}") from error
