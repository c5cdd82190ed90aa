"""Constant folding of ONNX operators that only move numbers.

So a packed parameter vector that the graph slices and transposes is stored in its final form.
"""

from __future__ import annotations

import numpy as np


def _slice(data, starts, ends, axes, steps=None):
    index = [slice(None)] * data.ndim
    for i, axis in enumerate(axes):
        step = 1 if steps is None else int(steps[i])
        size = data.shape[axis]
        start, end = int(starts[i]), int(ends[i])
        # NumPy has no end index for "before the first element"; ONNX uses the lowest integer.
        end = None if step < 0 and end < -size else end
        index[axis] = slice(start, end, step)
    return data[tuple(index)]


def _reshape(data, shape):
    return data.reshape([data.shape[i] if n == 0 else n for i, n in enumerate(shape.tolist())])


def _unsqueeze(data, axes):
    return np.expand_dims(data, tuple(axes.tolist()))


def _squeeze(data, axes=None):
    return np.squeeze(data, None if axes is None else tuple(axes.tolist()))


def _gather(data, indices, axis=0):
    return np.take(data, indices, axis)


# kind -> function of the inputs and attributes
FOLDED = {
    "Concat": lambda *arrays, axis: np.concatenate(arrays, axis),
    "Gather": _gather,
    "Reshape": _reshape,
    "Slice": _slice,
    "Squeeze": _squeeze,
    "Transpose": lambda data, perm: data.transpose(perm),
    "Unsqueeze": _unsqueeze,
}
