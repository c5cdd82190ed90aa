"""Serialization of plain data: numbers, texts, containers, arrays, and objects by attributes.

The bytes are an uncompressed zip archive of two members: ``data.json`` is the tree, and
``arrays.params`` has its arrays in the format of ``mx.nd.save``. In the tree, texts, booleans,
``null`` and finite numbers are as in JSON, and a JSON array is a list. Everything else is a JSON
object of one entry whose key is the type:

=================== =========================================================================
key                 value
=================== =========================================================================
tuple, set          the items
dict, OrderedDict   pairs of a key and a value
float               ``"nan"``, ``"inf"`` or ``"-inf"``
bytes               the bytes in base64
nd, np              the number of an array of ``mx.nd`` or ``mx.np`` in ``arrays.params``
numpy, number       the number of a NumPy array or, as an array without axes, a NumPy number
object              the names of a module and a class, and the attributes
=================== =========================================================================
"""

from __future__ import annotations

import base64
import io
import json
import math
from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

import numpy as np
import torch

from .._core.dtypes import BY_TORCH
from ..error import MXNetError
from .bundle import pack, unpacking
from .params_reader import Buffer, read_stream
from .params_writer import pieces
from .records import ArrayRecord, Build, Describe, ObjectRecord, Record
from .stored_array import StoredArray

TREE, ARRAYS = "data.json", "arrays.params"
MAGIC = b"PK\x03\x04"  # the first bytes of a zip archive
MAX_TREE = 8 << 20  # JSON takes up to 20 times its bytes in memory
MAX_DEPTH = 50  # as in pickles: states are less than ten levels deep
MAX_INTEGER = 1 << 127  # 16 bytes, as in the reader of pickles
_ATOMS = (type(None), bool, str)


# ------------------------------------------------------------------------------------- writing


def dump(value: Any, describe: Describe) -> bytes:
    """Return a tree as bytes; ``describe`` creates records of objects, or returns None."""
    writer = _Writer(describe)
    tree = json.dumps(writer.encode(value, ""), allow_nan=False).encode()
    if len(tree) > MAX_TREE:
        raise MXNetError(f"{len(tree)} bytes of numbers and texts are more than {MAX_TREE}")
    stream = io.BytesIO()
    pack(stream, {TREE: [tree], ARRAYS: pieces(writer.stored)})
    return stream.getvalue()


class _Writer:
    def __init__(self, describe: Describe):
        self._describe = describe
        self.stored: list[StoredArray] = []
        # With the array, so that its id is not reused.
        self._numbers: dict[int, tuple[int, Any]] = {}

    def encode(self, value: Any, path: str, depth: int = 0) -> Any:
        if depth > MAX_DEPTH:
            raise MXNetError(f"cannot save {path[:200]}: it is nested too deep, or holds itself")
        cls = type(value)
        if cls in _ATOMS or cls is int and abs(value) < MAX_INTEGER:
            return value
        if cls is float:
            return value if math.isfinite(value) else {"float": str(value)}
        if cls is list:
            return self._items(value, path, depth)
        if cls in (tuple, set, frozenset):
            return {_tag(cls): self._items(value, path, depth)}
        if cls in (dict, OrderedDict):
            return {_tag(cls): self._pairs(value, path, depth)}
        if cls in (bytes, bytearray):
            return {"bytes": base64.b64encode(value).decode()}
        if isinstance(value, np.ndarray | np.generic):
            return self._numpy(value, path)
        return self._record(value, self._describe(value), path, depth)

    def _items(self, items: Iterable, path: str, depth: int) -> list:
        return [self.encode(v, f"{path}[{i}]", depth + 1) for i, v in enumerate(items)]

    def _pairs(self, pairs: dict, path: str, depth: int, is_object: bool = False) -> list:
        for key in pairs:
            if not isinstance(key, str | int):
                raise MXNetError(
                    f"cannot save {path or 'it'}: a key is a {type(key).__name__}; texts and "
                    "integers can be saved"
                )
        form = f"{path}.{{}}" if is_object else f"{path}[{{!r:.40}}]"
        return [[k, self.encode(v, form.format(k), depth + 1)] for k, v in pairs.items()]

    def _numpy(self, value: np.ndarray | np.generic, path: str) -> dict:
        if value.dtype.kind not in "buif" or (tensor := _tensor(value)) is None:
            raise MXNetError(f"cannot save {path or 'it'}: files have no arrays of {value.dtype}")
        tag = "numpy" if isinstance(value, np.ndarray) else "number"
        return {tag: self._store(value, StoredArray(tensor))}

    def _record(self, value: Any, record: Record | None, path: str, depth: int) -> dict:
        if isinstance(record, ArrayRecord):
            return {"np" if record.numpy else "nd": self._store(value, record.stored)}
        if record is None:
            raise MXNetError(
                f"cannot save {path or 'it'}: it is a {type(value).__name__}. Numbers, texts, "
                "arrays, containers of them, optimizers and learning rate schedulers can be saved; "
                "a class can leave others out with __getstate__ and __setstate__"
            )
        state = self._pairs(record.state, record.name, depth, is_object=True)
        return {"object": [record.module, record.name, state]}

    def _store(self, value: Any, stored: StoredArray) -> int:
        """Return the index of an array; a repeated array has the same index."""
        if id(value) not in self._numbers:
            self._numbers[id(value)] = (len(self.stored), value)
            self.stored.append(stored)
        return self._numbers[id(value)][0]


def _tag(cls: type) -> str:
    return "set" if cls is frozenset else cls.__name__


def _tensor(value: np.ndarray | np.generic) -> torch.Tensor | None:
    try:
        tensor = torch.from_numpy(np.ascontiguousarray(value).reshape(value.shape))
    except TypeError:  # torch has no such dtype
        return None
    return tensor if tensor.dtype in BY_TORCH else None


# ------------------------------------------------------------------------------------- reading


def load(data: Buffer, build: Build) -> Any:
    """Return the tree serialized by ``dump``; ``build`` creates objects from records."""
    stream = io.BytesIO(data)
    with unpacking(stream, len(data), (TREE, ARRAYS), "the archive") as archive:
        size = archive.getinfo(TREE).file_size
        if size > MAX_TREE:
            raise MXNetError(f"{TREE} has {size} bytes, more than {MAX_TREE}")
        tree = json.loads(archive.read(TREE))
        size = archive.getinfo(ARRAYS).file_size
        with archive.open(ARRAYS) as member:
            stored, _ = read_stream(member, size, ARRAYS)
    return _Reader(stored, build).decode(tree, 0)


class _Reader:
    def __init__(self, stored: list[StoredArray], build: Build):
        self._stored, self._build = stored, build
        self._arrays: dict[tuple[str, int], Any] = {}

    def decode(self, tree: Any, depth: int) -> Any:
        if depth > MAX_DEPTH:
            raise MXNetError(f"{TREE}: values are nested more than {MAX_DEPTH} deep")
        if type(tree) is list:
            return [self.decode(item, depth + 1) for item in tree]
        if type(tree) is not dict:
            return tree
        if len(tree) != 1:
            raise MXNetError(f"{TREE}: an object has {len(tree)} entries, one is expected")
        ((tag, value),) = tree.items()
        if tag in ("nd", "np", "numpy", "number"):
            return self._array(tag, value)
        if tag == "object":
            return self._object(value, depth)
        if tag == "float" and value in ("nan", "inf", "-inf"):
            return float(value)
        if tag == "bytes" and type(value) is str:
            return base64.b64decode(value, validate=True)
        if tag in ("tuple", "set") and type(value) is list:
            items = [self.decode(item, depth + 1) for item in value]
            return tuple(items) if tag == "tuple" else set(map(_key, items))
        if tag in ("dict", "OrderedDict"):
            return (dict if tag == "dict" else OrderedDict)(self._pairs(value, depth))
        raise MXNetError(f"{TREE}: {tag[:40]!r} is not a kind of value that is known here")

    def _pairs(self, pairs: Any, depth: int) -> list[tuple]:
        if type(pairs) is not list or not all(type(p) is list and len(p) == 2 for p in pairs):
            raise MXNetError(f"{TREE}: a dict is not written as pairs")
        return [(_key(key), self.decode(value, depth + 1)) for key, value in pairs]

    def _array(self, tag: str, number: Any) -> Any:
        if type(number) is not int or not 0 <= number < len(self._stored):
            raise MXNetError(
                f"{TREE}: there are {len(self._stored)} arrays, another one is expected"
            )
        if (tag, number) not in self._arrays:
            self._arrays[tag, number] = self._make(tag, self._stored[number])
        return self._arrays[tag, number]

    def _make(self, tag: str, stored: StoredArray) -> Any:
        if tag in ("nd", "np"):
            return self._build(ArrayRecord(stored, tag == "np"))
        if stored.stype != "default" or tag == "number" and stored.data.dim():
            raise MXNetError(f"{TREE}: an array is not what the tree says it is")
        return stored.data.numpy() if tag == "numpy" else stored.data.numpy()[()]

    def _object(self, value: Any, depth: int) -> Any:
        match value:
            case [str(module), str(name), list(pairs)]:
                state = dict(self._pairs(pairs, depth))
                return self._build(ObjectRecord(module, name, state))
        raise MXNetError(f"{TREE}: an object is not written as module, name and attributes")


def _key(value: Any) -> str | int:
    # Larger integers can be chosen so that a dict takes quadratic time.
    if type(value) is str or type(value) in (int, bool) and abs(value) < 1 << 31:
        return value
    raise MXNetError(f"{TREE}: a {type(value).__name__} is a key; texts and small integers can be")
