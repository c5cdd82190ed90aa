"""Descriptions, batches, and iterators over arrays and other iterators."""

import copy
import os
import pickle
import threading

import numpy as np
import pytest

from mxnet import MXNetError, io, nd

ROWS = np.arange(30).reshape(10, 3)


def labels_of(batches):
    return [(batch.label[0].asnumpy().astype(int).tolist(), batch.pad) for batch in batches]


def numbers(batch_size=4, **options):
    return io.NDArrayIter(ROWS, np.arange(10), batch_size, **options)


def test_a_description_is_a_pair_with_more():
    description = io.DataDesc("data", (2, 3), "int8", "NT")
    assert tuple(description) == ("data", (2, 3))
    assert repr(description) == "DataDesc[data,(2, 3),int8,NT]"
    for copied in (pickle.loads(pickle.dumps(description)), copy.copy(description)):
        assert copied == description
        assert (copied.dtype, copied.layout) == ("int8", "NT")


def test_lists_of_descriptions():
    descriptions = io.DataDesc.get_list([("a", (1,)), ("b", (2,))], [("b", "int8")])
    assert [description.dtype for description in descriptions] == [np.float32, "int8"]
    assert io.DataDesc.get_list([("a", (1,))], None)[0].dtype is np.float32


@pytest.mark.parametrize(("layout", "axis"), [(None, 0), ("NCHW", 0), ("TNC", 1), ("CHW", -1)])
def test_the_batch_axis(layout, axis):
    assert io.DataDesc.get_batch_axis(layout) == axis


def test_batch_provides_its_shapes():
    batch = io.DataBatch([nd.ones((2, 3))], [nd.ones(2)])
    assert str(batch) == "DataBatch: data shapes: [(2, 3)] label shapes: [(2,)]"
    with pytest.raises(AssertionError, match="Label must be list of NDArrays, got NDArray"):
        io.DataBatch([nd.ones(1)], nd.ones(1))


@pytest.mark.parametrize(
    ("handle", "rounds"),
    [
        (
            "pad",
            [
                [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0), ([8, 9, 0, 1], 2)],
                [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0), ([8, 9, 0, 1], 2)],
            ],
        ),
        ("discard", [[([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0)]] * 2),
        (
            "roll_over",
            [
                [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0)],
                [([8, 9, 0, 1], 2), ([2, 3, 4, 5], 0), ([6, 7, 8, 9], 0)],
                [([0, 1, 2, 3], 0), ([4, 5, 6, 7], 0)],
            ],
        ),
    ],
)
def test_handling_of_the_last_samples(handle, rounds):
    batches = numbers(last_batch_handle=handle)
    for expected in rounds:
        assert labels_of(batches) == expected
        batches.reset()


def test_hard_reset_drops_rolled_over_samples():
    batches = numbers(last_batch_handle="roll_over")
    list(batches)
    batches.hard_reset()
    assert labels_of(batches)[0] == ([0, 1, 2, 3], 0)


def test_a_batch_larger_than_the_data():
    batch = io.NDArrayIter(np.arange(3), batch_size=8).next()
    assert batch.data[0].asnumpy().tolist() == [0, 1, 2, 0, 1, 2, 0, 1]
    assert list(io.NDArrayIter(np.arange(3), batch_size=8, last_batch_handle="discard")) == []


def test_shuffled_as_1_9_1_does():
    np.random.seed(3)
    batches = numbers(shuffle=True)
    assert batches.idx.tolist() == [5, 4, 1, 2, 9, 6, 7, 0, 3, 8]
    assert [row for row, _ in labels_of(batches)] == [[5, 4, 1, 2], [9, 6, 7, 0], [3, 8, 5, 4]]
    batches.reset()
    assert [row for row, _ in labels_of(batches)] == [[1, 2, 4, 9], [3, 8, 6, 0], [5, 7, 1, 2]]


def test_data_and_labels_stay_together():
    for batch in numbers(shuffle=True):
        np.testing.assert_array_equal(batch.data[0].asnumpy()[:, 0], batch.label[0].asnumpy() * 3)


def test_names_types_and_layout():
    batches = io.NDArrayIter(
        {"z": ROWS, "a": ROWS}, nd.ones((10, 2), dtype="float16"), 2, layout="NC"
    )
    assert [d.name for d in batches.provide_data] == ["a", "z"]
    assert batches.provide_data[0].layout == "NC"
    assert batches.provide_label[0].dtype is np.float16
    assert batches.provide_label[0].shape == (2, 2)
    assert [d.name for d in io.NDArrayIter([ROWS, ROWS]).provide_data] == ["_0_data", "_1_data"]
    # MXNet: a NumPy array of any type becomes float32
    assert io.NDArrayIter(ROWS.astype(np.uint8)).provide_data[0].dtype is np.float32


def test_step_by_step():
    batches = numbers()
    assert batches.iter_next()
    assert batches.getdata()[0].shape == (4, 3)
    assert batches.getlabel()[0].shape == (4,)
    assert (batches.getpad(), batches.getindex()) == (0, None)


class Dataset:
    """What NDArrayIter uses of an HDF5 dataset: rows come in rising order only."""

    def __init__(self, rows):
        self._rows, self.shape, self.dtype = rows, rows.shape, rows.dtype

    def __getitem__(self, index):
        assert (np.diff(index) > 0).all()
        return self._rows[index]


Dataset.__module__ = "h5py._hl.dataset"


@pytest.mark.parametrize("shuffle", [False, True])
def test_datasets_of_hdf5_files_stay_there(shuffle):
    source = Dataset(ROWS.astype(np.float32))
    batches = io.NDArrayIter(source, np.arange(10), 4, shuffle=shuffle)
    for _ in range(2):
        for batch in batches:
            expected = batch.label[0].asnumpy() * 3
            np.testing.assert_array_equal(batch.data[0].asnumpy()[:, 0], expected)
        batches.reset()
    assert batches.data[0][1] is source


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda: io.NDArrayIter("rows"), TypeError, "Input must be NDArray.*got str"),
        (lambda: io.NDArrayIter([]), AssertionError, "'data' is empty"),
        (lambda: io.NDArrayIter(None), AssertionError, "'data' is empty"),
        (lambda: io.NDArrayIter(np.arange(3), batch_size=0), ValueError, "at least 1, got 0"),
        (lambda: numbers(last_batch_handle="keep"), ValueError, "'roll_over'.*got 'keep'"),
        (
            lambda: io.NDArrayIter(ROWS, np.ones(4)),
            ValueError,
            "'softmax_label' has 4 samples, 'data' has 10",
        ),
        (lambda: numbers().getdata(), AssertionError, "at no batch"),
    ],
)
def test_errors(call, kind, text):
    with pytest.raises(kind, match=text):
        call()


# --------------------------------------------------------------------- around other iterators


def test_a_set_number_of_batches():
    batches = io.ResizeIter(numbers(), 5)
    expected = [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 0, 1], [0, 1, 2, 3], [4, 5, 6, 7]]
    for _ in range(2):
        assert [row for row, _ in labels_of(batches)] == expected
        batches.reset()
    assert batches.provide_data == numbers().provide_data


def test_resize_iter_without_resetting_the_inner_iterator():
    batches = io.ResizeIter(numbers(), 2, reset_internal=False)
    assert [row for row, _ in labels_of(batches)] == [[0, 1, 2, 3], [4, 5, 6, 7]]
    batches.reset()
    assert [row for row, _ in labels_of(batches)] == [[8, 9, 0, 1], [0, 1, 2, 3]]


def test_batches_made_ahead():
    batches = io.PrefetchingIter(numbers())
    for _ in range(2):
        assert labels_of(batches) == labels_of(numbers())
        batches.reset()


def test_several_iterators_joined():
    batches = io.PrefetchingIter(
        [numbers(), numbers()],
        rename_data=[{"data": "one"}, {"data": "two"}],
        rename_label=[{"softmax_label": "a"}, {"softmax_label": "b"}],
    )
    assert [d.name for d in batches.provide_data + batches.provide_label] == [
        "one",
        "two",
        "a",
        "b",
    ]
    batch = batches.next()
    assert len(batch.data) == len(batch.label) == 2
    assert batches.getpad() == 0


def test_an_error_in_a_thread_reaches_the_user():
    class Broken(io.DataIter):
        provide_data = [io.DataDesc("data", (2,))]
        provide_label = []

        def next(self):
            raise KeyError("row 7")

    with pytest.raises(KeyError, match="row 7"):
        io.PrefetchingIter(Broken()).next()


def test_mismatched_iterators():
    with pytest.raises(AssertionError, match="at least one iterator"):
        io.PrefetchingIter([])
    batches = io.PrefetchingIter([numbers(), io.ResizeIter(numbers(), 1)])
    batches.next()
    with pytest.raises(AssertionError, match="iterator 1 ended before the others"):
        batches.next()


def test_more_labels_than_data():
    with pytest.warns(UserWarning, match="'softmax_label' has 12 samples, 'data' has 5; the"):
        batches = list(io.NDArrayIter(np.arange(5), np.arange(12), batch_size=2))
    assert [batch.label[0].asnumpy().tolist() for batch in batches] == [[0, 1], [2, 3], [4, 0]]


@pytest.mark.parametrize("stype", ["csr", "row_sparse"])
def test_batches_of_sparse_arrays_are_dense(stype):
    source = nd.array(np.eye(4, 3)).tostype(stype)
    for batch in io.NDArrayIter(source, source, 2, last_batch_handle="discard"):
        for array in (*batch.data, *batch.label):
            assert type(array) is nd.NDArray and array.shape == (2, 3)
    for shuffle in (False, True):
        whole = next(io.NDArrayIter(source, None, 4, shuffle, last_batch_handle="discard")).data[0]
        np.testing.assert_array_equal(whole.asnumpy().sum(0), [1, 1, 1])


@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_sparse_rows_are_shuffled_together_with_dense_rows(dtype):
    dense = np.random.RandomState(1).randint(0, 3, (10, 6)) * np.arange(1, 11)[:, None]
    dense[3] = 0  # a row without elements
    rows = nd.sparse.csr_matrix(dense, dtype=dtype)
    batches = io.NDArrayIter(
        {"rows": rows}, np.arange(10), 3, shuffle=True, last_batch_handle="discard"
    )
    for _ in range(2):
        seen = []
        for batch in batches:
            (data,), (label,) = batch.data, batch.label
            numbers = label.asnumpy().astype(int)
            assert data.stype == "default" and data.dtype == np.dtype(dtype)
            np.testing.assert_array_equal(data.asnumpy(), dense[numbers])
            seen.extend(numbers)
        assert len(set(seen)) == 9
        batches.reset()


@pytest.mark.parametrize("call", ["next", "reset"])
def test_prefetching_in_a_forked_process_is_an_error(call, monkeypatch):
    batches = io.PrefetchingIter(numbers())
    with monkeypatch.context() as patch:
        patch.setattr(os, "getpid", lambda: -1)
        with pytest.raises(MXNetError, match="threads of another process.*create the iterator"):
            getattr(batches, call)()
    assert getattr(batches, call)() is None or batches.current_batch


class Slow(io.NDArrayIter):
    """An iterator whose threads all wait for the same batch."""

    def next(self):
        threading.Event().wait(0.002)
        return super().next()


def test_threads_share_a_prefetching_iterator():
    batches = io.PrefetchingIter([Slow(np.arange(100), np.arange(100), 2) for _ in range(2)])
    seen = []

    def read():
        for batch in batches:
            (first, second), (label, _) = batch.data, batch.label
            assert first.asnumpy().tolist() == second.asnumpy().tolist()
            seen.extend(label.asnumpy().astype(int).tolist())

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(seen) == list(range(100))
