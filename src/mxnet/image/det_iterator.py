"""``ImageDetIter``: batches of images with the boxes of their objects."""

from __future__ import annotations

import logging

import numpy as np

from .. import ndarray as nd
from .._images.decoding import opencv_package
from ..error import MXNetError
from .augmenters import IMAGENET_MEAN, IMAGENET_STD
from .det_augmenters import CreateDetAugmenter
from .iterator import ImageIter

_NO_OBJECT = -1.0  # fills the rows of labels that an image does not need
_WIDTH = 5  # class, left, top, right, bottom
_FONT = 0  # cv2.FONT_HERSHEY_SIMPLEX


class ImageDetIter(ImageIter):
    """Reads images and their boxes; labels are (number, objects, width).

    The label of an image in a file or list consists of the number of values before the objects (at
    least 2, including these two), the number of values of an object (at least 5), and the objects,
    each as class, left, top, right, bottom, where positions are fractions of the image's sides.

    Parameters
    ----------
    aug_list : list of DetAugmenter, optional
        The augmenters; by default those of ``CreateDetAugmenter`` with ``**kwargs``.
    batch_size, data_shape, ...
        As in ``ImageIter``.
    """

    def __init__(
        self, batch_size, data_shape, path_imgrec=None, path_imglist=None, path_root=None,
        path_imgidx=None, shuffle=False, part_index=0, num_parts=1, aug_list=None, imglist=None,
        data_name="data", label_name="label", last_batch_handle="pad", **kwargs,
    ):  # fmt: skip
        super().__init__(
            batch_size=batch_size, data_shape=data_shape, path_imgrec=path_imgrec,
            path_imglist=path_imglist, path_root=path_root, path_imgidx=path_imgidx,
            shuffle=shuffle, part_index=part_index, num_parts=num_parts,
            aug_list=CreateDetAugmenter(data_shape, **kwargs) if aug_list is None else aug_list,
            imglist=imglist, data_name=data_name, label_name=label_name,
            last_batch_handle=last_batch_handle,
        )  # fmt: skip
        self._set_label_shape(self._estimate_label_shape())

    # ------------------------------------------------------------------------------ the labels

    def _set_label_shape(self, shape):
        self.label_shape = shape
        self.provide_label = [(self.provide_label[0][0], (self.batch_size, *shape))]

    def _estimate_label_shape(self):
        """Read all labels; return the largest number of objects, and the size of an object."""
        most, width = 0, _WIDTH
        self.reset()
        while (sample := self._next_or_none()) is not None:
            label = self._parse_label(sample[0])
            most, width = max(most, len(label)), label.shape[1]
        self.reset()
        return most, width

    def _parse_label(self, label):
        """Return the objects of a label, one in each row, without those that have no area."""
        raw = (label.asnumpy() if isinstance(label, nd.NDArray) else np.asarray(label)).ravel()
        if raw.size < 2 + _WIDTH:
            raise RuntimeError(f"Label shape is invalid: {raw.shape}")
        header_width, width = int(raw[0]), int(raw[1])
        if header_width < 2 or width < _WIDTH or (raw.size - header_width) % width:
            raise RuntimeError(
                f"Label shape {raw.shape} inconsistent with annotation width {width}."
            )
        objects = raw[header_width:].reshape(-1, width)
        objects = objects[(objects[:, 3] > objects[:, 1]) & (objects[:, 4] > objects[:, 2])]
        if not len(objects):
            raise RuntimeError("Encounter sample with no valid label.")
        return objects

    def _check_valid_label(self, label):
        """Reject labels without a valid object."""
        if label.ndim != 2 or label.shape[1] < _WIDTH:
            raise RuntimeError(f"Label with shape (1+, 5+) required, {label} received.")
        good = (label[:, 0] >= 0) & (label[:, 3] > label[:, 1]) & (label[:, 4] > label[:, 2])
        if not good.any():
            raise RuntimeError("Invalid label occurs.")

    def check_label_shape(self, label_shape):
        """Reject a shape that is too small for the labels."""
        if len(label_shape) != 2:
            raise ValueError(f"label_shape should have length 2, got {label_shape}")
        objects, width = self.label_shape
        if label_shape[0] < objects:
            raise ValueError(
                f"Attempts to reduce label count from {objects} to {label_shape[0]}, not allowed."
            )
        if label_shape[1] != width:
            raise ValueError(f"label_shape object width inconsistent: {width} vs {label_shape[1]}.")

    def reshape(self, data_shape=None, label_shape=None):
        """Set the shape of the images, or increase the number of objects."""
        if data_shape is not None:
            self.check_data_shape(data_shape)
            self.provide_data = [(self.provide_data[0][0], (self.batch_size, *data_shape))]
            self.data_shape = data_shape
        if label_shape is not None:
            self.check_label_shape(label_shape)
            self._set_label_shape(label_shape)

    def sync_label_shape(self, it, verbose=False):
        """Set the same number of objects for this iterator and another one; return the other."""
        if not isinstance(it, ImageDetIter):
            raise AssertionError(f"Synchronize with invalid iterator: {type(it).__name__}")
        if self.label_shape[1] != it.label_shape[1]:
            raise AssertionError(
                f"objects have {self.label_shape[1]} and {it.label_shape[1]} numbers"
            )
        most = max(self.label_shape[0], it.label_shape[0])
        for one in (self, it):
            if most > one.label_shape[0]:
                if verbose:
                    logging.info("Resized label_shape from %d to %d.", one.label_shape[0], most)
                one.reshape(None, (most, one.label_shape[1]))
        return it

    # ----------------------------------------------------------------------------- the batches

    def augmentation_transform(self, data, label):
        """Apply the augmenters to an image and its labels."""
        for augmenter in self.auglist:
            data, label = augmenter(data, label)
        return data, label

    def _empty(self):
        data, label = super()._empty()
        label[:] = _NO_OBJECT
        return data, label

    def _batchify(self, batch_data, batch_label, start=0):
        """Fill arrays with samples from ``start`` on; return the end position.

        Samples whose labels become invalid, for example by a random crop, are skipped.
        """
        position = start
        while position < self.batch_size and (sample := self._next_or_none()) is not None:
            usable = self._usable(*sample)
            if usable is not None:
                self._put_objects(batch_data, batch_label, position, *usable)
                position += 1
        if position == 0:
            raise StopIteration
        return position

    def _usable(self, label, content):
        """Return an augmented image and its labels, or None if there is no valid label."""
        with self._refuse_stop_iteration():
            return self._decode_and_augment(label, content)

    def _decode_and_augment(self, label, content):
        image = self.imdecode(content)
        try:
            self.check_valid_image(image)
            image, objects = self.augmentation_transform(image, self._parse_label(label))
            self._check_valid_label(objects)
        except MXNetError:
            raise
        except RuntimeError as error:
            logging.debug("%s is skipped: %s", self._where(), error)
            return None
        return image, objects

    def _put_objects(self, batch_data, batch_label, position, image, objects):
        self._put_image(batch_data, position, image)
        if len(objects) > self.label_shape[0]:
            raise ValueError(
                f"{self._where()}: the augmenters make {len(objects)} objects, label_shape is "
                f"{self.label_shape}; give it room with reshape"
            )
        batch_label[position, : len(objects)] = nd.array(objects)
        if len(objects) < self.label_shape[0]:
            batch_label[position, len(objects) :] = _NO_OBJECT

    # ----------------------------------------------------------------------------- for the eye

    def draw_next(
        self, color=None, thickness=2, mean=None, std=None, clip=True, waitKey=None,
        window_name="draw_next", id2labels=None,
    ):  # fmt: skip
        """Yield images with the boxes of their objects drawn in, as NumPy arrays in BGR order.

        Parameters
        ----------
        color : tuple of int, optional
            The color of the boxes; by default a random one for each.
        thickness : int
        mean, std : True or array, optional
            The values that augmenters subtracted and divided by, to be undone; ``True``:
            ImageNet's.
        clip : bool
            Whether pixels are clipped to 0 to 255 and converted to uint8.
        waitKey : int, optional
            If given, each image is shown in a window for that many milliseconds.
        window_name : str
        id2labels : dict, optional
            Names of classes to draw next to the boxes.
        """
        cv2 = opencv_package()
        mean = np.array(IMAGENET_MEAN) if mean is True else mean
        std = np.array(IMAGENET_STD) if std is True else std
        while (sample := self._next_or_none()) is not None:
            usable = self._usable(*sample)
            if usable is None:
                continue
            image, objects = usable
            drawn = _pixels(image, mean, std, clip)
            for row in objects:
                _draw(cv2, drawn, row, color, thickness, id2labels)
            if waitKey is not None:
                cv2.imshow(window_name, drawn)
                cv2.waitKey(waitKey)
            yield drawn


def _pixels(image, mean, std, clip):
    pixels = image.asnumpy().astype(np.float32)
    for what, values in (("std", std), ("mean", mean)):
        if values is not None:
            values = values.asnumpy() if isinstance(values, nd.NDArray) else values
            values = np.asarray(values, np.float32)
            pixels = pixels * values if what == "std" else pixels + values
    if clip:
        pixels = np.clip(pixels, 0, 255).astype(np.uint8)
    return np.ascontiguousarray(pixels[:, :, ::-1])


def _draw(cv2, image, row, color, thickness, names):
    height, width = image.shape[:2]
    box = (row[1:5] * (width, height, width, height)).astype(int).tolist()
    color = tuple(np.random.randint(0, 256, 3).tolist()) if color is None else tuple(color)
    cv2.rectangle(image, box[:2], box[2:], color, thickness)
    if names is not None and int(row[0]) in names:
        text = str(names[int(row[0])])
        cv2.putText(image, text, (box[0] + 5, box[1] + 15), _FONT, 0.5, color, 1)
