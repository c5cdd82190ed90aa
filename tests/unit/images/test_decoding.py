"""JPEG files whose end is missing are decoded as far as they go, as in 1.9.1."""

from __future__ import annotations

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd, recordio

cv2 = pytest.importorskip("cv2")
WARNING = r"JPEG image of \d+ bytes is truncated: the missing part is gray"
HEADER = recordio.IRHeader(0, 1.0, 0, 0)
GRAY = 128


@pytest.fixture
def jpeg():
    noise = np.random.RandomState(0).randint(0, 256, (64, 48, 3)).astype(np.uint8)
    return cv2.imencode(".jpg", noise)[1].tobytes()


def decode_by_iterator(encoded, tmp_path):
    path = str(tmp_path / "images.rec")
    writer = recordio.MXRecordIO(path, "w")
    writer.write(recordio.pack(HEADER, encoded))
    writer.close()
    (batch,) = mx.io.ImageRecordIter(path_imgrec=path, data_shape=(3, 64, 48), batch_size=1)
    return batch.data[0][0].transpose((1, 2, 0)).asnumpy()


READERS = {
    "mx.image": lambda encoded, folder: mx.image.imdecode(encoded).asnumpy(),
    "ImageRecordIter": decode_by_iterator,
    "recordio": lambda encoded, folder: recordio.unpack_img(recordio.pack(HEADER, encoded))[1],
    "nd.imdecode": lambda encoded, folder: nd.imdecode(encoded).asnumpy().transpose(1, 2, 0),
}


@pytest.mark.parametrize("reader", READERS)
def test_a_truncated_jpeg_is_decoded_as_far_as_it_goes(jpeg, reader, tmp_path):
    whole = READERS[reader](jpeg, tmp_path)
    with pytest.warns(UserWarning, match=WARNING):
        half = READERS[reader](jpeg[: len(jpeg) // 2], tmp_path)
    np.testing.assert_array_equal(half[:8], whole[:8])
    assert (half[-8:] == GRAY).all()


def test_only_the_end_marker_is_missing(jpeg):
    with pytest.warns(UserWarning, match=WARNING):
        image = mx.image.imdecode(jpeg[:-2])
    np.testing.assert_array_equal(image.asnumpy(), mx.image.imdecode(jpeg).asnumpy())


def test_a_jpeg_without_pixels_is_refused(jpeg):
    with pytest.raises(mx.MXNetError, match="Invalid image file"):
        mx.image.imdecode(jpeg[:100])
