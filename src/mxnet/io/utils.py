"""Conversion of the arrays that users pass to iterators."""

from __future__ import annotations

from ..ndarray import NDArray, array

_WANTED = (
    "Input must be NDArray, numpy.ndarray, h5py.Dataset a list of them or dict with them as values"
)


def is_h5py(source) -> bool:
    """Recognize an array in an HDF5 file, which is not loaded, without importing h5py."""
    return type(source).__module__.partition(".")[0] == "h5py"


def _init_data(data, allow_empty, default_name):
    """Return (name, array) pairs, sorted by name if there are names."""
    if data is None:
        data = []
    if isinstance(data, NDArray) or is_h5py(data) or hasattr(type(data), "__array__"):
        data = [data]
    if isinstance(data, list | tuple):
        if not allow_empty and not data:
            raise AssertionError(f"'{default_name}' is empty: an iterator needs data")
        if len(data) == 1:
            data = {default_name: data[0]}
        else:
            data = {f"_{i}_{default_name}": source for i, source in enumerate(data)}
    if not isinstance(data, dict):
        raise TypeError(f"{_WANTED}, got {type(data).__name__}")
    if not allow_empty and not data:
        raise AssertionError(f"'{default_name}' is empty: an iterator needs data")
    return [(name, _as_array(name, data[name])) for name in sorted(data)]


def _as_array(name, source):
    if isinstance(source, NDArray) or is_h5py(source):
        return source
    try:
        converted = array(source)  # MXNet: any type is converted to float32
    except (TypeError, ValueError) as error:
        raise TypeError(f"Invalid type '{type(source)}' for {name}: {error}. {_WANTED}") from error
    if not converted.shape:
        raise TypeError(
            f"{_WANTED}, got a list of numbers: numpy.array makes one array of its elements"
        )
    return converted


def _has_instance(data, dtype):
    """Return whether one of the arrays of (name, array) pairs is of a type."""
    return any(isinstance(source, dtype) for _, source in data)


def _slice_along_batch_axis(data, s, batch_axis):
    """Return the samples of a batch that a slice selects, as a copy."""
    return data.slice_axis(batch_axis, s.start, s.stop)
