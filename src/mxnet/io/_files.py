"""Iterators over files: CSV, MNIST's format, records of images."""

from __future__ import annotations

import numpy as np

from ..base import MXNetError
from ..context import cpu, cpu_pinned
from ..ndarray import array, from_numpy
from ..ndarray._shared import with_context
from . import _csv, _det_records, _image_records, _libsvm, _mnist
from ._iterator import MODULE, DataBatch, DataDesc, DataIter
from ._parameters import (
    REQUIRED,
    flag,
    floats,
    numbers,
    one_of,
    optional,
    parse_parameters,
    positive,
    shape,
)


class MXDataIter(DataIter):
    """An iterator over a file; created by ``CSVIter``, ``MNISTIter`` ....

    ``handle`` reads the file: its ``read()`` returns data, labels, padding and row numbers of the
    next batch, or None after the last one, and ``rewind()`` starts over.
    """

    def __init__(self, handle, data_name="data", label_name="softmax_label", ctx=None, **_):
        super().__init__()
        self.handle = handle
        self._ctx = ctx
        self._skip_load = False
        self.current_batch = None
        # The first batch determines shapes and types; it is returned later.
        self.first_batch = self._read()
        if self.first_batch is None:
            raise MXNetError("the data has no batch: there are fewer samples than batch_size")
        data, label = self.first_batch.data[0], self.first_batch.label[0]
        self.provide_data = [DataDesc(data_name, data.shape, data.dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, label.dtype)]
        self.batch_size = data.shape[0]

    def debug_skip_load(self):
        """Repeat the first batch forever, to measure the speed of everything else."""
        self._skip_load = True

    def reset(self):
        """Start the next epoch."""
        self.handle.rewind()
        self.first_batch = None

    def iter_next(self):
        """Move to the next batch; return whether there is one."""
        if self.first_batch is not None:
            self.current_batch = self.first_batch
            self.first_batch = None
        elif not self._skip_load:
            self.current_batch = self._read()
        return self.current_batch is not None

    def next(self):
        """Return the next batch; raise StopIteration after the last one."""
        if not self.iter_next():
            raise StopIteration
        return self.current_batch

    def _read(self):
        batch = self.handle.read()
        if batch is None:
            return None
        data, label, pad, index = batch
        if isinstance(label, np.ndarray) and label.ndim > 1 and label.shape[1] == 1:
            label = label.reshape(-1)  # MXNet: with one label per sample, labels are a vector
        return DataBatch([self._array(data)], [self._array(label)], pad, index)

    def _array(self, values):
        if not isinstance(values, np.ndarray):
            return values  # a sparse matrix
        if not getattr(self.handle, "fresh", False):
            return array(values, dtype=values.dtype)
        result = from_numpy(values)  # without a copy, as nothing else refers to the values
        return result if self._ctx is None else with_context(result, self._ctx)

    def getdata(self):
        """Return the data of the batch, one array."""
        return self.current_batch.data[0]

    def getlabel(self):
        """Return the labels of the batch, one array."""
        return self.current_batch.label[0]

    def getindex(self):
        """Return the numbers of the rows in the batch."""
        return self.current_batch.index

    def getpad(self):
        """Return the number of padding samples at the end of the batch."""
        return self.current_batch.pad


CSV_PARAMETERS = {
    "data_csv": (str, REQUIRED),
    "data_shape": (shape, REQUIRED),
    "label_csv": (str, "NULL"),
    "label_shape": (shape, (1,)),
    "batch_size": (positive, REQUIRED),
    "round_batch": (flag, True),
    "dtype": (optional(one_of("float32", "int32", "int64")), None),
}
MNIST_PARAMETERS = {
    "image": (str, "./train-images-idx3-ubyte"),
    "label": (str, "./train-labels-idx1-ubyte"),
    "batch_size": (positive, 128),
    "shuffle": (flag, True),
    "flat": (flag, False),
    "seed": (int, 0),
    "silent": (flag, False),
    "num_parts": (int, 1),
    "part_index": (int, 0),
    "data_shape": (shape, None),  # MXNet: without effect, `flat` decides
    "input_shape": (shape, None),  # not in MXNet, but scripts pass it
    "dtype": (optional(one_of("float32")), None),
}


def CSVIter(*args, **kwargs):
    """Iterate over the rows of CSV files: ``data_csv``, ``data_shape``, ``batch_size``, ....

    ``label_csv`` and ``label_shape`` specify the labels, which are 0 by default. A file name may be
    a folder, or several names separated by ``;``. With ``round_batch``, the last batch is filled
    with the first rows, which the next epoch then skips; otherwise it is padded with the rows of
    the previous batch. ``dtype`` is float32, int32 or int64.
    """
    options = parse_parameters("CSVIter", CSV_PARAMETERS, args, kwargs)
    dtype = options["dtype"] or "float32"
    data = _csv.Rows(options["data_csv"], options["data_shape"], dtype)
    label = None
    if options["label_csv"] != "NULL":
        label = _csv.Rows(options["label_csv"], options["label_shape"], dtype)
    handle = _csv.Batches(data, label, options["batch_size"], options["round_batch"])
    return MXDataIter(handle, options["data_name"], options["label_name"])


def MNISTIter(*args, **kwargs):
    """Iterate over images and labels in the format of MNIST: ``image``, ``label``, ....

    Pixels are divided by 256. ``flat`` converts each image to a vector; ``num_parts`` and
    ``part_index`` select a part of the set. ``shuffle`` puts the samples into a fixed order
    determined by ``seed``, the same as in MXNet. An incomplete last batch is dropped.
    """
    options = parse_parameters("MNISTIter", MNIST_PARAMETERS, args, kwargs)
    return MXDataIter(_mnist.Images(options), options["data_name"], options["label_name"])


COMMON_RECORD_PARAMETERS = {
    "path_imglist": (str, ""),
    "data_shape": (shape, REQUIRED),
    "preprocess_threads": (positive, 4),
    "verbose": (flag, True),
    "num_parts": (positive, 1),
    "part_index": (int, 0),
    "shuffle_chunk_size": (int, 0),
    "shuffle_chunk_seed": (int, 0),
    "shuffle": (flag, False),
    "seed": (int, 0),
    "batch_size": (positive, REQUIRED),
    "round_batch": (flag, True),
    "mean_img": (str, ""),
    "scale": (float, 1.0),
    **{f"mean_{color}": (float, 0.0) for color in "rgba"},
}
RECORD_PARAMETERS = {
    "path_imgrec": (str, ""),
    "path_imgidx": (str, ""),
    "aug_seq": (str, "aug_default"),
    "label_width": (positive, 1),
    "device_id": (int, 0),
    "seed_aug": (optional(int), None),
    "dtype": (optional(one_of("float32", "uint8", "int8")), None),
}
AUGMENTER_PARAMETERS = {
    "resize": (int, -1),
    "rand_crop": (flag, False),
    "random_resized_crop": (flag, False),
    "max_rotate_angle": (int, 0),
    "max_aspect_ratio": (float, 0.0),
    "min_aspect_ratio": (optional(float), None),
    "max_shear_ratio": (float, 0.0),
    "max_crop_size": (int, -1),
    "min_crop_size": (int, -1),
    "max_random_scale": (float, 1.0),
    "min_random_scale": (float, 1.0),
    "max_random_area": (float, 1.0),
    "min_random_area": (float, 1.0),
    "max_img_size": (float, 1e10),
    "min_img_size": (float, 0.0),
    "brightness": (float, 0.0),
    "contrast": (float, 0.0),
    "saturation": (float, 0.0),
    "pca_noise": (float, 0.0),
    "random_h": (int, 0),
    "random_s": (int, 0),
    "random_l": (int, 0),
    "rotate": (int, -1),
    "rotate_list": (numbers, ()),
    "fill_value": (int, 255),
    "inter_method": (int, 1),
    "pad": (int, 0),
}
NORMALIZE_PARAMETERS = {
    "mirror": (flag, False),
    "rand_mirror": (flag, False),
    **{f"std_{color}": (float, 1.0) for color in "rgba"},
    "max_random_contrast": (float, 0.0),
    "max_random_illumination": (float, 0.0),
}
IMAGE_RECORD_PARAMETERS = (
    COMMON_RECORD_PARAMETERS | RECORD_PARAMETERS | AUGMENTER_PARAMETERS | NORMALIZE_PARAMETERS
)

_RECORD_DOC = """Iterate over images in record files: ``path_imgrec``, ``data_shape`` .....

    Images are decoded in ``preprocess_threads``, augmented, cropped to ``data_shape`` (channels,
    height, width) and returned{kind}; ``prefetch_buffer`` batches are prefetched.

    - records: ``path_imgidx`` is the index file; ``num_parts`` and ``part_index`` select a part;
      ``shuffle`` with ``seed`` uses MXNet's order, within 64 MB of the file if there is no index,
      or within sections of ``shuffle_chunk_size`` MB. Labels are in the records or in
      ``path_imglist``, ``label_width`` for each. With ``round_batch`` the last batch is filled with
      the first records, which the next epoch then skips; otherwise it is padded with zeros.
    - size: ``resize`` of the shorter side; ``rand_crop``, ``min_crop_size``, ``max_crop_size``;
      ``random_resized_crop`` with ``min_random_area``, ``max_random_area``, ``min_aspect_ratio``,
      ``max_aspect_ratio``; ``pad`` with ``fill_value``; ``inter_method`` is as in OpenCV, or 9
      (chosen by the sizes), or 10 (random); ``min_img_size``, ``max_img_size``.
    - geometry: ``max_rotate_angle``, ``rotate``, ``rotate_list``, ``max_shear_ratio``,
      ``min_random_scale``, ``max_random_scale``, ``mirror``, ``rand_mirror``.
    - colors: ``brightness``, ``contrast``, ``saturation``, ``pca_noise``, ``random_h``,
      ``random_s``, ``random_l``, ``max_random_contrast``, ``max_random_illumination``.
    - values: ``mean_r``, ``mean_g``, ``mean_b``, ``mean_a`` or ``mean_img``, ``std_r`` ...,
      ``scale``.

    ``seed_aug`` makes the augmentation reproducible and equal to MXNet's. Batches are on
    ``cpu_pinned(device_id)``, or on ``cpu(0)`` for ``device_id=-1``.
    """


def _record_iterator(name: str, dtype: str | None):
    def iterator(*args, **kwargs):
        options = parse_parameters(name, IMAGE_RECORD_PARAMETERS, args, kwargs)
        handle = _image_records.Images(options, dtype or options["dtype"] or "float32")
        device = options["device_id"]
        return MXDataIter(
            _image_records.Ahead(handle, options["prefetch_buffer"]),
            options["data_name"],
            options["label_name"],
            ctx=cpu() if device < 0 else cpu_pinned(device),
        )

    iterator.__name__ = iterator.__qualname__ = name
    kind = f" as {dtype}" if dtype else ", as float32 or another ``dtype``: uint8, int8"
    iterator.__doc__ = _RECORD_DOC.format(kind=kind)
    return iterator


ImageRecordIter = _record_iterator("ImageRecordIter", None)
ImageRecordIter_v1 = _record_iterator("ImageRecordIter_v1", "float32")
ImageRecordUInt8Iter = _record_iterator("ImageRecordUInt8Iter", "uint8")
ImageRecordUInt8Iter_v1 = _record_iterator("ImageRecordUInt8Iter_v1", "uint8")
ImageRecordInt8Iter = _record_iterator("ImageRecordInt8Iter", "int8")


DET_RECORD_PARAMETERS = {
    "path_imgrec": (str, "./data/imgrec.rec"),
    "aug_seq": (str, "det_aug_default"),
    "label_width": (int, -1),
    "label_pad_width": (int, 0),
    "label_pad_value": (float, -1.0),
    "dtype": (optional(one_of("float32")), None),
    **{f"std_{color}": (float, 0.0) for color in "rgba"},
}
DET_AUGMENTER_PARAMETERS = {
    "resize": (int, -1),
    "rand_crop_prob": (float, 0.0),
    "min_crop_scales": (floats, (0.0,)),
    "max_crop_scales": (floats, (1.0,)),
    "min_crop_aspect_ratios": (floats, (1.0,)),
    "max_crop_aspect_ratios": (floats, (1.0,)),
    "min_crop_overlaps": (floats, (0.0,)),
    "max_crop_overlaps": (floats, (1.0,)),
    "min_crop_sample_coverages": (floats, (0.0,)),
    "max_crop_sample_coverages": (floats, (1.0,)),
    "min_crop_object_coverages": (floats, (0.0,)),
    "max_crop_object_coverages": (floats, (1.0,)),
    "num_crop_sampler": (int, 1),
    "crop_emit_mode": (one_of("center", "overlap"), "center"),
    "emit_overlap_thresh": (float, 0.3),
    "max_crop_trials": (floats, (25,)),
    "rand_pad_prob": (float, 0.0),
    "max_pad_scale": (float, 1.0),
    "max_random_hue": (int, 0),
    "random_hue_prob": (float, 0.0),
    "max_random_saturation": (int, 0),
    "random_saturation_prob": (float, 0.0),
    "max_random_illumination": (int, 0),
    "random_illumination_prob": (float, 0.0),
    "max_random_contrast": (float, 0.0),
    "random_contrast_prob": (float, 0.0),
    "rand_mirror_prob": (float, 0.0),
    "fill_value": (int, 127),
    "inter_method": (int, 1),
    "resize_mode": (one_of("force", "shrink", "fit"), "force"),
}
IMAGE_DET_PARAMETERS = COMMON_RECORD_PARAMETERS | DET_RECORD_PARAMETERS | DET_AUGMENTER_PARAMETERS


def ImageDetRecordIter(*args, **kwargs):
    """Iterate over images with boxes in record files: ``path_imgrec``, ``data_shape`` ....

    A label consists of the width of its header, the width of an object, the rest of the header, and
    class, left, top, right, bottom (and additional values) of each object, as fractions of the
    image. In a batch each label is preceded by the number of channels, height, width and its
    length, and padded with ``label_pad_value`` to the longest of the file or to
    ``label_pad_width``.

    - records: ``num_parts`` and ``part_index`` select a part; ``shuffle`` with ``seed``, or within
      sections of ``shuffle_chunk_size`` MB. Labels are in the records or in ``path_imglist``.
      ``label_width`` is -1 for any. ``round_batch`` fills the last batch from the start.
    - ``resize`` of the shorter side comes first. ``resize_mode`` at the end is ``force`` (to
      ``data_shape``), ``shrink`` (if too large) or ``fit``; the remaining area is 0 before the mean
      is subtracted.
    - colors: ``max_random_hue`` with ``random_hue_prob``, also ``saturation``, ``illumination``
      and ``contrast``; ``rand_mirror_prob``.
    - ``rand_pad_prob`` places the image in one up to ``max_pad_scale`` times as large, with the
      color ``fill_value``.
    - ``rand_crop_prob`` crops a part that one of ``num_crop_sampler`` samplers finds in
      ``max_crop_trials`` attempts: between ``min_crop_...`` and ``max_crop_...`` of ``scales``,
      ``aspect_ratios``, ``overlaps``, ``sample_coverages`` and ``object_coverages``, one value or
      one for each sampler. An object is kept by its ``center``, or by an ``overlap`` of more than
      ``emit_overlap_thresh`` (``crop_emit_mode``).
    - values: ``mean_r`` ... or ``mean_img``, ``std_r`` ..., ``scale``.
    """
    options = parse_parameters("ImageDetRecordIter", IMAGE_DET_PARAMETERS, args, kwargs)
    handle = _det_records.BoxedImages(options)
    return MXDataIter(
        _image_records.Ahead(handle, options["prefetch_buffer"]),
        options["data_name"],
        options["label_name"],
    )


LIBSVM_PARAMETERS = {
    "data_libsvm": (str, REQUIRED),
    "data_shape": (shape, REQUIRED),
    "label_libsvm": (str, "NULL"),
    "label_shape": (shape, (1,)),
    "num_parts": (positive, 1),
    "part_index": (int, 0),
    "batch_size": (positive, REQUIRED),
    "round_batch": (flag, True),
    "dtype": (optional(one_of("float32")), None),
}


def LibSVMIter(*args, **kwargs):
    """Iterate over sparse rows in LibSVM's format: ``data_libsvm``, ``data_shape``, ``batch_size``.

    A line is a label and ``column:value`` pairs, with columns counted from 0; batches are CSR
    matrices. Labels are those of the lines, or the rows of another such file, ``label_libsvm``,
    with ``label_shape``. ``num_parts`` and ``part_index`` select a part of the file. The last batch
    is filled with the first rows, which the next epoch then skips.
    """
    options = parse_parameters("LibSVMIter", LIBSVM_PARAMETERS, args, kwargs)
    if not options["round_batch"]:
        raise MXNetError("LibSVMIter does not support round_batch=False")
    part = options["part_index"], options["num_parts"]
    data = _libsvm.Lines(options["data_libsvm"], options["data_shape"], *part)
    label = None
    if options["label_libsvm"] != "NULL":
        label = _libsvm.Lines(options["label_libsvm"], options["label_shape"], *part)
    handle = _libsvm.Batches(data, label, options["batch_size"])
    return MXDataIter(handle, options["data_name"], options["label_name"])


MXDataIter.__module__ = MODULE
