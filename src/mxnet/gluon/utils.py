"""Helpers for training: splitting batches over devices, clipping gradients, downloading files."""

from __future__ import annotations

import hashlib
import math
import os
import pathlib
import warnings
import weakref

import numpy as np

from .. import ndarray, ndarray as nd
from .._core.lazy import lazy_attributes
from ..base import MXNetError
from ..context import as_context_list
from ..error import FileError
from ..ndarray._many import scale_all
from ..optimizer._hyperparameters import as_number
from ..util import as_active, is_np_array as is_np_array, is_np_shape as is_np_shape
from ._capture import capture
from ._download import Download, is_open_to_change, part_of
from ._parameter_shapes import shape_is_known as shape_is_known
from ._torch import largest_difference

__all__ = [
    "capture", "check_sha1", "clip_global_norm", "download", "largest_difference", "split_and_load",
    "split_data",
]  # fmt: skip

_CLIPPING = "clip_global_norm(arrays, max_norm) scales gradients that are larger."
__getattr__ = lazy_attributes(
    __name__, {}, {"clip_grad_norm": _CLIPPING, "clip_grad_norm_": _CLIPPING}
)


def split_data(data, num_slice, batch_axis=0, even_split=True):
    """Split a batch into slices along an axis, for example one for each device.

    >>> [part.shape for part in split_data(nd.ones((5, 2)), 2, even_split=False)]
    [(3, 2), (2, 2)]
    """
    size = data.shape[batch_axis]
    if even_split and size % num_slice:
        raise ValueError(
            f"data with shape {tuple(data.shape)} cannot be evenly split into {num_slice} slices "
            f"along axis {batch_axis}. Use a batch size that's multiple of {num_slice} or set "
            "even_split=False to allow uneven partitioning of data."
        )
    share, more = divmod(size, num_slice)
    slices, begin = [], 0
    for i in range(num_slice):
        end = begin + share + (i < more)
        if batch_axis == 0:
            slices.append(data[begin:end])
        else:
            slices.append(nd.slice_axis(data, axis=batch_axis, begin=begin, end=end))
        begin = end
    return slices


def split_and_load(data, ctx_list, batch_axis=0, even_split=True):
    """Split a batch over contexts, one slice on each."""
    if not isinstance(ctx_list, list | tuple):
        raise TypeError(f"ctx_list must be a list of contexts, got {ctx_list!r}: put it in []")
    if not ctx_list:
        raise ValueError("ctx_list must have at least one context, as in [mx.cpu()], got none")
    ctx_list = as_context_list(ctx_list)
    if not isinstance(data, ndarray.NDArray):
        data = as_active(nd.array(data, ctx=ctx_list[0]))
    if len(ctx_list) == 1:
        return [data.as_in_context(ctx_list[0])]
    slices = split_data(data, len(ctx_list), batch_axis, even_split)
    return [part.as_in_context(ctx) for part, ctx in zip(slices, ctx_list, strict=True)]


def clip_global_norm(arrays, max_norm, check_isfinite=True):
    """Scale arrays in place so that their joint norm is at most ``max_norm``.

    Returns the original norm: a number, or with ``check_isfinite=False`` an array, without waiting.
    """
    if isinstance(arrays, nd.NDArray):
        raise TypeError("clip_global_norm takes a list of arrays, got one array: put it in []")
    if not arrays:
        raise AssertionError("clip_global_norm needs at least one array")
    for array in arrays:
        if not isinstance(array, nd.NDArray):
            raise TypeError(
                f"clip_global_norm scales arrays, got a {type(array).__name__}; the gradients of "
                "parameters are [p.grad() for p in net.collect_params().values()]"
            )
    max_norm = as_number(max_norm, "max_norm of clip_global_norm")
    arrays = [array.as_nd_ndarray() for array in arrays]  # the same memory
    first_ctx = arrays[0].context
    squares = [part.as_in_context(first_ctx) for part in _squared_sums(arrays)]
    total = nd.add_n(*squares).sqrt() if len(squares) > 1 else squares[0].sqrt()
    if check_isfinite:
        norm = total.asscalar()
        if not math.isfinite(norm):
            warnings.warn(
                UserWarning("nan or inf is detected. Clipping results will be undefined."),
                stacklevel=2,
            )
        if norm > max_norm:
            scale_all(arrays, float(max_norm / (norm + 1e-8)))
        return norm
    scale = nd.broadcast_minimum(
        nd.array([max_norm], ctx=first_ctx) / (total + 1e-8), nd.ones((1,), ctx=first_ctx)
    )
    scale_all(arrays, scale)
    return total


def _squared_sums(arrays):
    """Return the sums of squares of the arrays of each context and type, one operator call each."""
    groups = {}
    for array in arrays:
        groups.setdefault((array.context, np.dtype(array.dtype)), []).append(array)
    return [nd.multi_sum_sq(*group, num_arrays=len(group)).sum() for group in groups.values()]


class HookHandle:
    """A handle of a registered hook: ``detach`` or leaving a ``with`` block removes the hook."""

    def __init__(self):
        self._hooks = None
        self._id = None

    def attach(self, hooks_dict, hook):
        """Add a hook to a dictionary of hooks."""
        if self._hooks is not None:
            raise AssertionError("The same handle cannot be attached twice.")
        self._id = id(hook)
        hooks_dict[self._id] = hook
        self._hooks = weakref.ref(hooks_dict)

    def detach(self):
        """Remove the hook."""
        hooks = self._hooks() if self._hooks is not None else None
        if hooks is not None:
            hooks.pop(self._id, None)

    def __enter__(self):
        return self

    def __exit__(self, *exc):
        self.detach()


def check_sha1(filename, sha1_hash):
    """Return whether the contents of a file have the given SHA-1 checksum."""
    digest = hashlib.sha1(usedforsecurity=False)
    with open(filename, "rb") as file:
        while block := file.read(1 << 20):
            digest.update(block)
    return digest.hexdigest() == sha1_hash


def replace_file(src, dst):
    """Rename a file atomically, replacing an existing one."""
    os.replace(src, dst)


def download(url, path=None, overwrite=False, sha1_hash=None, retries=5, verify_ssl=True):
    """Download a file unless it exists (with the right SHA-1 checksum); return its path.

    The file appears under its name, or replaces the old one, only when it is complete and its
    checksum is right. If a connection breaks, the next of the ``retries`` downloads only the rest,
    and so does a later call: the received part is kept in ``<path>.partial``, if there is a
    checksum to verify it or the server provides file versions.
    """
    if retries < 0:
        raise AssertionError(f"Number of retries should be at least 0, got {retries}")
    target = _target(url, path)
    if target.exists() and not overwrite and (not sha1_hash or check_sha1(target, sha1_hash)):
        return str(target)
    if not sha1_hash and is_open_to_change(url):
        warnings.warn(
            f"{url} is downloaded over http without a checksum, so it can be modified in transit. "
            "Use https, or pass sha1_hash",
            stacklevel=2,
        )
    if not verify_ssl:
        warnings.warn(
            f"Unverified HTTPS request: the certificate of {url} is not checked (verify_ssl=False)",
            stacklevel=2,
        )
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with part_of(target, bool(sha1_hash)) as part:
            _fetch(Download(url, part, verify_ssl, sha1_hash), retries)
    except (OSError, MXNetError) as error:
        raise FileError(f"cannot download {url} to {target}: {error}") from error
    return str(target)


def _fetch(download, retries):
    while not download.is_complete():
        resumed = download.from_before
        try:
            download.fetch()
            download.check()
            return
        except (OSError, MXNetError):
            # An unusable partial file of an earlier call does not count as an attempt.
            if resumed and not download.from_before:
                continue
            if retries == 0:
                raise
            retries -= 1


def _target(url, path) -> pathlib.Path:
    """Return the file to write: the path, or in a folder the last part of the URL."""
    folder = pathlib.Path(path or ".").expanduser()
    if path is not None and not folder.is_dir():
        return folder
    name = url.split("/")[-1]
    if name in ("", ".", ".."):
        raise AssertionError(
            f"Can't construct file-name from this URL {url!r}. Please set the `path` option."
        )
    return folder / name


def _get_repo_url():
    """Return the URL of models and datasets: ``MXNET_GLUON_REPO`` or the default."""
    default = "https://apache-mxnet.s3-accelerate.dualstack.amazonaws.com/"
    address = os.environ.get("MXNET_GLUON_REPO", default)
    if os.path.isdir(address):  # a copy on this machine
        address = pathlib.Path(address).absolute().as_uri()
    return address if address.endswith("/") else address + "/"


def _get_repo_file_url(namespace, filename):
    """Return the URL of one file of the repository."""
    return f"{_get_repo_url()}{namespace}/{filename}"


def _indent(s_, numSpaces):
    """Indent all lines of a text except the first, for the repr of nested blocks.

    >>> _indent("Dense(\\n)", 2)
    'Dense(\\n  )'
    """
    return s_.replace("\n", "\n" + " " * numSpaces)


def _brief_print_list(lst, limit=7):
    """Format a list with quotes, abbreviating a long one.

    >>> _brief_print_list(["a", "b", "c", "d"], limit=2)
    "'a', ..., 'd'"
    """
    names = [f"'{each!s}'" for each in lst]
    if len(names) > limit:
        names[limit // 2 : limit // 2 - limit] = ["..."]
    return ", ".join(names)
