"""Images are refused by the size in their header, before they are decoded."""

from __future__ import annotations

import pathlib
import struct
import zlib

import numpy as np
import pytest

import mxnet as mx
from mxnet import recordio
from mxnet._images.limits import MAX_PIXELS, VARIABLE, check_image, max_pixels
from mxnet._images.sizes import image_size
from mxnet.gluon.data import vision

cv2 = pytest.importorskip("cv2")
GOLDEN = pathlib.Path(__file__).parents[2] / "golden" / "images"
ENCODED = ".png .jpg .bmp .webp .tiff .ppm .pgm .pbm .pam .hdr .ras .jp2 .gif .avif .pfm".split()


def encode(ending: str, width: int, height: int) -> memoryview:
    image = np.zeros((height, width, 3), np.uint8)
    if ending in (".pgm", ".pbm"):
        image = image[:, :, 0]
    if ending in (".hdr", ".pfm"):
        image = image.astype(np.float32)
    done, content = cv2.imencode(ending, image)
    assert done
    return memoryview(content.tobytes())


@pytest.mark.parametrize("ending", ENCODED)
def test_the_size_is_in_the_header(ending):
    try:
        content = encode(ending, 137, 121)
    except cv2.error as error:
        pytest.skip(f"this OpenCV does not write {ending}: {error}")
    assert image_size(content) == (137, 121)


@pytest.mark.parametrize("name", [path.name for path in sorted(GOLDEN.iterdir())])
def test_real_files(name):
    content = (GOLDEN / name).read_bytes()
    flag = cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION
    height, width = cv2.imdecode(np.frombuffer(content, np.uint8), flag).shape[:2]
    assert image_size(memoryview(content)) == (width, height)


def test_progressive_jpeg():
    image = np.zeros((21, 37, 3), np.uint8)
    content = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1]
    assert image_size(memoryview(content.tobytes())) == (37, 21)


def test_big_tiff():
    header = struct.pack("<2sHHHQ", b"II", 43, 8, 0, 16)
    tags = b"".join(struct.pack("<HHQQ", tag, 4, 1, value) for tag, value in ((256, 9), (257, 5)))
    content = header + struct.pack("<Q", 2) + tags
    assert image_size(memoryview(content)) == (9, 5)


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xd8", b"\x89PNG", b"GIF8", b"BM", b"RIFF", b"P6 x"]
)
def test_images_without_a_size(content):
    assert image_size(memoryview(content)) is None
    check_image(content)


def bomb(width=100_000, height=100_000) -> bytes:
    """Return the beginning of a PNG file that claims to be very large."""
    chunk = b"IHDR" + struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    head = b"\x89PNG\r\n\x1a\n" + struct.pack(">I", 13) + chunk
    return head + struct.pack(">I", zlib.crc32(chunk))


def test_every_reader_of_images_refuses_large_ones(tmp_path):
    (tmp_path / "bomb.png").write_bytes(bomb())
    record = recordio.pack(recordio.IRHeader(0, 1.0, 0, 0), bomb())
    writer = recordio.MXIndexedRecordIO(str(tmp_path / "x.idx"), str(tmp_path / "x.rec"), "w")
    writer.write_idx(0, record)
    writer.close()
    path = str(tmp_path / "x.rec")
    readers = [
        lambda: mx.image.imdecode(bomb()),
        lambda: mx.image.imread(str(tmp_path / "bomb.png")),
        lambda: mx.nd._internal._imdecode(None, mx.nd.array(list(bomb()), dtype="uint8")),
        lambda: recordio.unpack_img(record),
        lambda: vision.ImageRecordDataset(path)[0],
        lambda: vision.ImageListDataset(str(tmp_path), [[1.0, "bomb.png"]])[0],
        lambda: mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 4, 4), batch_size=1),
        lambda: mx.image.ImageIter(1, (3, 4, 4), path_imgrec=path).next(),
    ]
    for read in readers:
        with pytest.raises(mx.MXNetError, match=f"100000 x 100000 pixels(.|\n)*{VARIABLE}"):
            read()


def test_a_jpeg_file_of_many_segments():
    with pytest.raises(mx.MXNetError, match="over 10000 segments before its pixels"):
        mx.image.imdecode(b"\xff\xd8" + b"\xff\xfe\x00\x02" * 10_001)


def test_a_jpeg_file_with_other_bytes_between_its_segments():
    content = (GOLDEN / "colour.jpg").read_bytes()
    assert image_size(memoryview(content[:2] + bytes(1000) + content[2:])) == (16, 12)


def test_a_chunk_that_is_longer_than_the_file():
    content = bytearray((GOLDEN / "colour.png").read_bytes())
    content[33:37] = b"\xff\xff\xff\x81"
    with pytest.raises(mx.MXNetError, match="at byte 33 a chunk of 4294967169 bytes begins"):
        mx.image.imdecode(bytes(content))


def test_the_limit_can_be_changed(monkeypatch):
    assert max_pixels() == MAX_PIXELS
    content = encode(".png", 40, 30)
    monkeypatch.setenv(VARIABLE, "1199")
    with pytest.raises(mx.MXNetError, match="40 x 30 pixels, more than 1199"):
        mx.image.imdecode(bytes(content))
    monkeypatch.setenv(VARIABLE, "1200")
    assert mx.image.imdecode(bytes(content)).shape == (30, 40, 3)
    monkeypatch.setenv(VARIABLE, "many")
    with pytest.raises(mx.MXNetError, match=f"{VARIABLE} must be a number of pixels, got 'many'"):
        mx.image.imdecode(bytes(content))
