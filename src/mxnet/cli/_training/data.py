"""The data of ``mxnet train``: folders of images, record files, the included digits."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass

import numpy as np

from ... import ndarray as nd
from ..._images.decoding import opencv_package
from ...base import MXNetError
from ...gluon.data import ArrayDataset, Dataset
from ...gluon.data.vision import Digits, ImageFolderDataset, ImageRecordDataset
from .preprocessing import Preprocessing

VALIDATION = 0.2  # default share of images for validation


@dataclass(frozen=True, slots=True)
class Data:
    """Images and labels for training and validation, and their common properties."""

    train: Dataset
    validation: Dataset
    preprocessing: Preprocessing
    flips: bool = True  # whether mirrored images keep their class


class Subset(Dataset):
    """Some samples of another dataset."""

    def __init__(self, dataset: Dataset, indices):
        self._dataset, self._indices = dataset, [int(index) for index in indices]

    def __len__(self):
        return len(self._indices)

    def __getitem__(self, idx):
        return self._dataset[self._indices[idx]]


def read_data(path: str, validation: str | None, size: int | None) -> Data:
    """Read ``digits``, a folder with a folder for each class, or a record file."""
    if path == "digits":
        if validation:
            raise MXNetError("the digits have their own test set; omit --val")
        names = [str(digit) for digit in range(10)]
        return Data(_digits(True), _digits(False), Preprocessing(names, size or 8, 1), flips=False)
    if not os.path.exists(path):
        raise MXNetError(f"there is no folder or file {path!r}; `digits` is always there")
    parts = [os.path.join(path, name) for name in ("train", "val")]
    if validation is None and all(map(os.path.isdir, parts)):
        path, validation = parts
    whole, names = _images(path)
    if validation is None:
        held = _choose_validation(len(whole))
        train, held_out = (Subset(whole, np.flatnonzero(mask)) for mask in (~held, held))
    else:
        train, (held_out, theirs) = whole, _images(validation)
        if len(theirs) > len(names) or (os.path.isdir(path) and theirs != names):
            raise MXNetError(f"the classes of {validation!r} are not those of {path!r}")
    if not len(train) or not len(held_out):
        raise MXNetError(f"{path!r} has too few images: {len(train)} to train, {len(held_out)} to "
                         "validate")  # fmt: skip
    return Data(train, held_out, Preprocessing(names, size or 64))


def _digits(train: bool) -> Dataset:
    images, labels = Digits(train)[:]
    # Their pixels are 0 to 16; those of images in files are 0 to 255.
    return ArrayDataset((images.astype("float32") * 255 / 16).astype("uint8"), nd.array(labels))


def _images(path: str) -> tuple[Dataset, list[str]]:
    """Return a dataset of images and the names of its classes."""
    opencv_package()  # raise the error for a missing OpenCV now, not at the first image
    if os.path.isdir(path):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # some files may not be images
            folder = ImageFolderDataset(path)
        if not folder.items:
            raise MXNetError(
                f"{path!r} has no images: expected a folder with *.jpg or *.png for each class"
            )
        return folder, folder.synsets
    if not path.endswith(".rec"):
        raise MXNetError(f"{path!r} is neither a folder nor a record file (*.rec)")
    if not os.path.isfile(f"{path.removesuffix('.rec')}.idx"):
        raise MXNetError(f"{path!r} has no index beside it: make it with `mxnet rec2idx {path}`")
    records = ImageRecordDataset(path)
    if not len(records):
        raise MXNetError(f"{path!r} has no images")
    labels = {int(records._read_encoded(i)[1]) for i in range(len(records))}
    return records, [str(number) for number in range(max(labels) + 1)]


def _choose_validation(count: int) -> np.ndarray:
    """Select images for validation, the same in each run."""
    order = np.random.RandomState(0).permutation(count)
    return order < round(count * VALIDATION)
