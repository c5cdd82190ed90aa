"""Parameters: the learned arrays of networks and their gradients, on each context."""

from __future__ import annotations

import threading
import warnings

import numpy as np

from .. import autograd, initializer, ndarray as nd, symbol
from .._core import dtypes
from .._core.integers import as_integers
from .._core.lazy_zeros import lazy_zeros
from .._core.locks import new_lock
from .._core.scope import state
from .._eager.array import wrap
from .._eager.backward import GRAD_REQS
from .._ops.python_operators import ARITHMETIC
from .._text.foreign_names import PARAMETER
from .._text.spelling import explain_foreign_names
from ..base import MXNetError
from ..context import Context, as_context_list, cpu, current_context
from ..util import as_active
from ._parameter_shapes import fits, mark_unknown, merge_shapes, shape_is_known

DEFAULT_INIT = initializer.Uniform()
# Held while a first call infers shapes and initializes values: other threads in their first call
# of the same network wait for it. A process that is forked meanwhile gets a new lock.
COMPLETION = new_lock(threading.RLock)

_INITIALIZE_HINT = (
    ": call initialize() of it or of the network that it is part of. Layers in a Python list or "
    "dict are not part of a network: use nn.Sequential, or register_child"
)


def _refuse_arithmetic(self, *operands):
    raise TypeError(
        f"Parameter '{self.name}' is not an array: compute with its array, data(), and assign new "
        "values with set_data(values)"
    )


def _without_arithmetic(cls: type) -> type:
    """Make Python's operators of a class explain that it is not an array."""
    for name in (*ARITHMETIC, "matmul"):
        setattr(cls, f"__{name}__", _refuse_arithmetic)
        setattr(cls, f"__r{name}__", _refuse_arithmetic)
    for name in ("neg", "float", "int", "getitem", "setitem"):
        setattr(cls, f"__{name}__", _refuse_arithmetic)
    return cls


class DeferredInitializationFailed(MXNetError, ValueError):
    """The shapes of parameters cannot be inferred, because the first inputs do not match."""

    def __init__(self, reason: object):
        super().__init__(
            f"{reason}\n  Deferred initialization failed because shape cannot be inferred."
        )


class DeferredInitializationError(MXNetError):
    """The values of a parameter were requested before a first batch determined its shape."""

    __module__ = "mxnet.gluon.parameter"  # where users and pickles find it


def _fill(name, data, init, default_init):
    by_name = initializer.Mixed | initializer.Load  # they select an initializer by name
    if isinstance(init, by_name):
        init(initializer.InitDesc(name), data)
    else:  # MXNet: a parameter's own initializer is used whatever its name ends with
        caller = init if isinstance(default_init, by_name) else default_init
        initializer.create(caller)(initializer.InitDesc(name, {"__init__": init}), data)


def _positions(contexts):
    """Return the positions of contexts: a list for GPUs, one for CPUs, with gaps of None."""
    rows = [], []
    for position, ctx in enumerate(contexts):
        row = rows[ctx.device_typeid & 1]
        row += [None] * (ctx.device_id + 1 - len(row))
        row[ctx.device_id] = position
    return list(rows)


def _check_sizes(name, shape) -> None:
    """Reject a shape that no array can have; -1 is an unknown size with NumPy shapes."""
    if shape is not None and not all(isinstance(n, int) and n >= -1 for n in shape):
        raise ValueError(
            f"Parameter '{name}' cannot have shape {shape}: sizes, such as the units or "
            "channels of a layer, are integers, and 0 if they are not known yet"
        )


@explain_foreign_names(PARAMETER, read_only=("requires_grad", "trainable"))
@_without_arithmetic
class Parameter:
    """A named array of a block, with a copy on each context.

    With ``allow_deferred_init``, its shape may have unknown dimensions (0); then the first forward
    pass completes the shape and the values.

    >>> weight = Parameter("weight", shape=(2, 2), init="ones")
    >>> weight.initialize()
    >>> weight.data()
    <BLANKLINE>
    [[1. 1.]
     [1. 1.]]
    <NDArray 2x2 @cpu(0)>
    """

    __module__ = "mxnet.gluon.parameter"  # where users and pickles find it

    _has_default_data = True  # ``data`` is not overridden, so layers may read ``_data`` directly

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        cls._has_default_data = cls.data is Parameter.data

    def __init__(
        self, name, grad_req="write", shape=None, dtype=np.float32, lr_mult=1.0, wd_mult=1.0,
        init=None, allow_deferred_init=False, differentiable=True, stype="default",
        grad_stype="default",
    ):  # fmt: skip
        for what, kind in (("stype", stype), ("grad_stype", grad_stype)):
            if kind not in ("default", "row_sparse", "csr"):
                raise AssertionError(
                    f"{what} of Parameter '{name}' must be default, row_sparse or csr, got {kind!r}"
                )
        self._var = None
        self._data = None  # list of arrays in the order of _ctx_list
        self._grad = None
        self._ctx_list = None
        self._ctx_map = None  # device type -> device id -> index in these lists
        self._deferred_init = ()  # (init, contexts, default init, data) while the shape is unknown
        self._differentiable = differentiable
        self._allow_deferred_init = allow_deferred_init
        self._grad_req = None
        self._trainer = None
        self._owner = None  # the label of the block that owns it
        self._owner_note = ""  # how the block gives it values, if not by initialize()
        self._completed_by = None  # the thread whose forward pass completed shape and values
        shape = as_integers(shape)
        if shape is not None:
            shape = (shape,) if isinstance(shape, int) else as_integers(tuple(shape))
        self._shape = shape
        _check_sizes(name, self._shape)
        self._dtype = dtype
        self._stype = stype
        self._grad_stype = grad_stype
        if stype != "default":
            # So that dense parameters need no check at every access.
            self.__class__ = _SparseParameter
        self.name = name
        self.lr_mult = lr_mult
        self.wd_mult = wd_mult
        self.init = init
        self.grad_req = grad_req

    def __repr__(self):
        return f"Parameter {self.name} (shape={self.shape}, dtype={self.dtype})"

    def __getstate__(self):
        return {**self.__dict__, "_trainer": None, "_grad": None}

    def __setstate__(self, state):
        self.__dict__.update(state)
        if self._data is not None:  # a copy has its own gradients
            self._init_impl(self._data[0], self._ctx_list)

    # ------------------------------------------------------------------------------- properties

    @property
    def grad_req(self):
        """How to store gradients: ``write`` replaces, ``add`` accumulates, ``null`` disables."""
        return self._grad_req

    @grad_req.setter
    def grad_req(self, req):
        if req not in GRAD_REQS:
            raise AssertionError(
                f"grad_req of Parameter '{self.name}' must be one of 'write', 'add', or 'null', "
                f"but got {req!r}"
            )
        if not self._differentiable:
            req = "null"
        if req == self._grad_req:
            return
        self._grad_req = req
        if self._data is not None:
            self._set_values(self._data)

    @property
    def dtype(self):
        """The element type; assigning it casts the values."""
        return self._dtype

    @dtype.setter
    def dtype(self, dtype):
        self.cast(dtype)

    @property
    def shape(self):
        """The shape, with 0 (or -1 with NumPy shapes) for unknown dimensions."""
        return mark_unknown(self._shape)

    @shape.setter
    def shape(self, new_shape):
        if self._shape is None:
            self._shape = tuple(new_shape)
            return
        if merge_shapes(self.shape, new_shape) != tuple(new_shape):
            raise AssertionError(
                f"Expected shape {tuple(new_shape)} is incompatible with given shape {self.shape} "
                f"of Parameter '{self.name}': the parameter has the second one."
            )
        self._shape = tuple(new_shape)

    # ------------------------------------------------------------------------------ initializing

    def initialize(self, init=None, ctx=None, default_init=DEFAULT_INIT, force_reinit=False):
        """Initialize the values on one or several contexts, now or at the first forward pass."""
        if self._data is not None and not force_reinit:
            warnings.warn(
                f"Parameter '{self.name}' is already initialized, ignoring. Set force_reinit=True "
                "to re-initialize.",
                stacklevel=2,
            )
            return
        self._data = self._grad = None
        contexts = as_context_list(ctx)
        if init is None:
            init = default_init if self.init is None else self.init
        is_known = shape_is_known(self.shape)
        if not is_known and not self._allow_deferred_init:
            raise ValueError(
                f"Cannot initialize Parameter '{self.name}' because it has invalid shape: "
                f"{self.shape}. Pass a shape to params.get, such as shape=(3, 4); a size that the "
                "first input decides is 0, with allow_deferred_init=True."
            )
        self._deferred_init = (init, contexts, default_init, None)
        if is_known:
            self._finish_deferred_init()

    def _finish_deferred_init(self):
        """Initialize the values that ``initialize`` had to defer."""
        with COMPLETION, autograd.pause():
            if not self._deferred_init:  # nothing to do, or another thread has done it
                return
            init, contexts, default_init, data = self._deferred_init
            if not shape_is_known(self.shape):
                raise AssertionError(
                    f"Cannot initialize Parameter '{self.name}' because it has invalid shape: "
                    f"{self.shape}. Please specify in_units, in_channels, etc for `Block`s."
                )
            is_own = data is None
            if is_own:
                data = as_active(nd.zeros(self.shape, dtype=self.dtype, ctx=cpu()))
                _fill(self.name, data, init, default_init)
            self._init_impl(data, contexts, is_own)
            self._deferred_init = ()
            self._completed_by = threading.get_ident()

    def _deferral(self):
        """Return the parameter and the state for ``_defer_again`` to undo its initialization."""
        return self, (self._shape, self._deferred_init, self._var)

    def _defer_again(self, deferral):
        """Defer the initialization again, after a failed first forward pass of this thread."""
        if not self._deferred_init and self._completed_by == threading.get_ident():
            self._shape, self._deferred_init, self._var = deferral
            self._data = self._grad = self._ctx_list = self._ctx_map = None

    def _init_impl(self, data, contexts, is_own=False):
        """Store copies of an array as the values on contexts; one of its own needs no copy."""
        self._ctx_list = list(contexts)
        self._ctx_map = _positions(self._ctx_list)
        kept = is_own and contexts[0] == data.context
        copies = [as_active(data.copyto(ctx)) for ctx in self._ctx_list[kept:]]
        self._set_values([data, *copies] if kept else copies)

    def _set_values(self, arrays):
        """Store arrays as the values, with new gradients; threads see them only when complete."""
        if self._grad_req == "null":
            self._grad = None
            self._data = [array.detach() for array in arrays]
            return
        self._grad = [self._make_grad(array) for array in arrays]
        autograd.mark_variables(arrays, self._grad, self._grad_req)
        self._data = arrays

    def _make_grad(self, array):
        if self._grad_stype == "default" and array._has_tensor:
            return wrap(lazy_zeros(array._t), array._ctx, type(array))
        return array._alike(nd.zeros(array.shape, array.context, array.dtype, self._grad_stype))

    def _load_init(self, data, ctx, cast_dtype=False, dtype_source="current"):
        """Set values from a file, on the given contexts or those of the parameter."""
        self._check_loadable(data, ctx, cast_dtype, dtype_source)
        if np.dtype(self.dtype) != np.dtype(data.dtype):
            if dtype_source == "current":
                data = data.astype(self.dtype)
            else:
                self.dtype = data.dtype
        self._shape = tuple(data.shape)
        if self._data is not None:
            self.set_data(data)
        else:
            waiting = self._deferred_init[1] if self._deferred_init else None
            self._init_impl(data, waiting or ([cpu()] if ctx is None else as_context_list(ctx)))
        self._deferred_init = ()

    def _check_loadable(self, data, ctx, cast_dtype, dtype_source):
        """Reject values with a wrong shape, type or context before anything is changed."""
        failed = f"Failed loading Parameter '{self.name}' from saved params: "
        if dtype_source not in ("current", "saved"):
            raise AssertionError(f"dtype_source must be 'current' or 'saved', got {dtype_source!r}")
        if not fits(self.shape, data.shape):
            raise AssertionError(
                f"{failed}shape incompatible expected {self.shape} vs saved {data.shape}"
            )
        ours, theirs = np.dtype(self.dtype), np.dtype(data.dtype)
        if ours != theirs and not cast_dtype:
            raise AssertionError(
                f"{failed}dtype incompatible expected {ours} vs saved {theirs}. "
                "Set cast_dtype=True to cast the dtype of saved params."
            )
        present = (
            self._ctx_list
            if self._data is not None
            else self._deferred_init and self._deferred_init[1]
        )
        if ctx is not None and present and set(as_context_list(ctx)) != set(present):
            raise AssertionError(
                f"Failed to load Parameter '{self.name}' on {as_context_list(ctx)} because it was "
                f"previously initialized on {present}: move it with reset_ctx first"
            )

    def set_data(self, data):
        """Set the values on every context."""
        if not hasattr(data, "shape"):
            raise TypeError(
                f"the values of Parameter '{self.name}' must be an array of shape {self.shape}, "
                f"got a {type(data).__name__}; mx.nd.array converts it"
            )
        self.shape = data.shape
        if self._data is None:
            if not self._deferred_init:
                raise AssertionError(f"Parameter '{self.name}' has not been initialized")
            self._deferred_init = (*self._deferred_init[:3], data)
            return
        trainer = self._trainer
        if trainer is not None and trainer._update_on_kvstore:
            trainer._reset_kvstore()  # the values in the store are outdated
        for array in self._data:
            array[:] = data

    def _set_trainer(self, trainer):
        """Record the trainer of the parameter; if there are several, the last."""
        self._trainer = trainer

    def reset_ctx(self, ctx):
        """Move the values to other contexts."""
        contexts = as_context_list(ctx)
        if self._data is not None:
            with autograd.pause():
                self._init_impl(self._reduce(), contexts)
        elif self._deferred_init:
            init, _, default_init, data = self._deferred_init
            self._deferred_init = (init, contexts, default_init, data)
        else:
            raise ValueError(
                f"Cannot reset context for Parameter '{self.name}' because it has not been "
                "initialized."
            )

    def cast(self, dtype):
        """Convert values and gradients to another element type."""
        dtypes.lookup(dtype)  # which refuses unknown types before the values are there
        self._dtype = dtype
        if self._data is None:
            return
        gradients = self._grad or ()
        with autograd.pause():
            self._set_values([array.astype(dtype) for array in self._data])
            for old, new in zip(gradients, self._grad or (), strict=True):
                # Zeros take no memory until they are written.
                if old.stype != "default" or old._t.any():
                    old.astype(dtype).copyto(new)

    # ---------------------------------------------------------------------------------- values

    def data(self, ctx=None):
        """Return the array on a context; by default the only array or the current context's."""
        if state.trace is not None:
            return state.trace.parameter(self)
        arrays = self._data
        if arrays is not None:
            if ctx is None and len(arrays) == 1:
                return arrays[0]
            position = self._position(current_context() if ctx is None else ctx)
            if position is not None:
                return arrays[position]
        return self._check_and_get(arrays, ctx)

    def list_data(self):
        """Return the arrays of all contexts."""
        if state.trace is not None:
            return [state.trace.parameter(self)]
        return self._check_and_get(self._data, list)

    def grad(self, ctx=None):
        """Return the gradient on a context."""
        self._refuse_without_grad()
        return self._check_and_get(self._grad, ctx)

    def list_grad(self):
        """Return the gradients of all contexts."""
        self._refuse_without_grad()
        return self._check_and_get(self._grad, list)

    def _refuse_without_grad(self):
        if self._data is not None and self._grad is None:
            raise RuntimeError(
                f"Cannot get gradient array for Parameter '{self.name}' because "
                f"grad_req='{self.grad_req}'"
            )

    def _position(self, ctx):
        """Return the position of the arrays of a context, or None if there are none."""
        if not isinstance(ctx, Context):
            ctx = Context(ctx)
        row = self._ctx_map[ctx.device_typeid & 1]
        return row[ctx.device_id] if ctx.device_id < len(row) else None

    def _check_and_get(self, arrays, ctx):
        """Return the array on a context, or all of them for ``ctx=list``."""
        if arrays is not None:
            if ctx is list:
                return arrays
            if ctx is None:
                ctx = arrays[0].context if len(arrays) == 1 else current_context()
            if (position := self._position(ctx)) is not None:
                return arrays[position]
            raise RuntimeError(
                f"Parameter '{self.name}' was not initialized on context {ctx}. "
                f"It was only initialized on {self._ctx_list}. Copy the data there with "
                f"as_in_context, or the parameters with collect_params().reset_ctx."
            )
        if self._deferred_init:
            raise DeferredInitializationError(
                f"Parameter '{self.name}' has not been initialized yet because initialization was "
                "deferred. Actual initialization happens during the first forward pass. Please "
                "pass one batch of data through the network before accessing Parameters. You can "
                "also avoid deferred initialization by specifying in_units, num_features, etc., "
                f"for network layers.{self._name_owner(', which no forward pass has reached')}"
            )
        raise RuntimeError(
            f"Parameter '{self.name}' has not been initialized. Note that you should initialize "
            "parameters and create Trainer with Block.collect_params() instead of Block.params "
            "because the later does not include Parameters of nested child Blocks."
            f"{self._name_owner(_INITIALIZE_HINT)}"
        )

    def _name_owner(self, more: str = "") -> str:
        """Name the block that owns the parameter, if it is known."""
        return f" It belongs to {self._owner}{self._owner_note or more}." if self._owner else ""

    def _single_array(self, ctx):
        """Return the only array if it is on a context, without the checks of ``data``, or None."""
        arrays = self._data if self._has_default_data else None
        if arrays is not None and len(arrays) == 1 and arrays[0]._ctx is ctx:
            return arrays[0]
        return None

    def list_ctx(self):
        """Return the contexts of the parameter."""
        if self._data is None:
            if self._deferred_init:
                return self._deferred_init[1]
            raise RuntimeError(
                f"Parameter '{self.name}' has not been initialized."
                f"{self._name_owner()} Call initialize() before a Trainer is made."
            )
        return self._ctx_list

    def zero_grad(self):
        """Set the gradients of all contexts to 0."""
        for gradient in self._grad or ():
            if gradient.stype == "default":
                gradient[:] = 0
            else:
                nd.zeros_like(gradient, out=gradient)  # an assignment stores rows of zeros

    def _reduce(self):
        """Return the mean over all contexts, on the host."""
        arrays = [array.copyto(cpu()) for array in self.list_data()]
        return arrays[0] if len(arrays) == 1 else nd.add_n(*arrays) / len(arrays)

    def row_sparse_data(self, row_id):
        """Return rows of a row_sparse parameter."""
        raise RuntimeError(
            f"Cannot return a copy of Parameter {self.name} via row_sparse_data() because its "
            f"storage type is {self._stype}. Please use data() instead."
        )

    def list_row_sparse_data(self, row_id):
        """Return rows of a row_sparse parameter on all contexts."""
        raise RuntimeError(
            f"Cannot return copies of Parameter '{self.name}' on all contexts via "
            f"list_row_sparse_data() because its storage type is {self._stype}. Please use data() "
            "instead."
        )

    def var(self):
        """Return the variable of the parameter in symbols, always the same one."""
        if self._var is None:
            self._var = symbol.var(
                self.name,
                shape=self.shape,
                dtype=self.dtype,
                lr_mult=self.lr_mult,
                wd_mult=self.wd_mult,
                init=self.init,
                stype=self._stype,
            )
        return as_active(self._var)


class _SparseParameter(Parameter):
    """A parameter in sparse storage.

    The kvstore of its Trainer has all rows; a device has the rows requested last.
    """

    __module__ = "mxnet.gluon.parameter"  # where users and pickles find it

    def data(self, ctx=None):
        """Raise an error: only rows are available."""
        raise RuntimeError(
            f"Cannot return a copy of Parameter '{self.name}' on ctx {ctx} via data() because its "
            f"storage type is {self._stype}. Please use row_sparse_data() instead."
        )

    def list_data(self):
        """Raise an error: only rows are available."""
        raise RuntimeError(
            f"Cannot return copies of Parameter '{self.name}' on all contexts via list_data() "
            f"because its storage type is {self._stype}. Please use list_row_sparse_data() instead."
        )

    def row_sparse_data(self, row_id):
        """Return the array on the context of ``row_id``, with those rows."""
        return self._with_rows([self._check_and_get(self._data, row_id.context)], row_id)[0]

    def list_row_sparse_data(self, row_id):
        """Return the arrays on all contexts, with those rows."""
        return self._with_rows(self._check_and_get(self._data, list), row_id)

    def _init_impl(self, data, contexts, is_own=False):
        if data.stype == "default" and self._stype == "row_sparse":  # all rows, including zeros
            rows = nd.arange(len(data), dtype="int64")
            data = nd.sparse.row_sparse_array((data.as_in_context(cpu()), rows), data.shape)
        elif data.stype == "default":
            data = data.tostype(self._stype)
        super()._init_impl(data, contexts, is_own)

    def _with_rows(self, arrays, row_id):
        if self._trainer is None:
            raise RuntimeError(
                f"Cannot get row_sparse data for Parameter '{self.name}' when no Trainer is "
                "created with it."
            )
        self._trainer._row_sparse_pull(self, arrays, row_id)
        return arrays

    def _reduce(self):
        """Return the full array, on the host."""
        full = self._check_and_get(self._data, list)[0].copyto(cpu())
        if self._trainer is not None:
            self._trainer._row_sparse_pull(self, [full], nd.arange(self.shape[0]))
        return full

    def _set_trainer(self, trainer):
        """Record the trainer; there can be only one, because its kvstore stores the values."""
        if trainer is not None and self._trainer not in (None, trainer):
            raise RuntimeError(
                f"Failed to set the trainer for Parameter '{self.name}' because it was already "
                "set. More than one trainers for a sparse Parameter is not supported."
            )
        self._trainer = trainer
