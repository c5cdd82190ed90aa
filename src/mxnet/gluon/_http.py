"""HTTP requests for files.

MXNet uses the package requests. If it is installed, so do we: its settings (proxies, ``~/.netrc``,
``REQUESTS_CA_BUNDLE``) and tests that mock it stay effective. Otherwise, and for local files,
Python's own library is used.
"""

from __future__ import annotations

import http.client
import ssl
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import ModuleType

BLOCK = 1 << 16  # bytes read at a time: few system calls per megabyte, little memory
_TIMEOUT = 60  # seconds without received data


@dataclass(frozen=True)
class Response:
    """The response of a server."""

    status: int | None  # None for local files
    headers: Mapping[str, str]
    url: str  # after redirects
    blocks: Iterator[bytes]
    close: Callable[[], None]

    def __enter__(self) -> Response:
        return self

    def __exit__(self, *_) -> None:
        self.close()


class HttpRefusal(OSError):
    """The server responded that the file does not exist or is not accessible."""

    def __init__(self, status: int, reason: str):
        super().__init__(f"HTTP Error {status}: {reason}")
        self.status = status


def ask(url: str, headers: dict[str, str], verify_ssl: bool) -> Response:
    """Request a file; every failure, now or while reading, is an OSError."""
    library = _requests() if urllib.parse.urlsplit(url).scheme in ("http", "https") else None
    if library is None:
        return _ask_by_urllib(url, headers, verify_ssl)
    return _ask_by_requests(library, url, headers, verify_ssl)


def _requests() -> ModuleType | None:
    try:
        import requests  # noqa: PLC0415 - optional, and slow to load
    except ImportError:
        return None
    return requests


def _ask_by_requests(library, url: str, headers: dict[str, str], verify_ssl: bool) -> Response:
    try:
        response = library.get(
            url, stream=True, verify=verify_ssl, headers=headers, timeout=_TIMEOUT
        )
    except OSError as error:
        # requests quotes urllib3, which quotes itself: the system's message is at the end.
        reason = getattr(next(iter(error.args), None), "reason", None)
        if reason is None:
            raise
        raise ConnectionError(str(reason).rpartition("): ")[2]) from None
    if response.status_code >= 400:
        response.close()
        raise HttpRefusal(response.status_code, response.reason)
    if hasattr(response.raw, "enforce_content_length"):
        # An error would lose the data received before; the length is compared with the bytes
        # written anyway.
        response.raw.enforce_content_length = False
    return Response(
        response.status_code,
        response.headers,
        response.url or url,
        response.iter_content(BLOCK),
        response.close,
    )


def _ask_by_urllib(url: str, headers: dict[str, str], verify_ssl: bool) -> Response:
    # Private, but named by PEP 476 for skipping the check.
    context = None if verify_ssl else ssl._create_unverified_context()
    request = urllib.request.Request(url, headers=headers)
    try:
        response = urllib.request.urlopen(request, timeout=_TIMEOUT, context=context)
    except urllib.error.HTTPError as error:
        error.close()
        raise HttpRefusal(error.code, error.reason) from None
    status = getattr(response, "status", None)
    return Response(status, response.headers, response.geturl(), _blocks(response), response.close)


def _blocks(response) -> Iterator[bytes]:
    try:
        while block := response.read(BLOCK):
            yield block
    except http.client.HTTPException as error:  # a stream without a length that ends too early
        raise ConnectionError(f"the connection broke: {error!r}") from error
