"""Sparse arrays, which store only some elements: rows, or the values of a matrix.

The call path runs operators on them with ``apply``, which uses the operator's kernel for sparse
tensors or computes densely. Access to the dense tensor raises ``SparseStorage``.
"""

from __future__ import annotations

import importlib

import numpy as np
import torch

from .._core import dtypes
from .._core.one_element import convertible
from .._core.optional import optional_import
from .._core.scope import state
from .._eager.array import (
    NDArrayBase,
    NoValues,
    is_in_graph,
    operand_of,
    set_plain,
    wrap,
)
from .._eager.backward import attach, make_variable
from .._eager.call import add_random, invoke
from .._formats.params import StoredArray, array_from_bytes
from .._formats.stored_array import sparse_problem
from .._ops.checks import Declined
from .._ops.sparse_kernels import run_sparse
from .._ops.sparse_tensor import CsrTensor, RowSparseTensor, SparseTensor, merge_rows
from .._text.html import preformatted
from ..base import MXNetError, NotSupportedForSparseNDArray
from ..context import Context, cpu, synchronize, torch_device
from . import ndarray
from .indexing import selects_all
from .ndarray import NDArray


class SparseStorage(NoValues):
    """Raised on access to the dense tensor of a sparse array."""

    def __init__(self, array):
        MXNetError.__init__(
            self,
            f"this needs a dense array, and got a {type(array).__name__}; convert it with "
            "tostype('default')",
        )


class BaseSparseNDArray(NDArray):
    """Base class of sparse arrays: a sparse tensor on a context.

    For a variable, ``_variable`` is the dense array in the graph, with the version of the sparse
    tensor that it was made from.
    """

    __slots__ = ("_sparse", "_variable")

    stype = "undefined"
    _has_tensor = False
    _storage: type[SparseTensor]

    def __init__(self, handle, writable=True):
        if handle is None:  # unpickling: __setstate__ follows
            return
        if type(handle) is not type(self):
            raise TypeError(
                f"{type(self).__name__}(handle) wraps another one, got {type(handle).__name__}; "
                "make one with mx.nd.sparse.array"
            )
        self._set(handle._sparse, handle._ctx)

    @classmethod
    def _of(cls, tensor, ctx):
        """Create an array of a sparse tensor."""
        return object.__new__(cls)._set(tensor, ctx)

    def _set(self, tensor, ctx):
        set_plain(self, None, ctx)
        self._sparse, self._variable = tensor, None
        return self

    @classmethod
    def _from_dense(cls, tensor, ctx):
        """Create an array from the nonzero part of a dense tensor."""
        return cls._of(cls._storage.from_dense(tensor), ctx)

    @property
    def _parts(self):
        return self._sparse.parts

    @property
    def _t(self):
        raise SparseStorage(self)

    @_t.setter
    def _t(self, tensor):
        self._assign(tensor)

    def _assign(self, tensor) -> None:
        """Copy the values of a dense tensor."""
        self._sparse.assign(self._storage.split(tensor.detach()))

    def _forget_variable(self) -> None:
        """Reset the variable, so that the next use creates a dense copy in the graph."""
        self._variable = None

    # ------------------------------------------------------------------------------ properties

    @property
    def shape(self):
        return self._sparse.shape

    @property
    def ndim(self):
        return len(self.shape)

    @property
    def size(self):
        """The number of elements, stored or not."""
        return int(np.prod(self.shape))

    @property
    def dtype(self):
        return dtypes.NUMPY_OF[self._sparse.dtype]

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
        return len(self._sparse)

    def __repr__(self):
        shape = "x".join(map(str, self.shape))
        return f"\n<{type(self).__name__} {shape} @{self._ctx}>"

    def _repr_html_(self):
        return preformatted(repr(self).strip())

    def check_format(self, full_check=True):
        """Raise an error if the parts are inconsistent; ``full_check`` checks all indices."""
        problem = sparse_problem(self._to_stored())
        if problem is None and full_check:
            problem = self._sparse.find_problem()
        if problem:
            raise MXNetError(f"{type(self).__name__} {self.shape}: {problem}")

    # ------------------------------------------------------------------------------- conversion

    def _dense(self):
        """Return a dense array; for a variable, one in the graph."""
        if self._leaf is None or self._leaf.req == "null" or state.tape is None:
            return wrap(self._sparse.to_dense(), self._ctx, NDArray)
        version = self._sparse._version
        if self._variable is None or self._variable[1] != version:
            # One variable for all uses, so that gradients accumulate.
            dense = wrap(self._sparse.to_dense(), self._ctx, NDArray)
            attach(dense, self._leaf)
            self._variable = dense, version
        return self._variable[0]

    def _recorded(self):
        """Return the dense array that is in the graph for a variable, or itself."""
        return self if self._variable is None else self._variable[0]

    def tostype(self, stype):
        """Convert to a storage type: the same one or 'default'."""
        if stype == self.stype:
            return self.copy()
        if stype != "default":
            raise ValueError(f"cast_storage from {self.stype} to {stype} is not supported")
        return self._dense()

    def asnumpy(self):
        """Return a dense copy as a NumPy array."""
        return convertible(dtypes.to_numpy(self._sparse.to_dense().cpu()))

    def astype(self, dtype, copy=True):
        """Return a copy with another element type."""
        target = dtypes.lookup(np.float32 if dtype is None else dtype).torch
        if not copy and self._sparse.dtype is target:
            return self
        copied = self._sparse.copy()
        return self._of(copied.with_data(copied.data.to(target)), self._ctx)

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
        if other.shape != self.shape:
            raise MXNetError(
                f"cannot copy an array of shape {self.shape} into one of shape {other.shape}"
            )
        if other.stype == "default":
            return wrap(self._sparse.to_dense(), self._ctx, NDArray).copyto(other)
        if other is not self:
            other._sparse.assign(self._sparse.copy_to(torch_device(other._ctx)).parts)
        return other

    def _copy_to(self, ctx):
        return self._of(self._sparse.copy_to(torch_device(ctx)), ctx)

    def detach(self):
        """Return an array that shares the memory but is not part of the graph."""
        return self._of(self._storage(self._parts, self.shape), self._ctx)

    def wait_to_read(self):
        """Wait until the values are available; on the host they always are."""
        synchronize(self._sparse.device)

    wait_to_write = wait_to_read

    def _to_stored(self):
        """Return the parts in the order used in files."""
        data, *indices = self._parts
        return StoredArray(
            data, self.stype, self.shape, tuple(reversed(indices)),
            device=(self._ctx.device_typeid, self._ctx.device_id),
        )  # fmt: skip

    @classmethod
    def _from_stored(cls, stored, ctx):
        """Create an array from one that was read from a file."""
        parts = stored.data, *reversed(stored.indices)
        return cls._of(cls._storage(parts, stored.full_shape), ctx)

    def __setstate__(self, pickled):
        loaded = self._from_stored(array_from_bytes(pickled["handle"]), cpu())
        self._set(loaded._sparse, loaded._ctx)

    # ---------------------------------------------------------------------------------- autograd

    def attach_grad(self, grad_req="write", stype=None):
        """Mark this array as a variable, with a gradient of the same storage type by default."""
        stype = self.stype if stype is None else stype
        gradient = ndarray.constructor_of(stype)(self._zeros(), self._ctx)
        make_variable(self, gradient, grad_req)

    def _zeros(self):
        """Return a dense tensor of zeros of the full shape."""
        return self._sparse.data.new_zeros(self.shape)

    def _receive(self, gradient, add) -> None:
        """Store a gradient, or add it."""
        self._assign(gradient + self._sparse.to_dense() if add else gradient)

    # ---------------------------------------------------------------------------------- operators

    def apply(self, op, arrays, attrs, out):
        """Run an operator with a sparse array among its inputs."""
        if _in_graph(arrays):
            return _run_densely(op, arrays, attrs, out)
        operands = [None if a is None else operand_of(a) for a in arrays]
        try:
            results = run_sparse(op, operands, add_random(op, attrs, self._ctx))
        except Declined:
            return _run_densely(op, arrays, attrs, out)
        present = {id(operand): a for operand, a in zip(operands, arrays, strict=True)}
        several = results if type(results) is tuple else (results,)
        outputs = [
            present[id(each)] if id(each) in present else as_array(each, self._ctx)
            for each in several
        ]
        return _write_out(outputs[0] if len(outputs) == 1 else outputs, out)

    def reshape(self, *shape, **kwargs):
        """Raise an error: the shape of a sparse array cannot be changed."""
        raise NotSupportedForSparseNDArray(self.reshape, None, *shape)

    def asscalar(self):
        """Return the single element as a NumPy scalar."""
        return wrap(self._sparse.to_dense(), self._ctx, NDArray).asscalar()

    def _source(self):
        raise SparseStorage(self)


def as_array(operand, ctx, cls=NDArray):
    """Create an array of a tensor, which is of the given class if it is dense."""
    if isinstance(operand, SparseTensor):
        return CLASSES[operand.stype]._of(operand, ctx)
    return wrap(operand, ctx, cls)


def _run_densely(op, arrays, attrs, out):
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
    may_stay = op.accepts_csr and position == 0
    if may_stay and isinstance(array, CSRNDArray) and array._is_constant():
        return wrap(array._sparse.to_torch(), array._ctx, NDArray)
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
            target._assign(one._sparse.to_dense() if isinstance(one, BaseSparseNDArray) else one._t)
    return out


class RowSparseNDArray(BaseSparseNDArray):
    """An array that stores only nonzero rows, ``data``, and their positions, ``indices``."""

    __slots__ = ()

    _storage = RowSparseTensor
    stype = _storage.stype

    def _receive(self, gradient, add):
        rows = RowSparseTensor.from_dense(gradient)
        self._sparse.assign((merge_rows([self._sparse, rows]) if add else rows).parts)

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
            rows = torch.arange(len(self), dtype=indices.dtype, device=indices.device)
            self._sparse.assign((data.new_full(self.shape, value), rows))
        else:
            ndarray.array(value, self._ctx, self.dtype).copyto(self)


class CSRNDArray(BaseSparseNDArray):
    """A matrix that stores values, ``data``, with their columns, ``indices``, and ``indptr``."""

    __slots__ = ()

    _storage = CsrTensor
    stype = _storage.stype

    def _is_constant(self) -> bool:
        """Return whether graphs may use it without densifying: floats, and not a variable."""
        return self._leaf is None and self._sparse.dtype.is_floating_point

    @property
    def indptr(self):
        """The position in ``data`` and ``indices`` where each row begins."""
        return self._part(2)

    def asscipy(self):
        """Return a copy as a ``scipy.sparse.csr_matrix``."""
        scipy = optional_import("scipy.sparse", "asscipy needs SciPy: pip install scipy")
        parts = [part.cpu().numpy().copy() for part in self._parts]
        return scipy.csr_matrix(tuple(parts), shape=self.shape)

    def __getitem__(self, key):
        if isinstance(key, tuple):
            raise ValueError(
                "Multi-dimension indexing is not supported for a CSRNDArray: use a row or a slice "
                "of rows, or tostype('default')"
            )
        if isinstance(key, slice):
            if selects_all(key):
                return self
            if key.step not in (None, 1):
                raise ValueError("CSRNDArray only supports continuous slicing on axis 0")
            begin, end, _ = key.indices(len(self))
        elif isinstance(key, int | np.integer):
            begin = key + len(self) if key < 0 else key
            begin, end = min(begin, len(self)), min(begin + 1, len(self))
        else:
            raise ValueError(f"a CSRNDArray is indexed by an int or a slice, got {key!r}")
        return self._of(self._sparse.slice_rows(begin, max(begin, end)), self._ctx)

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


def _same_shape(target, value):
    if target.shape != value.shape:
        raise MXNetError(f"cannot assign shape {value.shape} to shape {target.shape}")


def _sparse():
    return importlib.import_module("mxnet.ndarray.sparse")


CLASSES = {cls.stype: cls for cls in (RowSparseNDArray, CSRNDArray)}
ndarray.STORAGE |= {stype: cls._from_dense for stype, cls in CLASSES.items()}
