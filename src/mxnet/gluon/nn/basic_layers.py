"""Containers and the basic layers: dense, dropout, normalization, embedding, lambdas."""

from __future__ import annotations

import inspect as inspect
import warnings

import numpy as np

from ... import (
    ndarray as nd,
    symbol as sym,  # noqa: F401
)
from ..._core.integers import as_integers
from ..._text.reprs import count
from ..._text.spelling import did_you_mean
from ...util import is_np_array as is_np_array
from ..block import Block, HybridBlock
from .activations import Activation, apply_inplace, plain_type

__all__ = [
    "BatchNorm", "BatchNormReLU", "Dense", "Dropout", "Embedding", "Flatten", "GroupNorm",
    "HybridLambda", "HybridSequential", "InstanceNorm", "Lambda", "LayerNorm", "Sequential",
]  # fmt: skip


class _Stack:
    """The base class of Sequential and HybridSequential: children that run in order."""

    _in_summary = False  # it returns the result of its last child
    _constructor_hint = " Layers are added afterwards: net.add(layer, layer)."

    def add(self, *blocks):
        """Append blocks."""
        for block in blocks:
            if isinstance(block, list | tuple):
                raise TypeError("add() takes layers one by one, got a list: net.add(*layers)")
            if isinstance(block, type):
                raise TypeError(
                    f"add() takes layers, got the class {block.__name__}: make one with "
                    f"{block.__name__}(...)"
                )
            self.register_child(block)

    def __repr__(self):
        children = (
            f"  ({name}): " + repr(block).replace("\n", "\n  ")
            for name, block in self._children.items()
        )
        listing = "\n".join(children)
        return f"{type(self).__name__}(\n{listing}\n)"

    def __getitem__(self, key):
        try:
            layers = list(self._children.values())[key]
        except (IndexError, TypeError) as error:
            name = f"{type(self).__name__} '{self.name}'"
            layers = count(len(self), "layer")
            text = f"{name} has {layers}, selected by position or slice, got {key!r}"
            raise type(error)(text) from None
        if not isinstance(layers, list):
            return layers
        part = type(self)(prefix=self._prefix)
        with part.name_scope():
            part.add(*layers)
        return part

    def __len__(self):
        return len(self._children)

    def _run(self, x):
        for block in self._children.values():
            x = block(x)
        return x


class Sequential(_Stack, Block):
    """Runs blocks sequentially.

    >>> net = Sequential()
    >>> net.add(Dense(10, activation="relu"), Dense(2))
    >>> len(net)
    2
    """

    def forward(self, x):
        return self._run(x)

    def hybridize(self, active=True, **kwargs):
        if self._children and all(
            isinstance(child, HybridBlock) for child in self._children.values()
        ):
            warnings.warn(
                f"All children of this Sequential layer '{self.prefix}' are HybridBlocks. "
                "Consider using HybridSequential for the best performance.",
                stacklevel=2,
            )
        super().hybridize(active, **kwargs)


class HybridSequential(_Stack, HybridBlock):
    """Runs hybrid blocks sequentially."""

    def hybrid_forward(self, F, x):
        return self._run(x)


class Dense(HybridBlock):
    """A fully connected layer: ``activation(x W' + b)``.

    Unless ``flatten`` is False, all axes of the input except the first are merged.
    """

    def __init__(
        self, units, activation=None, use_bias=True, flatten=True, dtype="float32",
        weight_initializer=None, bias_initializer="zeros", in_units=0, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        if not isinstance(as_integers(units), int) or units < 0:
            raise ValueError(f"the units of Dense are a positive integer, got {units!r}")
        self._flatten = flatten
        self._units = units
        self._in_units = in_units
        with self.name_scope():
            self.weight = self.params.get(
                "weight",
                shape=(units, in_units),
                init=weight_initializer,
                dtype=dtype,
                allow_deferred_init=True,
            )
            self.bias = None
            if use_bias:
                self.bias = self.params.get(
                    "bias",
                    shape=(units,),
                    init=bias_initializer,
                    dtype=dtype,
                    allow_deferred_init=True,
                )
            self.act = (
                Activation(activation, prefix=f"{activation}_") if activation is not None else None
            )

    def _step_key(self):
        if self.act is None:
            return None, self._flatten, self._units
        act_type = plain_type(self.act)
        return None if act_type is None else (act_type, self._flatten, self._units)

    def hybrid_forward(self, F, x, weight, bias=None):
        out = F.FullyConnected(
            x,
            weight,
            bias,
            num_hidden=self._units,
            no_bias=bias is None,
            flatten=self._flatten,
            name="fwd",
        )
        return out if self.act is None else apply_inplace(self.act, out)

    def __repr__(self):
        fan_in = self.weight.shape[1] or None
        return f"{type(self).__name__}({fan_in} -> {self.weight.shape[0]}, {self.act or 'linear'})"


class Dropout(HybridBlock):
    """Sets a fraction ``rate`` of the elements to 0 in training and scales up the others.

    Elements that differ only along ``axes`` are dropped together.
    """

    def __init__(self, rate, axes=(), **kwargs):
        super().__init__(**kwargs)
        if isinstance(rate, str):
            raise TypeError(f"the rate of Dropout is a number from 0 to 1, got {rate!r}")
        self._rate = rate
        self._axes = axes

    def hybrid_forward(self, F, x):
        if self._rate > 0:
            return F.Dropout(x, p=self._rate, axes=self._axes, name="fwd", cudnn_off=False)
        return F.identity(x)

    def __repr__(self):
        return f"{type(self).__name__}(p = {self._rate}, axes={self._axes})"


def _vector(block, name, size, init, is_learned, **kwargs):
    """Return a new parameter of a normalization, with one element for each channel."""
    req = "write" if is_learned else "null"
    return block.params.get(
        name, grad_req=req, shape=(size,), init=init, allow_deferred_init=True, **kwargs
    )


class _BatchNorm(HybridBlock):
    """The base class of BatchNorm and SyncBatchNorm: scale, shift and moving statistics."""

    def __init__(
        self, attributes, in_channels, center, scale, beta_initializer, gamma_initializer,
        running_mean_initializer, running_variance_initializer, **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        self._kwargs = attributes
        self._axis = attributes.get("axis", 1)
        if in_channels != 0:
            self.in_channels = in_channels

        def vector(name, init, is_learned):
            # MXNet: what is not learned cannot be learned later either.
            return _vector(self, name, in_channels, init, is_learned, differentiable=is_learned)

        self.gamma = vector("gamma", gamma_initializer, scale)
        self.beta = vector("beta", beta_initializer, center)
        self.running_mean = vector("running_mean", running_mean_initializer, False)
        self.running_var = vector("running_var", running_variance_initializer, False)

    def cast(self, dtype):
        # MXNet: with half precision data the statistics stay float32.
        if np.dtype(dtype).name == "float16":
            dtype = "float32"
        super().cast(dtype)

    def __repr__(self):
        in_channels = self.gamma.shape[0]
        shown = ", ".join(f"{name}={value!r}" for name, value in self._kwargs.items())
        return f"{type(self).__name__}({shown}, in_channels={in_channels or None})"


class BatchNorm(_BatchNorm):
    """Normalizes each channel, in training over the batch, otherwise with moving statistics."""

    def __init__(
        self, axis=1, momentum=0.9, epsilon=1e-5, center=True, scale=True, use_global_stats=False,
        beta_initializer="zeros", gamma_initializer="ones", running_mean_initializer="zeros",
        running_variance_initializer="ones", in_channels=0, **kwargs,
    ):  # fmt: skip
        attributes = {
            "axis": axis,
            "eps": epsilon,
            "momentum": momentum,
            "fix_gamma": not scale,
            "use_global_stats": use_global_stats,
        }
        super().__init__(
            attributes, in_channels, center, scale, beta_initializer, gamma_initializer,
            running_mean_initializer, running_variance_initializer, **kwargs,
        )  # fmt: skip

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        return F.BatchNorm(x, gamma, beta, running_mean, running_var, name="fwd", **self._kwargs)


class BatchNormReLU(BatchNorm):
    """Batch normalization followed by ReLU."""

    def hybrid_forward(self, F, x, gamma, beta, running_mean, running_var):
        out = super().hybrid_forward(F, x, gamma, beta, running_mean, running_var)
        return F.relu(out)


class _ScaleAndShift(HybridBlock):
    """The base class of the other normalizations: a learned scale and shift, possibly deferred."""

    def __init__(
        self, size, epsilon, center, scale, beta_initializer, gamma_initializer, attributes,
        **kwargs,
    ):  # fmt: skip
        super().__init__(**kwargs)
        self._kwargs = {"eps": epsilon, **attributes, "center": center, "scale": scale}
        self._epsilon = epsilon
        self._center = center
        self._scale = scale
        self.gamma = _vector(self, "gamma", size, gamma_initializer, scale)
        self.beta = _vector(self, "beta", size, beta_initializer, center)

    def _repr_attributes(self):
        return {**self._kwargs, "in_channels": self.gamma.shape[0]}

    def __repr__(self):
        shown = ", ".join(f"{name}={value}" for name, value in self._repr_attributes().items())
        return f"{type(self).__name__}({shown})"


class InstanceNorm(_ScaleAndShift):
    """Normalizes each channel of each sample separately."""

    def __init__(
        self, axis=1, epsilon=1e-5, center=True, scale=False, beta_initializer="zeros",
        gamma_initializer="ones", in_channels=0, **kwargs,
    ):  # fmt: skip
        super().__init__(
            in_channels, epsilon, center, scale, beta_initializer, gamma_initializer,
            {"axis": axis}, **kwargs,
        )  # fmt: skip
        self._axis = axis

    def hybrid_forward(self, F, x, gamma, beta):
        if self._axis == 1:
            return F.InstanceNorm(x, gamma, beta, name="fwd", eps=self._epsilon)
        x = F.swapaxes(x, dim1=1, dim2=self._axis)
        x = F.InstanceNorm(x, gamma, beta, name="fwd", eps=self._epsilon)
        return F.swapaxes(x, dim1=1, dim2=self._axis)


class LayerNorm(_ScaleAndShift):
    """Normalizes over one axis of each sample."""

    def __init__(
        self, axis=-1, epsilon=1e-5, center=True, scale=True, beta_initializer="zeros",
        gamma_initializer="ones", in_channels=0, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            in_channels, epsilon, center, scale, beta_initializer, gamma_initializer,
            {"axis": axis}, prefix=prefix, params=params,
        )  # fmt: skip
        self._axis = axis

    def hybrid_forward(self, F, data, gamma, beta):
        return F.LayerNorm(data, gamma, beta, axis=self._axis, eps=self._epsilon)


class GroupNorm(_ScaleAndShift):
    """Normalizes over groups of channels of each sample."""

    def __init__(
        self, num_groups=1, epsilon=1e-5, center=True, scale=True, beta_initializer="zeros",
        gamma_initializer="ones", prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            num_groups, epsilon, center, scale, beta_initializer, gamma_initializer,
            {"num_groups": num_groups}, prefix=prefix, params=params,
        )  # fmt: skip
        self._num_groups = num_groups

    def hybrid_forward(self, F, data, gamma, beta):
        return F.GroupNorm(data, gamma, beta, num_groups=self._num_groups, eps=self._epsilon)

    def _repr_attributes(self):
        return self._kwargs


def add_embedding_weight(
    block, input_dim, output_dim, dtype, weight_initializer, sparse_grad, **storage
) -> None:
    """Add the weight of an embedding and the operator's attributes to a block."""
    block._kwargs = {
        "input_dim": input_dim,
        "output_dim": output_dim,
        "dtype": dtype,
        "sparse_grad": sparse_grad,
    }
    block.weight = block.params.get(
        "weight",
        shape=(input_dim, output_dim),
        init=weight_initializer,
        dtype=dtype,
        grad_stype="row_sparse" if sparse_grad else "default",
        **storage,
    )


class Embedding(HybridBlock):
    """Maps integers to vectors: row ``i`` of the weight for index ``i``.

    With ``sparse_grad``, the gradient and the update contain only the rows that occurred.
    """

    def __init__(
        self,
        input_dim,
        output_dim,
        dtype="float32",
        weight_initializer=None,
        sparse_grad=False,
        **kwargs,
    ):
        super().__init__(**kwargs)
        self._input_dim = input_dim
        self._output_dim = output_dim
        add_embedding_weight(
            self, input_dim, output_dim, dtype, weight_initializer, sparse_grad,
            allow_deferred_init=True,
        )  # fmt: skip

    def hybrid_forward(self, F, x, weight):
        return F.Embedding(x, weight, name="fwd", **self._kwargs)

    def __repr__(self):
        dtype = self._kwargs["dtype"]
        return f"{type(self).__name__}({self._input_dim} -> {self._output_dim}, {dtype})"


class Flatten(HybridBlock):
    """Merges all axes except the first."""

    def hybrid_forward(self, F, x):
        return F.Flatten(x)

    def __repr__(self):
        return type(self).__name__


def _resolve_function(function):
    """Return name and implementation ``(F, *args)`` of an operator name or a function."""
    if isinstance(function, str):
        if not hasattr(nd, function):
            hint = did_you_mean(function, dir(nd))
            raise AssertionError(f"Function name {function} is not found in symbol/ndarray.{hint}")
        return function, lambda F, *args: getattr(F, function)(*args)
    if not callable(function):
        raise ValueError(
            f"Unrecognized function in lambda: {function} of type {type(function)}. Give a "
            "function, or the name of an operator such as 'relu'"
        )
    return getattr(function, "__name__", type(function).__name__), function


def _refuse_function_without_namespace(name: str, function, inputs) -> None:
    """Explain the first argument of a function that does not accept as many."""
    try:
        inspect.signature(function).bind(*inputs)
    except TypeError:
        raise TypeError(
            f"HybridLambda calls {name} with F, which is mx.nd or mx.sym, and then the inputs: "
            "function(F, x). Lambda calls a function with the inputs alone"
        ) from None
    except ValueError:  # a builtin without a signature
        return


class Lambda(Block):
    """Wraps a function of arrays, or an operator by name, as a block."""

    def __init__(self, function, prefix=None):
        super().__init__(prefix=prefix)
        self._func_name, implementation = _resolve_function(function)
        by_name = isinstance(function, str)
        self._func_impl = getattr(nd, function) if by_name else implementation

    def forward(self, *args):
        return self._func_impl(*args)

    def __repr__(self):
        return f"{type(self).__name__}({self._func_name})"


class HybridLambda(HybridBlock):
    """Wraps ``function(F, x, ...)``, or an operator by name, as a hybrid block."""

    def __init__(self, function, prefix=None):
        super().__init__(prefix=prefix)
        self._func_name, self._func = _resolve_function(function)

    def hybrid_forward(self, F, x, *args):
        try:
            return self._func(F, x, *args)
        except TypeError:
            _refuse_function_without_namespace(self._func_name, self._func, (F, x, *args))
            raise

    def __repr__(self):
        return f"{type(self).__name__}({self._func_name})"
