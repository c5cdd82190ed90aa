"""Location of dataset files: provided by the user, unpacked from an archive, or downloaded."""

from __future__ import annotations

import contextlib
import gzip
import lzma
import math
import os
import shutil
import struct
import tarfile
import zipfile
import zlib

import numpy as np

from ..._formats.local import replacing
from ...base import MXNetError
from .. import utils

# Exceptions of archive readers for damaged files.
DAMAGE_ERRORS = (
    EOFError, zlib.error, gzip.BadGzipFile, tarfile.TarError, zipfile.BadZipFile, RuntimeError,
    ValueError, KeyError, OverflowError, struct.error, lzma.LZMAError,
)  # fmt: skip


@contextlib.contextmanager
def name_damaged_file(path):
    """Add the name of the damaged file and the remedy to errors."""
    try:
        yield
    except MXNetError:
        raise
    except DAMAGE_ERRORS as error:
        raise MXNetError(f"{path!r} is broken: {error}; delete it to download it again") from error
    except OSError as error:
        raise MXNetError(f"cannot read {path!r}: {error.strerror or error}") from error


def download_file(root, namespace, name, sha1):
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


def find_file(root, *names):
    """Return the path of the first of the given files that is in a folder, or None."""
    paths = (os.path.join(root, name) for name in names)
    return next((path for path in paths if os.path.isfile(path)), None)


def read_idx(path, ndim):
    """Read an array of bytes in the format of MNIST, optionally compressed with gzip."""
    with name_damaged_file(path), open(path, "rb") as file:
        is_packed = file.read(2) == b"\x1f\x8b"
        file.seek(0)
        with gzip.GzipFile(fileobj=file) if is_packed else file as stream:
            head = stream.read(4 * (1 + ndim))
            numbers = np.frombuffer(head, ">u4").tolist() if len(head) == 4 * (1 + ndim) else []
            if numbers[:1] != [0x800 + ndim]:
                raise MXNetError(f"{path!r} is not a file of {ndim}-d bytes in the format of MNIST")
            shape = tuple(numbers[1:])
            # A limit, because a small file can unpack to any size.
            values = np.frombuffer(_read_at_most(stream, math.prod(shape) + 1), np.uint8)
    if values.size != math.prod(shape):
        more = "more" if values.size > math.prod(shape) else values.size
        raise MXNetError(
            f"{path!r} is cut off or too long: it says it holds {shape}, it has {more} bytes"
        )
    return values.reshape(shape)


def _read_at_most(stream, size):
    """Read in chunks: a header may claim more than there is, or than fits into memory."""
    pieces = []
    while size and (piece := stream.read(min(size, 1 << 20))):
        pieces.append(piece)
        size -= len(piece)
    return b"".join(pieces)


def unpack(archive, root, names, most):
    """Extract files, located by name in any folder of an archive, into a folder.

    None of them may be larger than ``most`` bytes: a small archive can expand to any size.
    """
    with name_damaged_file(archive):
        with _open_archive(archive) as (members, extract):
            by_name = {os.path.basename(member): member for member in members}
            missing = [name for name in names if name not in by_name]
            if missing:
                raise MXNetError(f"{archive!r} does not hold {', '.join(missing)}")
            for name in names:
                size, stream = extract(by_name[name])
                if size > most:
                    raise MXNetError(
                        f"{archive!r}: {name} has {size} bytes, at most {most} were expected"
                    )
                with stream, replacing(os.path.join(root, name)) as file:
                    shutil.copyfileobj(stream, file)


@contextlib.contextmanager
def _open_archive(archive):
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as packed:
            sizes = {member.filename: member.file_size for member in packed.infolist()}
            yield sizes, lambda name: (sizes[name], packed.open(name))
    else:
        with tarfile.open(archive) as packed:
            sizes = {member.name: member.size for member in packed.getmembers() if member.isfile()}
            yield sizes, lambda name: (sizes[name], packed.extractfile(name))


def locate_files(root, folder, archive, namespace, files, most):
    """Return the paths of files; missing ones are unpacked from an archive or downloaded.

    ``folder`` is the folder of the usual archive; it may be in ``root``. ``most`` is the maximum
    size of a file in bytes.
    """
    paths = [find_file(root, name, os.path.join(folder, name)) for name, _ in files]
    if all(paths):
        return paths
    name, sha1 = archive
    packed = find_file(root, name) or download_file(root, namespace, name, sha1)
    unpack(packed, root, [name for name, _ in files], most)
    return [os.path.join(root, name) for name, _ in files]
