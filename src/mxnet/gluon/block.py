"""Blocks: layers and networks that own parameters and other blocks."""

from __future__ import annotations

import re
import threading
import warnings
from collections import OrderedDict

from .. import autograd, ndarray
from .. import name as naming
from .. import ndarray as nd
from ..base import MXNetError
from ..ndarray import NDArray
from ..util import is_np_array, np_array, np_shape
from ._summary import summarize
from .parameter import (
    DEFAULT_INIT,
    DeferredInitializationError,
    Parameter,
    ParameterDict,
    _shortened,
    load_all,
    shape_is_known,
    without_kind,
)
from .utils import HookHandle

__all__ = ["Block", "HybridBlock"]


class _BlockScope:
    """Gives the blocks made inside ``with block.name_scope()`` their prefixes and counters."""

    _current = threading.local()

    def __init__(self, block):
        self._block = block
        self._counter = {}
        self._outer = []

    @staticmethod
    def create(prefix, params, hint):
        """Return prefix and parameters for a new block."""
        scope = getattr(_BlockScope._current, "value", None)
        if scope is None:
            if prefix is None:
                prefix = naming.NameManager.current.get(None, hint) + "_"
            shared = (
                ParameterDict(prefix) if params is None else ParameterDict(params.prefix, params)
            )
            return prefix, shared
        if prefix is None:
            number = scope._counter.get(hint, 0)
            scope._counter[hint] = number + 1
            prefix = f"{hint}{number}_"
        if params is None:
            parent = scope._block.params
            params = ParameterDict(parent.prefix + prefix, parent._shared)
        else:
            params = ParameterDict(params.prefix, params)
        return scope._block.prefix + prefix, params

    def __enter__(self):
        if self._block._empty_prefix:
            return self
        names = naming.Prefix(self._block.prefix)
        names.__enter__()
        self._outer.append((getattr(_BlockScope._current, "value", None), names))
        _BlockScope._current.value = self
        return self

    def __exit__(self, *exc):
        if self._block._empty_prefix:
            return
        _BlockScope._current.value, names = self._outer.pop()
        names.__exit__(*exc)


def _flatten(args, inout_str):
    """Return nested lists of arrays as a flat list, and the nesting for ``_regroup``."""
    if isinstance(args, NDArray) or args is None:
        return [args], -1 if args is None else 0
    if not isinstance(args, list | tuple):
        raise ValueError(
            f"HybridBlock {inout_str} must be (nested) list of Symbol or NDArray, but got "
            f"{args!r} of type {type(args)}"
        )
    flat, formats = [], []
    for arg in args:
        arrays, shape = _flatten(arg, inout_str)
        flat.extend(arrays)
        formats.append(shape)
    return flat, formats


def _regroup(args, fmt):
    """Take a nested structure from the front of a flat list; return it and what is left."""
    if isinstance(fmt, int):
        count = max(fmt, 1)
        return (args[0] if fmt <= 0 else args[:count]), args[count:]
    grouped = []
    for inner in fmt:
        item, args = _regroup(args, inner)
        grouped.append(item)
    return grouped, args


class Block:
    """The base of layers and networks: subclass, make children in ``__init__``, define ``forward``.

    Blocks and parameters assigned to attributes are registered.

    >>> class Net(Block):
    ...     def forward(self, x):
    ...         return x * 2
    >>> Net()(nd.array([1.0]))
    <BLANKLINE>
    [2.]
    <NDArray 1 @cpu(0)>
    """

    def __init__(self, prefix=None, params=None):
        self._empty_prefix = prefix == ""
        self._prefix, self._params = _BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._reg_params = {}  # attribute name -> Parameter
        self._children = OrderedDict()  # attribute name or position -> Block
        self._forward_pre_hooks, self._forward_hooks = OrderedDict(), OrderedDict()
        self._scope = _BlockScope(self)

    def _alias(self):
        return self.__class__.__name__.lower()

    def __repr__(self):
        children = (
            f"  ({name}): {_indented(block)}"
            for name, block in self.__dict__.items()
            if isinstance(block, Block)
        )
        listing = "\n".join(children)
        return f"{type(self).__name__}(\n{listing}\n)"

    def __setattr__(self, name, value):
        if hasattr(self, name):
            present = getattr(self, name)
            registered = isinstance(present, Parameter | Block)
            if (
                registered
                and not isinstance(value, type(present))
                and not isinstance(present, type(value))
            ):
                raise TypeError(
                    f"Changing attribute type for {name} from {type(present)} to {type(value)} is "
                    "not allowed."
                )
        if isinstance(value, Block):
            self.register_child(value, name)
        elif isinstance(value, Parameter):
            if name in self._reg_params:
                raise AssertionError(
                    f"Overriding Parameter attribute {name} is not allowed. If you want to share "
                    "parameters by setting `self.weight = another.weight`, pass `params` to the "
                    "constructor instead."
                )
            self._reg_params[name] = value
        super().__setattr__(name, value)

    # ------------------------------------------------------------------------ names and parts

    @property
    def prefix(self):
        """What the names of this block's parameters begin with."""
        return self._prefix

    @property
    def name(self):
        """The prefix without the underscore at its end."""
        return self._name

    @property
    def params(self):
        """The parameters of this block itself, without those of its children."""
        return self._params

    def name_scope(self):
        """Return a scope in which new blocks get this block's prefix."""
        return self._scope

    def register_child(self, block, name=None):
        """Make a block a part of this one."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook):
        """Call ``hook(block, inputs)`` before each forward pass; return a handle to detach it."""
        return _attached(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook):
        """Call ``hook(block, inputs, outputs)`` after each forward pass; return a handle."""
        return _attached(self._forward_hooks, hook)

    def register_op_hook(self, callback, monitor_all=False):
        """Call ``callback(node name, operator name, array)`` for operators of hybridized blocks."""
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def apply(self, fn):
        """Call a function on every block, children first; return this block."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def collect_params(self, select=None):
        """Return the parameters of this block and its children, or those that match a pattern."""
        self._warn_of_hidden_blocks()
        found = ParameterDict(self._params.prefix)
        if select is None:
            found.update(self.params)
        else:
            pattern = re.compile(select)
            found.update(
                {name: value for name, value in self.params.items() if pattern.match(name)}
            )
        for child in self._children.values():
            found.update(child.collect_params(select))
        return found

    def _warn_of_hidden_blocks(self):
        """Warn of blocks in lists, which MXNet does not register."""
        known = set(self._children.values())
        for name, value in self.__dict__.items():
            if name.startswith("_") or not isinstance(value, list | tuple | dict):
                continue
            items = value.values() if isinstance(value, dict) else value
            if any(isinstance(item, Block) and item not in known for item in items):
                warnings.warn(
                    f'"{type(self).__name__}.{name}" is an unregistered container with Blocks. '
                    "Blocks inside a list, tuple or dict are not registered: use "
                    "register_child() or nn.Sequential/nn.HybridSequential.",
                    stacklevel=3,
                )

    def _collect_params_with_prefix(self, prefix=""):
        """Return the parameters by their place in the structure: ``features.0.weight``."""
        prefix += "." if prefix else ""
        found = {prefix + name: parameter for name, parameter in self._reg_params.items()}
        for name, child in self._children.items():
            found.update(child._collect_params_with_prefix(prefix + name))
        return found

    # -------------------------------------------------------------------------------- parameters

    def initialize(self, init=DEFAULT_INIT, ctx=None, verbose=False, force_reinit=False):
        """Initialize all parameters."""
        self.collect_params().initialize(init, ctx, verbose, force_reinit)

    def cast(self, dtype):
        """Convert all parameters to another element type."""
        for child in self._children.values():
            child.cast(dtype)
        for parameter in self.params.values():
            parameter.cast(dtype)

    def save_parameters(self, filename, deduplicate=False):
        """Write the parameters to a file, named by their place in the structure."""
        arrays, seen = {}, set()
        for name, parameter in self._collect_params_with_prefix().items():
            if deduplicate and id(parameter) in seen:
                continue
            seen.add(id(parameter))
            arrays[name] = parameter._reduce()
        nd.save(filename, arrays)

    def load_parameters(
        self,
        filename,
        ctx=None,
        allow_missing=False,
        ignore_extra=False,
        cast_dtype=False,
        dtype_source="current",
    ):
        """Read the parameters from a file of ``save_parameters``, ``save_params`` or ``export``."""
        loaded = nd.load(filename)
        if not isinstance(loaded, dict):
            raise MXNetError(
                f"'{filename}' holds {len(loaded)} arrays without names, not the parameters of a "
                "block"
            )
        params = self._collect_params_with_prefix()
        if not any("." in name for name in loaded) and any(
            "." in name or without_kind(name) not in params for name in [*params, *loaded]
        ):
            self._load_full_names(
                loaded, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source
            )
            return
        if not allow_missing:
            # A parameter that several blocks share may be stored once.
            stored = {id(params[name]) for name in loaded if name in params}
            for name, parameter in params.items():
                if id(parameter) not in stored:
                    raise AssertionError(
                        f"Parameter '{name}' is missing in file '{filename}', which contains "
                        f"parameters: {_shortened(loaded)}. Set allow_missing=True to ignore "
                        "missing parameters."
                    )
        for name in loaded if not ignore_extra else ():
            if name not in params:
                raise ValueError(
                    f"Parameter '{name}' loaded from file '{filename}' is not present in Dict, "
                    f"which contains parameters {_shortened(params)}. Set ignore_extra=True to "
                    "ignore. "
                )
        arrays = {params[name]: array for name, array in loaded.items() if name in params}
        load_all(arrays, ctx, cast_dtype, dtype_source)

    def _load_full_names(
        self, loaded, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source
    ):
        """Load a file with full names (``export``), or without our prefix (``save_params``)."""
        params = self.collect_params()
        loaded = {without_kind(name): array for name, array in loaded.items()}
        prefix = "" if any(name in params for name in loaded) else self.prefix
        params.load_dict(
            loaded, ctx, allow_missing, ignore_extra, prefix, filename, cast_dtype, dtype_source
        )

    def save_params(self, filename):
        """Write the parameters by their names without this block's prefix (the older form)."""
        warnings.warn(
            "save_params is deprecated. Please use save_parameters.",
            DeprecationWarning,
            stacklevel=2,
        )
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(self, filename, ctx=None, allow_missing=False, ignore_extra=False):
        """Read the parameters from a file (the older name of ``load_parameters``)."""
        warnings.warn(
            "load_params is deprecated. Please use load_parameters.",
            DeprecationWarning,
            stacklevel=2,
        )
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    # ---------------------------------------------------------------------------------- running

    def __call__(self, *args):
        for hook in self._forward_pre_hooks.values() if self._forward_pre_hooks else ():
            hook(self, args)
        out = self.forward(*args)
        for hook in self._forward_hooks.values() if self._forward_hooks else ():
            hook(self, args, out)
        return out

    def forward(self, *args):
        """Compute the output; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define forward")

    def hybridize(self, active=True, **kwargs):
        """Hybridize the children that can be."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def summary(self, *inputs):
        """Print the output shape and number of parameters of each block for these inputs."""
        summarize(self, inputs)


def _indented(block):
    first, *rest = repr(block).split("\n")
    return "\n".join([first, *(f"  {line}" for line in rest)])


def _attached(hooks, hook):
    handle = HookHandle()
    handle.attach(hooks, hook)
    return handle


class HybridBlock(Block):
    """A block whose ``hybrid_forward(F, x, ...)`` takes arrays (``F = mx.nd``) or symbols.

    Parameters assigned to attributes are passed to ``hybrid_forward`` by their attribute names.

    >>> class Scale(HybridBlock):
    ...     def __init__(self):
    ...         super().__init__()
    ...         self.factor = self.params.get("factor", shape=(1,), init="ones")
    ...     def hybrid_forward(self, F, x, factor):
    ...         return F.broadcast_mul(x, factor)
    """

    def __init__(self, prefix=None, params=None):
        super().__init__(prefix, params)
        self._active = False
        self._flags = {}

    def register_child(self, block, name=None):
        if not isinstance(block, HybridBlock):
            raise ValueError(
                f"Children of HybridBlock must also be HybridBlock, but {block} has type "
                f"{type(block)}. If you are using Sequential, please try HybridSequential instead."
            )
        super().register_child(block, name)

    def hybridize(
        self,
        active=True,
        backend=None,
        clear=True,
        static_alloc=False,
        static_shape=False,
        inline_limit=2,
        forward_bulk_size=None,
        backward_bulk_size=None,
        **kwargs,
    ):
        """Ask for the block to run as one graph; until there are graphs it runs as before."""
        if backend is not None:
            raise MXNetError(
                f"hybridize(backend={backend!r}) is not supported yet; leave backend out"
            )
        self._active = bool(active)
        flags = {
            "static_alloc": static_alloc,
            "static_shape": static_shape,
            "inline_limit": inline_limit,
            "forward_bulk_size": forward_bulk_size,
            "backward_bulk_size": backward_bulk_size,
        }
        self._flags = {**flags, **kwargs}
        super().hybridize(active, clear=clear, **self._flags)

    def forward(self, x, *args):
        """Run ``hybrid_forward`` with this block's parameters on the context of the input."""
        ctx = _context_of(x, args)
        params = {}
        for name, parameter in self._reg_params.items():
            data = parameter._data
            if (
                data is not None and len(data) == 1 and data[0]._ctx is ctx
            ):  # the common case, in a few steps
                params[name] = data[0]
            else:
                params[name] = parameter._data_or_unshaped(ctx)
        return self.hybrid_forward(nd, x, *args, **params)

    def hybrid_forward(self, F, x, *args, **kwargs):
        """Compute the output with ``F.`` operators; subclasses define it."""
        raise NotImplementedError(f"{type(self).__name__} does not define hybrid_forward")

    def infer_shape(self, *args):
        """Complete the shapes of all parameters by one pass over inputs like these."""
        with autograd.pause():
            self(*args)

    def infer_type(self, *args):
        """Convert the parameters to the type of the first input."""
        self.cast(args[0].dtype)


def _context_of(x, args):
    """Return the context of the first array among the inputs."""
    if isinstance(x, NDArray):
        return x._ctx.result
    for arg in (x, *args):
        for item in arg if isinstance(arg, list | tuple) else (arg,):
            if isinstance(item, NDArray):
                return item._ctx.result
            if isinstance(item, list | tuple) and item:
                return _context_of(item[0], item[1:])
    raise ValueError(
        "In HybridBlock, there must be one NDArray or one Symbol in the input. Please check the "
        "type of the args."
    )


_REEXPORTED = (
    DeferredInitializationError,
    is_np_array,
    ndarray,
    np_array,
    np_shape,
    shape_is_known,
)
