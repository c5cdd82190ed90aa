"""Horovod's interface, implemented with the process group of this package.

``import horovod.mxnet as hvd`` imports this module if Horovod itself is not installed. All
processes must call the functions in the same order; tensors are not matched by name.
"""

from __future__ import annotations

import warnings

from .. import autograd
from .._distributed import ProcessGroup, process_group, read_launch
from .._distributed.agreement import refuse_other_arguments
from .._distributed.early_start import VariableGradients
from .._distributed.sums import RepeatedSum
from ..base import MXNetError
from ..gluon import Trainer
from ..gluon.parameter import Parameter
from ..ndarray import NDArray, array, concat
from ..optimizer import Optimizer

__all__ = [
    "DistributedOptimizer", "DistributedTrainer", "allgather", "allreduce", "allreduce_",
    "broadcast", "broadcast_", "broadcast_parameters", "grouped_allreduce", "grouped_allreduce_",
    "init", "is_initialized", "local_rank", "local_size", "rank", "shutdown", "size",
]  # fmt: skip

_group: ProcessGroup | None = None


# ------------------------------------------------------------------------------- who we are


def init(comm=None):
    """Connect to the other processes, using the launcher's environment variables."""
    global _group
    if comm is not None:
        raise MXNetError("hvd.init: communicators of MPI are not supported, leave comm out")
    _group = process_group()


def shutdown():
    """Disable the functions of this module; the processes disconnect when they end."""
    global _group
    _group = None


def is_initialized() -> bool:
    """Return whether ``init`` was called."""
    return _group is not None


def _process_group() -> ProcessGroup:
    if _group is None:
        raise ValueError("Horovod has not been initialized; use hvd.init().")
    return _group


def rank() -> int:
    """Return the rank of this process."""
    return _process_group().rank


def size() -> int:
    """Return the number of processes."""
    return _process_group().size


def local_rank() -> int:
    """Return the rank of this process on its machine."""
    return _process_group().local_rank


def local_size() -> int:
    """Return the number of processes on this machine."""
    _process_group()
    return read_launch().local_size


# ------------------------------------------------------------------------- collective operations


def allreduce(
    tensor, average=True, name=None, priority=0, prescale_factor=1.0, postscale_factor=1.0
):
    """Return the mean (or sum) of an array over all processes."""
    return grouped_allreduce([tensor], average, name, priority, prescale_factor, postscale_factor)[
        0
    ]


def allreduce_(
    tensor, average=True, name=None, priority=0, prescale_factor=1.0, postscale_factor=1.0
):
    """Replace an array by its mean (or sum) over all processes."""
    factors = prescale_factor, postscale_factor
    return grouped_allreduce_([tensor], average, name, priority, *factors)[0]


def grouped_allreduce(
    tensors, average=True, name=None, priority=0, prescale_factor=1.0, postscale_factor=1.0
):
    """Return the means (or sums) of arrays over all processes.

    ``name`` and ``priority`` are for Horovod's scheduler; here the order of calls is used.
    """
    with autograd.pause():
        results = [_dense(tensor) * prescale_factor for tensor in tensors]
        _refuse_others("allreduce", name, results)
        _process_group().all_reduce(results)
        factor = postscale_factor / (size() if average else 1)
        return [result * factor for result in results] if factor != 1 else results


def grouped_allreduce_(
    tensors, average=True, name=None, priority=0, prescale_factor=1.0, postscale_factor=1.0
):
    """Replace arrays by their means (or sums) over all processes."""
    factors = prescale_factor, postscale_factor
    results = grouped_allreduce(tensors, average, name, priority, *factors)
    for tensor, result in zip(tensors, results, strict=True):
        _overwrite(tensor, result)
    return tensors


def allgather(tensor, name=None, priority=0):
    """Concatenate the arrays of all processes, by rank, along the first axis.

    Their other axes must match.
    """
    _dense(tensor)
    if tensor.ndim == 0:
        raise MXNetError("hvd.allgather needs an array with an axis, got a scalar")
    group = _process_group()
    with autograd.pause():
        _refuse_others("allgather", name, [tensor[:1]])
        lengths = group.all_gather(array([tensor.shape[0]], dtype="int64"))
        lengths = [int(length.asscalar()) for length in lengths]
        padded = tensor.tile((-(-max(lengths) // max(1, len(tensor))),) + (1,) * (tensor.ndim - 1))
        parts = group.all_gather(padded[: max(lengths)])
        return concat(*[part[:n] for part, n in zip(parts, lengths, strict=True) if n], dim=0)


def broadcast(tensor, root_rank, name=None, priority=0):
    """Return the array of one process."""
    with autograd.pause():
        result = _dense(tensor).copy()
        _refuse_others("broadcast", name, [result])
        _process_group().broadcast([result], root_rank)
    return result


def broadcast_(tensor, root_rank, name=None, priority=0):
    """Replace an array by that of one process."""
    _overwrite(tensor, broadcast(tensor, root_rank, name, priority))
    return tensor


def _refuse_others(call: str, name: str | None, tensors: list[NDArray]) -> None:
    """Reject tensors that do not match those of the other processes."""
    own = "tensor" if name is None else str(name)
    refuse_other_arguments(f"hvd.{call}", {f"{own}[{i}]": t for i, t in enumerate(tensors)})


def _dense(tensor) -> NDArray:
    if not isinstance(tensor, NDArray) or tensor.stype != "default":
        raise MXNetError(
            f"Horovod's functions take dense NDArrays, got {tensor!r:.80}; sparse gradients travel "
            "through kvstore='dist_sync'"
        )
    return tensor


def _overwrite(tensor, result) -> None:
    with autograd.pause():
        result.copyto(tensor)


# ----------------------------------------------------------------------------------- parameters


def broadcast_parameters(params, root_rank=0, prefix=None):
    """Send the parameters of one process to all others.

    Parameters
    ----------
    params : dict
        Arrays or Parameters by name, or a ParameterDict. Parameters that are not initialized yet
        are sent after their initialization.
    root_rank : int
        The rank of the process whose parameters are sent.
    prefix : str, optional
        For the names of tensors, which have no effect here.
    """
    if _process_group().size == 1:
        return
    if not hasattr(params, "items"):
        raise ValueError(f"invalid params of type: {type(params)}")
    ready = []
    for _, value in sorted(params.items()):
        if not isinstance(value, Parameter):
            ready.append(value)
        elif value._deferred_init:
            _broadcast_when_initialized(value, root_rank)
        else:
            ready += value.list_data()[:1]
    with autograd.pause():
        copies = [_dense(value).copy() for value in ready]
        refuse_other_arguments("hvd.broadcast_parameters", dict(enumerate(copies)))
        _process_group().broadcast(copies, root_rank)
    for value, copy in zip(ready, copies, strict=True):
        _overwrite(value, copy)
    for value in params.values():
        if isinstance(value, Parameter) and not value._deferred_init:
            first, *rest = value.list_data()
            for other in rest:
                _overwrite(other, first)


def _broadcast_when_initialized(parameter, root_rank) -> None:
    """Make the next initialization of a parameter use the values of one process."""
    initialize = parameter._init_impl

    def initialize_alike(data, contexts, is_own=False):
        del parameter._init_impl
        initialize(broadcast(data, root_rank), contexts, is_own)

    parameter._init_impl = initialize_alike


# ----------------------------------------------------------------------------------- training


class DistributedOptimizer(Optimizer):
    """An optimizer that averages gradients over all processes before each update.

    Everything else is delegated to the wrapped optimizer. Gradients are divided by
    ``gradient_predivide_factor`` before they are summed. ``num_groups`` is for Horovod's scheduler.
    """

    def __init__(self, optimizer, gradient_predivide_factor=1.0, num_groups=0):
        self._optimizer = optimizer
        self._predivide = gradient_predivide_factor
        self._optimizer.rescale_grad *= gradient_predivide_factor / size()
        # Lists of gradients are sent together.
        self.aggregate_num = 2**31

    def __repr__(self):
        return f"DistributedOptimizer({self._optimizer!r})"

    def __getattr__(self, name):
        if name == "_optimizer":  # during copying it does not exist yet
            raise AttributeError(name)
        return getattr(self._optimizer, name)

    def create_state(self, index, weight):
        return self._optimizer.create_state(index, weight)

    def create_state_multi_precision(self, index, weight):
        return self._optimizer.create_state_multi_precision(index, weight)

    def update(self, index, weight, grad, state):
        self._update_with(self._optimizer.update, index, weight, grad, state)

    def update_multi_precision(self, index, weight, grad, state):
        self._update_with(self._optimizer.update_multi_precision, index, weight, grad, state)

    def _update_with(self, update, index, weight, grad, state):
        if not isinstance(index, list | tuple):
            index, weight, grad, state = [index], [weight], [grad], [state]
        if size() > 1:
            grouped_allreduce_(grad, average=False, prescale_factor=1 / self._predivide)
        for one in zip(index, weight, grad, state, strict=True):
            update(*one)

    def set_learning_rate(self, lr):
        self._optimizer.set_learning_rate(lr)

    def set_lr_mult(self, args_lr_mult):
        self._optimizer.set_lr_mult(args_lr_mult)

    def set_wd_mult(self, args_wd_mult):
        self._optimizer.set_wd_mult(args_wd_mult)


class DistributedTrainer(Trainer):
    """A Trainer that averages gradients over all processes.

    ``step`` takes the batch size of one process. A ``DistributedOptimizer`` is unwrapped. Gradients
    are divided by ``gradient_predivide_factor`` before they are summed. ``prefix`` and
    ``num_groups`` are for Horovod's scheduler.
    """

    def __init__(
        self, params, optimizer, optimizer_params=None, gradient_predivide_factor=1.0, prefix=None,
        num_groups=0,
    ):  # fmt: skip
        if isinstance(optimizer, DistributedOptimizer):
            wrapper, optimizer = optimizer, optimizer._optimizer
            optimizer.rescale_grad *= size() / wrapper._predivide
            warnings.warn(
                "DistributedTrainer does not take DistributedOptimizer as its optimizer. We have "
                "unwrapped it for you.",
                stacklevel=2,
            )
        super().__init__(params, optimizer, optimizer_params, kvstore=None)
        # Gradients are summed; the division is combined with that by the batch size.
        self._predivide = gradient_predivide_factor
        self._scale *= gradient_predivide_factor / size()
        self._sums = {}  # by indices of the parameters

    def _has_synchronous_workers(self) -> bool:
        return size() > 1

    def _allreduce_grads(self):
        if size() == 1:
            return
        order = [i for i in self._sending_order() if self._params[i].grad_req != "null"]
        parameters = [self._params[i] for i in order]
        grads = [_dense(p.list_grad()[0]) for p in parameters]
        if self._predivide != 1:
            grouped_allreduce_(grads, average=False, prescale_factor=1 / self._predivide)
            return
        key = tuple(order)
        if key not in self._sums:
            # Horovod: parameters have the same order in all processes, but perhaps different names.
            refuse_other_arguments("step", dict(zip(order, grads, strict=True)))
            label = f"the gradients {', '.join(map(str, order))}"
            self._sums[key] = RepeatedSum(_process_group(), grads, label)
        total = self._sums[key]
        total.start(grads)
        total.finish()
        for grad, result in zip(grads, total.sums, strict=True):
            _overwrite(grad, result)
        total.watch(VariableGradients([p.list_data()[0] for p in parameters]))
