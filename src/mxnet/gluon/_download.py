"""Downloads that resume after a broken connection, even in a later call, and show progress.

Packages for downloads, such as pooch, begin an interrupted file again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
import urllib.parse
from collections.abc import Iterator
from typing import BinaryIO

from tqdm import tqdm

from .._formats.drafts import sync, sync_folder
from .._formats.local import replacing
from ..base import MXNetError
from ._http import BLOCK, HttpRefusal, Response, ask

try:
    import fcntl
except ImportError:  # without file locks, partial downloads are not kept
    fcntl = None

_CANNOT_BEGIN_THERE = 416  # HTTP: Range Not Satisfiable


class PartialFile:
    """The file that a download is written to, with its address and version.

    If several calls download the same file, one of them writes the part that is kept. The others
    write to separate files without a ``note``.
    """

    def __init__(self, file: BinaryIO, note: str | None = None):
        self.file, self._note = file, note
        self.version = ""  # the server's ETag or date of the file; "" if it has none

    def belongs_to(self, url: str) -> bool:
        """Return whether the partial file is from an address, and read its version."""
        try:
            with open(self._note, encoding="utf-8") as stream:
                note = json.load(stream)
            self.version = str(note["version"])
            return note["url"] == url
        except (OSError, ValueError, LookupError, TypeError):
            return False

    def begin(self, url: str, version: str) -> None:
        """Truncate the file, and record its address and version."""
        self.file.seek(0)
        self.file.truncate()
        self.version = version
        if self._note is not None:
            with replacing(self._note) as stream:
                stream.write(json.dumps({"url": url, "version": version}).encode())


@contextlib.contextmanager
def part_of(name: os.PathLike | str, checked: bool) -> Iterator[PartialFile]:
    """Open the partially downloaded file; rename it when the block has completed.

    Until then it is ``name.partial``, with a note in ``name.partial.json``. If the block fails,
    both are kept for the next call, provided that it can verify that the rest belongs to it: by a
    checksum (``checked``), or because the server provides versions.
    """
    target = os.path.realpath(name)  # a link stays a link: its target is replaced
    path, note = f"{target}.partial", f"{target}.partial.json"
    mode = os.stat(target).st_mode if os.path.exists(target) else None
    with (
        _open_locked(path)
        if mode is None or stat.S_ISREG(mode)
        else contextlib.nullcontext() as file
    ):
        if file is None:
            with replacing(target) as stream:
                yield PartialFile(stream)
            return
        part = PartialFile(file, note)
        try:
            yield part
            sync(file)
            if mode is not None:
                os.chmod(path, stat.S_IMODE(mode))
            os.replace(path, target)
            sync_folder(os.path.dirname(target))
            _delete(note)
        except BaseException:
            file.flush()
            if not (checked or part.version) or not os.path.getsize(path):
                _delete(path, note)
            raise


@contextlib.contextmanager
def _open_locked(path: str) -> Iterator[BinaryIO | None]:
    """Open a file exclusively; return None if another process has it."""
    file = None
    while fcntl is not None and file is None:
        file = open(path, "a+b")
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            file = None
            break
        if not os.path.exists(path) or not os.path.samefile(path, file.fileno()):
            file.close()  # it was renamed to its final name meanwhile
            file = None
    with file or contextlib.nullcontext():
        yield file


def _delete(*paths: str) -> None:
    for path in paths:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(path)


def is_open_to_change(url: str) -> bool:
    """Return whether content from an address can be changed in transit."""
    parts = urllib.parse.urlsplit(url)
    return parts.scheme == "http" and parts.hostname not in ("localhost", "127.0.0.1", "::1")


class Download:
    """The partial file of an address; each ``fetch`` requests the missing part."""

    def __init__(self, url, part: PartialFile, verify_ssl=True, sha1_hash=None):
        self.url, self._part, self._sha1 = url, part, sha1_hash
        self._file = part.file
        self._verify_ssl = verify_ssl
        self._done, self._digest = 0, hashlib.sha1(usedforsecurity=False)
        self.from_before = part.belongs_to(url) and bool(part.version or sha1_hash)
        if self.from_before:
            self._file.seek(0)
            while block := self._file.read(BLOCK):
                self._count(block)

    def _count(self, block):
        self._digest.update(block)
        self._done += len(block)

    def _restart(self, version=""):
        self._part.begin(self.url, version)
        self.from_before = False
        self._done, self._digest = 0, hashlib.sha1(usedforsecurity=False)

    def is_complete(self):
        """Return whether the file is complete, which only a checksum can show."""
        return bool(self._sha1) and self._digest.hexdigest() == self._sha1

    def fetch(self):
        """Download the missing part; it may be retried after an OSError."""
        try:
            response = self._ask()
        except HttpRefusal as error:
            if error.status != _CANNOT_BEGIN_THERE or not self._done:
                raise
            self._restart()
            response = self._ask()
        with response:
            if not self._done or not self._continues(response):
                self._restart(_version_of(response))
            self._receive(response)

    def _ask(self) -> Response:
        headers = {"User-Agent": "regluon", "Accept-Encoding": "identity"}
        if self._done:
            headers["Range"] = f"bytes={self._done}-"
            if self._part.version:  # otherwise the server sends the whole file
                headers["If-Range"] = self._part.version
        response = ask(self.url, headers, self._verify_ssl)
        if not self._sha1 and is_open_to_change(response.url) > is_open_to_change(self.url):
            response.close()
            raise MXNetError(
                f"the server sends on to {response.url}, where what comes can be changed on the "
                "way; give sha1_hash to accept that"
            )
        return response

    def _continues(self, response):
        """Return whether the server's response starts at the requested position."""
        if response.status != 206:  # HTTP: Partial Content
            return False
        content_range = response.headers.get("Content-Range", f"bytes {self._done}-")
        if not content_range.startswith(f"bytes {self._done}-"):
            raise ConnectionError(
                f"asked for bytes from {self._done} on, the server sends {content_range}"
            )
        return True

    def _receive(self, response):
        announced = response.headers.get("Content-Length")
        total = None if announced is None else self._done + int(announced)
        with tqdm(total=total, initial=self._done, unit="B", unit_scale=True) as progress:
            for block in response.blocks:
                self._file.write(block)
                self._count(block)
                progress.update(len(block))
        if total is not None and self._done < total:
            raise ConnectionError(f"the connection broke after {self._done} of {total} bytes")

    def check(self):
        """Reject content with a wrong SHA-1 checksum; the next ``fetch`` starts over."""
        if self._sha1 and not self.is_complete():
            digest = self._digest.hexdigest()
            self._restart()
            raise MXNetError(f"the content has the SHA-1 sum {digest}, expected {self._sha1}")


def _version_of(response):
    """Return the server's version of a file, for an If-Range header."""
    tag = response.headers.get("ETag", "")
    return tag if tag.startswith('"') else response.headers.get("Last-Modified", "")
