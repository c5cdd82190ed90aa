"""Iterators over files: CSV and MNIST's format."""

from __future__ import annotations

from ..base import MXNetError
from ..ndarray import array
from . import _csv, _mnist
from ._iterator import MODULE, DataBatch, DataDesc, DataIter
from ._parameters import REQUIRED, flag, one_of, parsed, positive, shape


class MXDataIter(DataIter):
    """An iterator over a file; made by ``CSVIter``, ``MNISTIter`` ....

    ``handle`` reads the file: its ``read()`` returns data, labels, padding and row numbers of the
    next batch, None after the last one, and ``rewind()`` begins anew.
    """

    def __init__(self, handle, data_name="data", label_name="softmax_label", **_):
        super().__init__()
        self.handle = handle
        self._skip_load = False
        self.current_batch = None
        # The first batch tells what all look like; it is given out later.
        self.first_batch = self._read()
        if self.first_batch is None:
            raise MXNetError("the data has no batch: there are fewer samples than batch_size")
        data, label = self.first_batch.data[0], self.first_batch.label[0]
        self.provide_data = [DataDesc(data_name, data.shape, data.dtype)]
        self.provide_label = [DataDesc(label_name, label.shape, label.dtype)]
        self.batch_size = data.shape[0]

    def debug_skip_load(self):
        """Give the first batch over and over, to measure how fast everything else is."""
        self._skip_load = True

    def reset(self):
        """Begin the next round."""
        self.handle.rewind()
        self.first_batch = None

    def iter_next(self):
        """Move to the next batch; tell whether there is one."""
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
        found = self.handle.read()
        if found is None:
            return None
        data, label, pad, index = found
        if label.ndim > 1 and label.shape[1] == 1:
            label = label.reshape(-1)  # MXNet: one label a sample makes a vector
        arrays = [array(data, dtype=data.dtype)], [array(label, dtype=label.dtype)]
        return DataBatch(*arrays, pad, index)

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
        """Return how many samples at the end of the batch are padding."""
        return self.current_batch.pad


CSV_PARAMETERS = {
    "data_csv": (str, REQUIRED),
    "data_shape": (shape, REQUIRED),
    "label_csv": (str, "NULL"),
    "label_shape": (shape, (1,)),
    "batch_size": (positive, REQUIRED),
    "round_batch": (flag, True),
    "dtype": (one_of("float32", "int32", "int64"), "float32"),
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
    "data_shape": (shape, None),  # of no effect in MXNet either: `flat` decides
    "dtype": (one_of("float32"), "float32"),
}


def CSVIter(*args, **kwargs):
    """Iterate over the rows of CSV files: ``data_csv``, ``data_shape``, ``batch_size``, ....

    ``label_csv`` and ``label_shape`` give the labels, 0 where there are none. A file name may be
    that of a folder, or several joined by ``;``. With ``round_batch`` the last batch is filled up
    from the first rows, with which the next round does not begin again; without, with the rows of
    the batch before. ``dtype`` is float32, int32 or int64.
    """
    options = parsed("CSVIter", CSV_PARAMETERS, args, kwargs)
    data = _csv.Rows(options["data_csv"], options["data_shape"], options["dtype"])
    label = None
    if options["label_csv"] != "NULL":
        label = _csv.Rows(options["label_csv"], options["label_shape"], options["dtype"])
    handle = _csv.Batches(data, label, options["batch_size"], options["round_batch"])
    return MXDataIter(handle, options["data_name"], options["label_name"])


def MNISTIter(*args, **kwargs):
    """Iterate over pictures and labels in the format of MNIST: ``image``, ``label``, ....

    Pixels are divided by 256. ``flat`` makes each picture a vector; ``num_parts`` and
    ``part_index`` choose a part of the set. ``shuffle`` puts the samples into an order that
    ``seed`` decides, the same as in MXNet, and which stays. The last batch is left out when it is
    not full.
    """
    options = parsed("MNISTIter", MNIST_PARAMETERS, args, kwargs)
    return MXDataIter(_mnist.Pictures(options), options["data_name"], options["label_name"])


def _later(name: str, instead: str):
    def iterator(*args, **kwargs):
        raise MXNetError(f"{name} is not supported yet; {instead}")

    iterator.__name__ = iterator.__qualname__ = name
    iterator.__doc__ = f"Not supported yet: {instead}."
    return iterator


_RECORDS = "read the records with mx.recordio, or pictures with gluon.data"
ImageDetRecordIter = _later("ImageDetRecordIter", _RECORDS)
ImageRecordInt8Iter = _later("ImageRecordInt8Iter", _RECORDS)
ImageRecordIter = _later("ImageRecordIter", _RECORDS)
ImageRecordIter_v1 = _later("ImageRecordIter_v1", _RECORDS)
ImageRecordUInt8Iter = _later("ImageRecordUInt8Iter", _RECORDS)
ImageRecordUInt8Iter_v1 = _later("ImageRecordUInt8Iter_v1", _RECORDS)
LibSVMIter = _later("LibSVMIter", "read the file into arrays and use NDArrayIter")

MXDataIter.__module__ = MODULE
