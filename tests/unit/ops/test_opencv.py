"""Operators over encoded images, against pixels recorded from 1.9.1."""

from __future__ import annotations

import sys

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet._graph.infer.kernel import infer_outputs
from mxnet._ops import OPS
from mxnet._ops.vision import opencv
from mxnet.ndarray import _internal
from tests.golden import archive
from tests.unit.image.decode_cases import FILES, GOLDEN, MODES, content

pytest.importorskip("cv2")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
@pytest.mark.parametrize("mode", MODES)
def test_decoding_and_reading(path, mode):
    expected = archive.load(GOLDEN)[f"{path.name}/{mode}"]
    for result in (
        _internal._cvimdecode(content(mx, path), **MODES[mode]),
        _internal._cvimread(filename=str(path), **MODES[mode]),
    ):
        assert result.shape == expected.shape
        assert result.dtype == np.uint8
        # decoders of JPEG may differ in the last bit, those of the rest may not
        assert np.abs(result.asnumpy().astype(int) - expected).max() <= (path.suffix == ".jpg")


def test_reading_on_another_context():
    assert _internal._cvimread(filename=str(FILES[0])).context == mx.cpu(0)


PNG = GOLDEN.parent / "images" / "colour.png"


def test_imdecode_of_a_part():
    image = nd.imdecode(PNG.read_bytes())
    expected = archive.load(GOLDEN)["colour.png/reverse"]
    assert image.dtype == np.float32
    assert (image.asnumpy() == expected.transpose(2, 0, 1)).all()
    part = nd.imdecode(PNG.read_bytes(), clip_rect=(2, 3, 10, 8))
    assert (part == image[:, 3:8, 2:10]).asnumpy().all()
    mean = nd.ones(part.shape)
    assert (nd.imdecode(PNG.read_bytes(), (2, 3, 10, 8), mean=mean) == part - 1).asnumpy().all()
    gray = nd.imdecode(PNG.read_bytes(), channels=1)
    assert gray.shape == (1, 12, 16)


def test_imdecode_into_a_batch():
    batch = nd.zeros((2, 3, 12, 16))
    result = nd.imdecode(PNG.read_bytes(), out=batch, index=1)
    assert result is batch
    assert (batch[0] == 0).asnumpy().all()
    assert (batch[1] == nd.imdecode(PNG.read_bytes())).asnumpy().all()


def decode(data, **attrs):
    return _internal._cvimdecode(nd.array(np.frombuffer(data, np.uint8), dtype="uint8"), **attrs)


IMAGE = nd.ones((4, 5, 3), dtype="uint8")
EMPTY = nd.array(np.empty((0, 5, 3)), dtype="uint8")
REFUSED = [
    (lambda: decode(b"no image at all"), r"_cvimdecode: Decoding failed. Invalid image file"),
    (lambda: decode(PNG.read_bytes()[:60]), r"Decoding failed. Invalid image file"),
    (lambda: decode(PNG.read_bytes(), flag=-1), r"flag must be 0 \(gray\) or 1 \(color\), got -1"),
    (lambda: decode((PNG.parent / "deep.png").read_bytes(), flag=6), r"flag.*uint16"),
    (lambda: _internal._cvimdecode(nd.ones((5,))), r"Input needs to be uint8 buffer"),
    (lambda: _internal._cvimread(filename="missing.png"), r"'missing.png' couldn't open file"),
    (lambda: _internal._cvimread(filename="."), r"'.' couldn't open file"),
    (lambda: nd.imdecode(b"no image at all"), r"failed to decode"),
    (lambda: nd.imdecode(PNG.read_bytes(), channels=4), r"c=4 channels expected, the image has 3"),
    (lambda: nd.imdecode(PNG.read_bytes(), (0, 0, 20, 5)), r"rectangle \[0,0,20,5\] is not in"),
    (lambda: nd.imdecode(PNG.read_bytes(), mean=nd.ones((3, 2, 2))), r"mean must have shape"),
    (
        lambda: nd.imdecode(PNG.read_bytes(), out=nd.ones((2, 3, 12, 16)), index=2),
        r"index 2 is not in out \[2,3,12,16\]",
    ),
    (lambda: _internal._imdecode(), r"there is no image"),
    (lambda: _internal._cvimresize(IMAGE, w=0, h=3), r"w and h must be at least 1, got 0 and 3"),
    (lambda: _internal._cvimresize(IMAGE[0], w=2, h=3), r"expected an image .*got \[5,3\]"),
    (lambda: _internal._cvimresize(IMAGE, w=2, h=3, interp=9), r"Unknown interpolation method 9"),
    (lambda: _internal._cvimresize(IMAGE.astype("int32"), w=2, h=3), r"takes uint8, float32"),
    (
        lambda: _internal._cvcopyMakeBorder(IMAGE, top=-1, bot=0, left=0, right=0),
        r"widths of a border must not be negative",
    ),
    (
        lambda: _internal._cvcopyMakeBorder(IMAGE, top=1, bot=0, left=0, right=0, type=5),
        r"Unknown border type 5, expected 0 to 4",
    ),
    (
        lambda: _internal._cvcopyMakeBorder(EMPTY, top=1, bot=0, left=0, right=0, type=2),
        r"an image of \[0,5,3\] has no pixels to repeat",
    ),
    (
        lambda: _internal._cvcopyMakeBorder(IMAGE.astype("float16"), top=1, bot=0, left=0, right=0),
        r"borders are for uint8",
    ),
]


@pytest.mark.parametrize(("call", "message"), REFUSED, ids=[message for _, message in REFUSED])
def test_refused(call, message):
    with pytest.raises(mx.MXNetError, match=message):
        call()


def test_without_opencv(monkeypatch):
    opencv._opencv.cache_clear()
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(mx.MXNetError, match=r"images need OpenCV: pip install 'regluon\[vision\]'"):
        decode(PNG.read_bytes())


def test_sizes_of_encoded_images_are_not_inferred():
    with pytest.raises(mx.MXNetError, match="not known before it is decoded"):
        infer_outputs(OPS["_cvimdecode"], [((10,), OPS_UINT8)], {"flag": 1, "to_rgb": True})


OPS_UINT8 = mx._core.dtypes.lookup("uint8").torch
