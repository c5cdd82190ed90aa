# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
ARRAY: Any
from mxnet.error import AssertedValueError as AssertedValueError
from mxnet.context import Context as Context
from mxnet.runtime import Features as Features
INPLACE_IN_RECORD: Any
Iterator: Any
KERNEL_ERRORS: Any
from mxnet.base import MXNetError as MXNetError
from mxnet.error import MXNetValueError as MXNetValueError
MappingView: Any
class NDArray:
    """An n-dimensional array on a device, created from the ``handle`` of another one.

    ``writable`` has no effect: every array is writable.

    >>> x = array([[1, 2], [3, 4]])
    >>> x + 1
    <BLANKLINE>
    [[2. 3.]
     [4. 5.]]
    <NDArray 2x2 @cpu(0)>
    """
    @property
    def T(self) -> Any: ...
    def __abs__(array, /, *args: Any, **kwargs: Any) -> Any: ...
    def __add__(self, other: Any) -> NDArray: ...
    def __and__(self, other: Any) -> Any: ...
    def __array__(self, dtype: Any = None, copy: Any = None) -> Any: ...
    def __bool__(self) -> Any: ...
    def __copy__(self) -> Any: ...
    def __deepcopy__(self, memo: Any) -> Any: ...
    def __dir__(self) -> Any: ...
    def __div__(self, other: Any) -> Any: ...
    def __dlpack__(self, *, stream: Any = None, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        """Export the memory with the DLPack protocol.
    """
    def __dlpack_device__(self) -> Any:
        """Return the device for the DLPack protocol: its type and number.
    """
    def __eq__(self, other: Any) -> Any: ...
    def __float__(self) -> Any: ...
    def __format__(self, spec: Any) -> Any:
        """Format the element of an array that has only one, as in ``f"{loss.mean():.3f}"``.
    """
    def __ge__(self, other: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        """Return the part of the array that the key selects.

        >>> import mxnet as mx
        >>> mx.nd.array([[1, 2], [3, 4]])[0, 1]
        <BLANKLINE>
        [2.]
        <NDArray 1 @cpu(0)>
    """
    def __getstate__(self) -> Any: ...
    def __gt__(self, other: Any) -> Any: ...
    def __iadd__(self, other: Any) -> Any: ...
    def __idiv__(self, other: Any) -> Any: ...
    def __imod__(self, other: Any) -> Any: ...
    def __imul__(self, other: Any) -> Any: ...
    def __index__(self) -> Any: ...
    def __init__(self, handle: Any, writable: Any = True) -> Any: ...
    def __int__(self) -> Any: ...
    def __ipow__(self, other: Any) -> Any: ...
    def __isub__(self, other: Any) -> Any: ...
    def __iter__(self) -> Any: ...
    def __itruediv__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __len__(self) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> NDArray: ...
    def __ne__(self, other: Any) -> Any: ...
    def __neg__(array, /, *args: Any, **kwargs: Any) -> Any: ...
    @property
    def __numpy_dtype__(self) -> Any: ...
    def __or__(self, other: Any) -> Any: ...
    def __pow__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> NDArray: ...
    def __rdiv__(self, other: Any) -> Any: ...
    def __reduce__(self) -> Any: ...
    def __repr__(self) -> Any: ...
    def __rmod__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> NDArray: ...
    def __rpow__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> NDArray: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> Any:
        """Write a number, an array or a nested list into the part of the array that the key selects.
    """
    def __setstate__(self, pickled: Any) -> Any: ...
    def __sub__(self, other: Any) -> NDArray: ...
    def __truediv__(self, other: Any) -> NDArray: ...
    def abs(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``abs`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def arccos(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``arccos`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def arccosh(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``arccosh`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def arcsin(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``arcsin`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def arcsinh(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``arcsinh`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def arctan(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``arctan`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def arctanh(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``arctanh`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def argmax(self, /, axis: int | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the position of the first largest element along an axis.

        Parameters
        ----------
        data : NDArray
        axis : int or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def argmax_channel(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the position of the largest element along axis 1, or the first such position.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def argmin(self, /, axis: int | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the position of the first smallest element along an axis.

        Parameters
        ----------
        data : NDArray
        axis : int or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def argsort(self, /, axis: int | None = -1, is_ascend: bool = True, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the positions that sort the array along an axis.

        Parameters
        ----------
        data : NDArray
        axis : int or None, optional, default='-1'
        is_ascend : boolean, optional, default='True'
        dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def as_in_context(self, context: Any) -> Any:
        """Return the array itself if it is on the context, otherwise a copy there.
    """
    def as_nd_ndarray(self) -> Any:
        """Return the array itself, which is already an NDArray.
    """
    def as_np_ndarray(self) -> Any:
        """Return an ``mx.np`` array with the same memory and the same node of the graph.
    """
    def asnumpy(self) -> Any:
        """Return a copy as a NumPy array.
    """
    def asscalar(self) -> Any:
        """Return the single element as a NumPy scalar.
    """
    def astype(self, dtype: Any, copy: Any = True) -> Any:
        """Return a copy with another element type, or the array itself if that changes nothing.
    """
    def attach_grad(self, grad_req: Any = 'write', stype: Any = None) -> Any:
        """Mark this array as a variable: ``backward`` stores its gradient in ``grad``.
    """
    def backward(self, out_grad: Any = None, retain_graph: Any = False, train_mode: Any = True) -> Any:
        """Compute the gradients of this array's sum and store them in the variables' ``grad``.
    """
    def broadcast_axes(self, /, axis: int | Sequence[int] = (), size: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Broadcast axes of length 1 to the given sizes.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple), optional, default='()'
        size : Shape(tuple), optional, default='()'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def broadcast_like(self, other: Any) -> Any:
        """Return a copy broadcast to the shape of another array.
    """
    def broadcast_to(self, shape: Any) -> Any:
        """Return a copy broadcast to a shape, along axes of length 1 and new leading axes.
    """
    def cbrt(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``cbrt`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def ceil(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``ceil`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def clip(self, /, a_min: float = ..., a_max: float = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Clip each element to the range from ``a_min`` to ``a_max``.

        Parameters
        ----------
        data : NDArray
        a_min : float, required
        a_max : float, required
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def context(self) -> Any: ...
    def copy(self) -> Any:
        """Return a copy on the same device.
    """
    def copyto(self, other: Any) -> Any:
        """Copy into another array, or to a new array on a context.
    """
    def cos(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``cos`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def cosh(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``cosh`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def ctx(self) -> Any: ...
    def degrees(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``degrees`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def depth_to_space(self, /, block_size: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Rearrange channels into spatial blocks of ``block_size`` by ``block_size`` pixels.

        Parameters
        ----------
        data : NDArray
        block_size : int, required
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def detach(self) -> Any:
        """Return an array that shares the memory but is not part of the graph.
    """
    def diag(self, /, k: int = 0, axis1: int = 0, axis2: int = 1, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Extract a diagonal, or create a matrix with a vector as its diagonal.

        Parameters
        ----------
        data : NDArray
        k : int, optional, default='0'
        axis1 : int, optional, default='0'
        axis2 : int, optional, default='1'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def dtype(self) -> Any: ...
    def exp(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``exp`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def expand_dims(self, axis: Any, inplace: Any = False) -> Any:
        """Insert an axis of length 1; return a copy, or a view if ``inplace``.
    """
    def expm1(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``expm1`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def fix(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``fix`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def flatten(self, inplace: Any = False) -> Any:
        """Flatten to two dimensions; return a copy, or a view if ``inplace``.
    """
    def flip(self, /, axis: int | Sequence[int] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Reverse the order of the elements along axes.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple), required
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def floor(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``floor`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def grad(self) -> Any: ...
    @property
    def handle(self) -> Any: ...
    def log(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``log`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def log10(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``log10`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def log1p(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``log1p`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def log2(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``log2`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def log_softmax(self, /, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the logarithm of the softmax along an axis.

        Parameters
        ----------
        data : NDArray
        axis : int, optional, default='-1'
        temperature : float or None, optional, default='None'
        dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
        use_length : boolean or None, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def max(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the max over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def mean(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the mean over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def min(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the min over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def nanprod(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the nanprod over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def nansum(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the nansum over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def ndim(self) -> Any: ...
    def norm(self, /, ord: int = 2, axis: int | Sequence[int] | None = None, out_dtype: DType | None = None, keepdims: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the sum of magnitudes (``ord=1``) or the root of the sum of squares (``ord=2``).

        Parameters
        ----------
        data : NDArray
        ord : int, optional, default='2'
        axis : Shape(tuple) or None, optional, default='None'
        out_dtype : {None, 'float16', 'float32', 'float64', 'int32', 'int64', 'int8'}, optional, default='None'
        keepdims : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def one_hot(self, /, depth: int = ..., on_value: float = 1.0, off_value: float = 0.0, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Create a vector for each index: ``on_value`` at the index, ``off_value`` elsewhere.

        Parameters
        ----------
        indices : NDArray
        depth : int, required
        on_value : float, optional, default='1'
        off_value : float, optional, default='0'
        dtype : {'bfloat16', 'float16', 'float32', 'float64', 'int32', 'int64', 'int8', 'uint8'}, optional, default='float32'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def ones_like(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Create ones with the shape and type of the input.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def pad(self, /, mode: Literal['constant', 'edge', 'reflect'] = ..., pad_width: int | Sequence[int] = ..., constant_value: float = 0.0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Pad the array with a constant, with its edge, or with its reflection.

        Parameters
        ----------
        data : NDArray
        mode : {'constant', 'edge', 'reflect'}, required
        pad_width : Shape(tuple), required
        constant_value : float, optional, default='0'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def pick(self, /, index: NDArray | None = None, axis: int | None = -1, keepdims: bool = False, mode: Literal['clip', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Pick one element along an axis for each position of the other axes.

        Parameters
        ----------
        data : NDArray
        index : NDArray
        axis : int or None, optional, default='-1'
        keepdims : boolean, optional, default='False'
        mode : {'clip', 'wrap'}, optional, default='clip'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def prod(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the prod over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def radians(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``radians`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def rcbrt(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``rcbrt`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def reciprocal(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``reciprocal`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def relu(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``relu`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def repeat(self, /, repeats: int = ..., axis: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Repeat each element, or each slice along an axis.

        Parameters
        ----------
        data : NDArray
        repeats : int, required
        axis : int or None, optional, default='None'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def reshape(self, *shape: Any, **kwargs: Any) -> Any:
        """Return a view with another shape; 0, -1, -2, -3 and -4 are MXNet's special codes.

        >>> ones((2, 3, 4)).reshape((0, -1)).shape
        (2, 12)
    """
    def reshape_like(self, /, rhs: NDArray | None = None, lhs_begin: int | None = None, lhs_end: int | None = None, rhs_begin: int | None = None, rhs_end: int | None = None, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Reshape the first array to the shape of the second, or replace only some axes.

        Parameters
        ----------
        lhs : NDArray
        rhs : NDArray
        lhs_begin : int or None, optional, default='None'
        lhs_end : int or None, optional, default='None'
        rhs_begin : int or None, optional, default='None'
        rhs_end : int or None, optional, default='None'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def rint(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``rint`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def round(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``round`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def rsqrt(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``rsqrt`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def shape(self) -> Any: ...
    def shape_array(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the shape as an int64 array.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def sigmoid(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``sigmoid`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def sign(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``sign`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def sin(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``sin`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def sinh(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``sinh`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    @property
    def size(self) -> Any: ...
    def size_array(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the number of elements as an int64 array.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def slice(self, /, begin: int | Sequence[int] = ..., end: int | Sequence[int] = ..., step: int | Sequence[int] | None = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return ``data[begin[0]:end[0]:step[0], begin[1]:...]``; None leaves an end open.

        Parameters
        ----------
        data : NDArray
        begin : Shape(tuple), required
        end : Shape(tuple), required
        step : Shape(tuple) or None, optional, default='()'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def slice_assign(self, rhs: Any, begin: Any, end: Any, step: Any) -> Any:
        """Assign an array to the slice between two corners, and return this array.
    """
    def slice_assign_scalar(self, value: Any, begin: Any, end: Any, step: Any) -> Any:
        """Assign a number to the slice between two corners, and return this array.
    """
    def slice_axis(self, /, axis: int = ..., begin: int = ..., end: int | None = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Return the elements from ``begin`` to ``end`` along one axis.

        Parameters
        ----------
        data : NDArray
        axis : int, required
        begin : int, required
        end : int or None, required
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def slice_like(self, /, shape_like: NDArray | None = None, axes: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Crop the array to the shape of another one, along all axes or only ``axes``.

        Parameters
        ----------
        data : NDArray
        shape_like : NDArray
        axes : Shape(tuple), optional, default='()'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def softmax(self, /, length: NDArray | None = None, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``exp(x / temperature)`` divided by its sum along an axis.

        With ``use_length``, only the first ``length`` elements along the axis are used; the others
        become 0.

        Parameters
        ----------
        data : NDArray
        length : NDArray
        axis : int, optional, default='-1'
        temperature : float or None, optional, default='None'
        dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
        use_length : boolean or None, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def softmin(self, /, axis: int = -1, temperature: float | None = None, dtype: DType | None = None, use_length: bool | None = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the softmax of the negated data along an axis.

        Parameters
        ----------
        data : NDArray
        axis : int, optional, default='-1'
        temperature : float or None, optional, default='None'
        dtype : {None, 'float16', 'float32', 'float64'}, optional, default='None'
        use_length : boolean or None, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def sort(self, /, axis: int | None = -1, is_ascend: bool = True, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Sort along an axis, or sort the flattened array if the axis is None.

        Parameters
        ----------
        data : NDArray
        axis : int or None, optional, default='-1'
        is_ascend : boolean, optional, default='True'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def space_to_depth(self, /, block_size: int = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Rearrange spatial blocks of ``block_size`` by ``block_size`` pixels into channels.

        Parameters
        ----------
        data : NDArray
        block_size : int, required
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def split(self, /, num_outputs: int = ..., axis: int = 1, squeeze_axis: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Split the array along an axis into parts of equal size.

        Parameters
        ----------
        data : NDArray
        num_outputs : int, required
        axis : int, optional, default='1'
        squeeze_axis : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def split_v2(ary, indices_or_sections: Any, axis: Any = 0, squeeze_axis: Any = False) -> Any:
        """Split an array along an axis, into parts of equal size or at the given indices.

        Several parts are returned as a list, a single part as an array.

        >>> [part.shape for part in split_v2(arange(10), (3, 7))]
        [(3,), (4,), (3,)]
    """
    def sqrt(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``sqrt`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def square(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``square`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def squeeze(self, axis: Any = None, inplace: Any = False) -> Any:
        """Remove axes of length 1; return a copy, or a view if ``inplace``.
    """
    @property
    def stype(self) -> Any: ...
    def sum(self, /, axis: int | Sequence[int] | None = None, keepdims: bool = False, exclude: bool = False, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute the sum over axes, by default over all of them.

        Parameters
        ----------
        data : NDArray
        axis : Shape(tuple) or None, optional, default='None'
        keepdims : boolean, optional, default='False'
        exclude : boolean, optional, default='False'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def swapaxes(self, /, dim1: int = 0, dim2: int = 0, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Swap two axes.

        Parameters
        ----------
        data : NDArray
        dim1 : int, optional, default='0'
        dim2 : int, optional, default='0'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def take(self, /, indices: NDArray | None = None, axis: int = 0, mode: Literal['clip', 'raise', 'wrap'] = 'clip', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Take the elements of ``a`` at the given positions along an axis.

        Positions outside the axis are clipped to its ends (``clip``), wrapped around (``wrap``) or
        rejected with an error (``raise``).

        Parameters
        ----------
        a : NDArray
        indices : NDArray
        axis : int, optional, default='0'
        mode : {'clip', 'raise', 'wrap'}, optional, default='clip'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def tan(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``tan`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def tanh(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``tanh`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def tile(self, /, reps: int | Sequence[int] = ..., out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Tile the array ``reps`` times along each axis.

        Parameters
        ----------
        data : NDArray
        reps : Shape(tuple), required
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def to_dlpack_for_read(data) -> Any:
        """Return a DLPack capsule of the array's memory for a library that only reads it.

        >>> import mxnet as mx
        >>> x = mx.nd.ones((2, 3))
        >>> mx.nd.from_dlpack(to_dlpack_for_read(x)).shape
        (2, 3)
    """
    def to_dlpack_for_write(data) -> Any:
        """Return a DLPack capsule of the array's memory for a library that writes to it.

        >>> import mxnet as mx
        >>> x = mx.nd.zeros((2,))
        >>> mx.nd.from_dlpack(to_dlpack_for_write(x))[:] = 1
        >>> x
        <BLANKLINE>
        [1. 1.]
        <NDArray 2 @cpu(0)>
    """
    def topk(self, /, axis: int | None = -1, k: int = 1, ret_typ: Literal['both', 'indices', 'mask', 'value'] = 'indices', is_ascend: bool = False, dtype: DType = 'float32', out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray | list[NDArray]:
        """Return the ``k`` largest (or smallest) elements along an axis, in order; all if ``k`` is 0.

        ``ret_typ`` selects what to return: the values, their positions (in ``dtype``), both, or a mask
        with the shape of the data and 1 at their positions.

        Parameters
        ----------
        data : NDArray
        axis : int or None, optional, default='-1'
        k : int, optional, default='1'
        ret_typ : {'both', 'indices', 'mask', 'value'}, optional, default='indices'
        is_ascend : boolean, optional, default='False'
        dtype : {'float16', 'float32', 'float64', 'int32', 'int64', 'uint8'}, optional, default='float32'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def tostype(self, stype: Any) -> Any:
        """Convert the array to a storage type.
    """
    def transpose(self, /, axes: int | Sequence[int] = (), out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Permute the axes; by default reverse their order.

        Parameters
        ----------
        data : NDArray
        axes : Shape(tuple), optional, default='()'
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def trunc(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``trunc`` of each element.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def wait_to_read(self) -> Any:
        """Wait until the values are available; on the host they always are.
    """
    def wait_to_write(self) -> Any:
        """Wait until the values are available; on the host they always are.
    """
    @property
    def writable(self) -> Any: ...
    def zeros_like(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Create zeros with the shape and type of the input.

        Parameters
        ----------
        data : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
OPS: Any
PLAIN: Any
STORAGE: Any
from mxnet.error import ScalarError as ScalarError
Set: Any
active: Any
from mxnet.ndarray.functions import add as add
annotations: Any
from mxnet.ndarray.functions import arange as arange
def array(source_array: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Create an array from a list, an array of NumPy or torch, a number or another NDArray.

    The elements are float32 unless ``dtype`` is given; an NDArray keeps its type.
"""
from mxnet.base import c_array as c_array
from mxnet.base import c_array_buf as c_array_buf
from mxnet.base import c_handle_array as c_handle_array
from mxnet.base import c_str as c_str
from mxnet.ndarray.indexing import check_boolean_array_dimension as check_boolean_array_dimension
from mxnet.base import check_call as check_call
from mxnet.ndarray.functions import concatenate as concatenate
def constructor_of(stype: Any) -> Any:
    """Return the function that creates an array of a storage type.
"""
from mxnet.context import copy_to as copy_to
from mxnet.context import cpu as cpu
from mxnet.base import ctypes2buffer as ctypes2buffer
from mxnet.context import current_context as current_context
from mxnet.ndarray.functions import divide as divide
def empty(shape: Any, ctx: Any = None, dtype: Any = None) -> Any:
    """Create an array with uninitialized elements.
"""
from mxnet.ndarray.functions import equal as equal
from mxnet.ndarray.functions import eye as eye
def full(shape: Any, val: Any, ctx: Any = None, dtype: Any = ..., out: Any = None) -> Any:
    """Create an array filled with one value, or fill ``out``.
"""
from mxnet.ndarray.indexing import get_indexing_dispatch_code as get_indexing_dispatch_code
from mxnet.ndarray.indexing import get_oshape_of_gather_nd_op as get_oshape_of_gather_nd_op
from mxnet.context import gpu as gpu
from mxnet.ndarray.functions import greater as greater
from mxnet.ndarray.functions import greater_equal as greater_equal
from mxnet.ndarray.functions import histogram as histogram
def import_module(name: Any, package: Any = None) -> Any:
    """Import a module.

    The 'package' argument is required when performing a relative import. It
    specifies the package to use as the anchor point from which to resolve the
    relative import to an absolute import.
"""
from mxnet.ndarray.indexing import indexing_key_expand_implicit_axes as indexing_key_expand_implicit_axes
from mxnet.util import is_np_array as is_np_array
def known_shape(op_name: Any, shape: Any) -> Any:
    """Read a shape; reject one without axes or with a size of 0, unless NumPy's rules apply.
"""
from mxnet.ndarray.functions import lesser as lesser
from mxnet.ndarray.functions import lesser_equal as lesser_equal
from mxnet.ndarray.functions import linspace as linspace
from mxnet.ndarray.functions import logical_and as logical_and
from mxnet.ndarray.functions import logical_or as logical_or
from mxnet.ndarray.functions import logical_xor as logical_xor
def make_array(tensor: Any, ctx: Any, cls: Any = ...) -> Any:
    """Create an array from a tensor that may be in the graph.
"""
from mxnet.ndarray.functions import maximum as maximum
from mxnet.ndarray.functions import minimum as minimum
from mxnet.ndarray.functions import modulo as modulo
from mxnet.ndarray.functions import moveaxis as moveaxis
from mxnet.ndarray.functions import multiply as multiply
from mxnet.ndarray.functions import not_equal as not_equal
from mxnet.context import num_gpus as num_gpus
from mxnet.ndarray.functions import onehot_encode as onehot_encode
def ones(shape: Any, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """Create an array of ones.
"""
from mxnet.ndarray.functions import power as power
py_slice: Any
from mxnet.ndarray.functions import split_v2 as split_v2
from mxnet.ndarray.functions import subtract as subtract
from mxnet.context import synchronize as synchronize
from mxnet.context import torch_device as torch_device
from mxnet.ndarray.functions import divide as _divide
true_divide = _divide
def waitall() -> Any:
    """Wait until all computations are finished.
"""
def zeros(shape: Any, ctx: Any = None, dtype: Any = None, **kwargs: Any) -> Any:
    """Create an array of zeros.
"""
def zeros_of_any_size(shape: Any, ctx: Any, dtype: Any) -> Any:
    """Create an array of zeros, which may be empty.
"""
