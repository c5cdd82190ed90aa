"""Blocks: the parameters and children of layers and networks; calling, saving and printing them."""

from __future__ import annotations

import inspect
import re
import warnings
from collections import OrderedDict

from .. import ndarray as nd
from .._core.scope import state
from .._eager.recompute import recompute
from .._formats.local import reading_together, together
from .._text.foreign_names import BLOCK
from .._text.spelling import (
    ConstructorSignature,
    check_arguments,
    explain_foreign_names,
    suggesting,
    suggesting_arguments,
)
from ..ndarray import NDArray
from ..ndarray._nesting import regroup
from ..ndarray.sparse import BaseSparseNDArray
from ._export import Network, describe_arguments, trace_network
from ._graph import flatten
from ._inputs import leaves
from ._loading import read_parameters
from ._model_file import is_model_file, load_parameters, save_model
from ._parameter import DEFAULT_INIT, Parameter
from ._parameter_dict import ParameterDict
from ._saving import load_structure, save_structure
from ._scope import BlockScope
from ._summary import block_table, summarize
from ._torch import export_block, load_torch
from ._tracing import TracedArray
from .utils import HookHandle, _indent

_NOT_IN_PARAMS = (
    ", whose initialize() does not reach it: make it by self.{0} = self.params.get('{0}', "
    "shape=...), not by gluon.Parameter"
)


@explain_foreign_names(BLOCK)
class Block:
    """The base class of layers and networks: create children in ``__init__``, define ``forward``.

    Blocks and parameters assigned to attributes are registered.

    >>> class Net(Block):
    ...     def forward(self, x):
    ...         return x * 2
    >>> Net()(nd.array([1.0]))
    <BLANKLINE>
    [2.]
    <NDArray 1 @cpu(0)>
    """

    __module__ = "mxnet.gluon.block"  # where users and pickles find it
    _recorder = None  # of a layer that records its calls as steps
    # Whether any block has ever been a checkpoint, so that calls can skip the check.
    _any_checkpoint = False

    _in_summary = True  # whether the block has a row in the table of ``summary``
    _checkpointed = False  # whether backward recomputes the forward pass
    _constructor_hint = ""  # suggestion in the error for a wrong constructor call
    # Shapes and types of the arguments of the first call, which a graph may need.
    _first_inputs = None

    __signature__ = ConstructorSignature()

    def __new__(cls, *args, **kwargs):
        if args or kwargs:
            check_arguments(cls, args, kwargs)
        return super().__new__(cls)

    @suggesting
    def __init__(self, prefix=None, params=None):
        if not isinstance(prefix, str | None):
            raise TypeError(
                f"{type(self).__name__}(): prefix must be a string, got type "
                f"{type(prefix).__name__}.{self._constructor_hint or _call_hint(self, prefix)}"
            )
        if not isinstance(params, ParameterDict | None):
            raise TypeError(
                f"{type(self).__name__}(): params must be the parameters to share, block.params or "
                f"net.collect_params(), got type {type(params).__name__}"
            )
        self._empty_prefix = prefix == ""
        self._prefix, self._params = BlockScope.create(prefix, params, self._alias())
        self._name = self._prefix.removesuffix("_")
        self._reg_params = {}  # attribute name -> Parameter
        self._children = OrderedDict()  # attribute name or position -> Block
        self._forward_pre_hooks, self._forward_hooks = OrderedDict(), OrderedDict()
        self._scope = BlockScope(self)

    def _alias(self):
        return self.__class__.__name__.lower()

    def __repr__(self):
        children = (
            f"  ({name}): {_indent(repr(block), 2)}"
            for name, block in self.__dict__.items()
            if isinstance(block, Block)
        )
        listing = "\n".join(children)
        return f"{type(self).__name__}(\n{listing}\n)"

    def _repr_html_(self):
        return block_table(self)

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
                    f"not allowed.{_replacement_hint(name, present)}"
                )
        if isinstance(value, Block | Parameter) and "_children" not in self.__dict__:
            kind = type(self).__name__
            raise AttributeError(
                f"{kind}.{name} is a {type(value).__name__}, which {kind} cannot register yet: "
                "call super().__init__() first in __init__"
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
            if not value._owner:
                value._owner = f"{type(self).__name__} '{self.name}'"
                if value.name not in self._params:
                    value._owner_note = _NOT_IN_PARAMS.format(name)
        super().__setattr__(name, value)

    # ------------------------------------------------------------------------ names and parts

    @property
    def prefix(self):
        """The prefix of the names of this block's parameters."""
        return self._prefix

    @property
    def name(self):
        """The prefix without its trailing underscore."""
        return self._name

    @property
    def params(self):
        """The parameters of this block, without those of its children."""
        return self._params

    def name_scope(self):
        """Return a scope in which new blocks inherit this block's prefix."""
        return self._scope

    def register_child(self, block, name=None):
        """Register a block as a child of this one."""
        self._children[str(len(self._children)) if name is None else name] = block

    def register_forward_pre_hook(self, hook):
        """Call ``hook(block, inputs)`` before each forward pass; return a handle to detach it."""
        return _attach_hook(self._forward_pre_hooks, hook)

    def register_forward_hook(self, hook):
        """Call ``hook(block, inputs, outputs)`` after each forward pass; return a handle."""
        return _attach_hook(self._forward_hooks, hook)

    def register_op_hook(self, callback, monitor_all=False):
        """Call a function with each result of the operators of hybridized blocks.

        It gets the name of the result and of the operator, as bytes, and a copy of the array. With
        ``monitor_all`` it is called with the inputs of operators, too.
        """
        for child in self._children.values():
            child.register_op_hook(callback, monitor_all)

    def apply(self, fn):
        """Call a function on every block, children first; return this block."""
        for child in self._children.values():
            child.apply(fn)
        fn(self)
        return self

    def collect_params(self, select=None):
        """Return the parameters of this block and its children, optionally by a name pattern."""
        self._warn_of_hidden_blocks()
        parameters = ParameterDict(self._params.prefix)
        if select is None:
            parameters.update(self.params)
        else:
            pattern = _compile_pattern(select)
            parameters.update(
                {name: value for name, value in self.params.items() if pattern.match(name)}
            )
        for child in self._children.values():
            parameters.update(child.collect_params(select))
        return parameters

    def _warn_of_hidden_blocks(self):
        """Warn about blocks in lists, which MXNet does not register."""
        registered = set(self._children.values())
        for name, value in self.__dict__.items():
            if name.startswith("_") or not isinstance(value, list | tuple | dict):
                continue
            if any(block not in registered for block in _blocks_in(value)):
                warnings.warn(
                    f'"{type(self).__name__}.{name}" is an unregistered container with Blocks. '
                    "Blocks inside a list, tuple or dict are not registered: use "
                    "register_child() or nn.Sequential/nn.HybridSequential.",
                    stacklevel=3,
                )

    def _collect_params_with_prefix(self, prefix=""):
        """Return the parameters by their structural names: ``features.0.weight``."""
        prefix += "." if prefix else ""
        parameters = {prefix + name: parameter for name, parameter in self._reg_params.items()}
        for name, child in self._children.items():
            parameters.update(child._collect_params_with_prefix(prefix + name))
        return parameters

    # -------------------------------------------------------------------------------- parameters

    @suggesting_arguments
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
        """Write the parameters to a file, with their structural names."""
        params = self._collect_params_with_prefix()
        if deduplicate:  # MXNet: a shared parameter is listed under the last of its names
            last = {parameter: name for name, parameter in params.items()}
            params = {name: parameter for parameter, name in last.items()}
        nd.save(filename, {name: parameter._reduce() for name, parameter in params.items()})

    def load_parameters(
        self,
        filename,
        ctx=None,
        allow_missing=False,
        ignore_extra=False,
        cast_dtype=False,
        dtype_source="current",
    ):
        """Load the parameters from a file of ``save_parameters``, ``save_params`` or ``export``."""
        read_parameters(self, filename, ctx, allow_missing, ignore_extra, cast_dtype, dtype_source)

    def save_params(self, filename):
        """Write the parameters, with names without this block's prefix (deprecated format)."""
        warnings.warn(
            "save_params is deprecated. Please use save_parameters.",
            DeprecationWarning,
            stacklevel=2,
        )
        self.collect_params().save(filename, strip_prefix=self.prefix)

    def load_params(self, filename, ctx=None, allow_missing=False, ignore_extra=False):
        """Load the parameters from a file (deprecated name of ``load_parameters``)."""
        warnings.warn(
            "load_params is deprecated. Please use load_parameters.",
            DeprecationWarning,
            stacklevel=2,
        )
        self.load_parameters(filename, ctx, allow_missing, ignore_extra)

    def save(self, prefix):
        """Write ``prefix-model.json``, the tree of blocks, and ``prefix-model.params``.

        If the name ends in ``.mx``, write a single file with the network itself, its graph and its
        parameters; ``gluon.load`` creates a block from it. The graph is determined as in
        ``export``.
        """
        if is_model_file(prefix):
            save_model(self, prefix)
            return
        with together():
            save_structure(self, f"{prefix}-model.json")
            self.save_parameters(f"{prefix}-model.params")

    def load(self, prefix):
        """Load the files of ``save`` into blocks that were created in the same order."""
        if is_model_file(prefix):
            load_parameters(self, prefix)
            return
        files = f"{prefix}-model.json", f"{prefix}-model.params"
        reading_together(
            files, lambda: (load_structure(self, files[0]), self.load_parameters(files[1]))
        )

    # ---------------------------------------------------------------------------------- running

    def __call__(self, *args, **keywords):
        if keywords:
            _refuse_keywords(self, keywords)
        if self._first_inputs is None and (first := describe_arguments(args)):
            return self._call_first(first, args)
        if self._forward_pre_hooks:
            for hook in self._forward_pre_hooks.values():
                hook(self, args)
        try:
            out = (
                self._forward_with_recompute(*args)
                if self._checkpointed and state.tape is not None
                else self.forward(*args)
            )
        except TypeError:
            _refuse_misfit(self, args)
            raise
        if self._forward_hooks:
            for hook in self._forward_hooks.values():
                hook(self, args, out)
        return out

    def _call_first(self, first, args):
        """Record the inputs of the first call; if it fails, restore the deferred shapes."""
        self.__dict__["_first_inputs"] = first
        deferred = [p._deferral() for p in self._deferred_parameters()]
        try:
            # Not self(...): an overridden __call__ of a subclass is already running.
            return Block.__call__(self, *args)
        except Exception:
            for block in self._descendants():
                block._forget_first_call()
            for parameter, deferral in deferred:
                parameter._defer_again(deferral)
            raise

    def _forget_first_call(self):
        self.__dict__["_first_inputs"] = None

    def _deferred_parameters(self):
        """Return the parameters of all blocks whose shapes the first call will determine."""
        parameters = (block._reg_params.values() for block in self._descendants())
        return [p for own in parameters for p in own if p._deferred_init]

    def _descendants(self):
        """Yield this block and all below it; children may be functions, as those of Compose."""
        yield self
        for child in self._children.values():
            if isinstance(child, Block):
                yield from child._descendants()

    def forward(self, *args):
        """Compute the output; subclasses define this method."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define forward: write a method forward(self, x) that "
            "computes the output"
        )

    def hybridize(self, active=True, **kwargs):
        """Hybridize the children that support it."""
        for child in self._children.values():
            child.hybridize(active, **kwargs)

    def checkpoint(self, active=True):
        """Store only the inputs of this block for ``backward``, and recompute the rest.

        This takes another forward pass of the block and saves memory: call it on each large part of
        a network. Results and gradients are the same, including random numbers. A block with such a
        part runs part by part, each of them hybridized if requested.
        """
        Block._any_checkpoint = Block._any_checkpoint or bool(active)
        self.__dict__["_checkpointed"] = bool(active)

    def _checkpoints_inside(self) -> bool:
        """Return whether a part of this block is a gradient checkpoint."""
        return any(
            child._checkpointed or child._checkpoints_inside() for child in self._children.values()
        )

    def _forward_with_recompute(self, *args):
        """Run forward as a gradient checkpoint, if there are arrays to differentiate."""
        if any(p._deferred_init for p in self.collect_params().values()):
            # It initializes parameters, so recomputing would give another result.
            return self.forward(*args)
        if not any(leaves(args, NDArray)) or any(leaves(args, TracedArray | BaseSparseNDArray)):
            return self.forward(*args)
        flat, in_format = flatten(args, "input")
        arrays, out_format = [array for array in flat if array is not None], []

        def run(inputs):
            waiting = iter(inputs)
            grouped, _ = regroup([a if a is None else next(waiting) for a in flat], in_format)
            results, form = flatten(self.forward(*grouped), "output")
            out_format[:] = [form]
            return results

        results = recompute(run, arrays)
        return regroup(results, out_format[0])[0]

    def export(self, path, epoch=0, remove_amp_cast=True):
        """Write ``path-symbol.json`` and ``path-0000.params``; return their names.

        The graph is that of the first call, or of one input ``data`` if there was none. A block
        that is not hybrid is run once on arrays without values: if it needs values (``asnumpy``,
        ``if x > 0``), the error names the line.
        """
        return self._network().export(path, epoch, remove_amp_cast)

    def _network(self) -> Network:
        """Return the graph of this block with its parameters."""
        return trace_network(self)

    def to_torch(self, *inputs, open_axes=(0,)):
        """Return a ``torch.nn.Module`` that computes the same predictions as this network.

        It consists of torch's own operators, so it can be used, saved and loaded without mxnet. Its
        ``state_dict`` has copies of the parameters with their structural names. Sizes of the inputs
        along ``open_axes`` stay open if the network allows it. ``inputs`` are example arrays, by
        default random ones like those of the first call; the results of both must agree on them.
        """
        return export_block(self, inputs, open_axes)[1]

    def load_torch(self, source, ctx=None):
        """Load the parameters from a torch module, its ``state_dict`` or a file.

        They are matched by name if all names are the same, otherwise in order; every shape must
        match. Returns the source name of each parameter.
        """
        return load_torch(self, source, ctx)

    def summary(self, *inputs, flops=False):
        """Print the output shape and number of parameters of each block for the given inputs.

        With ``flops``, also print the number of multiply-add operations in the products and
        convolutions of each block, excluding its children.
        """
        summarize(self, inputs, flops)


def _blocks_in(value):
    """Return the blocks inside nested lists, tuples and dictionaries."""
    if isinstance(value, Block):
        yield value
    elif isinstance(value, list | tuple | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _blocks_in(item)


def name_block(error, block) -> None:
    """Add the calling block and the names of its parameters to an operator's error message."""
    text = str(error.args[0]) if error.args else ""
    if "in operator " not in text or "\n  block: " in text:
        return  # the message already names the innermost block
    owned = ", ".join(f"{name} '{p.name}' {p.shape}" for name, p in block._reg_params.items())
    label = f"{type(block).__name__} '{block.name}'{owned and ' with ' + owned}"
    error.args = (f"{text}\n  block: {label}", *error.args[1:])


def _attach_hook(hooks, hook):
    if not callable(hook):
        raise TypeError(f"a hook is a function of a block and its inputs, got {hook!r}")
    handle = HookHandle()
    handle.attach(hooks, hook)
    return handle


def _refuse_keywords(block, keywords) -> None:
    """Reject inputs by name: hooks, traces and exported graphs know inputs by position only."""
    names = " and ".join(f"'{name}='" for name in keywords)
    raise TypeError(
        f"{type(block).__name__} '{block.name}' takes its inputs by position, in the order of its "
        f"forward: leave out {names}"
    )


def _refuse_misfit(block, args) -> None:
    """Reject a number of inputs that ``forward`` does not accept, with the name of the block."""
    signature = inspect.signature(block.forward)
    try:
        signature.bind(*args)
    except TypeError:
        hint = "; F is a parameter of hybrid_forward alone" if "F" in signature.parameters else ""
        raise TypeError(
            f"{type(block).__name__} '{block.name}' has forward{signature}, but was called with "
            f"{len(args)} input{'s' * (len(args) != 1)}{hint}"
        ) from None


def _call_hint(block, value):
    """Return the advice for a constructor that got data: ``Flatten(x)``."""
    if not isinstance(value, NDArray):
        return ""
    return f" Create the layer first, then call it: {type(block).__name__}()(x)."


def _replacement_hint(name, present):
    """Return the advice for assigning something else to a registered attribute."""
    if isinstance(present, Parameter):
        return f" {name}.set_data(array) replaces its values."
    return " A Block can only be replaced by another Block."


def _compile_pattern(select):
    try:
        return re.compile(select)
    except re.error as error:
        raise re.error(
            f"collect_params() selects by a regular expression such as '.*weight', got {select!r}: "
            f"{error}"
        ) from error
