# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
from mxnet.attribute import AttrScope as AttrScope
BACKENDS: Any
CHOSEN: Any
from mxnet.context import Context as Context
Entry: Any
from mxnet.executor import Executor as Executor
def Group(symbols: Any, create_fn: Any = ...) -> Any:
    """Group several symbols into one with all their outputs.
"""
from mxnet.base import MXNetError as MXNetError
from mxnet.base import NotImplementedForSymbol as NotImplementedForSymbol
SPECIAL: Any
STORAGE_CODES: Any
class Symbol:
    """One or several outputs of a graph of operators.

    >>> import mxnet as mx
    >>> net = mx.sym.FullyConnected(mx.sym.var("data"), num_hidden=2, name="fc")
    >>> net.list_arguments()
    ['data', 'fc_weight', 'fc_bias']
    """
    def __abs__(self) -> Any: ...
    def __add__(self, other: Any) -> Symbol: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any: ...
    def __bool__(self) -> Any: ...
    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Return a copy of the graph in which variables are replaced by other symbols.
    """
    def __copy__(self) -> Any: ...
    def __deepcopy__(self, _: Any) -> Any: ...
    def __div__(self, other: Any) -> Any: ...
    def __eq__(self, other: Any) -> Any: ...
    def __float__(self) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __getattr__(self, name: Any) -> Any: ...
    def __getitem__(self, index: Any) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __index__(self) -> Any: ...
    def __init__(self, entries: Any) -> Any: ...
    def __int__(self) -> Any: ...
    def __iter__(self) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __len__(self) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> Symbol: ...
    def __ne__(self, other: Any) -> Any: ...
    def __neg__(self) -> Any: ...
    def __pow__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> Symbol: ...
    def __rdiv__(self, other: Any) -> Any: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> Any: ...
    def __rmod__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> Symbol: ...
    def __rpow__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> Symbol: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __setitem__(self, index: Any, value: Any) -> Any: ...
    def __sub__(self, other: Any) -> Symbol: ...
    def __truediv__(self, other: Any) -> Symbol: ...
    def abs(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``abs`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def arccos(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``arccos`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def arccosh(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``arccosh`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def arcsin(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``arcsin`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def arcsinh(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``arcsinh`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def arctan(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``arctan`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def arctanh(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``arctanh`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def argmax(self, /, axis: int | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the position of the first largest element along an axis.

        Parameters
        ----------
        data : Symbol
        axis : int or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def argmax_channel(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the position of the largest element along axis 1, or the first such position.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def argmin(self, /, axis: int | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the position of the first smallest element along an axis.

        Parameters
        ----------
        data : Symbol
        axis : int or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def argsort(self, /, axis: int | None = -1, is_ascend: bool = True, dtype: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the positions that sort the array along an axis.

        Parameters
        ----------
        data : Symbol
        axis : int or None, optional, default='-1'
        is_ascend : boolean, optional, default='True'
        dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def as_in_context(self) -> Any: ...
    def as_nd_ndarray(self) -> Any:
        """Return the symbol itself, which is already a symbol of ``mx.sym``.
    """
    def as_np_ndarray(self) -> Any:
        """Return the symbol as a symbol of ``mx.np``.
    """
    def asnumpy(self) -> Any: ...
    def asscalar(self) -> Any: ...
    def astype(self, dtype: Any, **kwargs: Any) -> Any:
        """Cast the elements to another type.
    """
    def attr(self, key: Any) -> Any:
        """Return an attribute of the node, or None if there is none, and for a group.
    """
    def attr_dict(self) -> Any:
        """Return the attributes of every node that has any, by node name.
    """
    def backward(self) -> Any: ...
    def bind(self, ctx: Any, args: Any, args_grad: Any = None, grad_req: Any = 'write', aux_states: Any = None, group2ctx: Any = None, shared_exec: Any = None) -> Any:
        """Create an executor for the given arrays.

        ``shared_exec`` has no effect: torch manages the memory that executors share.
    """
    def broadcast_axes(self, /, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Broadcast axes of length 1 to the given sizes.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple), optional, default='()'
        size : Shape(tuple), optional, default='()'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def broadcast_like(self, /, rhs: Symbol | None = None, lhs_axes: int | Sequence[int] | None = None, rhs_axes: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Broadcast axes of length 1 to the shape of the second array: all or only ``lhs_axes``.

        Parameters
        ----------
        lhs : Symbol
        rhs : Symbol
        lhs_axes : Shape(tuple) or None, optional, default='None'
        rhs_axes : Shape(tuple) or None, optional, default='None'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def broadcast_to(self, /, shape: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Broadcast axes of length 1 to a shape, in which 0 keeps the size.

        Parameters
        ----------
        data : Symbol
        shape : Shape(tuple), optional, default='()'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def cbrt(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``cbrt`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def ceil(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``ceil`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def clip(self, /, a_min: float = ..., a_max: float = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Clip each element to the range from ``a_min`` to ``a_max``.

        Parameters
        ----------
        data : Symbol
        a_min : float, required
        a_max : float, required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def copy(self) -> Any:
        """Return a copy of the graph.
    """
    def cos(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``cos`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def cosh(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``cosh`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def debug_str(self) -> Any:
        """Return a listing of all nodes.
    """
    def degrees(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``degrees`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def depth_to_space(self, /, block_size: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Rearrange channels into spatial blocks of ``block_size`` by ``block_size`` pixels.

        Parameters
        ----------
        data : Symbol
        block_size : int, required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def detach(self) -> Any: ...
    def diag(self, /, k: int = 0, axis1: int = 0, axis2: int = 1, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Extract a diagonal, or create a matrix with a vector as its diagonal.

        Parameters
        ----------
        data : Symbol
        k : int, optional, default='0'
        axis1 : int, optional, default='0'
        axis2 : int, optional, default='1'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def eval(self, ctx: Any = None, **kwargs: Any) -> Any:
        """Compute the outputs from arrays by name.
    """
    def exp(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``exp`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def expand_dims(self, /, axis: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Insert an axis of length 1.

        Parameters
        ----------
        data : Symbol
        axis : int, required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def expm1(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``expm1`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def fix(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``fix`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def flatten(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Flatten to a matrix: keep the first axis and merge all others.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def flip(self, /, axis: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Reverse the order of the elements along axes.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple), required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def floor(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``floor`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def get_backend_symbol(self, backend: Any) -> Any:
        """Return the symbol with fused layers, as in ``MKLDNN`` or ``MKLDNN_QUANTIZE``.

        This is for quantization. Other graphs are optimized when they are lowered to torch.
    """
    def get_children(self) -> Any:
        """Return a group of the inputs of the outputs' nodes, or None for a variable.
    """
    def get_internals(self) -> Any:
        """Return a group of the outputs of every node.
    """
    def gradient(self, wrt: Any) -> Any:
        """Raise an error, as in 1.9.1: bind the symbol and run backward instead.
    """
    @property
    def handle(self) -> Any: ...
    def infer_shape(self, *args: Any, **kwargs: Any) -> Any:
        """Infer the shapes of arguments, outputs and states; (None, None, None) if unknown.
    """
    def infer_shape_partial(self, *args: Any, **kwargs: Any) -> Any:
        """Infer the shapes as far as possible, with () for unknown ones.
    """
    def infer_type(self, *args: Any, **kwargs: Any) -> Any:
        """Infer the types of arguments, outputs and states; (None, None, None) if unknown.
    """
    def infer_type_partial(self, *args: Any, **kwargs: Any) -> Any:
        """Infer the types as far as possible, with None for unknown ones.
    """
    def list_arguments(self) -> Any:
        """Return the names of the variables that are not auxiliary states.
    """
    def list_attr(self, recursive: Any = False) -> Any:
        """Return the attributes of the node, or of the first node of a group.
    """
    def list_auxiliary_states(self) -> Any:
        """Return the names of arrays that operators update, such as moving averages.
    """
    def list_inputs(self) -> Any:
        """Return the names of all variables, including auxiliary states.
    """
    def list_outputs(self) -> Any:
        """Return the names of the outputs.
    """
    def log(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``log`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def log10(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``log10`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def log1p(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``log1p`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def log2(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``log2`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def log_softmax(self, /, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the logarithm of the softmax along an axis.

        Parameters
        ----------
        data : Symbol
        axis : int, optional, default='-1'
        temperature : float or None, optional, default='None'
        dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
        use_length : boolean or None, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def max(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the max over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def mean(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the mean over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def min(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the min over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    @property
    def name(self) -> Any: ...
    def nanprod(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the nanprod over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def nansum(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the nansum over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def norm(self, /, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DType | None = None, keepdims: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``).

        Parameters
        ----------
        data : Symbol
        ord : int, optional, default='2'
        axis : Shape(tuple) or None, optional, default='None'
        out_dtype : {None, 'float16', 'float32', 'float64', 'int32', 'int64', 'int8'}, optional, default='None'
        keepdims : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def one_hot(self, /, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Create a vector for each index: ``on_value`` at the index, ``off_value`` elsewhere.

        Parameters
        ----------
        indices : Symbol
        depth : int, required
        on_value : float, optional, default='1'
        off_value : float, optional, default='0'
        dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def ones_like(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Create ones with the shape and type of the input.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def optimize_for(self, backend: Any, args: Any = None, aux: Any = None, ctx: Any = None, **kwargs: Any) -> Any:
        """Return the symbol for a backend, if it is one of MKLDNN's for quantization.

        The backends ``default`` and ``default_v2`` partition the graph by the operators that were
        selected with ``mxnet.base._LIB``. For others the symbol is returned unchanged, with a log
        message: graphs are optimized when they are bound or hybridized, for the ``args``, ``aux``
        and ``ctx`` of that call.
    """
    def pad(self, /, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Pad the array with a constant, with its edge, or with its reflection.

        Parameters
        ----------
        data : Symbol
        mode : {'constant', 'edge', 'reflect'}, required
        pad_width : Shape(tuple), required
        constant_value : float, optional, default='0'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def pick(self, /, index: Symbol | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Pick one element along an axis for each position of the other axes.

        Parameters
        ----------
        data : Symbol
        index : Symbol
        axis : int or None, optional, default='-1'
        keepdims : boolean, optional, default='False'
        mode : {'clip', 'wrap'}, optional, default='clip'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def prod(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the prod over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def radians(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``radians`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def rcbrt(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``rcbrt`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def reciprocal(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``reciprocal`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def relu(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``relu`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def repeat(self, /, repeats: int = ..., axis: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Repeat each element, or each slice along an axis.

        Parameters
        ----------
        data : Symbol
        repeats : int, required
        axis : int or None, optional, default='None'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def reshape(self, *shape: Any, **kwargs: Any) -> Any:
        """Reshape the array; 0, -1, -2, -3 and -4 are MXNet's special codes.
    """
    def reshape_like(self, /, rhs: Symbol | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Reshape the first array to the shape of the second, or replace only some axes.

        Parameters
        ----------
        lhs : Symbol
        rhs : Symbol
        lhs_begin : int or None, optional, default='None'
        lhs_end : int or None, optional, default='None'
        rhs_begin : int or None, optional, default='None'
        rhs_end : int or None, optional, default='None'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def rint(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``rint`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def round(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``round`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def rsqrt(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``rsqrt`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def save(self, fname: Any, remove_amp_cast: Any = True) -> Any:
        """Write the graph to a file.
    """
    def shape_array(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the shape as an int64 array.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def sigmoid(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``sigmoid`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def sign(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``sign`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def simple_bind(self, ctx: Any, grad_req: Any = 'write', type_dict: Any = None, stype_dict: Any = None, group2ctx: Any = None, shared_arg_names: Any = None, shared_exec: Any = None, shared_buffer: Any = None, **kwargs: Any) -> Any:
        """Create an executor with newly allocated arrays for inputs of the given shapes.
    """
    def sin(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``sin`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def sinh(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``sinh`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def size_array(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the number of elements as an int64 array.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def slice(self, /, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open.

        Parameters
        ----------
        data : Symbol
        begin : Shape(tuple), required
        end : Shape(tuple), required
        step : Shape(tuple) or None, optional, default='()'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def slice_axis(self, /, axis: int = ..., begin: int = ..., end: int | None = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the elements from ``begin`` to ``end`` along one axis.

        Parameters
        ----------
        data : Symbol
        axis : int, required
        begin : int, required
        end : int or None, required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def slice_like(self, /, shape_like: Symbol | None = None, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Crop the array to the shape of another one, along all axes or only ``axes``.

        Parameters
        ----------
        data : Symbol
        shape_like : Symbol
        axes : Shape(tuple), optional, default='()'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def softmax(self, /, length: Symbol | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``exp(x / temperature)`` divided by its sum along an axis.

        With ``use_length``, only the first ``length`` elements along the axis are used; the others
        become 0.

        Parameters
        ----------
        data : Symbol
        length : Symbol
        axis : int, optional, default='-1'
        temperature : float or None, optional, default='None'
        dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
        use_length : boolean or None, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def softmin(self, /, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the softmax of the negated data along an axis.

        Parameters
        ----------
        data : Symbol
        axis : int, optional, default='-1'
        temperature : float or None, optional, default='None'
        dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
        use_length : boolean or None, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def sort(self, /, axis: int | None = -1, is_ascend: bool = True, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Sort along an axis, or sort the flattened array if the axis is None.

        Parameters
        ----------
        data : Symbol
        axis : int or None, optional, default='-1'
        is_ascend : boolean, optional, default='True'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def space_to_depth(self, /, block_size: int = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Rearrange spatial blocks of ``block_size`` by ``block_size`` pixels into channels.

        Parameters
        ----------
        data : Symbol
        block_size : int, required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def split(self, /, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Split the array along an axis into parts of equal size.

        Parameters
        ----------
        data : Symbol
        num_outputs : int, required
        axis : int, optional, default='1'
        squeeze_axis : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def split_v2(self, *args: Any, **kwargs: Any) -> Any:
        """Split a symbol into equal parts, or at the given indices.
    """
    def sqrt(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``sqrt`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def square(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``square`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def squeeze(self, /, axis: int | Sequence[int] | None = None, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Remove axes of length 1: those in ``axis``, or all by default.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def sum(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute the sum over axes, by default over all of them.

        Parameters
        ----------
        data : Symbol
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def swapaxes(self, /, dim1: int = 0, dim2: int = 0, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Swap two axes.

        Parameters
        ----------
        data : Symbol
        dim1 : int, optional, default='0'
        dim2 : int, optional, default='0'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def take(self, /, indices: Symbol | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Take the elements of ``a`` at the given positions along an axis.

        Positions outside the axis are clipped to its ends (``clip``), wrapped around (``wrap``) or
        rejected with an error (``raise``).

        Parameters
        ----------
        a : Symbol
        indices : Symbol
        axis : int, optional, default='0'
        mode : {'clip', 'raise', 'wrap'}, optional, default='clip'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def tan(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``tan`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def tanh(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``tanh`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def tile(self, /, reps: int | Sequence[int] = ..., name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Tile the array ``reps`` times along each axis.

        Parameters
        ----------
        data : Symbol
        reps : Shape(tuple), required
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def tojson(self, remove_amp_cast: Any = True) -> Any:
        """Return the graph as JSON that every MXNet version since 1.0 can read.
    """
    def topk(self, /, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] = 'indices', is_ascend: bool = False, dtype: DType = 'float32', name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Return the ``k`` largest (or smallest) elements along an axis, in order; all if ``k`` is 0.

        ``ret_typ`` selects what to return: the values, their positions (in ``dtype``), both, or a mask
        with the shape of the data and 1 at their positions.

        Parameters
        ----------
        data : Symbol
        axis : int or None, optional, default='-1'
        k : int, optional, default='1'
        ret_typ : {'both', 'indices', 'mask', 'value'}, optional, default='indices'
        is_ascend : boolean, optional, default='False'
        dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def transpose(self, /, axes: int | Sequence[int] = (), name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Permute the axes; by default reverse their order.

        Parameters
        ----------
        data : Symbol
        axes : Shape(tuple), optional, default='()'
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def trunc(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Compute ``trunc`` of each element.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
    def wait_to_read(self) -> Any: ...
    def zeros_like(self, /, name: str | None = None, attr: dict[str, str] | None = None, out: Symbol | None = None, **kwargs: Any) -> Symbol:
        """Create zeros with the shape and type of the input.

        Parameters
        ----------
        data : Symbol
        name : str, optional
            The name of the result in a graph.
        attr : dict of str, optional
            Further attributes of the node.
    """
from mxnet.base import SymbolHandle as SymbolHandle
def Variable(name: Any, attr: Any = None, shape: Any = None, lr_mult: Any = None, wd_mult: Any = None, dtype: Any = None, init: Any = None, stype: Any = None, **kwargs: Any) -> Any:
    """Create a variable: a named placeholder for an array.
"""
annotations: Any
from mxnet.symbol.functions import arange as arange
from mxnet.base import c_array as c_array
from mxnet.base import c_array_buf as c_array_buf
from mxnet.base import c_handle_array as c_handle_array
from mxnet.base import c_str as c_str
from mxnet.base import c_str_array as c_str_array
from mxnet.base import check_call as check_call
from mxnet.context import current_context as current_context
from mxnet.symbol.functions import eye as eye
from mxnet.symbol.functions import full as full
from mxnet.symbol.functions import histogram as histogram
from mxnet.symbol.functions import hypot as hypot
from mxnet.util import is_np_shape as is_np_shape
from mxnet.symbol.functions import linspace as linspace
def load(fname: Any) -> Any:
    """Read a symbol from a file.
"""
def load_json(json_str: Any) -> Any:
    """Read a symbol from JSON of any version since 0.8.
"""
from mxnet.symbol.functions import maximum as maximum
from mxnet.symbol.functions import minimum as minimum
from mxnet.symbol.functions import ones as ones
from mxnet.symbol.functions import power as _power
pow = _power
from mxnet.symbol.functions import power as power
from mxnet.base import py_str as py_str
from mxnet.symbol.functions import split_v2 as split_v2
def var(name: Any, attr: Any = None, shape: Any = None, lr_mult: Any = None, wd_mult: Any = None, dtype: Any = None, init: Any = None, stype: Any = None, **kwargs: Any) -> Any:
    """Create a variable: a named placeholder for an array.
"""
from mxnet.symbol.functions import zeros as zeros
