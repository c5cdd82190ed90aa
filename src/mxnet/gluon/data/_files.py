"""Finding the files of a dataset: put there by hand, packed in an archive, or downloaded."""

from __future__ import annotations

import contextlib
import gzip
import os
import tarfile
import zipfile
import zlib

import numpy as np

from ..._formats.local import replacing
from ...base import MXNetError
from .. import utils

BROKEN = (EOFError, zlib.error, gzip.BadGzipFile, tarfile.TarError, zipfile.BadZipFile)


@contextlib.contextmanager
def naming(path):
    """Let errors tell which file is broken, and what helps."""
    try:
        yield
    except BROKEN as error:
        raise MXNetError(f"{path!r} is broken: {error}; delete it to get it anew") from error
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror or error}") from error


def fetched(root, namespace, name, sha1):
    """Download a file of the repository into a folder; return its path."""
    url = utils._get_repo_file_url(f"gluon/dataset/{namespace}", name)
    path = os.path.join(root, name)
    try:
        return utils.download(url, path=path, overwrite=True, sha1_hash=sha1)
    except MXNetError as error:
        raise MXNetError(
            f"{error}. Without a connection put the file {name!r} into {root!r}; "
            "MXNET_GLUON_REPO names another server, MXNET_HOME another folder for all data"
        ) from error


def find(root, *names):
    """Return the path of the first of some files that is in a folder, None without any."""
    paths = (os.path.join(root, name) for name in names)
    return next((path for path in paths if os.path.isfile(path)), None)


def read_idx(path, ndim):
    """Read an array of bytes in the format of MNIST, packed with gzip or not."""
    with naming(path):
        with open(path, "rb") as file:
            content = file.read()
        if content[:2] == b"\x1f\x8b":
            content = gzip.decompress(content)
    head = 4 * (1 + ndim)
    numbers = np.frombuffer(content[:head], ">u4").tolist() if len(content) >= head else []
    if numbers[:1] != [0x800 + ndim]:
        raise MXNetError(f"{path!r} is not a file of {ndim}-d bytes in the format of MNIST")
    shape, values = tuple(numbers[1:]), np.frombuffer(content, np.uint8, offset=head)
    if values.size != int(np.prod(shape, dtype=object)):
        raise MXNetError(
            f"{path!r} is cut off or too long: it says it holds {shape}, it has {values.size} bytes"
        )
    return values.reshape(shape)


def unpack(archive, root, names):
    """Write files of an archive, found by their names in any folder of it, into a folder."""
    with naming(archive):
        with _opened(archive) as (members, extract):
            by_name = {os.path.basename(member): member for member in members}
            missing = [name for name in names if name not in by_name]
            if missing:
                raise MXNetError(f"{archive!r} does not hold {', '.join(missing)}")
            for name in names:
                content = extract(by_name[name])
                with replacing(os.path.join(root, name)) as file:
                    file.write(content)


@contextlib.contextmanager
def _opened(archive):
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            yield packed.namelist(), packed.read
    else:
        with tarfile.open(archive) as packed:
            files = [member.name for member in packed.getmembers() if member.isfile()]
            yield files, lambda name: packed.extractfile(name).read()


def located(root, folder, archive, namespace, files):
    """Return the paths of files, unpacked from an archive or downloaded where they are missing.

    ``folder`` is where the archive that everybody has puts them; it may lie in ``root``.
    """
    found = [find(root, name, os.path.join(folder, name)) for name, _ in files]
    if all(found):
        return found
    name, sha1 = archive
    packed = find(root, name) or fetched(root, namespace, name, sha1)
    unpack(packed, root, [name for name, _ in files])
    return [os.path.join(root, name) for name, _ in files]
