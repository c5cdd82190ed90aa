"""Image datasets: MNIST and CIFAR, record files, folders and lists of images."""

from __future__ import annotations

import os
import warnings

import numpy as np

from .... import (
    base,
    image,
    ndarray as nd,  # noqa: F401
    recordio,
)
from ...._formats.local import reading
from ...._formats.text import read_lines
from ....base import MXNetError
from ....util import is_np_array as is_np_array
from ...utils import check_sha1 as check_sha1, download as download
from .. import _files, dataset

__all__ = [
    "CIFAR10", "CIFAR100", "FashionMNIST", "ImageFolderDataset", "ImageListDataset",
    "ImageRecordDataset", "MNIST",
]  # fmt: skip

MOST_RECORDS = 50_000  # per CIFAR file: the training set of CIFAR-100 is one file


class _TwoParts(dataset._DownloadedDataset):
    """A dataset of images with one part for training and one for testing."""

    _namespace: str

    def __init__(self, root=None, train=True, transform=None):
        if isinstance(root, bool):
            kind = type(self).__name__
            raise TypeError(f"{kind}(): root is a folder, got {root}: write {kind}(train={root})")
        self._train = train
        super().__init__(base.data_folder(root, "datasets", self._namespace), transform)


class MNIST(_TwoParts):
    """Handwritten digits: 60000 images of 28x28 pixels for training, 10000 for testing.

    A sample is (an NDArray of 28x28x1 uint8, a NumPy int32), or two arrays of ``mx.np`` after
    ``npx.set_np()``. The four original files are read from ``root``, optionally compressed with
    gzip, and downloaded if they are missing.

    Parameters
    ----------
    root : str
        The folder of the files; by default ``datasets/mnist`` in ``MXNET_HOME``.
    train : bool
        Whether to read the training set or the test set.
    transform : callable
        A function of image and label that returns the sample.
    """

    _namespace = "mnist"
    _train_data = "train-images-idx3-ubyte.gz", "6c95f4b05d2bf285e1bfb0e7960c31bd3b3f8a7d"
    _train_label = "train-labels-idx1-ubyte.gz", "2a80914081dc54586dbdf242f9805a6b8d2a15fc"
    _test_data = "t10k-images-idx3-ubyte.gz", "c3a25af1f52dad7f726cce8cacb138654b760d48"
    _test_label = "t10k-labels-idx1-ubyte.gz", "763e7fa3757d93b0cdec073cef058b2004252c17"

    def _get_data(self):
        part = "train" if self._train else "test"
        images, labels = (
            _files.read_idx(self._locate(getattr(self, f"_{part}_{what}")), ndim)
            for what, ndim in (("data", 3), ("label", 1))
        )
        if len(images) != len(labels):
            raise MXNetError(f"{self._root!r} has {len(images)} pictures, but {len(labels)} labels")
        self._set_data(images[..., None], labels.astype(np.int32))

    def _locate(self, file):
        name, sha1 = file
        path = _files.find_file(self._root, name, name.removesuffix(".gz"))
        return path or _files.download_file(self._root, self._namespace, name, sha1)


class FashionMNIST(MNIST):
    """Images of clothes by Zalando, with the same format and sizes as `MNIST`."""

    _namespace = "fashion-mnist"
    _train_data = "train-images-idx3-ubyte.gz", "0cf37b0d40ed5169c6b3aba31069a9770ac9043d"
    _train_label = "train-labels-idx1-ubyte.gz", "236021d52f1e40852b06a4c3008d8de8aef1e40b"
    _test_data = "t10k-images-idx3-ubyte.gz", "626ed6a7c06dd17c0eec72fa3be1740f146a2863"
    _test_label = "t10k-labels-idx1-ubyte.gz", "17f9ab60e7257a1620f4ad76bbbaf857c3920701"


class CIFAR10(_TwoParts):
    """Images of ten classes: 50000 of 32x32 pixels for training, 10000 for testing.

    A sample is (an NDArray of 32x32x3 uint8, a NumPy int32), or two arrays of ``mx.np`` after
    ``npx.set_np()``. The original binary files are read from ``root``, with or without their
    folder, compressed or not.

    Parameters
    ----------
    root, train, transform
        As for `MNIST`.
    """

    _namespace = "cifar10"
    _folder = "cifar-10-batches-bin"
    _archive_file = "cifar-10-binary.tar.gz", "fab780a1e191a7eda0f345501ccd62d20f7ed891"
    _train_data = [
        ("data_batch_1.bin", "aadd24acce27caa71bf4b10992e9e7b2d74c2540"),
        ("data_batch_2.bin", "c0ba65cce70568cd57b4e03e9ac8d2a5367c1795"),
        ("data_batch_3.bin", "1dd00a74ab1d17a6e7d73e185b69dbf31242f295"),
        ("data_batch_4.bin", "aab85764eb3584312d3c7f65fd2fd016e36a258e"),
        ("data_batch_5.bin", "26e2849e66a845b7f1e4614ae70f4889ae604628"),
    ]
    _test_data = [("test_batch.bin", "67eb016db431130d61cd03c7ad570b013799c88c")]
    _num_labels = 1  # bytes before each image
    _classes = 10

    @property
    def _record_length(self):
        return self._num_labels + 3 * 32 * 32

    def _read_batch(self, filename):
        """Read a file; return its images and labels."""
        length = self._record_length
        with _files.name_damaged_file(filename):
            content = np.fromfile(filename, np.uint8)
        if not content.size or content.size % length:
            raise MXNetError(
                f"{filename!r} is cut off: records have {length} bytes, it has {content.size}"
            )
        records = content.reshape(-1, length)
        labels = records[:, self._label_column()].astype(np.int32)
        if (wrong := np.flatnonzero(labels >= self._classes)).size:
            raise MXNetError(
                f"{filename!r}: record {wrong[0]} has the label {labels[wrong[0]]}, there are "
                f"{self._classes} classes"
            )
        pictures = records[:, self._num_labels :].reshape(-1, 3, 32, 32)
        return pictures.transpose(0, 2, 3, 1), labels

    def _label_column(self):
        return 0

    def _get_data(self):
        files = self._train_data if self._train else self._test_data
        most = MOST_RECORDS * self._record_length
        paths = _files.locate_files(
            self._root, self._folder, self._archive_file, self._namespace, files, most
        )
        pictures, labels = zip(*map(self._read_batch, paths), strict=True)
        self._set_data(np.concatenate(pictures), np.concatenate(labels))


class CIFAR100(CIFAR10):
    """Images of a hundred classes in 20 groups, in the same number as `CIFAR10`.

    Parameters
    ----------
    root, train, transform
        As for `MNIST`.
    fine_label : bool
        Whether labels are the classes instead of the groups.
    """

    _namespace = "cifar100"
    _folder = "cifar-100-binary"
    _archive_file = "cifar-100-binary.tar.gz", "a0bb982c76b83111308126cc779a992fa506b90b"
    _train_data = [("train.bin", "e207cd2e05b73b1393c74c7f5e7bea451d63e08e")]
    _test_data = [("test.bin", "8fb6623e830365ff53cf14adec797474f5478006")]
    _num_labels = 2
    _classes = 100

    def __init__(
        self,
        root=None,
        fine_label=False,
        train=True,
        transform=None,
    ):
        self._fine_label = fine_label
        super().__init__(root, train, transform)

    def _label_column(self):
        return int(self._fine_label)


def _decode(content, flag, what):
    """Decode an image; an error names it."""
    try:
        return image.imdecode(content, flag)
    except MXNetError as error:
        raise MXNetError(f"{what}: {error}") from error


class _Pictures(dataset.Dataset):
    """Images with labels; ``_read_encoded(i)`` returns bytes, label, and a name for errors."""

    _flag, _transform = 1, None

    def __getitem__(self, idx):
        content, label, what = self._read_encoded(idx)
        picture = _decode(content, self._flag, what)
        return (picture, label) if self._transform is None else self._transform(picture, label)


class ImageRecordDataset(_Pictures, dataset.RecordFileDataset):
    """The images and labels of a RecordIO file.

    Parameters
    ----------
    filename : str
        The file; its index file is in the same folder.
    flag : int
        1 for color, 0 for grayscale.
    transform : callable
        A function of image and label that returns the sample.
    """

    def __init__(self, filename, flag=1, transform=None):
        super().__init__(filename)
        self._flag = flag
        self._transform = transform

    def _read_encoded(self, idx):
        what = f"{self.filename!r}, record {idx}"
        try:
            header, content = recordio.unpack(dataset.RecordFileDataset.__getitem__(self, idx))
        except MXNetError as error:
            raise MXNetError(f"{what}: {error}") from error
        return content, header.label, what


class _Listed(_Pictures):
    """Images in separate files; ``items`` are pairs of file name and label."""

    items: list

    def __len__(self):
        return len(self.items)

    def _read_encoded(self, idx):
        path, label = self.items[idx]
        with reading(path) as (file, _):
            return file.read(), label, repr(path)


class ImageFolderDataset(_Listed):
    """Images in folders; the folder is the label, numbered in the order of names.

    ``synsets`` are the names of the folders, ``items`` the images, as (file name, label).

    Parameters
    ----------
    root : str
        The folder with a folder for each label.
    flag : int
        1 for color, 0 for grayscale.
    transform : callable
        A function of image and label that returns the sample.
    """

    def __init__(self, root, flag=1, transform=None):
        self._root = os.path.expanduser(root)
        self._flag = flag
        self._transform = transform
        self._exts = [".jpg", ".jpeg", ".png"]
        self._list_images(self._root)

    def _list_images(self, root):
        self.synsets, self.items = [], []
        for name in sorted(os.listdir(root)):
            folder = os.path.join(root, name)
            if not os.path.isdir(folder):
                warnings.warn(f"Ignoring {folder}, which is not a directory.", stacklevel=4)
                continue
            label = len(self.synsets)
            self.synsets.append(name)
            self.items += [(path, label) for path in sorted(self._pictures_in(folder))]
        if not self.items:
            warnings.warn(
                f"no images in {root!r}: it needs a folder for each class, with files of the types "
                f"{', '.join(self._exts)}",
                stacklevel=4,
            )

    def _pictures_in(self, folder):
        for name in os.listdir(folder):
            ending = os.path.splitext(name)[1]
            path = os.path.join(folder, name)
            if ending.lower() in self._exts:
                yield path
            else:
                extensions = ", ".join(self._exts)
                warnings.warn(
                    f"Ignoring {path} of type {ending}. Only support {extensions}", stacklevel=5
                )


class ImageListDataset(_Listed):
    """Images in a list: a ``.lst`` file as written by `im2rec`, or pairs of labels and names.

    Parameters
    ----------
    root : str
        The folder to which file names are relative.
    imglist : str or list
        The name of a ``.lst`` file, or a list of ``[label, ..., file name]``.
    flag : int
        1 for color, 0 for grayscale.
    """

    def __init__(self, root=".", imglist=None, flag=1):
        self._root = os.path.expanduser(root)
        self._flag = flag
        rows = _lines_of(imglist) if isinstance(imglist, str) else list(imglist or ())
        if not rows:
            raise MXNetError("ImageListDataset needs imglist: a .lst file or a list with pictures")
        self.items = [self._item(i, row) for i, row in enumerate(rows)]

    def _item(self, number, row):
        *labels, name = row
        try:
            values = np.asarray(labels, np.float32).reshape(-1)
        except (ValueError, TypeError):
            values = ()
        if not len(values) or not isinstance(name, str):
            raise MXNetError(
                f"entry {number} of imglist must be labels and then a file name, got {row!r}"
            )
        label = float(values[0]) if len(values) == 1 else values
        return os.path.join(self._root, name), label


def _lines_of(path):
    """Read a ``.lst`` file: number, labels and file name, separated by tabs."""
    rows = []
    for number, line in read_lines(path):
        row = line.rstrip("\n").split("\t")
        if not line.strip():
            continue
        if len(row) < 3:
            raise MXNetError(
                f"{path!r}, line {number}: expected a number, labels and a file name with tabs "
                f"between them, got {row!r}"
            )
        rows.append(row[1:])
    return rows
