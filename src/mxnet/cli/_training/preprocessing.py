"""Conversion of images to network inputs; saved with a trained network, for prediction."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from ...base import MXNetError
from ...gluon.data.vision import transforms

# Mean and deviation of ImageNet's pixels, which all networks of the zoo were trained with.
IMAGENET = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
GRAY = (0.45,), (0.25,)
# Prediction crops the center of an image that is larger by this factor, as ImageNet's tests do.
MARGIN = 256 / 224
SMALL = 40  # images up to this size are used as they are, without a margin


@dataclass(frozen=True, slots=True)
class Preprocessing:
    """The classes of a network, and the size and channels of its images."""

    classes: list[str]
    size: int
    channels: int = 3

    asdict = asdict

    @property
    def flag(self) -> int:
        """The flag of image readers: 1 for color, 0 for grayscale."""
        return int(self.channels == 3)

    def _to_input(self) -> list:
        mean, deviation = IMAGENET if self.channels == 3 else GRAY
        return [transforms.ToTensor(), transforms.Normalize(mean, deviation)]

    def for_prediction(self) -> transforms.Compose:
        """Return the transform of images for prediction."""
        if self.size <= SMALL:
            return transforms.Compose([transforms.Resize(self.size), *self._to_input()])
        larger = round(self.size * MARGIN)
        resize = transforms.Resize(larger, keep_ratio=True)
        return transforms.Compose([resize, transforms.CenterCrop(self.size), *self._to_input()])

    def for_training(self, is_augmented: bool, flips: bool) -> transforms.Compose:
        """Return the transform of images for training: a different part of the image each time."""
        if not is_augmented:
            return self.for_prediction()
        # For small images a sixteenth of the area is one or two pixels at the border.
        least = 0.8 if self.size <= SMALL else 0.35
        steps = [transforms.RandomResizedCrop(self.size, scale=(least, 1.0))]
        if flips:
            steps.append(transforms.RandomFlipLeftRight())
        if self.channels == 3:
            steps.append(transforms.RandomColorJitter(0.2, 0.2, 0.2))
        return transforms.Compose([*steps, *self._to_input()])


def read_preprocessing_file(path: str) -> Preprocessing:
    """Read the description of a network written by ``mxnet train``."""
    try:
        with open(path, encoding="utf-8") as file:
            content = json.load(file)
        classes = [str(name) for name in content["classes"]]
        preprocessing = Preprocessing(classes, int(content["size"]), int(content["channels"]))
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise MXNetError(f"{path!r} does not describe a classifier: {error!r}") from error
    if preprocessing.channels not in (1, 3) or preprocessing.size < 1 or not preprocessing.classes:
        raise MXNetError(f"{path!r} does not describe a classifier: {content}")
    return preprocessing
