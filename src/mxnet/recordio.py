"""Reading and writing of RecordIO files, and packing of labels and images into records.

This module works without torch being imported.
"""

from __future__ import annotations

import numbers
import os
import struct
from collections import namedtuple

import numpy as np

from ._formats.local import file_errors, local_path
from ._formats.recordio import FilePart, parts_of, position_in, read_index, read_record
from ._formats.recordio_c_functions import file_of
from ._images.decoding import decode_image, opencv_package
from .base import _LIB, MXNetError, RecordIOHandle, c_str, check_call
from .error import MXNetAssertionError

__all__ = [
    "IRHeader", "MXIndexedRecordIO", "MXRecordIO", "c_str", "check_call",
    "pack", "pack_img", "unpack", "unpack_img",
]  # fmt: skip


class MXRecordIO:
    """A file of records, read or written sequentially.

    Parameters
    ----------
    uri : str or path
        The file name or a ``file://`` URL.
    flag : str
        ``"r"`` to read, ``"w"`` to write a new file.

    Examples
    --------
    >>> writer = MXRecordIO("numbers.rec", "w")
    >>> for word in (b"one", b"two"):
    ...     writer.write(word)
    >>> writer.close()
    >>> reader = MXRecordIO("numbers.rec", "r")
    >>> reader.read(), reader.read(), reader.read()
    (b'one', b'two', None)
    """

    is_open = False  # also for __del__ if __init__ has failed

    def __init__(self, uri, flag):
        self.uri = uri
        self.flag = flag
        self.handle = RecordIOHandle()  # for subclasses whose open() calls the C API
        self.open()

    @property
    def _file(self):
        return file_of(self.handle) if isinstance(self.handle, RecordIOHandle) else self.handle

    def open(self):
        """Open the file; in write mode it is truncated."""
        if self.flag not in ("r", "w"):
            raise ValueError(f"Invalid flag {self.flag}: use 'r' to read or 'w' to write")
        self.writable = self.flag == "w"
        path = local_path(self.uri)
        try:
            self.handle = open(path, self.flag + "b")
        except OSError as error:
            raise MXNetError(f"cannot open {path!r}: {error.strerror}") from error
        self.pid = os.getpid()
        self.is_open = True

    def close(self):
        """Close the file; only then is everything written to it."""
        if not self.is_open:
            return
        self.is_open = False
        with file_errors("write", str(self.uri)):  # flushes the buffer
            if isinstance(self.handle, RecordIOHandle):
                check_call(_LIB.MXRecordIOReaderFree(self.handle))
            else:
                self.handle.close()

    def __del__(self):
        self.close()

    def reset(self):
        """Return to the first record; in write mode the file is truncated."""
        self.close()
        self.open()

    def read(self):
        """Return the next record as bytes, or None after the last one."""
        self._check("read", writable=False)
        return read_record(self._file, str(self.uri))

    def write(self, buf):
        """Append a record."""
        self._check("write", writable=True)
        if not isinstance(buf, bytes | bytearray | memoryview):
            raise TypeError(f"a record must be bytes, got {type(buf).__name__}")
        with file_errors("write", str(self.uri)):
            file = self._file
            file.writelines(parts_of(bytes(buf)))
            # Otherwise a forked process would write the buffer again when it ends.
            file.flush()

    def _check(self, verb, writable):
        if self.writable != writable:
            text = f"cannot {verb} {str(self.uri)!r}: it was opened with {self.flag!r}"
            raise MXNetAssertionError(text)
        if not self.is_open:
            raise MXNetError(f"cannot {verb} {str(self.uri)!r}: it is closed")
        self._check_pid()

    def _check_pid(self, allow_reset=False):
        if self.pid == os.getpid():
            return
        if not allow_reset:
            raise MXNetError(
                f"Forbidden operation in multiple processes: {str(self.uri)!r} was opened in "
                "another process; call reset() to open it in this one"
            )
        self.reset()

    def __getstate__(self):
        if self.is_open and self.writable:
            raise MXNetError(
                f"{str(self.uri)!r} is being written and cannot be pickled: the copy would "
                "start the file again"
            )
        return {name: value for name, value in vars(self).items() if name != "handle"}

    def __setstate__(self, state):
        vars(self).update(state, is_open=False, handle=RecordIOHandle())
        if state["is_open"]:
            self.open()


class MXIndexedRecordIO(MXRecordIO):
    """A file of records with an index file for random access.

    Parameters
    ----------
    idx_path : str or path
        The name of the index file.
    uri, flag
        As for `MXRecordIO`.
    key_type : type
        The type of the keys.

    Examples
    --------
    >>> writer = MXIndexedRecordIO("numbers.idx", "numbers.rec", "w")
    >>> for key, word in enumerate((b"zero", b"one", b"two")):
    ...     writer.write_idx(key, word)
    >>> writer.close()
    >>> MXIndexedRecordIO("numbers.idx", "numbers.rec", "r").read_idx(1)
    b'one'
    """

    fidx = None  # the index file, while writing

    def __init__(self, idx_path, uri, flag, key_type=int):
        self.idx_path, self.key_type = idx_path, key_type
        super().__init__(uri, flag)

    def open(self):
        """Open both files and read the index; in write mode they are truncated."""
        super().open()
        path, entries = local_path(self.idx_path), []
        if self.writable:
            with file_errors("write", path):
                self.fidx = open(path, "w", buffering=1, encoding="utf-8", errors="surrogateescape")
        else:
            entries = read_index(path, self.key_type)
        self.idx = dict(entries)
        self.keys = [key for key, _ in entries]

    def close(self):
        """Close both files."""
        super().close()
        if self.fidx is not None:
            with file_errors("write", str(self.idx_path)):
                self.fidx.close()

    def seek(self, idx):
        """Move to the record with the key ``idx``, which the next ``read`` returns."""
        if self.is_open and not self.writable:
            # MXNet: data loader workers continue to use the reader that they inherited.
            self._check_pid(allow_reset=True)
        self._check("seek in", writable=False)
        self._file.seek(position_in(self._file.fileno(), self._position(idx)))

    def tell(self):
        """Return the position in the file where the next record begins."""
        self._check("tell the position in", writable=self.writable)
        return self._file.tell()

    def read_idx(self, idx):
        """Return the record with the key ``idx``."""
        self.seek(idx)
        record = self.read()
        if record is None:
            raise self._beyond_the_end(idx)
        return record

    def _read_at(self, idx):
        """Return the record with the key ``idx`` without moving in the file, for use in threads."""
        # MXNet: data loader workers continue to use the reader that they inherited.
        self._check_pid(allow_reset=True)
        self._check("read", writable=False)
        where = FilePart(self._file.fileno(), self._position(idx))
        record = read_record(where, f"{self.uri} (key {idx})")
        if record is None:
            raise self._beyond_the_end(idx)
        return record

    def _position(self, idx) -> int:
        if idx not in self.idx:
            ends = f", from {self.keys[0]!r} to {self.keys[-1]!r}" if self.keys else ""
            raise KeyError(
                f"{str(self.idx_path)!r} has no record {idx!r}: it has {len(self.keys)}{ends}"
            )
        return self.idx[idx]

    def _beyond_the_end(self, idx):
        return MXNetError(
            f"{str(self.idx_path)!r} places the key {idx!r} at byte {self.idx[idx]}, where "
            f"{str(self.uri)!r} has ended"
        )

    def write_idx(self, idx, buf):
        """Append a record under the key ``idx``."""
        key = self.key_type(idx)
        if any(mark in str(key) for mark in "\t\r\n"):
            raise MXNetError(
                f"the key {key!r} has a tab or a line break, which an index cannot hold"
            )
        position = self.tell()
        self.write(buf)
        with file_errors("write", str(self.idx_path)):
            self.fidx.write(f"{key}\t{position}\n")
        self.idx[key] = position
        self.keys.append(key)

    def __getstate__(self):
        return super().__getstate__() | {"fidx": None}


# MXNet: the repr of the class is HEADER, and pickle finds it under that name.
IRHeader = HEADER = namedtuple("HEADER", ["flag", "label", "id", "id2"])

_HEADER = struct.Struct("<IfQQ")


def pack(header, s):
    """Prepend a header to a byte string.

    Parameters
    ----------
    header : IRHeader
        ``label`` is a number or an array of float32; ``flag`` is set here, to the number of labels
        of an array or to 0 for a number.
    s : bytes
        The payload, for example an encoded image.

    Examples
    --------
    >>> unpack(pack(IRHeader(0, 4.0, 7, 0), b"text"))
    (HEADER(flag=0, label=4.0, id=7, id2=0), b'text')
    """
    if not isinstance(header, tuple | list):
        raise TypeError(f"pack takes an IRHeader(flag, label, id, id2), got {header!r}")
    _, label, *ids = IRHeader(*header)
    if isinstance(label, numbers.Number):
        return _HEADER.pack(0, label, *ids) + s
    labels = np.asarray(label, np.float32)
    return _HEADER.pack(labels.size, 0, *ids) + labels.tobytes() + s


def unpack(s):
    """Unpack the result of ``pack``: return the header and the byte string."""
    if len(s) < _HEADER.size:
        raise MXNetError(f"a record has at least {_HEADER.size} bytes, this one has {len(s)}")
    header, rest = IRHeader(*_HEADER.unpack_from(s)), s[_HEADER.size :]
    count = header.flag
    if count * 4 > len(rest):
        raise MXNetError(f"{count} labels need {count * 4} bytes, the record has {len(rest)} left")
    if count:
        header = header._replace(label=np.frombuffer(rest, np.float32, count))
    return header, rest[count * 4 :]


def pack_img(header, img, quality=95, img_fmt=".jpg"):
    """Encode an image with OpenCV and prepend a header.

    Parameters
    ----------
    header : IRHeader
        As for `pack`.
    img : numpy.ndarray
        The image, with channels in OpenCV's order: blue, green, red.
    quality : int
        1 to 100 for JPEG, compression level 0 to 9 for PNG; ignored for other formats.
    img_fmt : str
        ``".jpg"``, ``".png"`` or another file ending that OpenCV supports.
    """
    cv2 = opencv_package()
    kind = img_fmt.lower()
    options = {
        ".jpg": [cv2.IMWRITE_JPEG_QUALITY, quality],
        ".jpeg": [cv2.IMWRITE_JPEG_QUALITY, quality],
        ".png": [cv2.IMWRITE_PNG_COMPRESSION, min(quality, 9)],
    }
    try:
        succeeded, encoded = cv2.imencode(img_fmt, img, options.get(kind, []))
    except cv2.error as error:
        raise MXNetError(f"OpenCV cannot encode the image as {img_fmt!r}: {error}") from error
    if not succeeded:
        raise MXNetError(f"OpenCV could not encode the image as {img_fmt!r}")
    return pack(header, encoded.tobytes())


def unpack_img(s, iscolor=-1):
    """Unpack the result of ``pack_img``: return the header and the image.

    Parameters
    ----------
    s : bytes
        The record.
    iscolor : int
        1 for three channels, 0 for grayscale, -1 for the channels of the image.

    Returns
    -------
    IRHeader, numpy.ndarray
        The image is None if OpenCV cannot decode it.
    """
    header, encoded = unpack(s)
    image = decode_image(opencv_package().imdecode, np.frombuffer(encoded, np.uint8), iscolor)
    return header, image
