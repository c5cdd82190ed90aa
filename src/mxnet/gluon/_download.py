"""Downloads that go on where a connection broke, and show how far they are."""

from __future__ import annotations

import hashlib
import ssl
import urllib.error
import urllib.request

from tqdm import tqdm

from ..base import MXNetError

_BLOCK = 1 << 16
_PATIENCE = 60  # seconds without a byte


class Download:
    """What has come of the file at an address; each ``fetch`` asks for what is missing."""

    def __init__(self, url, file, verify_ssl=True):
        self.url = url
        self._file = file
        self._context = None if verify_ssl else ssl._create_unverified_context()
        self._restart()

    def _restart(self):
        self._file.seek(0)
        self._file.truncate()
        self._done = 0
        self._digest = hashlib.sha1(usedforsecurity=False)

    def fetch(self):
        """Get what is missing; after an OSError this may be tried again."""
        headers = {"User-Agent": "regluon", "Accept-Encoding": "identity"}
        if self._done:
            headers["Range"] = f"bytes={self._done}-"
        request = urllib.request.Request(self.url, headers=headers)
        try:
            answer = urllib.request.urlopen(request, timeout=_PATIENCE, context=self._context)
        except urllib.error.HTTPError as error:
            error.close()
            self._restart()
            raise
        with answer:
            if self._done and getattr(answer, "status", None) != 206:
                self._restart()  # the server cannot begin in the middle
            self._receive(answer)

    def _receive(self, answer):
        announced = answer.headers.get("Content-Length")
        whole = None if announced is None else self._done + int(announced)
        with tqdm(total=whole, initial=self._done, unit="B", unit_scale=True) as progress:
            while block := answer.read(_BLOCK):
                self._file.write(block)
                self._digest.update(block)
                self._done += len(block)
                progress.update(len(block))
        if whole is not None and self._done < whole:
            raise ConnectionError(f"the connection broke after {self._done} of {whole} bytes")

    def check(self, sha1_hash):
        """Refuse what came if its SHA-1 sum is wrong; the next ``fetch`` begins anew."""
        found = self._digest.hexdigest()
        if sha1_hash and found != sha1_hash:
            self._restart()
            raise MXNetError(f"what came has the SHA-1 sum {found}, wanted {sha1_hash}")
