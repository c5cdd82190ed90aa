"""What notebooks show: tables, and arrays that look like pictures as such."""

from __future__ import annotations

import base64
import re

import numpy as np
import pytest

import mxnet as mx
from mxnet import nd
from mxnet.gluon import nn
from mxnet.gluon.contrib.estimator import History, RateSearch

cv2 = pytest.importorskip("cv2")


def image_in(html):
    """Return the pixels of the picture in a page, None without one."""
    match = re.match(r'<img src="data:image/png;base64,([^"]+)"', html)
    if match is None:
        return None
    encoded = np.frombuffer(base64.b64decode(match[1]), np.uint8)
    pixels = cv2.imdecode(encoded, cv2.IMREAD_UNCHANGED)
    return pixels[:, :, None] if pixels.ndim == 2 else pixels


RANDOM = np.random.RandomState(0)
PIXELS = RANDOM.randint(0, 256, (12, 10, 3)).astype("uint8")
PICTURES = {
    "colours": (nd.array(PIXELS, dtype="uint8"), PIXELS[:, :, ::-1]),
    "grey": (nd.array(PIXELS[:, :, :1], dtype="uint8"), PIXELS[:, :, :1]),
    "ToTensor": (nd.array(PIXELS.transpose(2, 0, 1) / 255), PIXELS[:, :, ::-1]),
    "mx.np": (mx.np.array(PIXELS, dtype="uint8"), PIXELS[:, :, ::-1]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures(name):
    array, pixels = PICTURES[name]
    html = array._repr_html_()
    np.testing.assert_array_equal(image_in(html), pixels)
    values = array.asnumpy()
    contents = f"{values.dtype} from {values.min():.4g} to {values.max():.4g}"
    size = "x".join(map(str, array.shape))
    expected = f"<pre>&lt;{type(array).__name__} {size} @cpu(0)&gt;, {contents}</pre>"
    assert html.endswith(expected) and html.count("\n") == 0


def test_dark_pictures_are_stretched():
    digit = PIXELS[:, :, :1] // 16
    html = nd.array(digit, dtype="uint8")._repr_html_()
    np.testing.assert_array_equal(image_in(html), (digit * (255 / 15)).astype("uint8"))
    assert "uint8 from 0 to 15" in html
    assert not image_in(nd.zeros((12, 10, 1), dtype="uint8")._repr_html_()).any()


@pytest.mark.parametrize(
    "array",
    [
        nd.ones((12, 10), dtype="uint8"),
        nd.ones((2, 3, 4)),
        nd.ones((3, 12, 12)),
        nd.ones((12, 12, 2), dtype="uint8"),
        nd.random.normal(shape=(3, 12, 12)),
        nd.array([], dtype="float32").reshape((0, 3, 3)),
        nd.ones((3, 12, 12)).tostype("row_sparse"),
    ],
    ids=lambda array: f"{array.dtype.__name__}{array.shape}{array.stype}",
)
def test_other_arrays_are_text(array):
    html = array._repr_html_()
    assert html == f"<pre>{repr(array).strip().replace('<', '&lt;').replace('>', '&gt;')}</pre>"


def classifier():
    net = nn.HybridSequential(prefix="net_")
    with net.name_scope():
        net.add(nn.Dense(4, in_units=3), nn.Dropout(0.5), nn.Dense(2))
    return net


def test_blocks():
    html = classifier()._repr_html_()
    assert "HybridSequential with more than 18 parameters" in html
    assert "<td>\u20030</td><td>Dense(3 -&gt; 4, linear)</td>" in html
    assert "<td>weight 4x3, bias 4</td><td>16</td>" in html
    assert "<td>weight 2x0, bias 2</td><td>more than 2</td>" in html
    assert html.count("<tr>") == 5


def test_figures():
    history = History()
    history.epochs.append({"training loss": 0.5})
    search = RateSearch([0.1, 0.2, 0.3], [3.0, 2.0, 1.0])
    for figure in history.plot(), search.plot():
        assert figure._repr_png_().startswith(b"\x89PNG")


def test_parameters():
    html = classifier().collect_params()._repr_html_()
    assert "<td>net_dense0_weight</td><td>(4, 3)</td><td>float32</td><td>write</td>" in html


def test_symbols():
    hidden = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=3, name="fc")
    html = hidden._repr_html_()
    assert "<td>fc</td><td>FullyConnected</td><td>data, fc_weight, fc_bias</td>" in html
    assert "<td>num_hidden=3</td>" in html and "&lt;Symbol fc&gt; with 4 nodes" in html
    for _ in range(120):
        hidden = hidden + 1
    html = hidden._repr_html_()
    assert "with 124 nodes, of which 100 are shown" in html and html.count("<tr>") == 101


def test_metrics():
    metric = mx.metric.Accuracy()
    metric.update([nd.array([0, 1])], [nd.array([[1, 0], [1, 0]])])
    assert "<td>accuracy</td><td>0.5</td>" in metric._repr_html_()
    both = mx.metric.CompositeEvalMetric([metric, mx.metric.Loss()])
    assert "<td>loss</td><td>nan</td>" in both._repr_html_()
