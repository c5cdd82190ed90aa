"""Sparse arrays, which store only some elements: rows, or the values of a matrix.

The call path runs operators on them with ``apply``, which uses the rule for that operator
(``_sparse_rules``) or computes densely. Access to the dense tensor raises ``SparseStorage``.
"""

from __future__ import annotations

import functools
import importlib
import warnings

import numpy as np
import torch

from .._core import dtypes
from .._core.one_element import convertible
from .._core.scope import state
from .._eager.array import NDArrayBase, NoValues, _new, is_in_graph, wrap
from .._eager.backward import attach, make_variable
from .._eager.call import invoke
from .._formats.params import StoredArray, array_from_bytes
from .._formats.stored_array import sparse_problem
from .._ops.checks import cause, kernel_error
from .._ops.handles import DOT
from .._text.html import preformatted
from ..base import MXNetError, NotSupportedForSparseNDArray
from ..context import Context, cpu, synchronize, torch_device
from . import _storage, ndarray
from .ndarray import NDArray

RULES = {}  # operator -> function of (op, arrays, attrs); _sparse_rules fills it


class SparseStorage(NoValues):
    """Raised on access to the dense tensor of a sparse array."""

    def __init__(self, array):
        MXNetError.__init__(
            self,
            f"this needs a dense array, and got a {type(array).__name__}; convert it with "
            "tostype('default')",
        )


class BaseSparseNDArray(NDArray):
    """Base class of sparse arrays: tensors of stored values and indices, and the full shape."""

    __slots__ = ("_parts", "_shape", "_variable")

    stype = "undefined"
    _has_tensor = False

    def __init__(self, handle, writable=True):
        if handle is None:  # unpickling: __setstate__ follows
            return
        if type(handle) is not type(self):
            raise TypeError(
                f"{type(self).__name__}(handle) wraps another one, got {type(handle).__name__}; "
                "make one with mx.nd.sparse.array"
            )
        self._set_parts(handle._parts, handle._shape, handle._ctx)

    @classmethod
    def _of(cls, parts, shape, ctx):
        """Create an array from its parts."""
        return _new(cls)._set_parts(parts, shape, ctx)

    def _set_parts(self, parts, shape, ctx):
        self._parts, self._shape, self._ctx = tuple(parts), tuple(shape), ctx
        self._variable = self._plain = self._graph = self._tape = None
        return self

    @classmethod
    def _from_dense(cls, tensor, ctx):
        """Create an array from the nonzero part of a dense tensor."""
        return cls._of(cls._to_parts(tensor), tensor.shape, ctx)

    @property
    def _t(self):
        raise SparseStorage(self)

    @_t.setter
    def _t(self, tensor):
        self._assign(tensor)

    def _assign(self, tensor) -> None:
        """Copy the values of a dense tensor."""
        self._store(self._to_parts(tensor.detach()))

    def _forget_variable(self) -> None:
        """Reset the variable, so that the next use creates a dense copy in the graph."""
        self._variable = None

    def _store(self, parts) -> None:
        data, *indices = parts
        self._parts = (data.to(self._parts[0].dtype), *indices)
        self._variable = None

    # ------------------------------------------------------------------------------ properties

    @property
    def shape(self):
        return self._shape

    @property
    def ndim(self):
        return len(self._shape)

    @property
    def size(self):
        """The number of elements, stored or not."""
        return int(np.prod(self._shape))

    @property
    def dtype(self):
        return dtypes.NUMPY_OF[self._parts[0].dtype]

    @property
    def data(self):
        """The stored values."""
        return self._part(0)

    @property
    def indices(self):
        """The indices of the stored values: rows, or columns of a matrix."""
        return self._part(1)

    def _part(self, number):
        return wrap(self._parts[number].clone(), self._ctx, NDArray)

    @property
    def _aux_types(self):
        return [dtypes.NUMPY_OF[part.dtype] for part in self._parts[1:]]

    @property
    def _num_aux(self):
        return len(self._parts) - 1

    def __len__(self):
        return self._shape[0]

    def __repr__(self):
        shape = "x".join(map(str, self._shape))
        return f"\n<{type(self).__name__} {shape} @{self._ctx}>"

    def _repr_html_(self):
        return preformatted(repr(self).strip())

    def check_format(self, full_check=True):
        """Raise an error if the parts are inconsistent; ``full_check`` checks all indices."""
        problem = sparse_problem(self._to_stored())
        if problem is None and full_check:
            problem = self._find_disorder()
        if problem:
            raise MXNetError(f"{type(self).__name__} {self._shape}: {problem}")

    # ------------------------------------------------------------------------------- conversion

    def _dense(self):
        """Return a dense array; for a variable, one in the graph."""
        dense = wrap(self._to_dense(), self._ctx, NDArray)
        if self._leaf is None or self._leaf.req == "null" or state.tape is None:
            return dense
        if self._variable is None:  # one variable for all uses, so that gradients accumulate
            attach(dense, self._leaf)
            self._variable = dense
        return self._variable

    def tostype(self, stype):
        """Convert to a storage type: the same one or 'default'."""
        if stype == self.stype:
            return self.copy()
        if stype != "default":
            raise ValueError(f"cast_storage from {self.stype} to {stype} is not supported")
        return self._dense()

    def asnumpy(self):
        """Return a dense copy as a NumPy array."""
        return convertible(dtypes.to_numpy(self._to_dense().cpu()))

    def astype(self, dtype, copy=True):
        """Return a copy with another element type."""
        target = dtypes.lookup(np.float32 if dtype is None else dtype).torch
        data, *indices = self._parts
        if not copy and data.dtype is target:
            return self
        return self._of(
            (data.to(target, copy=True), *map(torch.clone, indices)), self._shape, self._ctx
        )

    def copy(self):
        """Return a copy on the same device."""
        return self._copy_to(self._ctx)

    def __copy__(self):
        return self.copy()

    def copyto(self, other):
        """Copy into another array, dense or of the same kind, or to a new one on a context."""
        if isinstance(other, Context | str):
            return self._copy_to(Context(other))
        if not isinstance(other, NDArrayBase):
            raise TypeError(f"copyto does not support type {type(other)}")
        if other.stype not in ("default", self.stype):
            raise TypeError(f"copyto does not support destination NDArray stype {other.stype}")
        if other.shape != self._shape:
            raise MXNetError(
                f"cannot copy an array of shape {self._shape} into one of shape {other.shape}"
            )
        if other.stype == "default":
            return wrap(self._to_dense(), self._ctx, NDArray).copyto(other)
        if other is not self:
            device = torch_device(other._ctx)
            other._store(part.to(device, copy=True) for part in self._parts)
        return other

    def _copy_to(self, ctx):
        device = torch_device(ctx)
        return self._of((part.to(device, copy=True) for part in self._parts), self._shape, ctx)

    def detach(self):
        """Return an array that shares the memory but is not part of the graph."""
        return self._of(self._parts, self._shape, self._ctx)

    def wait_to_read(self):
        """Wait until the values are available; on the host they always are."""
        synchronize(self._parts[0].device)

    wait_to_write = wait_to_read

    def _to_stored(self):
        """Return the parts in the order used in files."""
        data, *indices = self._parts
        return StoredArray(
            data, self.stype, self._shape, tuple(reversed(indices)),
            device=(self._ctx.device_typeid, self._ctx.device_id),
        )  # fmt: skip

    @classmethod
    def _from_stored(cls, stored, ctx):
        """Create an array from one that was read from a file."""
        return cls._of((stored.data, *reversed(stored.indices)), stored.full_shape, ctx)

    def __setstate__(self, pickled):
        stored = array_from_bytes(pickled["handle"])
        loaded = self._from_stored(stored, cpu())
        self._set_parts(loaded._parts, loaded._shape, loaded._ctx)

    # ---------------------------------------------------------------------------------- autograd

    def attach_grad(self, grad_req="write", stype=None):
        """Mark this array as a variable, with a gradient of the same storage type by default."""
        stype = self.stype if stype is None else stype
        gradient = ndarray._constructor_of(stype)(self._zeros(), self._ctx)
        make_variable(self, gradient, grad_req)

    def _zeros(self):
        """Return a dense tensor of zeros of the full shape."""
        return self._parts[0].new_zeros(self._shape)

    def _receive(self, gradient, add) -> None:
        """Store a gradient, or add it."""
        self._assign(gradient + self._to_dense() if add else gradient)

    # ---------------------------------------------------------------------------------- operators

    def apply(self, op, arrays, attrs, out):
        """Run an operator with a sparse array among its inputs."""
        if not _in_graph(arrays):
            result = _apply_rule(op, arrays, attrs)
            if result is not NotImplemented:
                return _write_out(result, out)
        return densely(op, arrays, attrs, out)

    def reshape(self, *shape, **kwargs):
        """Raise an error: the shape of a sparse array cannot be changed."""
        raise NotSupportedForSparseNDArray(self.reshape, None, *shape)

    def asscalar(self):
        """Return the single element as a NumPy scalar."""
        return wrap(self._to_dense(), self._ctx, NDArray).asscalar()

    def _source(self):
        raise SparseStorage(self)


def _apply_rule(op, arrays, attrs):
    """Run an operator on stored values, or return NotImplemented if it has no rule for them."""
    rule = RULES.get(op.name)
    if rule is None:
        return NotImplemented
    try:
        return rule(op, arrays, attrs)
    except RuntimeError as error:  # of torch
        shapes = [(a.shape, dtypes.torch_of(a.dtype)) for a in arrays if a is not None]
        described = [torch.empty(shape, dtype=kind, device="meta") for shape, kind in shapes]
        raise kernel_error(op, described, attrs, error) from cause(error)


def densely(op, arrays, attrs, out):
    """Run an operator on dense copies, and store its changes."""
    dense = [_operand(op, i, a) for i, a in enumerate(arrays)]
    targets = list(out) if isinstance(out, list | tuple) else [] if out is None else [out]
    sparse_out = any(isinstance(target, BaseSparseNDArray) for target in targets)
    result = invoke(op, dense, attrs, None if sparse_out else out, NDArray)
    names = op.input_names(len(arrays))
    for name, array, copy in zip(names, arrays, dense, strict=False):
        if name in op.mutates and array is not copy:
            array._assign(copy._t)
    return _write_out(result, out) if sparse_out else result


def _operand(op, position, array):
    """Return a dense copy of a sparse array; the left side of a product may remain CSR."""
    if not isinstance(array, BaseSparseNDArray):
        return array
    if op is DOT and position == 0 and isinstance(array, CSRNDArray) and array._is_constant():
        return wrap(array._as_torch(), array._ctx, NDArray)
    return array._dense()


def _in_graph(arrays) -> bool:
    """Return whether the result has to be part of the graph."""
    if state.tape is None:
        return False
    return any(
        a is not None and (is_in_graph(a) or a._leaf is not None and a._leaf.req != "null")
        for a in arrays
    )


def _write_out(result, out):
    """Write results to ``out``, in its storage type."""
    if out is None:
        return result
    many = isinstance(out, list | tuple)
    results = result if isinstance(result, list | tuple) else [result]
    for target, one in zip(out if many else [out], results, strict=True):
        if target is one:
            continue
        if target.stype in ("default", one.stype):
            one.copyto(target)
        else:
            target._assign(one._to_dense() if isinstance(one, BaseSparseNDArray) else one._t)
    return out


class RowSparseNDArray(BaseSparseNDArray):
    """An array that stores only nonzero rows, ``data``, and their positions, ``indices``."""

    __slots__ = ("_ordered",)

    stype = "row_sparse"
    _to_parts = staticmethod(_storage.rows_of)

    def _to_dense(self):
        return _storage.dense_of_rows(*self._parts, self._shape)

    def _has_all_rows(self) -> bool:
        """Return whether every row is stored, at its position."""
        indices = self._parts[1]
        if len(indices) != self._shape[0]:
            return False
        if getattr(self, "_ordered", None) is not indices:  # users may pass rows in any order
            if not torch.equal(indices, torch.arange(len(indices), device=indices.device)):
                return False
            self._ordered = indices
        return True

    def _readable(self):
        """Return a read-only dense tensor: the stored values themselves if all rows are stored."""
        return self._parts[0] if self._has_all_rows() else self._to_dense()

    def _find_disorder(self):
        indices = self._parts[1]
        if bool((indices[1:] <= indices[:-1]).any()):
            return "row indices must be in rising order, each once"
        return None

    def _receive(self, gradient, add):
        parts = _storage.rows_of(gradient)
        self._store(_storage.merge_rows([self._parts, parts]) if add else parts)

    def retain(self, *args, **kwargs):
        """Return an array that keeps only the given rows."""
        return _sparse().retain(self, *args, **kwargs)

    def __getitem__(self, key):
        if isinstance(key, slice) and key == slice(None):
            return self
        if isinstance(key, int):
            raise Exception("__getitem__ with int key is not implemented for RowSparseNDArray yet")
        raise Exception("RowSparseNDArray only supports [:] for __getitem__")

    def __setitem__(self, key, value):
        if not (isinstance(key, slice) and key == slice(None)):
            raise TypeError("RowSparseNDArray only supports [:] for assignment")
        if isinstance(value, NDArrayBase):
            if value is not self:
                _same_shape(self, value)
                value.copyto(self)
        elif isinstance(value, int | float | np.number):
            # MXNet: all rows are stored, also those of zeros, which an optimizer then decays.
            data, indices = self._parts
            rows = torch.arange(self._shape[0], dtype=indices.dtype, device=indices.device)
            self._store((data.new_full(self._shape, value), rows))
        else:
            ndarray.array(value, self._ctx, self.dtype).copyto(self)


class CSRNDArray(BaseSparseNDArray):
    """A matrix that stores values, ``data``, with their columns, ``indices``, and ``indptr``."""

    __slots__ = ()

    stype = "csr"

    @staticmethod
    def _to_parts(tensor):
        if tensor.ndim != 2:
            raise ValueError(f"a csr array has 2 dimensions, got shape {tuple(tensor.shape)}")
        return _storage.csr_of(tensor)

    def _to_dense(self):
        return _storage.dense_of_csr(*self._parts, self._shape)

    _readable = _to_dense

    def _is_constant(self) -> bool:
        """Return whether graphs may use it without densifying: floats, and not a variable."""
        return self._leaf is None and self._parts[0].is_floating_point()

    def _as_torch(self):
        """Return a torch CSR tensor that shares the memory."""
        _silence_csr_warning()
        data, indices, indptr = self._parts
        return torch.sparse_csr_tensor(indptr, indices, data, self._shape, check_invariants=False)

    def _find_disorder(self):
        data, indices, indptr = self._parts
        same_row = _storage.rows_of_values(indptr)
        if bool(((indices[1:] <= indices[:-1]) & (same_row[1:] == same_row[:-1])).any()):
            return "columns must be in rising order within each row, each once"
        return None

    @property
    def indptr(self):
        """The position in ``data`` and ``indices`` where each row begins."""
        return self._part(2)

    def asscipy(self):
        """Return a copy as a ``scipy.sparse.csr_matrix``."""
        try:
            scipy = importlib.import_module("scipy.sparse")
        except ImportError as error:
            raise ImportError("asscipy needs SciPy: pip install scipy") from error
        parts = [part.cpu().numpy().copy() for part in self._parts]
        return scipy.csr_matrix(tuple(parts), shape=self._shape)

    def __getitem__(self, key):
        if isinstance(key, tuple):
            raise ValueError(
                "Multi-dimension indexing is not supported for a CSRNDArray: use a row or a slice "
                "of rows, or tostype('default')"
            )
        if isinstance(key, slice):
            if key.step not in (None, 1):
                raise ValueError("CSRNDArray only supports continuous slicing on axis 0")
            begin, end, _ = key.indices(self._shape[0])
        elif isinstance(key, int | np.integer):
            begin = key + self._shape[0] if key < 0 else key
            begin, end = min(begin, self._shape[0]), min(begin + 1, self._shape[0])
        else:
            raise ValueError(f"a CSRNDArray is indexed by an int or a slice, got {key!r}")
        return self._rows(begin, max(begin, end))

    def _rows(self, begin, end):
        data, indices, indptr = self._parts
        starts = indptr[begin : end + 1]
        part = slice(int(starts[0]), int(starts[-1]))
        shape = (end - begin, self._shape[1])
        return self._of(
            (data[part].clone(), indices[part].clone(), starts - starts[0]), shape, self._ctx
        )

    def __setitem__(self, key, value):
        if not isinstance(key, slice):
            raise ValueError(f"a CSRNDArray is assigned as a whole, x[:] = y, not at {key!r}")
        if key != slice(None):
            raise ValueError("Assignment with slice for CSRNDArray is not implemented yet.")
        if isinstance(value, int | float | np.number):
            raise ValueError("Assigning numeric types to CSRNDArray is not implemented yet.")
        if isinstance(value, NDArrayBase):
            if value is not self:
                _same_shape(self, value)
                value.copyto(self)
        else:
            ndarray.array(value, self._ctx, self.dtype).copyto(self)


@functools.cache
def _silence_csr_warning():
    """Trigger torch's warning that CSR tensors are in beta once, and suppress it."""
    nothing, starts = torch.empty(0, dtype=torch.int64), torch.zeros(1, dtype=torch.int64)
    with warnings.catch_warnings(action="ignore"):
        torch.sparse_csr_tensor(starts, nothing, nothing, (0, 0), check_invariants=False)


def _same_shape(target, value):
    if target.shape != value.shape:
        raise MXNetError(f"cannot assign shape {value.shape} to shape {target.shape}")


def _sparse():
    return importlib.import_module("mxnet.ndarray.sparse")


ndarray.STORAGE |= {kind.stype: kind._from_dense for kind in (RowSparseNDArray, CSRNDArray)}
