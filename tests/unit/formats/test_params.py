"""The ``.params`` format against files that 1.9.1 wrote."""

import itertools

import pytest
import torch

from mxnet._core.dtypes import BY_NAME
from mxnet._formats.params import (
    StoredArray,
    array_from_bytes,
    array_to_bytes,
    read_bytes,
    read_file,
    to_bytes,
    write_file,
)
from mxnet.base import MXNetError


def tensor(entry):
    dtype = BY_NAME[entry["dtype"]].torch
    return torch.tensor(entry["values"], dtype=dtype).reshape(entry["shape"])


def make_stored(entry):
    """Make the array that an entry of the manifest describes."""
    dense = entry["stype"] == "default"
    return StoredArray(
        tensor(entry["data"]),
        entry["stype"],
        None if dense else tuple(entry["shape"]),
        tuple(map(tensor, entry.get("indices", []))),
        tuple(entry["device"]),
    )


def assert_same_tensor(actual, expected):
    assert actual.dtype == expected.dtype
    assert actual.shape == expected.shape
    assert torch.equal(actual.view(-1).view(torch.uint8), expected.view(-1).view(torch.uint8))


def assert_same(actual, expected):
    assert (actual.stype, actual.full_shape, actual.device) == (
        expected.stype,
        expected.full_shape,
        expected.device,
    )
    assert_same_tensor(actual.data, expected.data)
    for one, other in itertools.zip_longest(actual.indices, expected.indices):
        assert_same_tensor(one, other)


def test_reads_files_written_by_mxnet(params_file):
    path, content = params_file
    for arrays, names in (read_file(path), read_bytes(path.read_bytes())):
        assert names == content["names"]
        for array, entry in zip(arrays, content["arrays"], strict=True):
            assert_same(array, make_stored(entry))
            assert array.version == content["version"]


def test_writes_the_bytes_that_mxnet_writes(params_file, tmp_path):
    path, content = params_file
    arrays = list(map(make_stored, content["arrays"]))
    write_file(tmp_path / "ours", arrays, content["names"], version=content["version"])
    assert (tmp_path / "ours").read_bytes() == path.read_bytes()
    assert to_bytes(arrays, content["names"], version=content["version"]) == path.read_bytes()


def test_one_array_alone():
    array = StoredArray(torch.arange(6).reshape(2, 3), device=(2, 1))
    assert_same(array_from_bytes(array_to_bytes(array)), array)


@pytest.mark.parametrize("name", ["int16", "uint16", "uint32", "uint64"])
def test_dtypes_that_mxnet_2_added(name):
    array = StoredArray(torch.tensor([0, 1, 255]).to(BY_NAME[name].torch))
    (actual,), _ = read_bytes(to_bytes([array]))
    assert_same(actual, array)


@pytest.mark.parametrize(
    "strided", [torch.arange(6.0).reshape(2, 3).T, torch.arange(9.0)[::2], torch.ones(1).expand(3)]
)
def test_a_strided_tensor_is_written_in_order(strided):
    (actual,), _ = read_bytes(to_bytes([StoredArray(strided)]))
    assert_same_tensor(actual.data, strided.contiguous())


def test_a_tensor_with_gradient_is_written():
    (actual,), _ = read_bytes(to_bytes([StoredArray(torch.ones(2, requires_grad=True))]))
    assert not actual.data.requires_grad


def test_reading_ignores_bytes_after_the_names():
    contents = to_bytes([StoredArray(torch.ones(2))], ["a"])
    assert read_bytes(contents + b"more")[1] == ["a"]


def test_any_byte_buffer_is_read():
    contents = to_bytes([StoredArray(torch.ones(2))])
    for kind in (bytes, bytearray, memoryview):
        assert_same_tensor(read_bytes(kind(contents))[0][0].data, torch.ones(2))


def test_loaded_tensors_are_writable_and_independent():
    contents = bytearray(to_bytes([StoredArray(torch.ones(2))]))
    before = bytes(contents)
    read_bytes(contents)[0][0].data.zero_()
    assert contents == before


ROWS = torch.tensor([[1.0, 2.0]])
UNWRITABLE = {
    "complex": (StoredArray(torch.ones(2, dtype=torch.complex64)), 2, "no number for .*complex64"),
    "scalar in 0": (StoredArray(torch.tensor(1.0)), 0, "version 0 .* no scalars"),
    "scalar in 1": (StoredArray(torch.tensor(1.0)), 1, "version 1 .* no scalars"),
    "sparse in 3": (
        StoredArray(ROWS, "row_sparse", (3, 2), (torch.tensor([1]),)),
        3,
        r"shape \(3, 2\).*row_sparse.*only version 2",
    ),
    "long in 0": (StoredArray(torch.empty(0, 2**33)), 0, "dimensions of 32 bits"),
    "unsound": (
        StoredArray(ROWS, "row_sparse", (3, 2), (torch.tensor([3]),)),
        2,
        "row index 3 is outside of 0 to 2",
    ),
}


@pytest.mark.parametrize("case", UNWRITABLE)
def test_values_that_the_format_cannot_store_are_refused(case, tmp_path):
    array, version, message = UNWRITABLE[case]
    with pytest.raises(MXNetError, match=message):
        write_file(tmp_path / "file", [array], version=version)
    assert not list(tmp_path.iterdir())


def test_names_and_arrays_must_be_as_many():
    with pytest.raises(ValueError, match="1 names for 2 arrays"):
        to_bytes([StoredArray(torch.ones(1))] * 2, ["a"])
