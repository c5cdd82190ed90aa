"""Golden files: named arrays, packed by type into a few compressed blocks with an index."""

from __future__ import annotations

import json

import numpy as np


def save(path, arrays: dict[str, np.ndarray]) -> None:
    """Write arrays so that thousands of small ones stay small."""
    blocks, index = {}, {}
    for name, array in sorted(arrays.items()):
        flat = blocks.setdefault(array.dtype.name, [])
        index[name] = [array.dtype.name, sum(map(len, flat)), list(array.shape)]
        flat.append(np.ascontiguousarray(array).reshape(-1))
    packed = {name: np.concatenate(parts) for name, parts in blocks.items()}
    text = np.frombuffer(json.dumps(index).encode(), np.uint8)
    np.savez_compressed(path, index=text, **packed)


def load(path) -> dict[str, np.ndarray]:
    """Read what ``save`` wrote."""
    with np.load(path, allow_pickle=False) as packed:
        blocks = {name: packed[name] for name in packed.files}
    arrays = {}
    for name, (dtype, start, shape) in json.loads(blocks.pop("index").tobytes()).items():
        count = int(np.prod(shape, dtype=np.int64))
        arrays[name] = blocks[dtype][start : start + count].reshape(shape)
    return arrays
