"""The interface of data iterators: descriptions of inputs, batches, and the base class."""

from __future__ import annotations

from collections import namedtuple

import numpy as np

MODULE = "mxnet.io.io"  # the path MXNet gives these classes


class DataDesc(namedtuple("DataDesc", ["name", "shape"])):
    """Name and shape of an input, as a pair, with type and layout as attributes.

    >>> name, shape = DataDesc("data", (2, 3))
    >>> DataDesc("data", (2, 3), layout="NC")
    DataDesc[data,(2, 3),<class 'numpy.float32'>,NC]
    """

    def __new__(cls, name, shape, dtype=np.float32, layout="NCHW"):
        self = super().__new__(cls, name, shape)
        self.dtype = dtype
        self.layout = layout
        return self

    def __repr__(self):
        return f"DataDesc[{self.name},{self.shape},{self.dtype},{self.layout}]"

    def __reduce__(self):
        return type(self), (self.name, self.shape, self.dtype, self.layout)

    @staticmethod
    def get_batch_axis(layout):
        """Return the axis of the samples: the position of ``N`` in the layout, by default 0."""
        return 0 if layout is None else layout.find("N")

    @staticmethod
    def get_list(shapes, types):
        """Create descriptions from pairs of names and shapes, and pairs of names and types."""
        dtypes = dict(types or ())
        return [
            DataDesc(name, shape, *([dtypes[name]] if name in dtypes else []))
            for name, shape in shapes
        ]


class DataBatch:
    """The arrays of one batch: lists of data and labels, and the number of padding samples.

    ``bucket_key``, ``provide_data`` and ``provide_label`` select the network of a BucketingModule
    for the batch, and describe its arrays.
    """

    def __init__(
        self, data, label=None, pad=None, index=None, bucket_key=None, provide_data=None,
        provide_label=None,
    ):  # fmt: skip
        for what, arrays in (("Data", data), ("Label", label)):
            if arrays is not None and not isinstance(arrays, list | tuple):
                raise AssertionError(
                    f"{what} must be list of NDArrays, got {type(arrays).__name__}"
                )
        self.data, self.provide_data = data, provide_data
        self.label, self.provide_label = label, provide_label
        self.index, self.pad = index, pad
        self.bucket_key = bucket_key

    def __iter__(self):
        raise TypeError(
            "a DataBatch is not a pair of arrays: its lists batch.data and batch.label hold them, "
            "as in data, label = batch.data[0], batch.label[0]"
        )

    def __str__(self):
        labels = [array.shape for array in self.label] if self.label else None
        data = [array.shape for array in self.data]
        return f"{type(self).__name__}: data shapes: {data} label shapes: {labels}"

    def __repr__(self):
        return f"<{self}>"


class DataIter:
    """The base class of iterators over batches.

    A subclass has ``provide_data`` and ``provide_label``, lists of DataDesc, and defines ``next``;
    or it defines ``iter_next``, which moves to the next batch and returns whether there is one, and
    ``getdata``, ``getlabel``, ``getpad`` and ``getindex``, which return its parts.
    """

    def __init__(self, batch_size=0):
        self.batch_size = batch_size

    def __repr__(self):
        kinds = getattr(self, "provide_data", None), getattr(self, "provide_label", None)
        parts = [f"{d[0]} {d[1]}" for kind in kinds if kind for d in kind]
        return f"<{type(self).__name__} of batches of {self.batch_size}: {', '.join(parts)}>"

    def __iter__(self):
        return self

    def __next__(self):
        return self.next()

    def reset(self):
        """Return to the first batch."""

    def next(self):
        """Return the next batch; raise StopIteration after the last one."""
        if not self.iter_next():
            raise StopIteration
        return DataBatch(self.getdata(), self.getlabel(), self.getpad(), self.getindex())

    def iter_next(self):
        """Move to the next batch; return whether there is one."""

    def getdata(self):
        """Return the data of the batch."""

    def getlabel(self):
        """Return the labels of the batch."""

    def getindex(self):
        """Return the indices of the samples in the batch, or None if they are unknown."""

    def getpad(self):
        """Return the number of padding samples at the end of the batch."""


for _class in (DataDesc, DataBatch, DataIter):
    _class.__module__ = MODULE
