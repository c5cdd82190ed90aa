"""Datasets in the original file formats: read, found, downloaded, and refused where broken."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import tracemalloc
import zipfile

import cv2
import numpy as np
import pytest

import mxnet as mx
from mxnet import MXNetError, nd, recordio, util
from mxnet.gluon import contrib, data
from mxnet.gluon.data import vision

IMAGES = np.arange(3 * 28 * 28, dtype=np.uint32).astype(np.uint8).reshape(3, 28, 28)
LABELS = np.array([7, 0, 9], np.uint8)


def idx(array):
    return struct.pack(f">{1 + array.ndim}I", 0x800 + array.ndim, *array.shape) + array.tobytes()


def cifar(records, labels):
    rng = np.random.default_rng(0)
    return np.concatenate(
        [
            np.tile(np.arange(records, dtype=np.uint8)[:, None], (1, labels)),
            rng.integers(0, 255, (records, 3072), np.uint8),
        ],
        axis=1,
    )


@pytest.fixture(autouse=True)
def offline(monkeypatch):
    monkeypatch.setenv("MXNET_GLUON_REPO", "http://127.0.0.1:9/")


# ------------------------------------------------------------------------------------------- MNIST


@pytest.mark.parametrize("packed", [True, False])
@pytest.mark.parametrize("train", [True, False])
@pytest.mark.parametrize("kind", [vision.MNIST, vision.FashionMNIST])
def test_mnist(tmp_path, kind, train, packed):
    part = "train" if train else "t10k"
    for name, array in (("images-idx3", IMAGES), ("labels-idx1", LABELS)):
        content, ending = (gzip.compress(idx(array)), ".gz") if packed else (idx(array), "")
        (tmp_path / f"{part}-{name}-ubyte{ending}").write_bytes(content)
    dataset = kind(root=str(tmp_path), train=train)
    assert len(dataset) == 3
    picture, label = dataset[2]
    assert picture.shape == (28, 28, 1) and picture.dtype is np.uint8
    assert type(label) is np.int32 and label == 9
    np.testing.assert_array_equal(picture.asnumpy()[..., 0], IMAGES[2])
    pictures, labels = dataset[1:3]
    assert pictures.shape == (2, 28, 28, 1) and labels.tolist() == [0, 9]
    changed = kind(str(tmp_path), train, lambda x, y: (x.sum(), y * 2))
    assert changed[0][1] == 14
    batch = next(iter(data.DataLoader(dataset, 3)))
    assert batch[0].dtype is np.uint8 and batch[1].dtype is np.int32
    np.testing.assert_array_equal(batch[0].asnumpy()[..., 0], IMAGES)


BROKEN_IDX = {
    "cut off": (
        idx(IMAGES)[:-5],
        r"is cut off .* it says it holds \(3, 28, 28\), it has",
    ),
    "too long": (idx(IMAGES) + b"x", "is cut off or too long"),
    "huge": (struct.pack(">4I", 0x803, 2**31, 2**31, 2**31), "is cut off or too long"),
    "other magic": (b"\0\0\0\1" + idx(IMAGES)[4:], "is not a file of 3-d bytes in the format"),
    "labels instead": (idx(LABELS), "is not a file of 3-d bytes"),
    "empty": (b"", "is not a file of 3-d bytes"),
    "gzip cut off": (gzip.compress(idx(IMAGES))[:-20], "is broken: .*delete it to download"),
    "gzip spoilt": (gzip.compress(idx(IMAGES))[:30] + b"spoilt" * 9, "is broken"),
}


@pytest.mark.parametrize(("content", "message"), BROKEN_IDX.values(), ids=BROKEN_IDX)
def test_broken_mnist(tmp_path, content, message):
    (tmp_path / "train-images-idx3-ubyte.gz").write_bytes(content)
    (tmp_path / "train-labels-idx1-ubyte.gz").write_bytes(idx(LABELS))
    with pytest.raises(MXNetError, match=f"train-images-idx3-ubyte.gz.*{message}"):
        vision.MNIST(root=str(tmp_path))


def test_mnist_with_too_few_labels(tmp_path):
    (tmp_path / "train-images-idx3-ubyte").write_bytes(idx(IMAGES))
    (tmp_path / "train-labels-idx1-ubyte").write_bytes(idx(LABELS[:2]))
    with pytest.raises(MXNetError, match="has 3 pictures, but 2 labels"):
        vision.MNIST(root=str(tmp_path))


def test_samples_of_numpy_arrays(tmp_path):
    for name, array in (("images-idx3", IMAGES), ("labels-idx1", LABELS)):
        (tmp_path / f"t10k-{name}-ubyte").write_bytes(idx(array))
    cifar(3, 1).tofile(tmp_path / "test_batch.bin")
    with util.np_array(True):
        for kind in (vision.MNIST, vision.CIFAR10):
            dataset = kind(root=str(tmp_path), train=False)
            for picture, label in (dataset[1], dataset[:2]):
                assert type(picture) is type(label) is mx.np.ndarray
                assert picture.dtype == np.uint8 and label.dtype == np.int32
            assert dataset[1][1].shape == ()


@pytest.mark.parametrize("kind", [vision.MNIST, vision.CIFAR10, contrib.data.text.WikiText2])
def test_without_a_connection(tmp_path, kind):
    with pytest.raises(
        MXNetError,
        match=r"cannot download http://127.0.0.1:9/gluon/dataset/.*put the file .* into .*"
        "MXNET_GLUON_REPO names another server, MXNET_HOME another folder",
    ):
        kind(root=str(tmp_path / "new"))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.parametrize(
    "kind",
    [vision.MNIST, vision.FashionMNIST, vision.CIFAR10, vision.CIFAR100,
     contrib.data.text.WikiText2, contrib.data.text.WikiText103],
)  # fmt: skip
def test_home_is_asked_for_at_the_time_of_use(tmp_path, monkeypatch, kind):
    monkeypatch.setenv("MXNET_HOME", str(tmp_path / "home"))
    with pytest.raises(MXNetError, match=f"into .*home/datasets/{kind._namespace}"):
        kind()


# ------------------------------------------------------------------------------------------- CIFAR


def test_cifar10_from_files(tmp_path):
    for i in range(1, 6):
        cifar(4, 1).tofile(tmp_path / f"data_batch_{i}.bin")
    dataset = vision.CIFAR10(root=str(tmp_path))
    assert len(dataset) == 20
    picture, label = dataset[6]
    assert picture.shape == (32, 32, 3) and picture.dtype is np.uint8 and type(label) is np.int32
    assert label == 2
    planes = cifar(4, 1)[2, 1:].reshape(3, 32, 32)
    np.testing.assert_array_equal(picture.asnumpy(), planes.transpose(1, 2, 0))


@pytest.mark.parametrize("folder", ["", "cifar-100-binary/"])
def test_cifar100_from_an_archive(tmp_path, folder):
    records = cifar(5, 2)
    records[:, 0], records[:, 1] = 3, [90, 91, 92, 93, 94]
    with tarfile.open(tmp_path / "cifar-100-binary.tar.gz", "w:gz") as archive:
        for name in ("train.bin", "test.bin"):
            member = tarfile.TarInfo(folder + name)
            member.size = records.nbytes
            archive.addfile(member, io.BytesIO(records.tobytes()))
    assert vision.CIFAR100(root=str(tmp_path))[1][1] == 3
    fine = vision.CIFAR100(root=str(tmp_path), fine_label=True, train=False)
    assert [label for _, label in fine] == [90, 91, 92, 93, 94]
    assert (tmp_path / "test.bin").exists()


def test_cifar_in_the_folder_of_the_original(tmp_path):
    (tmp_path / "cifar-10-batches-bin").mkdir()
    cifar(2, 1).tofile(tmp_path / "cifar-10-batches-bin" / "test_batch.bin")
    assert len(vision.CIFAR10(root=str(tmp_path), train=False)) == 2


def test_broken_cifar(tmp_path):
    def assert_refused(message, content):
        (tmp_path / "test_batch.bin").write_bytes(content)
        with pytest.raises(MXNetError, match=f"test_batch.bin.*{message}"):
            vision.CIFAR10(root=str(tmp_path), train=False)

    contents = cifar(4, 1)
    assert_refused("is cut off: records have 3073 bytes, it has 12291", contents.tobytes()[:-1])
    assert_refused("is cut off: .* it has 0", b"")
    contents[2, 0] = 10
    assert_refused("record 2 has the label 10, there are 10 classes", contents.tobytes())


def test_broken_archives(tmp_path):
    path = tmp_path / "cifar-10-binary.tar.gz"
    path.write_bytes(b"no archive at all")
    with pytest.raises(MXNetError, match="cifar-10-binary.tar.gz' is broken"):
        vision.CIFAR10(root=str(tmp_path))
    with tarfile.open(path, "w:gz") as archive:
        archive.addfile(tarfile.TarInfo("data_batch_1.bin"))
    with pytest.raises(MXNetError, match="does not hold data_batch_2.bin, data_batch_3.bin"):
        vision.CIFAR10(root=str(tmp_path))
    assert not (tmp_path / "data_batch_1.bin").exists()


# ------------------------------------------------------------------------------------- single files

PICTURE = np.arange(5 * 6 * 3, dtype=np.uint8).reshape(5, 6, 3)


def encode(ending=".png"):
    return cv2.imencode(ending, PICTURE)[1].tobytes()


def test_folders(tmp_path):
    for name in ("a/1.png", "a/2.PNG", "b/x.png", "a/t.txt", "a/sub/3.png", "root.png", "b/y.bmp"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(encode())
    (tmp_path / "empty").mkdir()
    with pytest.warns(UserWarning) as caught:
        dataset = vision.ImageFolderDataset(str(tmp_path))
    texts = sorted(str(warning.message) for warning in caught)
    assert [text.removeprefix(f"Ignoring {tmp_path}/") for text in texts] == [
        "a/sub of type . Only support .jpg, .jpeg, .png",
        "a/t.txt of type .txt. Only support .jpg, .jpeg, .png",
        "b/y.bmp of type .bmp. Only support .jpg, .jpeg, .png",
        "root.png, which is not a directory.",
    ]
    names = [(path.removeprefix(f"{tmp_path}/"), label) for path, label in dataset.items]
    assert names == [("a/1.png", 0), ("a/2.PNG", 0), ("b/x.png", 1)]
    assert dataset.synsets == ["a", "b", "empty"] and len(dataset) == 3
    picture, label = dataset[2]
    np.testing.assert_array_equal(picture.asnumpy(), PICTURE[:, :, ::-1])
    assert label == 1 and picture.dtype is np.uint8
    with pytest.warns(UserWarning):
        assert vision.ImageFolderDataset(str(tmp_path), flag=0)[0][0].shape == (5, 6, 1)
        changed = vision.ImageFolderDataset(str(tmp_path), transform=lambda x, y: (x.shape, y))
    assert changed[2] == ((5, 6, 3), 1)


def test_broken_pictures_in_folders(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "1.jpg").write_bytes(encode(".jpg")[:40])
    (tmp_path / "a" / "2.jpg").write_bytes(b"")
    (tmp_path / "a" / "3.jpg").mkdir()
    dataset = vision.ImageFolderDataset(str(tmp_path))
    for i, message in enumerate(
        ["1.jpg': .*Decoding failed", "2.jpg': .*empty", "3.jpg': Is a dir"]
    ):
        with pytest.raises(MXNetError, match=message):
            dataset[i]
    with pytest.raises(FileNotFoundError):
        vision.ImageFolderDataset(str(tmp_path / "nowhere"))
    (tmp_path / "b").mkdir()
    with pytest.warns(UserWarning, match=r"no images in '.*b': it needs a folder for each class"):
        assert len(vision.ImageFolderDataset(str(tmp_path / "b"))) == 0


def test_records(tmp_path):
    writer = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "w")
    labels = [3.0, np.array([1, 2], np.float32)]
    for i, label in enumerate(labels):
        writer.write_idx(i, recordio.pack(recordio.IRHeader(0, label, i, 0), encode()))
    writer.write_idx(2, recordio.pack(recordio.IRHeader(0, 1.0, 2, 0), b"nonsense"))
    writer.write_idx(3, b"short")
    writer.close()
    dataset = vision.ImageRecordDataset(str(tmp_path / "a.rec"))
    assert len(dataset) == 4 and dataset[0][1] == 3.0 and dataset[1][1].tolist() == [1, 2]
    np.testing.assert_array_equal(dataset[0][0].asnumpy(), PICTURE[:, :, ::-1])
    with pytest.raises(MXNetError, match="a.rec', record 2: .*Decoding failed"):
        dataset[2]
    with pytest.raises(MXNetError, match="a.rec', record 3: a record has at least 24 bytes"):
        dataset[3]
    gray = vision.ImageRecordDataset(str(tmp_path / "a.rec"), 0, lambda x, y: (x.shape, y))
    assert gray[0] == ((5, 6, 1), 3.0)


def test_invalid_record_files(tmp_path):
    with pytest.raises(MXNetError, match="cannot open '.*a.rec': No such file"):
        data.RecordFileDataset(str(tmp_path / "a.rec"))
    (tmp_path / "a.rec").touch()
    with pytest.raises(MXNetError, match="needs its index .*a.idx', which is not there; 'pyth"):
        data.RecordFileDataset(str(tmp_path / "a.rec"))
    writer = recordio.MXIndexedRecordIO(tmp_path / "a.idx", tmp_path / "a.rec", "w")
    for i in range(2):
        writer.write_idx(i, b"x" * 10)
    writer.close()
    content = (tmp_path / "a.rec").read_bytes()
    (tmp_path / "a.rec").write_bytes(content[:-4])
    dataset = data.RecordFileDataset(str(tmp_path / "a.rec"))
    assert dataset[0] == b"x" * 10
    with pytest.raises(MXNetError, match=r"a.rec \(key 1\).*only 8 are left"):
        dataset[1]
    (tmp_path / "a.idx").write_text("0\t0\n1\t4\n2\t4000\n")
    dataset = data.RecordFileDataset(str(tmp_path / "a.rec"))
    with pytest.raises(MXNetError, match=r"a.rec \(key 1\).*where a record should begin"):
        dataset[1]
    with pytest.raises(MXNetError, match="places the key 2 at byte 4000, where .* has ended"):
        dataset[2]
    with pytest.raises(IndexError):
        dataset[3]


def test_lists(tmp_path):
    (tmp_path / "1.png").write_bytes(encode())
    (tmp_path / "a.lst").write_text("0\t4.000000\t1.png\n1\t1.5\t2.5\t1.png\n\n")
    dataset = vision.ImageListDataset(str(tmp_path), str(tmp_path / "a.lst"))
    assert len(dataset) == 2 and dataset[0][1] == 4.0 and dataset[1][1].tolist() == [1.5, 2.5]
    np.testing.assert_array_equal(dataset[1][0].asnumpy(), PICTURE[:, :, ::-1])
    listed = vision.ImageListDataset(str(tmp_path), [[3, "1.png"], [[1, 2], "1.png"]], flag=0)
    assert listed[0][1] == 3.0 and listed[1][1].tolist() == [1, 2]
    assert listed[0][0].shape == (5, 6, 1)


@pytest.mark.parametrize(
    ("imglist", "message"),
    [
        (None, "needs imglist"),
        ([], "needs imglist"),
        ([["1.png"]], r"entry 0 of imglist must be labels and then a file name, got \['1.png'\]"),
        ([[1, "1.png"], ["x", "1.png"]], "entry 1 of imglist must be labels"),
        ("nowhere.lst", "cannot read 'nowhere.lst': No such file"),
    ],
)
def test_lists_that_are_refused(imglist, message):
    with pytest.raises(MXNetError, match=message):
        vision.ImageListDataset(".", imglist)


def test_a_list_file_without_tabs(tmp_path):
    (tmp_path / "a.lst").write_text("0\t1\t1.png\n1 1 1.png\n")
    with pytest.raises(
        MXNetError, match="a.lst', line 2: expected a number, labels and a file name"
    ):
        vision.ImageListDataset(str(tmp_path), str(tmp_path / "a.lst"))


# -------------------------------------------------------------------------------------------- texts

TEXT = " = A title = \n \n the cat sat on the mat . \n the <unk> cat \n\n  a b c d e f g h \n"


def test_wikitext(tmp_path):
    with zipfile.ZipFile(tmp_path / "wikitext-2-v1.zip", "w") as archive:
        for part in ("train", "valid", "test"):
            archive.writestr(f"wikitext-2/wiki.{part}.tokens", TEXT)
    dataset = contrib.data.text.WikiText2(root=str(tmp_path), seq_len=4)
    # As the real 1.9.1 reads it.
    assert len(dataset) == 6
    words, following = dataset[1]
    assert words.asnumpy().tolist() == [1, 2, 4, 17] and words.dtype is np.int32
    assert following.asnumpy().tolist() == [2, 4, 17, 16]
    vocabulary = dataset.vocabulary
    assert vocabulary.idx_to_token[:9] == ["<unk>", "<eos>", "the", "=", "cat", ".", "A", "a", "b"]
    assert vocabulary.reserved_tokens == ["<eos>"] and vocabulary.unknown_token == "<unk>"
    assert dataset.frequencies["the"] == 3
    other = contrib.data.text.WikiText2(str(tmp_path), "test", vocabulary, 5)
    assert other.vocabulary is vocabulary and len(other) == 5
    assert other[0][0].asnumpy().tolist() == [3, 6, 18, 3, 1]
    with pytest.raises(KeyError):
        contrib.data.text.WikiText2(str(tmp_path), "nonsense")


def test_wikitext_103(tmp_path):
    (tmp_path / "wiki.valid.tokens").write_text(TEXT)
    dataset = contrib.data.text.WikiText103(str(tmp_path), "validation", seq_len=25)
    assert len(dataset) == 1 and isinstance(dataset[0][0], nd.NDArray)


def test_vocabulary():
    from mxnet.gluon.contrib.data._vocabulary import Vocabulary  # noqa: PLC0415

    words = Vocabulary({"b": 2, "a": 2, "c": 1}, 1, reserved_tokens=["x"])
    assert words.idx_to_token == ["<unk>", "x", "a"] and len(words) == 3
    assert words.token_to_idx == {"<unk>": 0, "x": 1, "a": 2}
    assert words.to_indices("a") == 2 and words.to_indices(["a", "b"]) == [2, 0]
    assert words.to_tokens(2) == "a" and words.to_tokens([0, 1]) == ["<unk>", "x"]
    with pytest.raises(ValueError, match="Token index 3 in the provided `indices` is invalid"):
        words.to_tokens(3)
    with pytest.raises(AssertionError, match="reserved_tokens .* must be different words"):
        Vocabulary(reserved_tokens=["<unk>"])
    with pytest.raises(AssertionError, match="`min_freq` must be set to a positive value, got 0"):
        Vocabulary(min_freq=0)


def test_gzip_file_is_unpacked_up_to_the_size_in_its_header(tmp_path):
    content = idx(IMAGES) + bytes(200 << 20)
    (tmp_path / "t10k-images-idx3-ubyte.gz").write_bytes(gzip.compress(content, 1))
    (tmp_path / "t10k-labels-idx1-ubyte.gz").write_bytes(idx(LABELS))
    tracemalloc.start()
    with pytest.raises(MXNetError, match=r"it says it holds \(3, 28, 28\), it has more bytes"):
        vision.MNIST(tmp_path, train=False)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5 << 20


def test_an_archive_with_a_large_file_is_not_unpacked(tmp_path):
    size = 50_001 * 3073
    entry = tarfile.TarInfo("test_batch.bin")
    entry.size = size
    path = tmp_path / "cifar-10-binary.tar.gz"
    with tarfile.open(path, "w:gz", compresslevel=1) as archive:
        archive.addfile(entry, io.BytesIO(bytes(size)))
    with pytest.raises(MXNetError, match=f"test_batch.bin has {size} bytes, at most 153650000"):
        vision.CIFAR10(tmp_path, train=False)
    assert [path.name for path in tmp_path.iterdir()] == ["cifar-10-binary.tar.gz"]
