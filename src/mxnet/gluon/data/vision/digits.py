"""A small set of handwritten digits, included in the package."""

from __future__ import annotations

import importlib.resources

import numpy as np

from ..dataset import _DownloadedDataset

__all__ = ["Digits"]

_FOLD = 5  # every fifth image is for testing, so that both parts have the same writers


class Digits(_DownloadedDataset):
    """Handwritten digits, 8x8 pixels from 0 to 16, with labels: 1438 for training, 359 for testing.

    From the test set of E. Alpaydin and C. Kaynak, "Optical Recognition of Handwritten Digits", UCI
    Machine Learning Repository, 1998, licensed CC BY 4.0. A sample is (an 8x8x1 NDArray of uint8, a
    NumPy int32), like those of MNIST.

    >>> image, label = Digits(train=True)[0]
    >>> image.shape, int(label)
    ((8, 8, 1), 0)
    """

    def __init__(self, train=True, transform=None):
        self._train = train
        super().__init__("", transform)

    def _get_data(self):
        source = importlib.resources.files(__package__) / "digits.npz"
        with source.open("rb") as file, np.load(file, allow_pickle=False) as packed:
            images, labels = packed["images"], packed["labels"]
        for_testing = np.arange(len(labels)) % _FOLD == _FOLD - 1
        part = ~for_testing if self._train else for_testing
        self._set_data(images[part][..., None], labels[part].astype(np.int32))
