"""Parameters of networks that only predict: what a plan has packed replaces their arrays.

A plan packs the weights of convolutions, so that a network would have each of them twice. As long
as nothing but the plan needs a weight, its parameter has no array. Everything that asks for it gets
all arrays of the network back, with the same bits, and the network keeps them from then on.
"""

from __future__ import annotations

import contextlib
import threading

from .._core.locks import new_lock
from .._core.scope import state
from .._graph.passes.packed_weight import Withdrawn
from ..ndarray._packed_array import PackedArray, bytes_of, is_exclusive, may_be_packed
from ._parameter import Parameter

LARGE = 16 << 20  # bytes of parameters: smaller networks need little besides torch itself
_lock = new_lock(threading.RLock)  # held while parameters give up their arrays or get them back


class PackedParameter(Parameter):
    """A parameter without an array, which is restored when something asks for it.

    Other parameters need no check for that, because a parameter changes its class.
    """

    @property
    def _data(self):
        with _lock:  # so that no other network takes it meanwhile
            restore_network_of(self)
            return self.__dict__["_data"]

    def __setattr__(self, name, value):  # ``_data``, or even ``__class__``
        with _lock:
            restore_network_of(self)
            setattr(self, name, value)  # of the class that it has now

    def __reduce_ex__(self, protocol):
        restore_network_of(self)
        return self.__reduce_ex__(protocol)


def restore_network_of(parameter: Parameter) -> None:
    """Restore the arrays of a parameter and of the others of its network."""
    with _lock:
        network = parameter.__dict__.get("_packed_network")
        if network is not None:  # otherwise another thread has done it
            network.restore()


class PackedNetwork:
    """The parameters of a graph, some of which give up their arrays once."""

    def __init__(self, sources, operator):
        self._sources, self._operator = sources, operator
        self._parameters = [source for source in sources if isinstance(source, Parameter)]
        self._is_large = None  # until the arrays are there
        self._given_up: dict[Parameter, PackedArray] = {}
        self._inputs: list = []  # as ``sources``, with stand-ins for parameters given up
        # Whether later calls may run without some arrays. Subclasses may compute their arrays.
        self.is_useful = bool(self._parameters) and all(
            type(parameter) in (Parameter, PackedParameter) for parameter in self._parameters
        )

    def run(self, flat, ctx):
        """Return the results of the plan that has the weights, or None if arrays are needed."""
        if state.tape is not None or state.training or state.trace is not None:
            return None
        inputs = self._inputs or self._pack(flat, ctx)
        arrays = []
        for source in inputs:
            if type(source) is int:
                arrays.append(flat[source])
            elif isinstance(source, Parameter):
                arrays.append(source._single_array(ctx))
            else:
                arrays.append(source)
        if not inputs or any(array is None for array in arrays):
            return None
        return self._operator.run_with_packed(arrays, ctx)

    def _pack(self, flat, ctx) -> list:
        """Let parameters give up their arrays if this call packs weights; return the inputs."""
        with _lock:
            if self._inputs or not self.is_useful:  # another thread was first
                return self._inputs
            if self._is_large is None:
                size = bytes_of(array for p in self._parameters for array in p._data or ())
                self.is_useful = self._is_large = size >= LARGE
            data = [flat[source] if type(source) is int else None for source in self._sources]
            if self._is_large and self._operator.packs_first_weights(data, ctx):
                self._inputs = self._give_up(ctx)
                self.is_useful = bool(self._inputs)
            return self._inputs

    def _give_up(self, ctx) -> list:
        for parameter in self._parameters:
            arrays = parameter._data
            is_weight = arrays and len(arrays) == 1 and may_be_packed(arrays[0], ctx)
            del arrays  # a reference
            if not is_weight or parameter._trainer is not None:
                continue
            self._given_up[parameter] = PackedArray(parameter._data[0])
            parameter._packed_network = self
            # Other threads that ask for the array wait for the lock from now on.
            parameter.__class__ = PackedParameter
            holder = [parameter.__dict__.pop("_data")]
            # A signal handler or a finalizer may have asked for arrays meanwhile.
            if parameter not in self._given_up or not is_exclusive(holder):
                self._give_back(parameter, holder[0])
        stand_ins = {parameter: packed.stand_in for parameter, packed in self._given_up.items()}
        return [stand_ins.get(source, source) for source in self._sources] if stand_ins else []

    def restore(self) -> None:
        """Give all arrays back, for good."""
        self.is_useful, self._inputs = False, []
        for parameter, packed in list(self._given_up.items()):
            with contextlib.suppress(Withdrawn):  # a signal handler has restored it meanwhile
                arrays = [packed.restore()]
                if parameter in self._given_up:
                    self._give_back(parameter, arrays)

    def _give_back(self, parameter, arrays):
        """Give arrays to a parameter.

        It is never without them, wherever an exception of another thread or a signal comes.
        """
        parameter.__dict__["_data"] = arrays
        object.__setattr__(parameter, "__class__", Parameter)
        parameter.__dict__.pop("_packed_network", None)
        packed = self._given_up.pop(parameter, None)
        if packed is not None:
            packed.withdraw()
