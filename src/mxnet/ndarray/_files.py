"""``mx.nd.save`` and ``mx.nd.load``: arrays in files."""

from __future__ import annotations

from .._core.scope import state
from .._eager.array import wrap
from .._formats.params import read_bytes, read_file, write_file
from .._formats.tensors import is_safetensors, read_safetensors, write_safetensors
from ..context import cpu
from ..error import MXNetError
from ._sparse_array import CLASSES
from .ndarray import NDArray

__all__ = ["load", "load_frombuffer", "save"]


def save(fname, data):
    """Save an array, a list of arrays, or a dict of names to arrays.

    The file appears under its name only when it is complete: if saving fails, an older file is
    unchanged.

    Parameters
    ----------
    fname : str or path
        The file name or a ``file://`` URL. The ending ``.safetensors`` selects that format.
    data : NDArray, list of NDArray or dict of str to NDArray
        What to save. A single array is saved as a list of one.

    Examples
    --------
    >>> import mxnet as mx
    >>> mx.nd.save("two.params", {"a": mx.nd.zeros(2), "b": mx.nd.ones((2, 3))})
    >>> {name: array.shape for name, array in mx.nd.load("two.params").items()}
    {'a': (2,), 'b': (2, 3)}
    """
    names, arrays = _names_and_arrays(data)
    if is_safetensors(fname):
        write_safetensors(fname, _tensors(names, arrays))
        return
    stored = [array._to_stored() for array in arrays]
    # MXNet: the version depends on the shape rules under which the file was written.
    write_file(fname, stored, names, version=3 if state.numpy_shape else 2)


def load(fname):
    """Load a file written by ``save``: as a dict if the arrays have names, otherwise as a list.

    Files of every MXNet version are supported. Arrays are loaded to ``cpu(0)``, regardless of the
    device they were saved from. A file with the ending ``.safetensors`` is read in that format.
    """
    if is_safetensors(fname):
        tensors = read_safetensors(fname)
        return {name: wrap(tensor, cpu(0), NDArray) for name, tensor in tensors.items()}
    return _as_saved(*read_file(fname))


def load_named(fname) -> dict[str, NDArray]:
    """Load arrays by name from a file of parameters, which may be empty."""
    loaded = load(fname) or {}  # a file without arrays contains an empty list
    if not isinstance(loaded, dict):
        raise MXNetError(
            f"'{fname}' holds {len(loaded)} arrays without names, not the parameters of a network"
        )
    return loaded


def load_frombuffer(buf):
    """Load from bytes what ``load`` reads from a file.

    >>> import mxnet as mx
    >>> mx.nd.save("one.params", mx.nd.ones(2))
    >>> with open("one.params", "rb") as file:
    ...     mx.nd.load_frombuffer(file.read())[0].shape
    (2,)
    """
    if not isinstance(buf, bytes | bytearray | memoryview):
        raise TypeError(f"buf required to be bytes, got {type(buf).__name__}")
    return _as_saved(*read_bytes(buf))


def _what_to_save_instead(data) -> str:
    if isinstance(data, str):
        return "; the file name comes first"
    if hasattr(data, "initialize"):  # a block, or its parameters
        return "; net.save_parameters(file) writes the parameters of a network"
    return ""


def _names_and_arrays(data):
    if isinstance(data, NDArray):
        return [], [data]
    if not isinstance(data, dict | list):
        raise ValueError(
            "data needs to either be a NDArray, dict of str, NDArray pairs or a list of NDarrays, "
            f"got {type(data).__name__}{_what_to_save_instead(data)}"
        )
    names, arrays = (list(data), list(data.values())) if isinstance(data, dict) else ([], data)
    wrong = [key for key in names if not isinstance(key, str)]
    wrong += [array for array in arrays if not isinstance(array, NDArray)]
    if wrong:
        raise TypeError(
            "save only accept dict str->NDArray or list of NDArray, "
            f"got {type(wrong[0])} in the {type(data).__name__}; mx.nd.array converts values"
        )
    return names, arrays


def _tensors(names, arrays) -> dict:
    """Return the tensors for a safetensors file; raise an error for arrays that it cannot store."""
    if len(names) != len(arrays):
        raise ValueError("a safetensors file holds arrays by name: give a dict of them")
    sparse = [name for name, array in zip(names, arrays, strict=True) if array.stype != "default"]
    if sparse:
        raise MXNetError(
            f"'{sparse[0]}' is sparse, which safetensors files cannot hold; save "
            "array.tostype('default'), or a .params file"
        )
    return {name: array._t.cpu() for name, array in zip(names, arrays, strict=True)}


def _as_saved(stored, names):
    labels = [f"array {index}" for index in range(len(stored))]
    labels = (
        [f"{label}, {name!r}," for label, name in zip(labels, names, strict=True)]
        if names
        else labels
    )
    arrays = [_ndarray(array, label) for array, label in zip(stored, labels, strict=True)]
    return dict(zip(names, arrays, strict=True)) if names else arrays


def _ndarray(array, label):
    if (array.version == 3) != state.numpy_shape:
        raise MXNetError(_other_shape_rules(label, array.version == 3))
    return array_of(array, NDArray)


def array_of(stored, cls):
    """Create an array on cpu(0) from a stored one; ``cls`` is the class of a dense one."""
    if stored.stype != "default":
        return CLASSES[stored.stype]._from_stored(stored, cpu(0))
    return wrap(stored.data, cpu(0), cls)


def _other_shape_rules(label, numpy_shape):
    was, turn, flag = ("was", "on", True) if numpy_shape else ("was not", "off", False)
    return (
        f"{label} {was} saved in np shape semantics and must be loaded in the same semantics: "
        f"turn them {turn} with `with mx.np_shape({flag}):`"
    )
