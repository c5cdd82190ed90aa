"""Atomic file replacement: files are renamed when they are complete, one by one or together.

A file is written as a draft, ``.mxnet-<token>.tmp`` in the same folder, which is locked while its
process lives. When it is complete and on the disk, it is renamed. The drafts of a killed process
are not locked, and the next save in the folder removes them.

Files that belong together have a commit point. When all drafts are complete, a journal that lists
them, ``.mxnet-<token>.commit``, appears by one rename: before that all files are the old ones,
afterwards the new ones. The drafts are renamed and the journal is removed. If the process is killed
meanwhile, the next save in the folder, or the next reader of such files, completes the journal. A
reader of several files compares them before and after, and looks for journals, so that it never
mixes files from before and after a save.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import BinaryIO, TypeVar

from ..error import MXNetError

if sys.platform != "win32":  # on Windows, drafts of killed processes are not removed
    import fcntl

FSYNC = "MXNET_FSYNC"
DRAFT = re.compile(r"\.mxnet-[0-9a-f]{16}\.tmp")
JOURNAL = re.compile(r"\.mxnet-[0-9a-f]{16}\.commit")
MAX_JOURNAL = 1 << 20  # bytes: a journal lists a few file names, so a larger one is not ours
MAX_WAIT = 5.0  # seconds to wait for the renames of another process, which take milliseconds
ATTEMPTS = 20  # to read a set of files that another process keeps replacing

T = TypeVar("T")


class Draft:
    """A file that does not have its final name yet."""

    def __init__(self, target: str):
        self.target = os.path.realpath(target)  # a link stays a link: its target is replaced
        self.folder = os.path.dirname(self.target)
        self.path, descriptor = _create(self.folder)
        self.stream = os.fdopen(descriptor, "wb")

    def finish(self) -> None:
        """Write everything to the disk, so that only the rename is missing."""
        with contextlib.suppress(FileNotFoundError):
            mode = os.stat(self.target).st_mode
            if stat.S_ISDIR(mode):
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
            os.chmod(self.path, stat.S_IMODE(mode))
        sync(self.stream)

    def publish(self) -> None:
        """Rename to the final name."""
        os.replace(self.path, self.target)
        self.stream.close()

    def discard(self) -> None:
        """Remove the draft; do nothing if it has been renamed."""
        with contextlib.suppress(OSError):  # the disk may be full; the draft is discarded anyway
            self.stream.close()
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)


def is_durable() -> bool:
    """Return whether saving waits until the disk has the files."""
    return os.environ.get(FSYNC, "1") != "0"


def sync(stream: BinaryIO) -> None:
    """Flush a stream to the disk."""
    stream.flush()
    if is_durable():
        os.fsync(stream.fileno())


def publish(drafts: list[Draft]) -> None:
    """Rename finished drafts: in each folder all of them or, on failure, none."""
    waiting = {draft.folder: [d for d in drafts if d.folder == draft.folder] for draft in drafts}
    try:
        while waiting:
            folder = next(iter(waiting))
            _publish_in(folder, waiting.pop(folder))
    finally:
        discard(draft for group in waiting.values() for draft in group)


def discard(drafts: Iterable[Draft]) -> None:
    """Remove drafts."""
    for draft in drafts:
        draft.discard()


def _publish_in(folder: str, drafts: list[Draft]) -> None:
    try:
        journal = _commit(folder, drafts) if len(drafts) > 1 else None
        if journal is None:
            drafts[0].publish()
    except BaseException:
        discard(drafts)
        raise
    if journal is not None:
        try:  # if this is interrupted, the next save or reader finishes it
            _rename(folder, _pairs(drafts))
            # Before the journal is removed: without it nobody would finish the renames.
            sync_folder(folder)
            os.unlink(journal.path)
        finally:
            for draft in (*drafts, journal):
                draft.stream.close()
    sync_folder(folder)


def _pairs(drafts: list[Draft]) -> list[tuple[str, str]]:
    return [(os.path.basename(draft.path), os.path.basename(draft.target)) for draft in drafts]


def _rename(folder: str, pairs: list[tuple[str, str]]) -> None:
    for draft, target in pairs:
        with contextlib.suppress(FileNotFoundError):  # already renamed
            os.replace(os.path.join(folder, draft), os.path.join(folder, target))


def _commit(folder: str, drafts: list[Draft]) -> Draft:
    """Write the journal. When it has its final name, the drafts count as renamed."""
    journal = Draft(os.path.join(folder, f".mxnet-{secrets.token_hex(8)}.commit"))
    try:
        journal.stream.write(json.dumps(_pairs(drafts)).encode())
        journal.finish()
        os.replace(journal.path, journal.target)
    except BaseException:
        journal.discard()
        raise
    journal.path = journal.target
    sync_folder(folder)
    return journal


def sync_folder(folder: str) -> None:
    """Flush the names in a folder to the disk."""
    if not is_durable() or not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno != errno.EINVAL:  # on file systems whose folders need no fsync
            raise
    finally:
        os.close(descriptor)


# ------------------------------------------------------------------------------------- locking


def _create(folder: str) -> tuple[str, int]:
    """Create and lock a draft."""
    while True:
        path = os.path.join(folder, f".mxnet-{secrets.token_hex(8)}.tmp")
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        locked = _lock(descriptor)
        if locked is None or locked and os.fstat(descriptor).st_nlink:
            return path, descriptor
        os.close(descriptor)  # another process took it for a leftover before it was locked


def _lock(descriptor: int) -> bool | None:
    """Lock a file if it is not locked; return None if the file system has no locks."""
    if sys.platform == "win32":
        return None
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


@contextlib.contextmanager
def _lock_leftover(path: str) -> Iterator[int | None]:
    """Open and lock a file of ours that no living process has locked, or return None."""
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    except OSError:  # it is gone, or belongs to another user
        yield None
        return
    try:
        yield descriptor if _lock(descriptor) else None
    finally:
        os.close(descriptor)


# ------------------------------------------------------------- leftovers of killed processes


def clean(folder: str) -> None:
    """Complete the journals and remove the drafts that killed processes have left in a folder."""
    names = _names(folder)
    for name in filter(JOURNAL.fullmatch, names):
        _finish_journal(folder, name)
    for name in filter(DRAFT.fullmatch, names):
        path = os.path.join(folder, name)
        with _lock_leftover(path) as descriptor, contextlib.suppress(OSError):
            if descriptor is not None:
                os.unlink(path)


def _names(folder: str) -> list[str]:
    try:
        return [name for name in os.listdir(folder) if name.startswith(".mxnet-")]
    except OSError:  # opening a file in it raises the clear error
        return []


def _finish_journal(folder: str, name: str) -> bool:
    """Perform the remaining renames of a killed process; return whether that succeeded."""
    path = os.path.join(folder, name)
    with _lock_leftover(path) as descriptor:
        if descriptor is None:
            return not os.path.exists(path)
        try:
            _rename(folder, _read_journal(descriptor))
            sync_folder(folder)
            os.unlink(path)
        except OSError:
            return False
    return True


def _read_journal(descriptor: int) -> list[tuple[str, str]]:
    """Return drafts and names in the same folder; other entries of a journal are ignored."""
    try:
        rows = json.loads(os.read(descriptor, MAX_JOURNAL))
    except (ValueError, RecursionError):
        return []
    pairs = [tuple(row) for row in rows if type(row) is list] if type(rows) is list else []
    return [pair for pair in pairs if len(pair) == 2 and _is_draft(*pair)]


def _is_draft(draft: object, target: object) -> bool:
    return (
        isinstance(draft, str)
        and DRAFT.fullmatch(draft) is not None
        and isinstance(target, str)
        and target not in ("", ".", "..")
        and os.path.basename(target) == target
        and "\0" not in target
    )


# ------------------------------------------------------------------------------------- reading


def read_together(paths: Iterable[str], read: Callable[[], T]) -> T:
    """Return ``read()``, which reads the files of a single save.

    An interrupted save is completed first, a running one is awaited.
    """
    paths = [os.path.realpath(path) for path in paths]
    folders = list(dict.fromkeys(map(os.path.dirname, paths)))
    for _ in range(ATTEMPTS):
        for folder in folders:
            _wait_for_journals(folder)
        identities = list(map(identity, paths))
        problem = None
        try:
            value = read()
        except Exception as error:  # raised below, unless another process has replaced the files
            problem = error
        if not any(map(_journals, folders)) and list(map(identity, paths)) == identities:
            if problem is not None:
                raise problem
            return value
    raise MXNetError(f"{paths[0]!r} is being written by another process all the time")


def identity(path: str) -> tuple[int, ...] | None:
    """Return what distinguishes a file from its replacement, or None if there is no file."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def _journals(folder: str) -> list[str]:
    return list(filter(JOURNAL.fullmatch, _names(folder)))


def _wait_for_journals(folder: str) -> None:
    end = time.monotonic() + MAX_WAIT
    while waiting := [n for n in _journals(folder) if not _finish_journal(folder, n)]:
        if time.monotonic() > end:
            raise MXNetError(
                f"the files in {folder!r} are of two saves: the second one is not done, or was "
                f"interrupted and this process may not finish it ({waiting[0]})"
            )
        time.sleep(0.01)
