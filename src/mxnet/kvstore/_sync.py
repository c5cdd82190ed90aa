"""The store of synchronous workers: every worker has all values, kept identical.

MXNet keeps the values on server processes, to which workers push and from which they pull. Here the
workers sum gradients themselves in an all-reduce, and each applies the same update to its own copy:
this takes half the traffic of a server, and no process has to receive from all others.
"""

from __future__ import annotations

from .. import optimizer as opt
from .._core.versions import versions_of
from .._distributed.agreement import refuse_other_arguments
from .._distributed.early_start import Gradients
from .._distributed.sums import RepeatedSum, broadcast_rows, sum_rows
from .._distributed.two_bits import TwoBitSum
from ..base import MXNetError
from ..optimizer._states import load
from ._keys import refuse_other_type
from ._workers import WorkersKVStore, dump_optimizer
from .kvstore import check_optimizer


class SyncKVStore(WorkersKVStore):
    """Values by key on all workers; a push is complete when all workers have pushed.

    All workers push the same keys in the same order. The arrays of one call are sent in buckets
    while the caller continues; ``pull`` waits for them.
    """

    def __init__(self, handle):
        super().__init__(handle)
        self._sums: dict[tuple, RepeatedSum] = {}
        self._pending: list[tuple] = []  # keys that were pushed together
        # Values that are arrays of a caller: their tensors, and the versions that all workers have.
        self._shared: dict[object, tuple] = {}

    # ------------------------------------------------------------------------------- values

    def _init(self, values):
        """Use the values of worker 0.

        MXNet: the values of the other workers are ignored.
        """
        refuse_other_arguments("init", values)
        super()._init(values)
        self._adopt_first(values)

    def _adopt_first(self, names):
        """Replace values by those of worker 0."""
        values = {name: self._values[name] for name in names}
        self._group.broadcast([value for value in values.values() if value.stype == "default"])
        for name, value in values.items():
            if value.stype == "row_sparse":
                self._values[name] = broadcast_rows(self._group, value)

    def _push(self, sums):
        for name, merged in sums.items():
            refuse_other_type(name, self._values[name], merged)
        if any(name in names for names in self._pending for name in sums):
            self._complete_pushes()
        dense = {name: merged for name, merged in sums.items() if merged.stype == "default"}
        if dense:
            self._sum_of(dense).start(list(dense.values()))
            self._pending.append(tuple(dense))
        for name in [name for name in sums if name not in dense]:
            self._complete_pushes()
            self._apply({name: sum_rows(self._group, name, sums[name])})
        if self._adopts_first():
            # This sends arrays, so it must happen here: workers push in the same order, but pull in
            # any.
            self._complete_pushes()

    def _sum_of(self, dense: dict):
        """Return the object that sums the given keys over workers, created at their first push."""
        names = tuple(dense)
        if names not in self._sums:
            self._sums[names] = self._new_sum(dense)
        return self._sums[names]

    def _new_sum(self, dense: dict):
        arrays = list(dense.values())
        if self._compression is None:
            refuse_other_arguments("push", dense)
            return RepeatedSum(self._group, arrays, f"the keys {', '.join(map(str, dense))}")
        refuse_other_arguments(f"push in 2 bits (threshold {self._compression.threshold:g})", dense)
        residuals = [self._compression.residual_of_workers(*pair) for pair in dense.items()]
        return TwoBitSum(self._group, arrays, residuals, self._compression.threshold)

    def _watch(self, names, gradients: Gradients):
        """Send gradients during backward passes, before they are pushed.

        The keys were pushed together before, and are expected to be again.
        """
        own = self._sums.get(tuple(names))
        if isinstance(own, RepeatedSum) and not self._pending:
            own.watch(gradients)

    def _share(self, names, arrays):
        """Use arrays as the values of keys, so that they are updated and not copied to.

        The arrays have just been pulled.
        """
        for name, array in zip(names, arrays, strict=True):
            value = self._values[name]
            if array is value or _is_alike(array, value):
                self._values[name] = array
                self._shared[name] = array._t, versions_of([array._t])

    def _has_changed(self, names) -> bool:
        """Return whether the caller has written to shared values since they were pulled."""
        shared = [(self._values[name]._t, *self._shared[name]) for name in self._shared_of(names)]
        return any(
            tensor is not known or versions_of([tensor]) != versions
            for tensor, known, versions in shared
        )

    def _adopt_shared(self, names):
        """Replace the values that callers may have written to by those of worker 0."""
        self._adopt_first(self._shared_of(names))

    def _shared_of(self, names) -> list:
        return [name for name in names if name in self._shared]

    def _complete_pushes(self):
        """Complete all pushes, in order."""
        while self._pending:
            names = self._pending[0]
            self._sums[names].finish()
            del self._pending[0]
            self._apply(dict(zip(names, self._sums[names].sums, strict=True)))

    def _apply(self, sums):
        super()._apply(sums)
        if self._adopts_first():
            self._adopt_first(sums)

    def _adopts_first(self) -> bool:
        return self._updater is not None and not _is_deterministic(self._updater)

    def _value(self, name):
        self._complete_pushes()
        return super()._value(name)

    # -------------------------------------------------------------------------- the optimizer

    def set_optimizer(self, optimizer):
        """Make pushes update the values with worker 0's optimizer.

        MXNet: worker 0 sends its optimizer to the servers; those of other workers are ignored.
        """
        check_optimizer(optimizer)
        own = self._dump(optimizer)
        first = self._group.broadcast_bytes(own, "the optimizer")
        if first not in (own, b""):
            optimizer = _adopt(optimizer, load(first))
        super().set_optimizer(optimizer)

    def _dump(self, optimizer) -> bytes:
        """Return an optimizer as bytes, or none if it has attributes that cannot be serialized.

        Then all workers use their own. It was written by a user, and worker 0's results are used.
        """
        try:
            return dump_optimizer(optimizer) if self.num_workers > 1 else b""
        except MXNetError:
            return b""

    def _set_updater(self, updater):
        self._complete_pushes()
        super()._set_updater(updater)

    def set_gradient_compression(self, compression_params):
        super().set_gradient_compression(compression_params)
        self._complete_pushes()
        self._sums.clear()

    def _updater_for(self, verb):
        self._complete_pushes()
        return super()._updater_for(verb)

    def _read_states(self, fname):
        """Return the states of worker 0, which alone reads the file."""
        own = super()._read_states(fname) if self.rank == 0 else b""
        return self._group.broadcast_bytes(own, "the states of the optimizer")

    # ----------------------------------------------------------------------- other processes

    def _barrier(self):
        self._complete_pushes()
        self._group.barrier()


def _is_alike(array, value) -> bool:
    return (
        array.stype == value.stype == "default"
        and array.dtype == value.dtype
        and array.context == value.context
    )


def _adopt(own: opt.Optimizer, first: opt.Optimizer) -> opt.Optimizer:
    """Return an equivalent of the first optimizer: our own, if it is of the same kind.

    So its owner, for example a Trainer, can still change its learning rate.
    """
    if type(own) is not type(first):
        return first
    vars(own).update({**vars(first), "param_dict": own.param_dict})
    return own


def _is_deterministic(updater) -> bool:
    """Return whether workers that apply it to the same arrays get the same results.

    Where they may not, worker 0's result is used. Users' optimizers may draw random numbers.
    """
    if not isinstance(updater, opt.Updater):
        return False
    cls = type(updater.optimizer)
    return cls.__module__.startswith(opt.__name__ + ".") and cls._is_deterministic
