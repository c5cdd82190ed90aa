"""Recurrent cells over images, with convolutions instead of matrices."""

from __future__ import annotations

import functools
import inspect

from .. import symbol
from ._base import MODULE, BaseRNNCell
from ._cells import gru_step, lstm_step

_LEAKY = functools.partial(symbol.LeakyReLU, act_type="leaky", slope=0.2)


class BaseConvRNNCell(BaseRNNCell):
    """The base class of convolutional cells.

    ``input_shape`` is the shape of a batch of inputs in ``conv_layout``. The kernel over the states
    has odd sizes, so that padding preserves their shape.
    """

    def __init__(
        self, input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad,
        i2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
        h2h_bias_initializer, activation, prefix="", params=None, conv_layout="NCHW",
    ):  # fmt: skip
        super().__init__(prefix=prefix, params=params)
        if any(size % 2 == 0 for size in h2h_kernel):
            raise AssertionError(f"Only support odd number, get h2h_kernel= {h2h_kernel}")
        self._h2h_kernel, self._h2h_dilate = h2h_kernel, h2h_dilate
        self._h2h_pad = tuple(
            dilate * (size - 1) // 2 for size, dilate in zip(h2h_kernel, h2h_dilate, strict=True)
        )
        self._i2h_kernel, self._i2h_stride = i2h_kernel, i2h_stride
        self._i2h_pad, self._i2h_dilate = i2h_pad, i2h_dilate
        self._num_hidden = num_hidden
        self._input_shape = input_shape
        self._conv_layout = conv_layout
        self._activation = activation
        self._state_shape = self._shape_of_states()
        self._iW = self._parameter("i2h_weight", i2h_weight_initializer)
        self._hW = self._parameter("h2h_weight", h2h_weight_initializer)
        self._iB = self._parameter("i2h_bias", i2h_bias_initializer)
        self._hB = self._parameter("h2h_bias", h2h_bias_initializer)

    def _parameter(self, name, initializer):
        return self.params.get(name, **({} if initializer is None else {"init": initializer}))

    def _shape_of_states(self):
        """Return the shape of the convolution of the input, with 0 for the batch size."""
        sizes = []
        space = [
            axis for axis in range(len(self._conv_layout)) if self._conv_layout[axis] not in "NC"
        ]
        options = zip(
            space, self._i2h_kernel, self._i2h_stride, self._i2h_pad, self._i2h_dilate, strict=True
        )
        for axis, kernel, stride, pad, dilate in options:
            free = self._input_shape[axis] + 2 * pad - dilate * (kernel - 1) - 1
            sizes.append(free // stride + 1)
        sizes = dict(zip(space, sizes, strict=True))
        sizes[self._conv_layout.find("C")] = self._num_hidden
        sizes[self._conv_layout.find("N")] = 0
        return tuple(sizes[axis] for axis in range(len(sizes)))

    @property
    def _num_gates(self):
        return len(self._gate_names)

    @property
    def state_info(self):
        return [{"shape": self._state_shape, "__layout__": self._conv_layout}]

    def _conv_forward(self, inputs, states, name):
        """Return the convolutions of the input and of the state."""
        common = {"num_filter": self._num_hidden * self._num_gates, "layout": self._conv_layout}
        i2h = symbol.Convolution(
            inputs, self._iW, self._iB, kernel=self._i2h_kernel, stride=self._i2h_stride,
            pad=self._i2h_pad, dilate=self._i2h_dilate, name=f"{name}i2h", **common,
        )  # fmt: skip
        h2h = symbol.Convolution(
            states[0], self._hW, self._hB, kernel=self._h2h_kernel, stride=(1, 1),
            pad=self._h2h_pad, dilate=self._h2h_dilate, name=f"{name}h2h", **common,
        )  # fmt: skip
        return i2h, h2h

    def _activate(self, data, **kwargs):
        return self._get_activation(data, self._activation, **kwargs)

    def __call__(self, inputs, states):
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")


class _ConvCell(BaseConvRNNCell):
    """The common arguments of the convolutional cells, with their defaults."""

    _default_prefix = ""

    def __init_subclass__(cls):
        # The signature that users see has the prefix of the class.
        base = inspect.signature(_ConvCell.__init__).parameters.values()
        own = [p.replace(default=cls._default_prefix) if p.name == "prefix" else p for p in base]
        cls.__signature__ = inspect.Signature(own[1:])

    def __init__(
        self, input_shape, num_hidden, h2h_kernel=(3, 3), h2h_dilate=(1, 1), i2h_kernel=(3, 3),
        i2h_stride=(1, 1), i2h_pad=(1, 1), i2h_dilate=(1, 1), i2h_weight_initializer=None,
        h2h_weight_initializer=None, i2h_bias_initializer="zeros", h2h_bias_initializer="zeros",
        activation=_LEAKY, prefix=None, params=None, conv_layout="NCHW",
    ):  # fmt: skip
        prefix = self._default_prefix if prefix is None else prefix
        super().__init__(
            input_shape, num_hidden, h2h_kernel, h2h_dilate, i2h_kernel, i2h_stride, i2h_pad,
            i2h_dilate, i2h_weight_initializer, h2h_weight_initializer, i2h_bias_initializer,
            h2h_bias_initializer, activation, prefix, params, conv_layout,
        )  # fmt: skip


class ConvRNNCell(_ConvCell):
    """A plain recurrent cell with convolutions."""

    _default_prefix = "ConvRNN_"

    _gate_names = ("",)

    def __call__(self, inputs, states):
        name = self._next_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        output = self._activate(i2h + h2h, name=f"{name}out")
        return output, [output]


class ConvLSTMCell(_ConvCell):
    """Long short-term memory with convolutions."""

    _default_prefix = "ConvLSTM_"

    _gate_names = ("_i", "_f", "_c", "_o")

    @property
    def state_info(self):
        return super().state_info * 2

    def __call__(self, inputs, states):
        name = self._next_name()
        i2h, h2h = self._conv_forward(inputs, states, name)
        channels = self._conv_layout.find("C")
        output, cell_state = lstm_step(name, i2h + h2h, states[1], self._activate, channels)
        return output, [output, cell_state]


class ConvGRUCell(_ConvCell):
    """A gated recurrent unit with convolutions."""

    _default_prefix = "ConvGRU_"

    _gate_names = ("_r", "_z", "_o")

    def __call__(self, inputs, states):
        name = self._next_name()
        sums = self._conv_forward(inputs, states, name)
        output = gru_step(name, *sums, states[0], self._activate)
        return output, [output]


for _class in (BaseConvRNNCell, ConvRNNCell, ConvLSTMCell, ConvGRUCell):
    _class.__module__ = MODULE
