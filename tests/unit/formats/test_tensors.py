"""Safetensors and torch's files: there and back, and what strangers' files cannot do."""

import pickle

import numpy as np
import pytest
import safetensors.numpy
import torch

import mxnet as mx
from mxnet import nd
from mxnet._core.dtypes import TABLE
from mxnet._formats.tensors import read_torch
from mxnet.base import MXNetError
from mxnet.gluon import nn


@pytest.mark.parametrize("name", [row.name for row in TABLE])
def test_there_and_back(name, tmp_path):
    path = tmp_path / "arrays.safetensors"
    tensor = torch.arange(6).reshape(2, 3).to(mx._core.dtypes.lookup(name).torch)
    array = nd.from_dlpack(tensor) if name not in ("bool", "bfloat16") else None
    if array is None:
        array = nd.array([[0, 1, 2], [3, 4, 5]]).astype(name)
    nd.save(path, {"a": array, "empty": nd.zeros((2,))})
    loaded = nd.load(path)
    assert sorted(loaded) == ["a", "empty"]
    assert loaded["a"].dtype == array.dtype
    assert torch.equal(loaded["a"]._t, array._t)


def test_other_libraries_read_it(tmp_path):
    nd.save(tmp_path / "a.safetensors", {"a": nd.array([[1, 2], [3, 4]])})
    arrays = safetensors.numpy.load_file(tmp_path / "a.safetensors")
    np.testing.assert_array_equal(arrays["a"], np.array([[1, 2], [3, 4]], np.float32))


def test_views_and_the_same_array_twice(tmp_path):
    base = nd.array([[1, 2], [3, 4]])
    nd.save(tmp_path / "a.safetensors", {"a": base, "b": base, "c": base[1], "d": base.T})
    loaded = nd.load(tmp_path / "a.safetensors")
    assert loaded["c"].asnumpy().tolist() == [3, 4]
    assert loaded["d"].asnumpy().tolist() == [[1, 3], [2, 4]]


def test_parameters_of_a_network(tmp_path):
    path = str(tmp_path / "net.safetensors")
    net, other = nn.Dense(2, in_units=3), nn.Dense(2)
    net.initialize()
    net.save_parameters(path)
    other.load_parameters(path)
    np.testing.assert_array_equal(other.weight.data().asnumpy(), net.weight.data().asnumpy())


@pytest.mark.parametrize(
    ("data", "kind", "message"),
    [
        ([nd.ones(2)], ValueError, "holds arrays by name: give a dict"),
        (
            {"s": nd.ones((2, 2)).tostype("csr")},
            MXNetError,
            "'s' is sparse, which safetensors files cannot hold",
        ),
    ],
)
def test_values_that_the_format_cannot_store(data, kind, message, tmp_path):
    with pytest.raises(kind, match=message):
        nd.save(tmp_path / "a.safetensors", data)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "content", [b"", b"\xff" * 20, b"\x10" + b"\0" * 7 + b"{}", b"\x02" + b"\0" * 7 + b"[]"]
)
def test_damage(content, tmp_path):
    path = tmp_path / "bad.safetensors"
    path.write_bytes(content)
    with pytest.raises(MXNetError, match=r"bad.safetensors' is not a valid safetensors file: "):
        nd.load(path)


def test_a_size_that_the_file_does_not_have(tmp_path):
    path = tmp_path / "bad.safetensors"
    header = b'{"a":{"dtype":"F32","shape":[1000000000000],"data_offsets":[0,4000000000000]}}'
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    with pytest.raises(MXNetError, match="not a valid safetensors file"):
        nd.load(path)


class Evil:
    """Pickled, it would run code where it is loaded."""

    def __reduce__(self):
        return print, ("this must not be printed",)


@pytest.mark.parametrize("write", [torch.save, lambda x, path: path.write_bytes(pickle.dumps(x))])
def test_code_in_files_of_torch_is_not_run(write, tmp_path, capsys):
    write({"a": Evil()}, tmp_path / "evil.pt")
    with pytest.raises(MXNetError, match="evil.pt' is not a file .* without running code"):
        read_torch(tmp_path / "evil.pt")
    assert "must not" not in capsys.readouterr().out


def test_other_things_in_files_of_torch(tmp_path):
    torch.save([torch.ones(1)], tmp_path / "list.pt")
    with pytest.raises(MXNetError, match="holds a list, expected a state_dict"):
        read_torch(tmp_path / "list.pt")
    torch.save({"a": {"b": 1}}, tmp_path / "nested.pt")
    with pytest.raises(MXNetError, match="'a' is of type dict, which is not an array"):
        read_torch(tmp_path / "nested.pt")
    with pytest.raises(MXNetError, match="cannot read '.*nowhere.pt': No such file"):
        read_torch(tmp_path / "nowhere.pt")
