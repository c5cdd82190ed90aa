"""Initializers: the initial values of parameters.

An initializer is called with a description (:class:`InitDesc`: the name and attributes of a
parameter) and the array to fill. The name decides: ``..._bias`` and ``..._beta`` become 0,
``..._gamma`` becomes 1, and ``..._weight`` is filled by ``_init_weight`` of the class.
"""

from __future__ import annotations

import json
import logging
import math
import re
import warnings

import numpy as np

from . import ndarray as nd, ndarray as ndarray, random, registry
from ._core.lazy import lazy_attributes as _lazy_attributes
from ._text.foreign_names import INITIALIZERS as _FOREIGN_NAMES
from ._text.parameter_docs import INITIALIZERS as _DOCS
from ._text.reprs import document as _document, settings_text
from .ndarray import NDArray, load
from .util import is_np_array as is_np_array

__all__ = [
    "Bilinear", "Constant", "FusedRNN", "InitDesc", "Initializer", "LSTMBias", "Load", "MSRAPrelu",
    "Mixed", "Normal", "One", "Orthogonal", "Uniform", "Xavier", "Zero", "alias", "create",
    "register",
]  # fmt: skip

__getattr__ = _lazy_attributes(__name__, {}, _FOREIGN_NAMES)


class InitDesc(str):
    """The name of a parameter, with its attributes and the initializer of the network."""

    def __new__(cls, name, attrs=None, global_init=None):
        described = super().__new__(cls, name)
        described.attrs = attrs or {}
        described.global_init = global_init
        return described


class Initializer:
    """The base class of initializers: subclass it and define ``_init_weight(self, name, arr)``."""

    def __init__(self, **kwargs):
        self._kwargs = kwargs
        self._print_func = _mean_magnitude
        self._verbose = False

    def __repr__(self):
        return settings_text(self, getattr(self, "_kwargs", {}))

    def set_verbosity(self, verbose=False, print_func=None):
        """Enable logging of each initialized array; ``print_func(array)`` returns the text."""
        if print_func is not None:
            self._print_func = print_func
        self._verbose = verbose
        return self

    def _verbose_print(self, desc, init, arr):
        if self._verbose:
            logging.info("Initialized %s as %s: %s", desc, init, self._print_func(arr))

    def dumps(self):
        """Return name and arguments as JSON, from which ``create`` creates the initializer again.

        >>> Normal(0.5).dumps()
        '["normal", {"sigma": 0.5}]'
        """
        return json.dumps([type(self).__name__.lower(), self._kwargs])

    def __eq__(self, other):
        return type(self) is type(other) and self.dumps() == other.dumps()

    __hash__ = object.__hash__

    def __call__(self, desc, arr):
        if not isinstance(desc, InitDesc):
            self._by_plain_name(desc, arr)
            return
        own = desc.attrs.get("__init__", "")
        if desc.global_init is None:
            desc.global_init = self
        if own:
            chosen = create(own)
            chosen._init_weight(desc, arr)
            label = own if isinstance(own, str) else type(own).__name__
            self._verbose_print(desc, label, arr)
            return
        for ending, method in _BY_ENDING:
            if desc.lower().endswith(ending):
                getattr(self, method)(desc, arr)
                self._verbose_print(desc, ending, arr)
                return
        self._init_default(desc, arr)

    def _by_plain_name(self, name, arr):
        """Fill an array by a plain str, for code written before :class:`InitDesc`."""
        warnings.warn(
            "Calling initializer with init(str, NDArray) has been deprecated. "
            "Please use init(mx.init.InitDesc(...), NDArray) instead.",
            DeprecationWarning,
            stacklevel=3,
        )
        if not isinstance(name, str):
            raise TypeError(f"name must be string, got {name!r}")
        if not isinstance(arr, NDArray):
            raise TypeError(f"arr must be NDArray, got {type(arr).__name__}")
        if name.startswith("upsampling"):
            self._init_bilinear(name, arr)
        elif name.startswith("stn_loc") and name.endswith(("weight", "bias")):
            self._init_zero(name, arr) if name.endswith("weight") else self._init_loc_bias(
                name, arr
            )
        else:
            for ending, method in _BY_ENDING + _BY_OLD_ENDING:
                if name.endswith(ending):
                    getattr(self, method)(name, arr)
                    return
            self._init_default(name, arr)

    def _init_weight(self, name, arr):
        """Fill a weight; each initializer defines this."""
        raise NotImplementedError(f"{type(self).__name__} does not define _init_weight")

    def _init_bias(self, _, arr):
        arr[:] = 0.0

    def _init_gamma(self, _, arr):
        arr[:] = 1.0

    def _init_beta(self, _, arr):
        arr[:] = 0.0

    def _init_zero(self, _, arr):
        arr[:] = 0.0

    def _init_one(self, _, arr):
        arr[:] = 1.0

    def _init_bilinear(self, _, arr):
        arr[:] = _bilinear_kernel(arr.shape)

    def _init_loc_bias(self, _, arr):
        if arr.shape[0] != 6:
            raise AssertionError(
                f"the bias of an affine transformation has 6 elements, got shape {arr.shape}"
            )
        arr[:] = [1.0, 0, 0, 0, 1.0, 0]

    def _init_quantized_weight(self, _, arr):
        arr[:] = np.random.randint(-127, 127, size=arr.shape)

    def _init_default(self, name, _):
        raise ValueError(
            f"Unknown initialization pattern for {name}. Default initialization is limited to "
            'names that end with "weight", "bias", "gamma" (1.0), and "beta" (0.0). Pass an '
            "initializer: Parameter(init=mx.init.*) or mx.sym.Variable(init=mx.init.*)."
        )


_BY_ENDING = (
    ("weight", "_init_weight"),
    ("bias", "_init_bias"),
    ("gamma", "_init_gamma"),
    ("beta", "_init_beta"),
    ("min", "_init_zero"),
    ("max", "_init_one"),
    ("weight_quantize", "_init_quantized_weight"),
    ("bias_quantize", "_init_quantized_weight"),
)
_BY_OLD_ENDING = (
    ("moving_mean", "_init_zero"),
    ("moving_var", "_init_one"),
    ("moving_inv_var", "_init_zero"),
    ("moving_avg", "_init_zero"),
)


def _mean_magnitude(arr):
    return str((nd.norm(arr.as_nd_ndarray()) / math.sqrt(arr.size)).asscalar())


register = registry.get_register_func(Initializer, "initializer")
alias = registry.get_alias_func(Initializer, "initializer")
create = registry.get_create_func(Initializer, "initializer")


class Load:
    """Uses values from a file or a dictionary of arrays, and another initializer for the rest."""

    def __init__(self, param, default_init=None, verbose=False):
        arrays = load(param) if isinstance(param, str) else param
        if not isinstance(arrays, dict):
            raise AssertionError(f"Load expects arrays with names, got {type(arrays).__name__}")
        self.param = {re.sub(r"^(arg|aux):", "", name): array for name, array in arrays.items()}
        self.default_init = default_init
        self.verbose = verbose

    def __call__(self, name, arr):
        array = self.param.get(name)
        if array is not None:
            if arr.shape != array.shape:
                raise AssertionError(
                    f"Parameter {name} cannot be initialized from loading. "
                    f"Shape mismatch, target {arr.shape} vs loaded {array.shape}"
                )
            arr[:] = array
        elif self.default_init is None:
            raise AssertionError(
                f"Cannot Initialize {name}. Not found in loaded param and no default Initializer "
                "is provided."
            )
        else:
            self.default_init(name, arr)
        if self.verbose:
            logging.info("Initialized %s by %s", name, "default" if array is None else "loading")


class Mixed:
    """Selects an initializer by the first regular expression that matches the name."""

    def __init__(self, patterns, initializers):
        if len(patterns) != len(initializers):
            raise AssertionError(
                f"{len(patterns)} patterns need as many initializers, got {len(initializers)}"
            )
        self.map = [(re.compile(p), i) for p, i in zip(patterns, initializers, strict=True)]

    def __call__(self, name, arr):
        for pattern, chosen in self.map:
            if pattern.match(name):
                chosen(name, arr)
                return
        raise ValueError(
            f'Parameter name {name} did not match any pattern. Consider adding a ".*" pattern at '
            "the end "
            "with a default Initializer."
        )


@register
@alias("zeros")
class Zero(Initializer):
    """Fills with 0."""

    def _init_weight(self, _, arr):
        arr[:] = 0


@register
@alias("ones")
class One(Initializer):
    """Fills with 1."""

    def _init_weight(self, _, arr):
        arr[:] = 1


@register
class Constant(Initializer):
    """Fills with a number or an array."""

    def __init__(self, value):
        super().__init__(value=value)
        self.value = value

    def _init_weight(self, _, arr):
        arr[:] = self.value

    def dumps(self):
        value = self.value.asnumpy() if isinstance(self.value, NDArray) else self.value
        # MXNet: from here on, the arguments are JSON values.
        self._kwargs["value"] = value.tolist() if isinstance(value, np.ndarray) else value
        return super().dumps()


@register
class Uniform(Initializer):
    """Draws from the uniform distribution between ``-scale`` and ``scale``."""

    def __init__(self, scale=0.07):
        super().__init__(scale=scale)
        self.scale = scale

    def _init_weight(self, _, arr):
        random.uniform(-self.scale, self.scale, out=arr)


@register
class Normal(Initializer):
    """Draws from a normal distribution with standard deviation ``sigma``."""

    def __init__(self, sigma=0.01):
        super().__init__(sigma=sigma)
        self.sigma = sigma

    def _init_weight(self, _, arr):
        random.normal(0, self.sigma, out=arr)


@register
class Orthogonal(Initializer):
    """Creates a matrix with orthogonal rows (or columns) of length ``scale``."""

    def __init__(self, scale=1.414, rand_type="uniform"):
        super().__init__(scale=scale, rand_type=rand_type)
        self.scale = scale
        self.rand_type = rand_type

    def _init_weight(self, _, arr):
        rows, columns = arr.shape[0], math.prod(arr.shape[1:])
        if self.rand_type == "uniform":
            drawn = random.uniform(-1, 1, shape=(rows, columns))
        elif self.rand_type == "normal":
            drawn = random.normal(0, 1, shape=(rows, columns))
        else:
            raise ValueError(
                f"rand_type of Orthogonal must be uniform or normal, got {self.rand_type!r}"
            )
        u, _, v = np.linalg.svd(drawn.asnumpy(), full_matrices=False)
        best = u if u.shape == (rows, columns) else v
        arr[:] = (self.scale * best).reshape(arr.shape)


@register
class Xavier(Initializer):
    """Keeps the scale of gradients similar in all layers (Glorot and Bengio, 2010)."""

    def __init__(self, rnd_type="uniform", factor_type="avg", magnitude=3):
        super().__init__(rnd_type=rnd_type, factor_type=factor_type, magnitude=magnitude)
        self.rnd_type = rnd_type
        self.factor_type = factor_type
        self.magnitude = float(magnitude)

    def _init_weight(self, name, arr):
        if len(arr.shape) < 2:
            raise ValueError(
                f"Xavier initializer cannot be applied to vector {name}. It requires at least 2D."
            )
        area = math.prod(arr.shape[2:])
        fan_in, fan_out = arr.shape[1] * area, arr.shape[0] * area
        factors = {"avg": (fan_in + fan_out) / 2, "in": fan_in, "out": fan_out}
        if self.factor_type not in factors:
            raise ValueError(f"Incorrect factor type {self.factor_type!r}; use avg, in or out")
        scale = math.sqrt(self.magnitude / factors[self.factor_type])
        if self.rnd_type == "uniform":
            random.uniform(-scale, scale, out=arr)
        elif self.rnd_type == "gaussian":
            random.normal(0, scale, out=arr)
        else:
            raise ValueError(f"Unknown random type {self.rnd_type!r}; use uniform or gaussian")


@register
class MSRAPrelu(Xavier):
    """Xavier for layers followed by a PReLU with the given slope (He et al., 2015)."""

    def __init__(self, factor_type="avg", slope=0.25):
        super().__init__("gaussian", factor_type, 2.0 / (1 + slope**2))
        self._kwargs = {"factor_type": factor_type, "slope": slope}


@register
class Bilinear(Initializer):
    """Initializes an upsampling deconvolution to bilinear interpolation."""

    def _init_weight(self, _, arr):
        arr[:] = _bilinear_kernel(arr.shape)


def _bilinear_kernel(shape):
    height, width = shape[2], shape[3]
    half = math.ceil(width / 2.0)
    center = (2 * half - 1 - half % 2) / (2.0 * half)
    row = 1 - np.abs(np.arange(width) / half - center)
    column = 1 - np.abs(np.arange(height) / half - center)
    return np.broadcast_to(column[:, None] * row[None, :], shape).astype(np.float32)


@register
class LSTMBias(Initializer):
    """Fills the bias of an LSTM with 0, except that of the forget gates with ``forget_bias``."""

    def __init__(self, forget_bias=1.0):
        super().__init__(forget_bias=forget_bias)
        self.forget_bias = forget_bias

    def _init_weight(self, name, arr):
        size = arr.shape[0] // 4
        arr[:] = 0.0
        arr[size : 2 * size] = self.forget_bias


@register
class FusedRNN(Initializer):
    """Fills the parameter vector of the fused RNN operator, part by part."""

    def __init__(self, init, num_hidden, num_layers, mode, bidirectional=False, forget_bias=1.0):
        inner = create(init) if isinstance(init, str) else init
        super().__init__(
            init=inner.dumps() if inner is not None else None,
            num_hidden=num_hidden,
            num_layers=num_layers,
            mode=mode,
            bidirectional=bidirectional,
            forget_bias=forget_bias,
        )
        self._init = inner
        self._num_hidden = num_hidden
        self._num_layers = num_layers
        self._mode = mode
        self._directions = 2 if bidirectional else 1
        self._forget_bias = forget_bias

    def _init_weight(self, desc, arr):
        chosen = self._init or getattr(desc, "global_init", None)
        if chosen is None or chosen is self:
            raise ValueError(f"FusedRNN has no initializer for {desc}: give one")
        arr = arr.as_nd_ndarray()  # its reshape returns views
        gates = {"rnn_relu": 1, "rnn_tanh": 1, "lstm": 4, "gru": 3}[self._mode]
        rows, offset, hidden = gates * self._num_hidden, 0, self._num_hidden
        first = self._input_size(arr.size, gates)
        for layer in range(self._num_layers):
            wide = first if layer == 0 else hidden * self._directions
            for _ in range(self._directions):
                for columns in (wide, hidden):
                    for _ in range(gates):
                        part = arr[offset : offset + hidden * columns]
                        chosen(InitDesc(f"{desc}_weight"), part.reshape((hidden, columns)))
                        offset += hidden * columns
        arr[offset:] = 0
        if self._mode == "lstm":
            while offset < arr.size:
                arr[offset + hidden : offset + 2 * hidden] = self._forget_bias
                offset += rows

    def _input_size(self, total, gates):
        hidden, directions = self._num_hidden, self._directions
        upper = (self._num_layers - 1) * (hidden * directions + hidden + 2)
        return total // directions // hidden // gates - upper - hidden - 2


_document(globals(), _DOCS)
