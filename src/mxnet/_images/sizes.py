"""The size of an encoded image, read only from its header.

There is one function for each format that OpenCV decodes. An invalid header has no size: then
OpenCV rejects the image itself.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable, Iterator

from ..error import MXNetError

Size = tuple[int, int]  # width, height


def image_size(encoded: memoryview) -> Size | None:
    """Return width and height of an image, or None if its format or header is unknown.

    >>> image_size(memoryview(b"GIF89a" + bytes([3, 0, 2, 0])))
    (3, 2)
    """
    head = bytes(encoded[:16])
    for begins, read in FORMATS:
        if begins.match(head):
            try:
                return read(encoded)
            except (struct.error, IndexError, ValueError, ArithmeticError):
                return None
    return None


def _png(data: memoryview) -> Size:
    return struct.unpack_from(">II", data, 16)


def png_chunks(data: memoryview) -> Iterator[tuple[int, int]]:
    """Yield the positions of the chunks of a PNG file, and their declared lengths."""
    offset = 8
    while data[:4] == b"\x89PNG" and offset + 4 <= len(data):
        (length,) = struct.unpack_from(">I", data, offset)
        yield offset, length
        offset += 12 + length  # plus length, name and checksum


def _gif(data: memoryview) -> Size:
    return struct.unpack_from("<HH", data, 6)


def _bmp(data: memoryview) -> Size:
    if struct.unpack_from("<I", data, 14)[0] < 36:  # the header of OS/2 bitmaps
        return struct.unpack_from("<HH", data, 18)
    width, height = struct.unpack_from("<ii", data, 18)
    return abs(width), abs(height)  # the height is negative if rows are stored from the top


JPEG_MARKER = re.compile(rb"\xff[^\x00\xff]")
JPEG_FRAMES = {*range(0xC0, 0xD0)} - {0xC4, 0xC8, 0xCC}
JPEG_ALONE = {0x01, *range(0xD0, 0xD9)}  # markers without a segment
JPEG_SCAN = 0xDA  # pixels follow
MOST_SEGMENTS = 10_000  # a color profile has 255; millions would take seconds


def _jpeg(data: memoryview) -> Size | None:
    """Return the largest size of any frame, as decoders may choose any of them."""
    offset, largest, segments = 2, None, 0
    while match := JPEG_MARKER.search(data, offset):  # decoders skip bytes between markers
        segments += 1
        if segments > MOST_SEGMENTS:
            raise MXNetError(f"the JPEG image has over {MOST_SEGMENTS} segments before its pixels")
        offset, marker = match.end(), data[match.start() + 1]
        if marker == JPEG_SCAN and largest:
            break
        if marker in JPEG_FRAMES and offset + 7 <= len(data):
            height, width = struct.unpack_from(">HH", data, offset + 3)
            largest = max(largest or (0, 0), (width, height), key=lambda size: size[0] * size[1])
        if marker not in JPEG_ALONE:
            offset += int.from_bytes(data[offset : offset + 2], "big")
    return largest


def _webp(data: memoryview) -> Size:
    kind = bytes(data[12:16])
    if kind == b"VP8X":
        width, height = (int.from_bytes(data[at : at + 3], "little") + 1 for at in (24, 27))
        return width, height
    if kind == b"VP8L":
        bits = struct.unpack_from("<I", data, 21)[0]
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    width, height = struct.unpack_from("<HH", data, 26)
    return width & 0x3FFF, height & 0x3FFF


def _tiff(data: memoryview) -> Size:
    """Return the largest width and height of any directory of a file, classic or BigTIFF."""
    order = "<" if data[0] == 0x49 else ">"  # "II" for Intel, "MM" for Motorola
    is_big = struct.unpack_from(f"{order}H", data, 2)[0] == 43  # 43 is BigTIFF, 42 is TIFF
    offset = struct.unpack_from(f"{order}Q" if is_big else f"{order}I", data, 8 if is_big else 4)[0]
    count_form, entry_form, size = ("Q", "HHQ", 20) if is_big else ("H", "HHI", 12)
    (count,) = struct.unpack_from(order + count_form, data, offset)
    begin, sizes = offset + struct.calcsize(count_form), {256: 0, 257: 0}
    for i in range(min(count, 1000)):
        tag, kind, _ = struct.unpack_from(order + entry_form, data, begin + i * size)
        if tag in sizes:
            value = begin + i * size + (12 if is_big else 8)
            form = {3: "H", 16: "Q"}.get(kind, "I")
            sizes[tag] = max(sizes[tag], struct.unpack_from(order + form, data, value)[0])
    return sizes[256], sizes[257]


def _find(data: memoryview, pattern: bytes) -> tuple[int, ...]:
    match = re.search(pattern, bytes(data[:4096]))
    if match is None:
        raise ValueError("the header has no size")
    return tuple(map(int, match.groups()))


SPACE = rb"(?:\s|#[^\n]*\n)+"  # with comments


def _netpbm(data: memoryview) -> Size:
    return _find(data, rb"P[1-6Ff]" + SPACE + rb"(\d+)" + SPACE + rb"(\d+)")


def _pam(data: memoryview) -> Size:
    return _find(data, rb"WIDTH\s+(\d+)") + _find(data, rb"HEIGHT\s+(\d+)")


def _radiance(data: memoryview) -> Size:
    height, width = _find(data, rb"[-+]Y\s+(\d+)\s+[-+]X\s+(\d+)")
    return width, height


def _sun(data: memoryview) -> Size:
    return struct.unpack_from(">II", data, 4)


def _after(data: memoryview, name: bytes, form: str, skip: int) -> tuple[int, ...]:
    offset = bytes(data[: 1 << 16]).index(name) + len(name) + skip
    return struct.unpack_from(form, data, offset)


def _jpeg2000(data: memoryview) -> Size:
    """Read the SIZ segment of the code stream, by which decoders allocate memory."""
    right, bottom, left, top = _after(data, b"\xff\x4f\xff\x51", ">IIII", 4)
    return max(0, right - left), max(0, bottom - top)


def _avif(data: memoryview) -> Size:
    """Return the largest extent of any item."""
    head, sizes, offset = bytes(data[: 1 << 16]), [(0, 0)], -1
    while (offset := head.find(b"ispe", offset + 1)) >= 0:
        sizes.append(struct.unpack_from(">II", head, offset + 8))
    return max(sizes, key=lambda size: size[0] * size[1])


FORMATS: list[tuple[re.Pattern[bytes], Callable[[memoryview], Size | None]]] = [
    (re.compile(begins, re.DOTALL), read)
    for begins, read in (
        (rb"\xff\xd8", _jpeg),
        (rb"\x89PNG", _png),
        (rb"GIF8", _gif),
        (rb"BM", _bmp),
        (rb"RIFF....WEBP", _webp),
        (rb"II[\x2a\x2b]\0|MM\0[\x2a\x2b]", _tiff),
        (rb"P[1-6Ff]\s", _netpbm),
        (rb"P7\s", _pam),
        (rb"#\?R", _radiance),
        (rb"\x59\xa6\x6a\x95", _sun),
        (rb"\xff\x4f\xff\x51|\0\0\0\x0cjP", _jpeg2000),
        (rb"....ftyp", _avif),
    )
]
