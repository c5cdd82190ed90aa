"""``summary`` with multiply-adds: counted by hand, and of a network whose number is known."""

import re

import pytest

from mxnet import nd, np
from mxnet._eager.multiply_adds import MultiplyAdds
from mxnet.gluon import contrib, nn, rnn
from mxnet.gluon.model_zoo import vision


def rows(text):
    """Return class and last number of each row."""
    return re.findall(r"^ *(\w+)-\d+ .* (\d+)$", text, re.MULTILINE)


class Shortcut(nn.HybridBlock):
    """Has a product of its own beside those of its part."""

    def __init__(self):
        super().__init__()
        with self.name_scope():
            self.dense = nn.Dense(4, in_units=4)

    def hybrid_forward(self, F, x):
        return F.dot(self.dense(x), x, transpose_b=True)


def product(function):
    return nn.HybridLambda(function)


CASES = [
    (lambda: nn.Dense(5), (2, 3), [("Dense", 2 * 3 * 5)]),
    (lambda: nn.Conv2D(4, 3, groups=2), (2, 6, 8, 8), [("Conv2D", 2 * 4 * 36 * 3 * 9)]),
    (lambda: nn.Conv2DTranspose(4, 3), (1, 6, 8, 8), [("Conv2DTranspose", 6 * 64 * 4 * 9)]),
    (lambda: rnn.LSTM(7), (5, 2, 3), [("LSTM", 5 * 2 * 4 * 7 * (3 + 7))]),
    (lambda: rnn.GRU(7, bidirectional=True), (5, 2, 3), [("GRU", 2 * 5 * 2 * 3 * 7 * (3 + 7))]),
    (lambda: nn.MaxPool2D(), (1, 2, 4, 4), [("MaxPool2D", 0)]),
    (lambda: product(lambda F, x: F.linalg.gemm2(x, x, transpose_a=True)), (2, 3, 5),
     [("HybridLambda", 2 * 5 * 5 * 3)]),
    (lambda: product(lambda F, x: F.linalg.gemm2(x, x, transpose_a=True, axis=0)), (3, 2, 5),
     [("HybridLambda", 2 * 5 * 5 * 3)]),
    (lambda: contrib.cnn.DeformableConvolution(4, (3, 3)), (1, 2, 5, 5),
     [("DeformableConvolution", 9 * 2 * 9 * 18 + 9 * 2 * 9 * 4)]),
    (Shortcut, (2, 4), [("Dense", 2 * 4 * 4), ("Shortcut", 2 * 4 * 2)]),
]  # fmt: skip


@pytest.mark.parametrize(("make", "shape", "expected"), CASES)
def test_counts(make, shape, expected, capsys):
    net = make()
    net.initialize()
    net.summary(nd.ones(shape), flops=True)
    text = capsys.readouterr().out
    assert rows(text) == [(name, str(count)) for name, count in expected]
    assert f"\nMultiply-adds: {sum(count for _, count in expected)}\n" in text


def test_a_hybridized_layer(capsys):
    net = nn.Dense(5)
    net.initialize()
    net.hybridize()
    net.summary(nd.ones((2, 3)), flops=True)
    assert rows(capsys.readouterr().out) == [("Dense", "30")]
    assert net._active


def test_tensor_products():
    a, b = np.ones((2, 3, 4)), np.ones((4, 3, 5))
    with MultiplyAdds() as counter:
        np.tensordot(a, b, ((2, 1), (0, 1)))
        np.tensordot(a, np.ones((3, 4, 5)), 2)
    assert counter.total == 2 * (2 * 5 * 12)


def test_a_known_network(capsys):
    net = vision.resnet18_v1()
    net.initialize()
    net.summary(nd.ones((1, 3, 224, 224)), flops=True)
    assert "Multiply-adds: 1814073344\n" in capsys.readouterr().out


def test_table_of_mxnet_1_9_1_is_unchanged(capsys):
    net = nn.Dense(5)
    net.initialize()
    net.summary(nd.ones((2, 3)))
    text = capsys.readouterr().out
    assert "Multiply" not in text
    assert {len(line) for line in text.splitlines() if line.startswith(("-", "="))} == {80}


def test_the_widths_fit(capsys):
    net = nn.Dense(5)
    net.initialize()
    net.summary(nd.ones((2, 3)), flops=True)
    lines = capsys.readouterr().out.splitlines()
    assert [len(line) for line in lines[:4]] == [96] * 4


@pytest.mark.parametrize("flops", [False, True])
def test_a_network_that_has_not_been_called_has_a_row_for_each_part(flops, capsys):
    net = nn.HybridSequential()
    net.add(nn.Dense(4, activation="relu"), nn.Dense(2))
    net.initialize()
    net.summary(nd.ones((2, 3)), flops=flops)
    first = capsys.readouterr().out
    net.summary(nd.ones((2, 3)), flops=flops)
    assert capsys.readouterr().out == first
    assert first.count("Activation") == 1 and "Symbol" not in first
