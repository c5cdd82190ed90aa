"""LibSVMIter: sparse rows, as the real 1.9.1 reads them."""

import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError

ROWS = "1.0 0:0.5 2:1.2\n-2.0\n-3.0 0:0.6 1:2.4 2:1.2\n4 2:-1.2\n5 1:2\n"
LABELS = "1.0\n-2.0 0:0.125\n-3.0 2:1.2\n4 1:1.0 2:-1.2\n5 0:1\n"
DENSE = np.array([[0.5, 0, 1.2], [0, 0, 0], [0.6, 2.4, 1.2], [0, 0, -1.2], [0, 2, 0]], np.float32)
DENSE_LABELS = np.array(
    [[0, 0, 0], [0.125, 0, 0], [0, 0, 1.2], [0, 1, -1.2], [1, 0, 0]], np.float32
)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "data.t").write_text(ROWS)
    (tmp_path / "label.t").write_text(LABELS)
    return tmp_path


def reading(files, **options):
    data = str(files / "data.t")
    return mx.io.LibSVMIter(**{"data_libsvm": data, "data_shape": (3,), "batch_size": 2, **options})


def test_two_rounds(files):
    batches, rounds = reading(files), []
    assert batches.provide_data == [("data", (2, 3))] and batches.provide_label[0].shape == (2,)
    for _ in range(2):
        for batch in batches:
            data, label = batch.data[0], batch.label[0]
            assert data.stype == "csr" and label.stype == "default"
            data.check_format(True)
            rows = batch.index.tolist()
            np.testing.assert_array_equal(data.asnumpy(), DENSE[rows])
            assert label.asnumpy().tolist() == np.array([1, -2, -3, 4, 5])[rows].tolist()
            rounds.append((rows, batch.pad))
        batches.reset()
    assert rounds == [([0, 1], 0), ([2, 3], 0), ([4, 0], 1), ([1, 2], 0), ([3, 4], 0)]


def test_labels_that_are_sparse_too(files):
    options = {"label_libsvm": str(files / "label.t"), "label_shape": "(3,)"}
    for batch in reading(files, **options):
        assert batch.label[0].stype == "csr"
        np.testing.assert_array_equal(batch.label[0].asnumpy(), DENSE_LABELS[batch.index.tolist()])


def test_parts(files):
    parts = [
        [int(batch.label[0].asscalar()) for batch in reading(files, batch_size=1, **part)]
        for part in ({"num_parts": 2, "part_index": i} for i in range(2))
    ]
    assert parts == [[1, -2, -3], [4, 5]]


def test_a_folder(files):
    (files / "label.t").unlink()
    (files / "more.t").write_text("6 0:1\n")
    batches = mx.io.LibSVMIter(data_libsvm=str(files), data_shape=(3,), batch_size=3)
    assert [label for b in batches for label in b.label[0].asnumpy()] == [1, -2, -3, 4, 5, 6]


@pytest.mark.parametrize(
    ("content", "options", "message"),
    [
        ("1 0:1\n2 -1:3\n", {}, "data.t', line 2: column -1 is not in 0..2; columns are counted"),
        ("1 0:1\n2 3:3\n", {}, "line 2: column 3 is not in 0..2"),
        ("1 0:1\n2 0\n", {}, "line 2: expected a label and column:value pairs, got '2 0'"),
        ("x 0:1\n", {}, "line 1: expected a label"),
        ("1 0:1\n", {}, "number of input must be bigger than batch size: 1 rows, 2 expected"),
        ("", {}, "the data has no batch"),
        (ROWS, {"round_batch": False}, "does not support round_batch=False"),
        (ROWS, {"data_shape": (3, 1)}, r"has one dimension, got \(3, 1\)"),
        (ROWS, {"num_parts": 2, "part_index": 2}, "part_index must be in 0..1"),
        (ROWS, {"data_libsvm": "nowhere"}, "cannot read 'nowhere': No such file"),
        (ROWS, {"dtype": "int8"}, "bad value 'int8' of parameter dtype"),
    ],
)
def test_refused(tmp_path, content, options, message):
    (tmp_path / "data.t").write_text(content)
    with pytest.raises(MXNetError, match=message):
        reading(tmp_path, **options)


def test_too_few_labels(files):
    (files / "label.t").write_text("1.0\n")
    with pytest.raises(MXNetError, match="label_libsvm has 1 rows, data_libsvm 5"):
        reading(files, label_libsvm=str(files / "label.t"), label_shape=(3,))


def test_comments_queries_and_weights_are_ignored(tmp_path):
    text = "# labels are clicks\n1 qid:3 0:2 1:4 # first\n2:0.5 2:1#\n3 qid:4\n4 0:1\n"
    (tmp_path / "data.t").write_text(text)
    batch = reading(tmp_path, batch_size=4).next()
    assert batch.label[0].asnumpy().tolist() == [1, 2, 3, 4]
    assert batch.data[0].asnumpy().tolist() == [[2, 4, 0], [0, 0, 1], [0, 0, 0], [1, 0, 0]]


def test_lines_of_separators_are_blank(tmp_path):
    (tmp_path / "data.t").write_bytes(b"1 0:2\n\x1e\x1e\n3 1:4\n")
    batch = reading(tmp_path).next()
    assert batch.label[0].asnumpy().tolist() == [1, 3]
