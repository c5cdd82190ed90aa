"""Recurrent cells whose weights are convolutions, in 1 to 3 dimensions."""

from __future__ import annotations

from ...._core.integers import as_integers
from ...rnn import HybridRecurrentCell

__all__ = [
    "Conv1DGRUCell", "Conv1DLSTMCell", "Conv1DRNNCell", "Conv2DGRUCell", "Conv2DLSTMCell",
    "Conv2DRNNCell", "Conv3DGRUCell", "Conv3DLSTMCell", "Conv3DRNNCell",
]  # fmt: skip


def _get_conv_out_size(dimensions, kernels, paddings, dilations):
    """Return the size of each axis after a convolution with stride 1; 0 means unknown.

    >>> _get_conv_out_size((8, 0), (3, 3), (0, 0), (1, 2))
    (6, 0)
    """
    return tuple(
        size + 2 * padding - dilation * (kernel - 1) if size else 0
        for size, kernel, padding, dilation in zip(
            dimensions, kernels, paddings, dilations, strict=True
        )
    )


def _per_axis(value, dims):
    """Return one int for each axis, from one for all or one for each."""
    value = as_integers(value)
    sizes = (value,) * dims if isinstance(value, int) else tuple(value)
    if len(sizes) != dims:
        raise AssertionError(
            f"For {dims}D convolution, the convolution settings can only be either int or "
            f"list/tuple of length {dims}, got {value!r}"
        )
    return sizes


class _BaseConvRNNCell(HybridRecurrentCell):
    """The base class: convolutions of the input (i2h) and of the state (h2h) for some gates.

    The convolution of the state is padded so that the state keeps its size.
    """

    def __init__(
        self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate, h2h_dilate,
        i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer, h2h_bias_initializer,
        dims, conv_layout, activation, prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(prefix=prefix, params=params)
        if len(input_shape) != dims + 1:
            raise AssertionError(
                f"input_shape of a {dims}D cell has channels and {dims} axes, got {input_shape}"
            )
        self._hidden_channels = hidden_channels
        self._input_shape = tuple(input_shape)
        self._conv_layout = conv_layout
        self._activation = activation
        self._i2h_kernel = _per_axis(i2h_kernel, dims)
        self._stride = (1,) * dims
        self._i2h_pad = _per_axis(i2h_pad, dims)
        self._i2h_dilate = _per_axis(i2h_dilate, dims)
        self._h2h_kernel = _per_axis(h2h_kernel, dims)
        if not all(size % 2 for size in self._h2h_kernel):
            raise AssertionError(f"Only support odd number, get h2h_kernel= {h2h_kernel}")
        self._h2h_dilate = _per_axis(h2h_dilate, dims)
        self._channel_axis = conv_layout.find("C")
        i2h_shape, h2h_shape = self._decide_shapes()
        rows = hidden_channels * self._num_gates
        for name, shape, init in (
            ("i2h_weight", i2h_shape, i2h_weight_initializer),
            ("h2h_weight", h2h_shape, h2h_weight_initializer),
            ("i2h_bias", (rows,), i2h_bias_initializer),
            ("h2h_bias", (rows,), h2h_bias_initializer),
        ):
            parameter = self.params.get(name, shape=shape, init=init, allow_deferred_init=True)
            setattr(self, name, parameter)

    def _decide_shapes(self):
        """Compute channels, padding and shape of the state; return the shapes of the weights."""
        axis = self._channel_axis - 1  # these shapes have no batch axis
        *sizes, self._in_channels = _channels_last(self._input_shape, axis)
        pairs = zip(self._h2h_dilate, self._h2h_kernel, strict=True)
        self._h2h_pad = tuple(dilate * (kernel - 1) // 2 for dilate, kernel in pairs)
        new_sizes = _get_conv_out_size(sizes, self._i2h_kernel, self._i2h_pad, self._i2h_dilate)
        self._state_shape = _channels_at(axis, self._hidden_channels, new_sizes)
        rows = self._hidden_channels * self._num_gates
        return (
            (rows, *_channels_at(axis, self._in_channels, self._i2h_kernel)),
            (rows, *_channels_at(axis, self._hidden_channels, self._h2h_kernel)),
        )

    @property
    def _num_gates(self):
        return len(self._gate_names)

    def state_info(self, batch_size=0):
        return [{"shape": (batch_size, *self._state_shape), "__layout__": self._conv_layout}]

    def hybrid_forward(self, F, inputs, states):
        raise NotImplementedError("_BaseConvRNNCell is abstract: use a cell of RNN, LSTM or GRU")

    def _conv_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        """Return the contributions of input and state to all gates."""
        shared = {
            "num_filter": self._hidden_channels * self._num_gates,
            "stride": self._stride,
            "layout": self._conv_layout,
        }
        i2h = F.Convolution(
            inputs, i2h_weight, i2h_bias, kernel=self._i2h_kernel, pad=self._i2h_pad,
            dilate=self._i2h_dilate, name=self._part("i2h"), **shared,
        )  # fmt: skip
        h2h = F.Convolution(
            states[0], h2h_weight, h2h_bias, kernel=self._h2h_kernel, pad=self._h2h_pad,
            dilate=self._h2h_dilate, name=self._part("h2h"), **shared,
        )  # fmt: skip
        return i2h, h2h

    def _split(self, F, gates, **name):
        return F.SliceChannel(gates, num_outputs=self._num_gates, axis=self._channel_axis, **name)

    def __repr__(self):
        shape = self.i2h_weight.shape
        channels = f"{shape[self._channel_axis] or None} -> {shape[0]}"
        return f"{type(self).__name__}({channels}, {self._activation}, {self._conv_layout})"


def _channels_last(shape, axis):
    return (*shape[:axis], *shape[axis + 1 :], shape[axis])


def _channels_at(axis, channels, sizes):
    return (*sizes[:axis], channels, *sizes[axis:])


class _ConvRNNCell(_BaseConvRNNCell):
    """Computes ``h' = activation(W * x + b + U * h + c)``."""

    _gate_names = ("",)

    def _alias(self):
        return "conv_rnn"

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        output = self._get_activation(F, i2h + h2h, self._activation, name=self._part("out"))
        return output, [output]


class _ConvLSTMCell(_BaseConvRNNCell):
    """Long short-term memory with convolutions (Shi et al., 2015)."""

    _gate_names = ("_i", "_f", "_c", "_o")

    def _alias(self):
        return "conv_lstm"

    def state_info(self, batch_size=0):
        return [*super().state_info(batch_size), *super().state_info(batch_size)]

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        i, f, c, o = self._split(F, i2h + h2h, name=self._part("slice"))
        i = F.Activation(i, act_type="sigmoid", name=self._part("i"))
        f = F.Activation(f, act_type="sigmoid", name=self._part("f"))
        c = self._get_activation(F, c, self._activation, name=self._part("c"))
        o = F.Activation(o, act_type="sigmoid", name=self._part("o"))
        memory = F.elemwise_add(f * states[1], i * c, name=self._part("state"))
        activation = self._get_activation(F, memory, self._activation)
        output = F.elemwise_mul(o, activation, name=self._part("out"))
        return output, [output, memory]


class _ConvGRUCell(_BaseConvRNNCell):
    """Gated recurrent units with convolutions."""

    _gate_names = ("_r", "_z", "_o")

    def _alias(self):
        return "conv_gru"

    def hybrid_forward(self, F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias):
        i2h, h2h = self._conv_forward(F, inputs, states, i2h_weight, h2h_weight, i2h_bias, h2h_bias)
        i_reset, i_update, i_new = self._split(F, i2h, name=self._part("i2h_slice"))
        h_reset, h_update, h_new = self._split(F, h2h, name=self._part("h2h_slice"))
        reset = F.Activation(i_reset + h_reset, act_type="sigmoid", name=self._part("r_act"))
        update = F.Activation(i_update + h_update, act_type="sigmoid", name=self._part("z_act"))
        new = self._get_activation(
            F, i_new + reset * h_new, self._activation, name=self._part("h_act")
        )
        renewed, carried = (1.0 - update) * new, update * states[0]
        output = F.elemwise_add(renewed, carried, name=self._part("out"))
        return output, [output]


# A class for each number of dimensions, with its own defaults in the signature that users see.


class _Over1D:
    """Convolutions over one axis."""

    def __init__(
        self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0,), i2h_dilate=(1,),
        h2h_dilate=(1,), i2h_weight_initializer=None, h2h_weight_initializer=None,
        i2h_bias_initializer="zeros", h2h_bias_initializer="zeros", conv_layout="NCW",
        activation="tanh", prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate,
            h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, 1, conv_layout, activation, prefix, params,
        )  # fmt: skip


class _Over2D:
    """Convolutions over two axes."""

    def __init__(
        self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0),
        i2h_dilate=(1, 1), h2h_dilate=(1, 1), i2h_weight_initializer=None,
        h2h_weight_initializer=None, i2h_bias_initializer="zeros", h2h_bias_initializer="zeros",
        conv_layout="NCHW", activation="tanh", prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate,
            h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, 2, conv_layout, activation, prefix, params,
        )  # fmt: skip


class _Over3D:
    """Convolutions over three axes."""

    def __init__(
        self, input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad=(0, 0, 0),
        i2h_dilate=(1, 1, 1), h2h_dilate=(1, 1, 1), i2h_weight_initializer=None,
        h2h_weight_initializer=None, i2h_bias_initializer="zeros", h2h_bias_initializer="zeros",
        conv_layout="NCDHW", activation="tanh", prefix=None, params=None,
    ):  # fmt: skip
        super().__init__(
            input_shape, hidden_channels, i2h_kernel, h2h_kernel, i2h_pad, i2h_dilate,
            h2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, 3, conv_layout, activation, prefix, params,
        )  # fmt: skip


class Conv1DRNNCell(_Over1D, _ConvRNNCell):
    """A plain recurrent cell with convolutions over one axis."""


class Conv2DRNNCell(_Over2D, _ConvRNNCell):
    """A plain recurrent cell with convolutions over two axes."""


class Conv3DRNNCell(_Over3D, _ConvRNNCell):
    """A plain recurrent cell with convolutions over three axes."""


class Conv1DLSTMCell(_Over1D, _ConvLSTMCell):
    """An LSTM cell with convolutions over one axis."""


class Conv2DLSTMCell(_Over2D, _ConvLSTMCell):
    """An LSTM cell with convolutions over two axes.

    >>> cell = Conv2DLSTMCell((3, 8, 8), 4, i2h_kernel=3, h2h_kernel=3)
    >>> cell.state_info(batch_size=2)[0]["shape"]
    (2, 4, 6, 6)
    """


class Conv3DLSTMCell(_Over3D, _ConvLSTMCell):
    """An LSTM cell with convolutions over three axes."""


class Conv1DGRUCell(_Over1D, _ConvGRUCell):
    """A GRU cell with convolutions over one axis."""


class Conv2DGRUCell(_Over2D, _ConvGRUCell):
    """A GRU cell with convolutions over two axes."""


class Conv3DGRUCell(_Over3D, _ConvGRUCell):
    """A GRU cell with convolutions over three axes."""
