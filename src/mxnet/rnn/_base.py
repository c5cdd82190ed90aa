"""Common parts of symbolic cells: parameters, initial states, unrolling over a sequence."""

from __future__ import annotations

from .. import ndarray, symbol
from ..symbol import Symbol

MODULE = "mxnet.rnn.rnn_cell"  # the path MXNet gives the cells


class RNNParams:
    """Variables by name, which cells may share.

    >>> RNNParams("lstm_").get("i2h_weight")
    <Symbol lstm_i2h_weight>
    """

    def __init__(self, prefix=""):
        self._prefix = prefix
        self._params = {}

    def get(self, name, **kwargs):
        """Return the variable with a name, created with ``kwargs`` the first time."""
        full = self._prefix + name
        variable = self._params.get(full)
        if variable is None:
            variable = self._params[full] = symbol.Variable(full, **kwargs)
        return variable


class BaseRNNCell:
    """The base class of cells: ``output, new_states = cell(input, states)``, all of them symbols.

    A subclass defines ``__call__`` and ``state_info``, and ``_gate_names`` if its weights are the
    concatenated weights of several gates.
    """

    def __init__(self, prefix="", params=None):
        self._own_params = params is None
        self._prefix = prefix
        self._params = RNNParams(prefix) if params is None else params
        self._modified = False
        self.reset()

    def reset(self):
        """Reset the step counter, before a graph is created."""
        self._init_counter = -1
        self._counter = -1
        for cell in getattr(self, "_cells", ()):
            cell.reset()

    def __call__(self, inputs, states):
        """Create the graph of one step; return the output and the new states."""
        raise NotImplementedError(f"{type(self).__name__} does not define __call__")

    @property
    def params(self):
        """The parameters of the cell, which may be shared from now on."""
        self._own_params = False
        return self._params

    @property
    def state_info(self):
        """A description of each state: ``shape``, with 0 for the batch size, and ``__layout__``."""
        raise NotImplementedError(f"{type(self).__name__} does not define state_info")

    @property
    def state_shape(self):
        """The shape of each state, with 0 for the batch size."""
        return [info["shape"] for info in self.state_info]

    _gate_names = ()

    def _next_name(self) -> str:
        """Return the prefix of the names of the next step."""
        self._counter += 1
        return f"{self._prefix}t{self._counter}_"

    def _refuse_if_modified(self):
        if self._modified:
            raise AssertionError(
                "After applying modifier cells (e.g. DropoutCell) the base cell cannot be called "
                "directly. Call the modifier cell instead."
            )

    def begin_state(self, func=symbol.zeros, **kwargs):
        """Return the initial states of a sequence, made by ``func(name=..., shape=..., ...)``."""
        self._refuse_if_modified()
        states = []
        for info in self.state_info:
            self._init_counter += 1
            name = f"{self._prefix}begin_state_{self._init_counter}"
            states.append(func(name=name, **{**kwargs, **(info or {})}))
        return states

    # ---------------------------------------------------------------------------------- weights

    def unpack_weights(self, args):
        """Split the cell's concatenated weights into those of each gate; return all arrays."""
        args = dict(args)
        for group in ("i2h", "h2h") if self._gate_names else ():
            for kind in ("weight", "bias"):
                joined = args.pop(f"{self._prefix}{group}_{kind}")
                for i, gate in enumerate(self._gate_names):
                    rows = slice(i * self._num_hidden, (i + 1) * self._num_hidden)
                    args[f"{self._prefix}{group}{gate}_{kind}"] = joined[rows].copy()
        return args

    def pack_weights(self, args):
        """Concatenate the weights of the gates, as in the graph; return all arrays."""
        args = dict(args)
        for group in ("i2h", "h2h") if self._gate_names else ():
            for kind in ("weight", "bias"):
                names = [f"{self._prefix}{group}{gate}_{kind}" for gate in self._gate_names]
                parts = [args.pop(name) for name in names]
                args[f"{self._prefix}{group}_{kind}"] = ndarray.concatenate(parts)
        return args

    # --------------------------------------------------------------------------------- sequences

    def unroll(self, length, inputs, begin_state=None, layout="NTC", merge_outputs=None):
        """Create the graph of ``length`` steps; return the outputs and the last states.

        ``inputs`` is a symbol in the given layout or a list of symbols, one for each step. The
        outputs are a list, or one symbol with ``merge_outputs``.
        """
        self.reset()
        inputs, _ = normalize_sequence(length, inputs, layout, merge=False)
        states = self.begin_state() if begin_state is None else begin_state
        outputs = []
        for step in range(length):
            output, states = self(inputs[step], states)
            outputs.append(output)
        outputs, _ = normalize_sequence(length, outputs, layout, merge_outputs)
        return outputs, states

    def _get_activation(self, inputs, activation, **kwargs):
        """Apply an activation, given as a name or a function."""
        if isinstance(activation, str):
            return symbol.Activation(inputs, act_type=activation, **kwargs)
        return activation(inputs, **kwargs)


def normalize_sequence(length, inputs, layout, merge, in_layout=None):
    """Return a sequence as a list or as one merged symbol, and the time axis.

    With ``merge=None``, its form is not changed.
    """
    if inputs is None:
        raise AssertionError(
            "unroll(inputs=None) has been deprecated. Please create input variables outside unroll."
        )
    axis = layout.find("T")
    in_axis = axis if in_layout is None else in_layout.find("T")
    if isinstance(inputs, Symbol):
        if merge is False:
            if len(inputs.list_outputs()) != 1:
                raise AssertionError(
                    "unroll doesn't allow grouped symbol as input. Please convert to list with "
                    "list(inputs) first or let unroll handle splitting."
                )
            steps = symbol.split(inputs, axis=in_axis, num_outputs=length, squeeze_axis=1)
            inputs = list(steps)
    else:
        inputs = list(inputs)
        if length is not None and len(inputs) != length:
            raise AssertionError(f"{length} steps need as many inputs, got {len(inputs)}")
        if merge is True:
            steps = [symbol.expand_dims(step, axis=axis) for step in inputs]
            inputs = symbol.Concat(*steps, dim=axis)
            in_axis = axis
    if isinstance(inputs, Symbol) and axis != in_axis:
        inputs = symbol.swapaxes(inputs, dim1=axis, dim2=in_axis)
    return inputs, axis


for _class in (RNNParams, BaseRNNCell):
    _class.__module__ = MODULE
