# Made by `mxnet stubs` of version 1.10.0.
from collections.abc import Sequence
from typing import Any, Literal

import numpy as _numpy
from mxnet.ndarray.ndarray import NDArray as NDArray
from mxnet.symbol.symbol import Symbol as Symbol

DType = str | type | _numpy.dtype
from mxnet.numpy.multiarray import array as array
from mxnet.numpy import fallback as fallback
from mxnet.numpy import linalg as linalg
from mxnet.numpy import multiarray as multiarray
class ndarray(NDArray):
    """An n-dimensional array on a device, with NumPy's rules.

    Full reductions have no axes, integers and floats can be mixed, comparisons return bools, and
    masks select.

    >>> from mxnet import np
    >>> x = np.array([[1, 2], [3, 4]])
    >>> x[x > 1].sum()
    array(9.)
    """
    @property
    def T(self) -> Any: ...
    def __abs__(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``absolute`` of each element, in the type of the array.

        Parameters
        ----------
        x : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def __add__(self, other: Any) -> ndarray: ...
    def __and__(self, other: Any) -> Any: ...
    def __array_function__(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Compute another NumPy function.
    """
    def __array_ufunc__(self, ufunc: Any, method: Any, *inputs: Any, **kwargs: Any) -> Any:
        """Compute a NumPy ufunc.
    """
    def __bool__(self) -> Any: ...
    def __ceil__(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``ceil`` of each element, in the type of the array.

        Parameters
        ----------
        x : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def __dir__(self) -> Any: ...
    def __div__(self, other: Any) -> Any: ...
    def __eq__(self, other: Any) -> Any: ...
    def __float__(self) -> Any: ...
    def __floor__(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``floor`` of each element, in the type of the array.

        Parameters
        ----------
        x : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def __format__(self, spec: Any) -> Any: ...
    def __ge__(self, other: Any) -> Any: ...
    def __getitem__(self, key: Any) -> Any:
        """Return the part of the array that the key selects: a view of one block, or a copy.

        >>> from mxnet import np
        >>> np.array([[1, 2], [3, 4]])[0, 1]
        array(2.)
    """
    def __gt__(self, other: Any) -> Any: ...
    def __iadd__(self, other: Any) -> Any: ...
    def __iand__(self, other: Any) -> Any: ...
    def __idiv__(self, other: Any) -> Any: ...
    def __imatmul__(self, other: Any) -> Any: ...
    def __imod__(self, other: Any) -> Any: ...
    def __imul__(self, other: Any) -> Any: ...
    def __index__(self) -> Any: ...
    def __int__(self) -> Any: ...
    def __invert__(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Invert each bit of integers, or each truth value.

        Parameters
        ----------
        x : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def __ior__(self, other: Any) -> Any: ...
    def __ipow__(self, other: Any) -> Any: ...
    def __isub__(self, other: Any) -> Any: ...
    def __iter__(self) -> Any: ...
    def __itruediv__(self, other: Any) -> Any: ...
    def __ixor__(self, other: Any) -> Any: ...
    def __le__(self, other: Any) -> Any: ...
    def __len__(self) -> Any: ...
    def __lt__(self, other: Any) -> Any: ...
    def __matmul__(self, other: Any) -> Any: ...
    def __mod__(self, other: Any) -> Any: ...
    def __mul__(self, other: Any) -> ndarray: ...
    def __ne__(self, other: Any) -> Any: ...
    def __neg__(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``negative`` of each element, in the type of the array.

        Parameters
        ----------
        x : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def __or__(self, other: Any) -> Any: ...
    def __pow__(self, other: Any) -> Any: ...
    def __radd__(self, other: Any) -> ndarray: ...
    def __rand__(self, other: Any) -> Any: ...
    def __rdiv__(self, other: Any) -> Any: ...
    def __repr__(self) -> Any:
        """Return NumPy's repr, with type and context unless they are float32 and CPU.
    """
    def __rmod__(self, other: Any) -> Any: ...
    def __rmul__(self, other: Any) -> ndarray: ...
    def __ror__(self, other: Any) -> Any: ...
    def __round__(self, n: Any = 0) -> Any: ...
    def __rpow__(self, other: Any) -> Any: ...
    def __rsub__(self, other: Any) -> ndarray: ...
    def __rtruediv__(self, other: Any) -> Any: ...
    def __rxor__(self, other: Any) -> Any: ...
    def __setitem__(self, key: Any, value: Any) -> Any:
        """Write a number, an array or a nested list into the part of the array that the key selects.
    """
    def __str__(self) -> Any: ...
    def __sub__(self, other: Any) -> ndarray: ...
    def __truediv__(self, other: Any) -> ndarray: ...
    def __trunc__(self, /, out: NDArray | None = None, name: str | None = None, **kwargs: Any) -> NDArray:
        """Compute ``trunc`` of each element, in the type of the array.

        Parameters
        ----------
        x : NDArray
        out : NDArray, optional
            Where to write the result.
        name : str, optional
            The name of the result in a graph.
    """
    def __xor__(self, other: Any) -> Any: ...
    @property
    def abs(self) -> Any: ...
    def all(self, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Return whether all elements over axes are nonzero.
    """
    def any(self, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Return whether any element over axes is nonzero.
    """
    @property
    def arccos(self) -> Any: ...
    @property
    def arccosh(self) -> Any: ...
    @property
    def arcsin(self) -> Any: ...
    @property
    def arcsinh(self) -> Any: ...
    @property
    def arctan(self) -> Any: ...
    @property
    def arctanh(self) -> Any: ...
    def argmax(a, axis: Any = None, out: Any = None) -> Any:
        """Return the position of the largest element along an axis or in the flattened array.
    """
    @property
    def argmax_channel(self) -> Any: ...
    def argmin(a, axis: Any = None, out: Any = None) -> Any:
        """Return the position of the smallest element along an axis or in the flattened array.
    """
    def argsort(a, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
        """Return the positions (int64) that sort an array along an axis; ``kind`` is ignored.
    """
    def as_in_ctx(self, ctx: Any) -> Any:
        """Return the array itself if it is on the context, otherwise a copy there.
    """
    def as_nd_ndarray(self) -> Any:
        """Return an ``mx.nd`` array with the same memory and the same node of the graph.
    """
    def as_np_ndarray(self) -> Any:
        """Return the array itself, which is already an array of ``mx.np``.
    """
    @property
    def asscalar(self) -> Any: ...
    def astype(self, dtype: Any, order: Any = 'K', casting: Any = 'unsafe', subok: Any = True, copy: Any = True) -> Any:
        """Return a copy with another element type, or the array itself if nothing changes.
    """
    def attach_grad(self, grad_req: Any = 'write', stype: Any = None) -> Any:
        """Mark this array as a variable: ``backward`` stores its gradient in ``grad``.

        With ``grad_req="null"`` there is no gradient.
    """
    @property
    def broadcast_axes(self) -> Any: ...
    @property
    def broadcast_like(self) -> Any: ...
    def broadcast_to(array, shape: Any) -> Any:
        """Broadcast an array, or a number, to a shape.
    """
    @property
    def cbrt(self) -> Any: ...
    @property
    def ceil(self) -> Any: ...
    def clip(self, min: Any = None, max: Any = None, out: Any = None) -> Any:
        """Clip each element to the range from ``min`` to ``max``; one of them may be None.
    """
    def copy(self, order: Any = 'C') -> Any:
        """Return a copy on the same device.
    """
    @property
    def cos(self) -> Any: ...
    @property
    def cosh(self) -> Any: ...
    def cumsum(a, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
        """Compute the cumulative sum along an axis, or over the flattened array.
    """
    @property
    def degrees(self) -> Any: ...
    @property
    def depth_to_space(self) -> Any: ...
    @property
    def diag(self) -> Any: ...
    def dot(a, b: Any, out: Any = None) -> Any:
        """Compute the product that sums over the last axis of ``a`` and the second-to-last of ``b``.
    """
    @property
    def dtype(self) -> Any: ...
    @property
    def exp(self) -> Any: ...
    @property
    def expand_dims(self) -> Any: ...
    @property
    def expm1(self) -> Any: ...
    @property
    def fix(self) -> Any: ...
    def flatten(self, order: Any = 'C') -> Any:
        """Return a copy with one axis.
    """
    @property
    def flip(self) -> Any: ...
    @property
    def floor(self) -> Any: ...
    @property
    def grad(self) -> Any: ...
    def item(self, *args: Any) -> Any:
        """Return one element as a Python number: the only one, or the one at a position.
    """
    @property
    def log(self) -> Any: ...
    @property
    def log10(self) -> Any: ...
    @property
    def log1p(self) -> Any: ...
    @property
    def log2(self) -> Any: ...
    @property
    def log_softmax(self) -> Any: ...
    def max(self, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Return the largest element over axes, by default over all of them.
    """
    def mean(a, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Compute the mean over axes, by default over all of them; for integers it is float32.
    """
    def min(self, axis: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Return the smallest element over axes, by default over all of them.
    """
    @property
    def nanprod(self) -> Any: ...
    @property
    def nansum(self) -> Any: ...
    def nonzero(a) -> Any:
        """Return the indices of the nonzero elements, one array for each axis.
    """
    @property
    def norm(self) -> Any: ...
    @property
    def one_hot(self) -> Any: ...
    @property
    def ones_like(self) -> Any: ...
    @property
    def pad(self) -> Any: ...
    @property
    def pick(self) -> Any: ...
    def prod(a, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Compute the product over axes, by default over all of them.
    """
    @property
    def radians(self) -> Any: ...
    @property
    def rcbrt(self) -> Any: ...
    @property
    def reciprocal(self) -> Any: ...
    @property
    def relu(self) -> Any: ...
    def repeat(a, repeats: Any, axis: Any = None) -> Any:
        """Repeat each element, or each slice along an axis.
    """
    def reshape(self, *args: Any, **kwargs: Any) -> Any:
        """Return a copy with another shape; one entry may be -1.
    """
    @property
    def reshape_like(self) -> Any: ...
    def reshape_view(self, *shape: Any, **kwargs: Any) -> Any:
        """Return a view with another shape; 0, -1, -2, -3 and -4 are the codes of ``mx.nd``.
    """
    @property
    def rint(self) -> Any: ...
    def round(x, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
        """Round to the given number of decimals, with halves rounded to even.
    """
    @property
    def rsqrt(self) -> Any: ...
    @property
    def shape_array(self) -> Any: ...
    @property
    def sigmoid(self) -> Any: ...
    @property
    def sign(self) -> Any: ...
    @property
    def sin(self) -> Any: ...
    @property
    def sinh(self) -> Any: ...
    @property
    def size_array(self) -> Any: ...
    @property
    def slice(self) -> Any: ...
    @property
    def slice_axis(self) -> Any: ...
    @property
    def slice_like(self) -> Any: ...
    @property
    def softmax(self) -> Any: ...
    @property
    def softmin(self) -> Any: ...
    @property
    def sort(self) -> Any: ...
    @property
    def space_to_depth(self) -> Any: ...
    @property
    def split(self) -> Any: ...
    @property
    def split_v2(self) -> Any: ...
    @property
    def sqrt(self) -> Any: ...
    @property
    def square(self) -> Any: ...
    def squeeze(a, axis: Any = None, out: Any = None) -> Any:
        """Remove axes of length 1: those in ``axis``, or all by default.
    """
    def std(a, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
        """Compute the standard deviation over axes; it has no gradient.
    """
    def sum(self, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
        """Compute the sum over axes, by default over all of them.
    """
    def swapaxes(a, axis1: Any, axis2: Any) -> Any:
        """Swap two axes.
    """
    def take(a, indices: Any, axis: Any = None, mode: Any = 'raise', out: Any = None) -> Any:
        """Take the elements at positions along an axis, or in the flattened array.

        Positions outside the axis are rejected with an error (``raise``), clipped to its ends
        (``clip``) or wrapped around (``wrap``).
    """
    @property
    def tan(self) -> Any: ...
    @property
    def tanh(self) -> Any: ...
    @property
    def tile(self) -> Any: ...
    def tolist(self) -> Any:
        """Return the elements as nested lists of Python numbers.
    """
    @property
    def topk(self) -> Any: ...
    def transpose(self, *axes: Any) -> Any:
        """Return a copy with permuted axes, by default in reverse order.
    """
    @property
    def trunc(self) -> Any: ...
    def var(a, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
        """Compute the variance over axes; it has no gradient.
    """
    @property
    def zeros_like(self) -> Any: ...
from mxnet.numpy import random as random
NAN: Any
NINF: Any
NZERO: Any
NaN: Any
PINF: Any
PZERO: Any
bool: Any
bool_: Any
e: Any
finfo: Any
float16: Any
float32: Any
float64: Any
inf: Any
int32: Any
int64: Any
int8: Any
nan: Any
newaxis: Any
pi: Any
def set_printoptions(precision: Any = None, threshold: Any = None, edgeitems: Any = None, linewidth: Any = None, suppress: Any = None, nanstr: Any = None, infstr: Any = None, formatter: Any = None, sign: Any = None, floatmode: Any = None, *, legacy: Any = None, override_repr: Any = None) -> Any:
    """Set printing options.

    These options determine the way floating point numbers, arrays and
    other NumPy objects are displayed.

    Parameters
    ----------
    precision : int or None, optional
        Number of digits of precision for floating point output (default 8).
        May be None if `floatmode` is not `fixed`, to print as many digits as
        necessary to uniquely specify the value.
    threshold : int, optional
        Total number of array elements which trigger summarization
        rather than full repr (default 1000).
        To always use the full repr without summarization, pass `sys.maxsize`.
    edgeitems : int, optional
        Number of array items in summary at beginning and end of
        each dimension (default 3).
    linewidth : int, optional
        The number of characters per line for the purpose of inserting
        line breaks (default 75).
    suppress : bool, optional
        If True, always print floating point numbers using fixed point
        notation, in which case numbers equal to zero in the current precision
        will print as zero.  If False, then scientific notation is used when
        absolute value of the smallest number is < 1e-4 or the ratio of the
        maximum absolute value to the minimum is > 1e3. The default is False.
    nanstr : str, optional
        String representation of floating point not-a-number (default nan).
    infstr : str, optional
        String representation of floating point infinity (default inf).
    sign : string, either '-', '+', or ' ', optional
        Controls printing of the sign of floating-point types. If '+', always
        print the sign of positive values. If ' ', always prints a space
        (whitespace character) in the sign position of positive values.  If
        '-', omit the sign character of positive values. (default '-')

        .. versionchanged:: 2.0
             The sign parameter can now be an integer type, previously
             types were floating-point types.

    formatter : dict of callables, optional
        If not None, the keys should indicate the type(s) that the respective
        formatting function applies to.  Callables should return a string.
        Types that are not specified (by their corresponding keys) are handled
        by the default formatters.  Individual types for which a formatter
        can be set are:

        - 'bool'
        - 'int'
        - 'timedelta' : a `numpy.timedelta64`
        - 'datetime' : a `numpy.datetime64`
        - 'float'
        - 'longfloat' : 128-bit floats
        - 'complexfloat'
        - 'longcomplexfloat' : composed of two 128-bit floats
        - 'numpystr' : types `numpy.bytes_` and `numpy.str_`
        - 'object' : `np.object_` arrays

        Other keys that can be used to set a group of types at once are:

        - 'all' : sets all types
        - 'int_kind' : sets 'int'
        - 'float_kind' : sets 'float' and 'longfloat'
        - 'complex_kind' : sets 'complexfloat' and 'longcomplexfloat'
        - 'str_kind' : sets 'numpystr'
    floatmode : str, optional
        Controls the interpretation of the `precision` option for
        floating-point types. Can take the following values
        (default maxprec_equal):

        * 'fixed': Always print exactly `precision` fractional digits,
                even if this would print more or fewer digits than
                necessary to specify the value uniquely.
        * 'unique': Print the minimum number of fractional digits necessary
                to represent each value uniquely. Different elements may
                have a different number of digits. The value of the
                `precision` option is ignored.
        * 'maxprec': Print at most `precision` fractional digits, but if
                an element can be uniquely represented with fewer digits
                only print it with that many.
        * 'maxprec_equal': Print at most `precision` fractional digits,
                but if every element in the array can be uniquely
                represented with an equal number of fewer digits, use that
                many digits for all elements.
    legacy : string or `False`, optional
        If set to the string ``'1.13'`` enables 1.13 legacy printing mode. This
        approximates numpy 1.13 print output by including a space in the sign
        position of floats and different behavior for 0d arrays. This also
        enables 1.21 legacy printing mode (described below).

        If set to the string ``'1.21'`` enables 1.21 legacy printing mode. This
        approximates numpy 1.21 print output of complex structured dtypes
        by not inserting spaces after commas that separate fields and after
        colons.

        If set to ``'1.25'`` approximates printing of 1.25 which mainly means
        that numeric scalars are printed without their type information, e.g.
        as ``3.0`` rather than ``np.float64(3.0)``.

        If set to ``'2.1'``, shape information is not given when arrays are
        summarized (i.e., multiple elements replaced with ``...``).

        If set to ``'2.2'``, the transition to use scientific notation for
        printing ``np.float16`` and ``np.float32`` types may happen later or
        not at all for larger values.

        If set to `False`, disables legacy mode.

        Unrecognized strings will be ignored with a warning for forward
        compatibility.

        .. versionchanged:: 1.22.0
        .. versionchanged:: 2.2

    override_repr: callable, optional
        If set a passed function will be used for generating arrays' repr.
        Other options will be ignored.

    See Also
    --------
    get_printoptions, printoptions, array2string


    Notes
    -----

    * ``formatter`` is always reset with a call to `set_printoptions`.
    * Use `printoptions` as a context manager to set the values temporarily.
    * These print options apply only to NumPy ndarrays, not to scalars.

    **Concurrency note:** see :ref:`text_formatting_options`

    Examples
    --------
    Floating point precision can be set:

    >>> import numpy as np
    >>> np.set_printoptions(precision=4)
    >>> np.array([1.123456789])
    [1.1235]

    Long arrays can be summarised:

    >>> np.set_printoptions(threshold=5)
    >>> np.arange(10)
    array([0, 1, 2, ..., 7, 8, 9], shape=(10,))

    Small results can be suppressed:

    >>> eps = np.finfo(float).eps
    >>> x = np.arange(4.)
    >>> x**2 - (x + eps)**2
    array([-4.9304e-32, -4.4409e-16,  0.0000e+00,  0.0000e+00])
    >>> np.set_printoptions(suppress=True)
    >>> x**2 - (x + eps)**2
    array([-0., -0.,  0.,  0.])

    A custom formatter can be used to display array elements as desired:

    >>> np.set_printoptions(formatter={'all':lambda x: 'int: '+str(-x)})
    >>> x = np.arange(3)
    >>> x
    array([int: 0, int: -1, int: -2])
    >>> np.set_printoptions()  # formatter gets reset
    >>> x
    array([0, 1, 2])

    To put back the default options, you can use:

    >>> np.set_printoptions(edgeitems=3, infstr='inf',
    ... linewidth=75, nanstr='nan', precision=8,
    ... suppress=False, threshold=1000, formatter=None)

    Also to temporarily override options, use `printoptions`
    as a context manager:

    >>> with np.printoptions(precision=2, suppress=True, threshold=5):
    ...     np.linspace(0, 10, 10)
    array([ 0.  ,  1.11,  2.22, ...,  7.78,  8.89, 10.  ], shape=(10,))
"""
uint8: Any
from mxnet.numpy.fallback import allclose as allclose
from mxnet.numpy.fallback import apply_along_axis as apply_along_axis
from mxnet.numpy.fallback import apply_over_axes as apply_over_axes
from mxnet.numpy.fallback import argpartition as argpartition
from mxnet.numpy.fallback import argwhere as argwhere
from mxnet.numpy.fallback import array_equal as array_equal
from mxnet.numpy.fallback import array_equiv as array_equiv
from mxnet.numpy.fallback import choose as choose
from mxnet.numpy.fallback import compress as compress
from mxnet.numpy.fallback import correlate as correlate
from mxnet.numpy.fallback import count_nonzero as count_nonzero
from mxnet.numpy.fallback import cov as cov
from mxnet.numpy.fallback import digitize as digitize
from mxnet.numpy.fallback import divmod as divmod
from mxnet.numpy.fallback import extract as extract
from mxnet.numpy.fallback import flatnonzero as flatnonzero
from mxnet.numpy.fallback import float_power as float_power
from mxnet.numpy.fallback import frexp as frexp
from mxnet.numpy.fallback import heaviside as heaviside
from mxnet.numpy.fallback import histogram_bin_edges as histogram_bin_edges
from mxnet.numpy.fallback import i0 as i0
from mxnet.numpy.fallback import interp as interp
from mxnet.numpy.fallback import intersect1d as intersect1d
from mxnet.numpy.fallback import isclose as isclose
from mxnet.numpy.fallback import isin as isin
from mxnet.numpy.fallback import ix_ as ix_
from mxnet.numpy.fallback import lexsort as lexsort
from mxnet.numpy.fallback import min_scalar_type as min_scalar_type
from mxnet.numpy.fallback import modf as modf
from mxnet.numpy.fallback import nanargmax as nanargmax
from mxnet.numpy.fallback import nanargmin as nanargmin
from mxnet.numpy.fallback import nancumprod as nancumprod
from mxnet.numpy.fallback import nancumsum as nancumsum
from mxnet.numpy.fallback import nanmax as nanmax
from mxnet.numpy.fallback import nanmedian as nanmedian
from mxnet.numpy.fallback import nanmin as nanmin
from mxnet.numpy.fallback import nanprod as nanprod
from mxnet.numpy.fallback import ndim as ndim
from mxnet.numpy.fallback import packbits as packbits
from mxnet.numpy.fallback import partition as partition
from mxnet.numpy.fallback import piecewise as piecewise
from mxnet.numpy.fallback import poly as poly
from mxnet.numpy.fallback import polyadd as polyadd
from mxnet.numpy.fallback import polydiv as polydiv
from mxnet.numpy.fallback import polyfit as polyfit
from mxnet.numpy.fallback import polyint as polyint
from mxnet.numpy.fallback import polymul as polymul
from mxnet.numpy.fallback import polysub as polysub
from mxnet.numpy.fallback import positive as positive
from mxnet.numpy.fallback import promote_types as promote_types
from mxnet.numpy.fallback import ptp as ptp
from mxnet.numpy.fallback import real as real
from mxnet.numpy.fallback import result_type as result_type
from mxnet.numpy.fallback import rollaxis as rollaxis
from mxnet.numpy.fallback import roots as roots
from mxnet.numpy.fallback import searchsorted as searchsorted
from mxnet.numpy.fallback import select as select
from mxnet.numpy.fallback import setdiff1d as setdiff1d
from mxnet.numpy.fallback import setxor1d as setxor1d
from mxnet.numpy.fallback import signbit as signbit
from mxnet.numpy.fallback import size as size
from mxnet.numpy.fallback import spacing as spacing
from mxnet.numpy.fallback import take_along_axis as take_along_axis
from mxnet.numpy.fallback import tril_indices_from as tril_indices_from
from mxnet.numpy.fallback import trim_zeros as trim_zeros
from mxnet.numpy.fallback import triu_indices_from as triu_indices_from
from mxnet.numpy.fallback import union1d as union1d
from mxnet.numpy.fallback import unpackbits as unpackbits
from mxnet.numpy.fallback import unwrap as unwrap
from mxnet.numpy.fallback import vander as vander
from mxnet.numpy.fallback import corrcoef as corrcoef
from mxnet.numpy.fallback import histogram2d as histogram2d
from mxnet.numpy.fallback import histogramdd as histogramdd
from mxnet.numpy.fallback import nanpercentile as nanpercentile
from mxnet.numpy.fallback import nanquantile as nanquantile
from mxnet.numpy.fallback import alltrue as alltrue
from mxnet.numpy.fallback import in1d as in1d
from mxnet.numpy.fallback import msort as msort
from mxnet.numpy.fallback import trapz as trapz
from mxnet.numpy.fallback import mirr as mirr
from mxnet.numpy.fallback import npv as npv
from mxnet.numpy.fallback import ppmt as ppmt
from mxnet.numpy.fallback import pv as pv
from mxnet.numpy.fallback import rate as rate
def where(condition: Any, x: Any = None, y: Any = None) -> Any:
    """Choose elements of ``x`` where the condition is nonzero, and of ``y`` elsewhere.

    Without both, return the indices where the condition is nonzero.
"""
def nonzero(a: Any) -> Any:
    """Return the indices of the nonzero elements, one array for each axis.
"""
def unique(ar: Any, return_index: Any = False, return_inverse: Any = False, return_counts: Any = False, axis: Any = None) -> Any:
    """Return the unique elements in sorted order, or the unique slices along an axis.

    Optionally, also return the index of each first occurrence, the inverse, and the counts.
"""
def bincount(x: Any, weights: Any = None, minlength: Any = 0) -> Any:
    """Count the occurrences of each integer, or add up the corresponding weights.
"""
def histogram(a: Any, bins: Any = 10, range: Any = None, normed: Any = None, weights: Any = None, density: Any = None) -> Any:
    """Count the elements in each bin; return the counts and the bin edges.

    The operator accepts edges as an array, or a number of bins and a range. All other features of
    NumPy (rules for bins, weights, densities, the range of the values) depend on values, so they
    are available only for arrays.
"""
def percentile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: Any = False) -> Any:
    """Compute percentiles of the elements over axes.

    ``overwrite_input``, which allows reusing the memory of the input, has no effect.
"""
def quantile(a: Any, q: Any, axis: Any = None, out: Any = None, overwrite_input: Any = None, interpolation: Any = 'linear', keepdims: Any = False) -> Any:
    """Compute quantiles ``q``, from 0 to 1, of the elements over axes.
"""
def diff(a: Any, n: Any = 1, axis: Any = -1, prepend: Any = None, append: Any = None) -> Any:
    """Compute the differences of neighbors along an axis, ``n`` times.

    Arrays or numbers can be prepended and appended first.
"""
def ediff1d(ary: Any, to_end: Any = None, to_begin: Any = None) -> Any:
    """Compute the differences of neighbors in the flattened array; add values at both ends.
"""
def polyval(p: Any, x: Any) -> Any:
    """Evaluate a polynomial, with coefficients from the highest power to the lowest.
"""
def zeros(shape: Any, dtype: Any = ..., order: Any = 'C', ctx: Any = None) -> Any:
    """Create zeros, in float32 unless ``dtype`` is given.
"""
def ones(shape: Any, dtype: Any = ..., order: Any = 'C', ctx: Any = None) -> Any:
    """Create ones, in float32 unless ``dtype`` is given.
"""
def full(shape: Any, fill_value: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Create an array filled with one value, or with an array that is broadcast.
"""
def arange(start: Any, stop: Any = None, step: Any = 1, dtype: Any = None, ctx: Any = None) -> Any:
    """Create ``start, start + step, ...`` up to but excluding ``stop``; float32 by default.

    Without ``stop``, the range goes from 0 to ``start``.
"""
def empty(shape: Any, dtype: Any = ..., order: Any = 'C', ctx: Any = None) -> Any:
    """Create an array with uninitialized elements.
"""
def zeros_like(a: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Create zeros with the shape of an array, and with its type unless ``dtype`` is given.

    They are on the device of the array, regardless of ``ctx``; the same holds for the next two
    functions.
"""
def ones_like(a: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Create ones, with the parameters of ``zeros_like``.
"""
def full_like(a: Any, fill_value: Any, dtype: Any = None, order: Any = 'C', ctx: Any = None, out: Any = None) -> Any:
    """Create an array filled with one value, with the parameters of ``zeros_like``.
"""
def empty_like(prototype: Any, dtype: Any = None, order: Any = 'C', subok: Any = False, shape: Any = None) -> Any:
    """Create an array like another one; its values are arbitrary (0).

    ``subok`` has no effect, because ``ndarray`` has no subclasses.
"""
def identity(n: Any, dtype: Any = None, ctx: Any = None) -> Any:
    """Create a square matrix with ones on the diagonal.
"""
def eye(N: Any, M: Any = None, k: Any = 0, dtype: Any = ..., ctx: Any = None, order: Any = 'C') -> Any:
    """Create a matrix of ``N`` rows and ``M`` columns with ones on the diagonal ``k``.
"""
def linspace(start: Any, stop: Any, num: Any = 50, endpoint: Any = True, retstep: Any = False, dtype: Any = None, axis: Any = 0, ctx: Any = None) -> Any:
    """Create ``num`` evenly spaced numbers from ``start`` to ``stop``.

    If ``retstep`` is set, also return the distance between them.
"""
def logspace(start: Any, stop: Any, num: Any = 50, endpoint: Any = True, base: Any = 10.0, dtype: Any = None, axis: Any = 0, ctx: Any = None) -> Any:
    """Create ``num`` powers of a base, with exponents from ``start`` to ``stop``.
"""
def indices(dimensions: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the positions of all elements of an array of the given shape, for each axis.
"""
def from_dlpack(x: Any) -> Any:
    """Create an array on the memory of an object with ``__dlpack__``, from NumPy, torch or others.

    >>> from mxnet import np
    >>> np.from_dlpack(np.ones((2, 3))).shape
    (2, 3)
"""
def shape(a: Any) -> Any:
    """Return the shape of an array.
"""
def copy(a: Any, out: Any = None) -> Any:
    """Return a copy.
"""
def meshgrid(*xi: Any, indexing: Any = 'xy', sparse: Any = False, copy: Any = True) -> Any:
    """Create coordinate grids from vectors: one array for each vector, over all combinations.
"""
def broadcast_arrays(*args: Any) -> Any:
    """Return copies of arrays, all broadcast to their common shape.
"""
def genfromtxt(*args: Any, **kwargs: Any) -> Any:
    """Read an array from a text file, like NumPy.
"""
def absolute(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``absolute`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arccos(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arccos`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arccosh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arccosh`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arcsin(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arcsin`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arcsinh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arcsinh`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arctan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arctan`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arctanh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arctanh`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def bitwise_not(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Invert each bit of integers, or each truth value.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cbrt(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``cbrt`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ceil(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``ceil`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cos(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``cos`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def cosh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``cosh`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def degrees(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``degrees`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def exp(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``exp`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def expm1(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``expm1`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def fix(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``fix`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def floor(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``floor`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``log`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log10(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``log10`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log1p(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``log1p`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def log2(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``log2`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def negative(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``negative`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def radians(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``radians`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def reciprocal(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``reciprocal`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rint(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``rint`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sign(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``sign`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sin(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``sin`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sinh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``sinh`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def sqrt(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``sqrt`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def square(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``square`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def tan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``tan`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def tanh(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``tanh`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def trunc(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``trunc`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def abs(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``absolute`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def fabs(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``absolute`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def deg2rad(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``radians`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def rad2deg(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``degrees`` of each element, in the type of the array.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def invert(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Invert each bit of integers, or each truth value.

    Parameters
    ----------
    x : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def maximum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``maximum`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def minimum(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``minimum`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def hypot(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``hypot`` of two arrays with broadcasting.

    Parameters
    ----------
    x1 : NDArray
    x2 : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def lcm(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``lcm`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def add(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``add`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def subtract(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``subtract`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def multiply(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``multiply`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``true_divide`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def true_divide(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``true_divide`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def mod(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``mod`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def remainder(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``mod`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def power(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``power`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def arctan2(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``arctan2`` of two arrays with broadcasting.

    Parameters
    ----------
    x1 : NDArray
    x2 : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def copysign(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``copysign`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def ldexp(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``ldexp`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def bitwise_and(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``bitwise_and`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def bitwise_or(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``bitwise_or`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def bitwise_xor(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``bitwise_xor`` of two arrays with broadcasting.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``equal`` of two arrays with broadcasting, as bool.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def not_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``not_equal`` of two arrays with broadcasting, as bool.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def greater(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``greater`` of two arrays with broadcasting, as bool.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def greater_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``greater_equal`` of two arrays with broadcasting, as bool.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def less(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``less`` of two arrays with broadcasting, as bool.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def less_equal(x1: Any, x2: Any, out: Any = None, **kwargs: Any) -> Any:
    """Compute ``less_equal`` of two arrays with broadcasting, as bool.

    Parameters
    ----------
    lhs : NDArray
    rhs : NDArray
    out : NDArray, optional
        Where to write the result.
    name : str, optional
        The name of the result in a graph.
"""
def isfinite(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return isfinite of each element as bool.
"""
def isinf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return isinf of each element as bool.
"""
def isnan(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return isnan of each element as bool.
"""
def isneginf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return isneginf of each element as bool.
"""
def isposinf(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return isposinf of each element as bool.
"""
def logical_not(x: Any, out: Any = None, **kwargs: Any) -> Any:
    """Return logical_not of each element as bool.
"""
def around(x: Any, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to the given number of decimals, with halves rounded to even.
"""
def round(x: Any, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to the given number of decimals, with halves rounded to even.
"""
def round_(x: Any, decimals: Any = 0, out: Any = None, **kwargs: Any) -> Any:
    """Round to the given number of decimals, with halves rounded to even.
"""
def clip(a: Any, a_min: Any, a_max: Any, out: Any = None) -> Any:
    """Clip each element to the range from ``a_min`` to ``a_max``; one of them may be None.
"""
def nan_to_num(x: Any, copy: Any = True, nan: Any = 0.0, posinf: Any = None, neginf: Any = None, **kwargs: Any) -> Any:
    """Replace NaN and infinities by numbers, in place if ``copy`` is False.
"""
def concatenate(seq: Any, axis: Any = 0, out: Any = None) -> Any:
    """Concatenate arrays along an existing axis; None flattens them first.
"""
def append(arr: Any, values: Any, axis: Any = None) -> Any:
    """Append values to the end of an array; without an axis, both are flattened first.
"""
def stack(arrays: Any, axis: Any = 0, out: Any = None) -> Any:
    """Stack arrays of the same shape along a new axis.
"""
def vstack(arrays: Any, out: Any = None) -> Any:
    """Concatenate arrays vertically; vectors become rows.
"""
def row_stack(arrays: Any, out: Any = None) -> Any:
    """Concatenate arrays vertically; vectors become rows.
"""
def hstack(arrays: Any) -> Any:
    """Concatenate arrays horizontally: along the second axis, or the only one.
"""
def dstack(arrays: Any) -> Any:
    """Concatenate arrays along the third axis.
"""
def column_stack(tup: Any) -> Any:
    """Stack vectors as columns, and concatenate matrices horizontally.
"""
def split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """Split an array along an axis, at the indices in a list or into equal parts.
"""
def array_split(ary: Any, indices_or_sections: Any, axis: Any = 0) -> Any:
    """Split an array along an axis, at the indices in a list or into nearly equal parts.
"""
def vsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split an array along its first axis.
"""
def hsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split an array along its second axis, or the only one.
"""
def dsplit(ary: Any, indices_or_sections: Any) -> Any:
    """Split an array along its third axis.
"""
def insert(arr: Any, obj: Any, values: Any, axis: Any = None) -> Any:
    """Insert values before positions of an axis: one, a slice, or an array of positions.
"""
def delete(arr: Any, obj: Any, axis: Any = None) -> Any:
    """Delete positions from an axis: one, a slice, or an array of positions.
"""
def pad(x: Any, pad_width: Any = None, mode: Any = 'constant', **kwargs: Any) -> Any:
    """Pad each axis with elements at the beginning and the end.

    ``pad_width`` is ((before, after), ...) for each axis. ``mode`` is "constant" (with
    ``constant_values``), "edge", "reflect", "symmetric", "maximum" or "minimum".
"""
def take(a: Any, indices: Any, axis: Any = None, mode: Any = 'raise', out: Any = None) -> Any:
    """Take the elements at positions along an axis, or in the flattened array.

    Positions outside the axis are rejected with an error (``raise``), clipped to its ends
    (``clip``) or wrapped around (``wrap``).
"""
def sort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Sort along an axis, or sort the flattened array for None; ``kind`` is ignored.
"""
def argsort(a: Any, axis: Any = -1, kind: Any = None, order: Any = None) -> Any:
    """Return the positions (int64) that sort an array along an axis; ``kind`` is ignored.
"""
def dot(a: Any, b: Any, out: Any = None) -> Any:
    """Compute the product that sums over the last axis of ``a`` and the second-to-last of ``b``.
"""
def matmul(a: Any, b: Any, out: Any = None, **kwargs: Any) -> Any:
    """Multiply the matrices in the last two axes, broadcasting the leading axes.
"""
def tensordot(a: Any, b: Any, axes: Any = 2) -> Any:
    """Compute the product that sums over the last axes of ``a`` and the first of ``b``.
"""
def inner(a: Any, b: Any) -> Any:
    """Compute the product that sums over the last axis of both.
"""
def outer(a: Any, b: Any) -> Any:
    """Compute the products of each element of one array with each element of another.
"""
def vdot(a: Any, b: Any) -> Any:
    """Compute the sum of products of elements at the same position.
"""
def einsum(*operands: Any, **kwargs: Any) -> Any:
    """Evaluate a sum in Einstein notation: ``einsum("ij,jk->ik", a, b)``.

    ``optimize`` lets MXNet choose the order of the products; torch always chooses it.
"""
def sum(a: Any, axis: Any = None, dtype: Any = None, keepdims: Any = False, initial: Any = None, out: Any = None) -> Any:
    """Compute the sum over axes, by default over all of them.
"""
def prod(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """Compute the product over axes, by default over all of them.
"""
def product(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """Compute the product over axes, by default over all of them.
"""
def mean(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, keepdims: Any = False) -> Any:
    """Compute the mean over axes, by default over all of them; for integers it is float32.
"""
def std(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    """Compute the standard deviation over axes; it has no gradient.
"""
def var(a: Any, axis: Any = None, dtype: Any = None, out: Any = None, ddof: Any = 0, keepdims: Any = False) -> Any:
    """Compute the variance over axes; it has no gradient.
"""
def max(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return the largest element over axes, by default over all of them.
"""
def amax(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return the largest element over axes, by default over all of them.
"""
def min(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return the smallest element over axes, by default over all of them.
"""
def amin(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return the smallest element over axes, by default over all of them.
"""
def all(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return whether all elements over axes are nonzero.
"""
def any(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return whether any element over axes is nonzero.
"""
def sometrue(a: Any, axis: Any = None, keepdims: Any = False, out: Any = None) -> Any:
    """Return whether any element over axes is nonzero.
"""
def argmax(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Return the position of the largest element along an axis or in the flattened array.
"""
def argmin(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Return the position of the smallest element along an axis or in the flattened array.
"""
def cumsum(a: Any, axis: Any = None, dtype: Any = None, out: Any = None) -> Any:
    """Compute the cumulative sum along an axis, or over the flattened array.
"""
def average(a: Any, axis: Any = None, weights: Any = None, returned: Any = False, out: Any = None) -> Any:
    """Compute the optionally weighted mean over axes, and the sum of weights if ``returned``.
"""
def reshape(a: Any, newshape: Any, order: Any = 'C', out: Any = None) -> Any:
    """Reshape the array; one size may be -1, which is inferred.
"""
def ravel(x: Any, order: Any = 'C') -> Any:
    """Flatten the array to one axis.
"""
def resize(a: Any, new_shape: Any) -> Any:
    """Return an array of the given shape, filled with repeated copies of the elements.
"""
def expand_dims(a: Any, axis: Any) -> Any:
    """Insert an axis of length 1.
"""
def squeeze(a: Any, axis: Any = None, out: Any = None) -> Any:
    """Remove axes of length 1: those in ``axis``, or all by default.
"""
def atleast_1d(*arys: Any) -> Any:
    """Return arrays with at least 1 axes; one alone, several in a list.
"""
def atleast_2d(*arys: Any) -> Any:
    """Return arrays with at least 2 axes; one alone, several in a list.
"""
def atleast_3d(*arys: Any) -> Any:
    """Return arrays with at least 3 axes; one alone, several in a list.
"""
def broadcast_to(array: Any, shape: Any) -> Any:
    """Broadcast an array, or a number, to a shape.
"""
def tile(A: Any, reps: Any) -> Any:
    """Tile the array ``reps`` times along each axis.
"""
def repeat(a: Any, repeats: Any, axis: Any = None) -> Any:
    """Repeat each element, or each slice along an axis.
"""
def transpose(a: Any, axes: Any = None) -> Any:
    """Permute the axes; by default reverse their order.
"""
def swapaxes(a: Any, axis1: Any, axis2: Any) -> Any:
    """Swap two axes.
"""
def moveaxis(a: Any, source: Any, destination: Any) -> Any:
    """Move axes to other positions; the remaining axes keep their order.
"""
def roll(a: Any, shift: Any, axis: Any = None) -> Any:
    """Roll elements along axes, cyclically.
"""
def flip(m: Any, axis: Any = None, out: Any = None) -> Any:
    """Reverse the order of the elements along axes, by default along all of them.
"""
def flipud(m: Any) -> Any:
    """Reverse the order of the elements along the first axis.
"""
def fliplr(m: Any) -> Any:
    """Reverse the order of the elements along the second axis.
"""
def rot90(m: Any, k: Any = 1, axes: Any = (0, 1)) -> Any:
    """Rotate by ``k`` times 90 degrees in the plane of two axes.
"""
def diag(array: Any, k: Any = 0) -> Any:
    """Extract a diagonal of a matrix, or create a matrix with a vector as its diagonal.
"""
def diagflat(array: Any, k: Any = 0) -> Any:
    """Create a matrix with the flattened elements as its diagonal ``k``.
"""
def diagonal(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1) -> Any:
    """Extract a diagonal of the matrices in two axes, as the last axis.
"""
def trace(a: Any, offset: Any = 0, axis1: Any = 0, axis2: Any = 1, out: Any = None) -> Any:
    """Compute the sum of a diagonal of the matrices in two axes.
"""
def tril(m: Any, k: Any = 0) -> Any:
    """Set the elements above the diagonal ``k`` to 0.
"""
def diag_indices_from(arr: Any) -> Any:
    """Return the positions of the main diagonal, an array for each axis, or a symbol of rows.
"""
def unravel_index(indices: Any, shape: Any, order: Any = 'C') -> Any:
    """Convert flat positions in an array of a shape to coordinates, an array for each axis.
"""
def shares_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Return whether two arrays share memory; ``max_work`` is ignored.
"""
def may_share_memory(a: Any, b: Any, max_work: Any = None) -> Any:
    """Return whether two arrays share memory; ``max_work`` is ignored.
"""
def blackman(M: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the Blackman window of ``M`` points.
"""
def hamming(M: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the Hamming window of ``M`` points.
"""
def hanning(M: Any, dtype: Any = ..., ctx: Any = None) -> Any:
    """Return the Hanning window of ``M`` points.
"""
Any: Any
from mxnet.numpy import arrayprint as arrayprint
from mxnet.numpy import function_base as function_base
from mxnet.numpy import io as io
from mxnet.numpy import stride_tricks as stride_tricks
from mxnet.numpy import utils as utils
