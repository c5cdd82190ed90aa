"""Batches of transformed images, created without their samples.

Imported together with the transforms, so that worker processes without transforms import no layers.
"""

from __future__ import annotations

import numpy as np

from ... import ndarray as nd
from ..._images.decoding import opencv_package
from ..._ops.vision import opencv
from ...ndarray._shared import array_at, view_bytes
from ...ndarray.ndarray import PLAIN
from ..block import Block
from ..nn import HybridSequential, Sequential
from ._transport import allocate_batch, stack_shared
from ._vectorized import STRATEGIES, TABLES, vectorized_batch
from .dataset import (
    ArrayDataset,
    _LazyTransformDataset,
    _SampledDataset,
    _TransformFirstClosure,
)
from .vision import transforms


def _transform_batch(dataset, rows):
    """Transform all samples in one call, if the result is the same as one by one."""
    source, function = dataset._data, dataset._fn
    first = type(function) is _TransformFirstClosure
    block = function._fn if first else function
    if not _is_row_wise(block) or not _yields_images(source):
        return None
    parts = vectorized_batch(source, rows)
    if type(parts) is list:
        return [block(parts[0]), *parts[1:]] if first else None
    return None if parts is None else block(parts)


def convert_by_table(dataset, indices):
    """Return a batch of images whose last transforms are a table lookup for each byte.

    This is possible from ``ToTensor`` on: each of the 256 values is mapped the same way in every
    image. So the images are created without those transforms, and converted directly into the
    batch. Returns None if samples are created in another way.
    """
    function = dataset._fn
    chain = _flatten_transforms(function._fn) if type(function) is _TransformFirstClosure else None
    if not chain or not len(indices):
        return None
    start = next((i for i, block in enumerate(chain) if type(block) is transforms.ToTensor), None)
    if not start or not all(type(block) in _ROW_WISE for block in chain[start:]):
        return None  # without other transforms, `vectorized_batch` handles it
    images, rest_of_samples = [], []
    for i in indices:
        sample = dataset._data[i]
        first, *rest = sample if isinstance(sample, tuple) else (sample,)
        images.append(_apply(chain[:start], first))
        rest_of_samples.append(tuple(rest))
    return _convert_images(images, chain[start:]), rest_of_samples


def _flatten_transforms(block):
    """Return the transforms of a chain in order, or None if hooks observe them."""
    if not isinstance(block, Block):
        return None
    if block._forward_hooks or block._forward_pre_hooks:
        return None
    if type(block) not in _CHAINS:
        return [block]
    parts = [_flatten_transforms(child) for child in block._children.values()]
    return None if any(part is None for part in parts) else sum(parts, [])


def _apply(blocks, image):
    for block in blocks:
        image = block(image)
    return image


def _convert_images(images, tail):
    """Apply transforms from ``ToTensor`` on to images; return one array for all of them."""
    height, width, channels = shape = images[0].shape if images[0].ndim == 3 else (0, 0, 0)
    bytes_of_one_size = all(
        type(image) in PLAIN and image.dtype == np.uint8 and image.shape == shape
        for image in images
    )
    if not bytes_of_one_size or channels not in (1, 3) or not opencv.is_installed():
        return stack_shared([_apply(tail, image) for image in images])
    values = np.repeat(np.arange(256, dtype=np.uint8)[:, None, None], channels, axis=2)
    table = _apply(tail, nd.array(values, dtype=np.uint8)).asnumpy()
    if table.dtype != np.float32:
        return stack_shared([_apply(tail, image) for image in images])
    cv2 = opencv_package()
    tables = [np.ascontiguousarray(part[:, 0]) for part in table]
    shape = len(images), channels, height, width
    memory = allocate_batch(4 * int(np.prod(shape)))
    for image, target in zip(images, memory.view(np.float32).reshape(shape), strict=True):
        planes = cv2.split(view_bytes(image).reshape(height, width, channels))
        for plane, part, out in zip(planes, tables, target, strict=True):
            cv2.LUT(plane, part, dst=out)
    return array_at(memory, 0, shape, np.float32)


def _is_row_wise(block):
    """Return whether transforming a batch is the same as transforming each of its images."""
    if type(block) in _CHAINS:
        is_supported = all(map(_is_row_wise, block._children.values()))
    else:
        is_supported = type(block) in _ROW_WISE
    return is_supported and not (block._forward_hooks or block._forward_pre_hooks)


def _yields_images(dataset):
    """Return whether (the first parts of) samples are images, as NDArrays and not NumPy arrays."""
    while type(dataset) is _SampledDataset:
        dataset = dataset._dataset
    if type(dataset) is _LazyTransformDataset:
        return True
    array = dataset._data[0] if type(dataset) is ArrayDataset else dataset._data
    return isinstance(array, nd.NDArray) and array.ndim == 4


_CHAINS = (transforms.Compose, Sequential, HybridSequential)
_ROW_WISE = (transforms.Cast, transforms.Normalize, transforms.ToTensor)
STRATEGIES[_LazyTransformDataset.__getitem__] = _transform_batch
TABLES[_LazyTransformDataset] = convert_by_table
