"""A tensor that claims to be on a GPU, and computes on the CPU."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import torch
from torch.utils._mode_utils import no_dispatch

from .kernels import MISSING_TYPES, entry_of, has_kernel, has_type
from .waits import caller, is_wait, note

aten = torch.ops.aten

# The dispatcher, the autograd engine and the functions of torch that are written in C++ see the
# device meta:1 where Python sees cuda:1. torch for the CPU aborts where a tensor of the graph is on
# cuda; meta is no CPU either, so that they choose no kernels of the CPU. (Ordinary tensors on meta,
# with which shapes are inferred, have no number.)
STAND_IN = "meta"


class WrongDevice(RuntimeError):
    """What CUDA refuses: tensors on several devices, or an operator without a kernel."""


class DeviceTensor(torch.Tensor):
    """A tensor on a fake device, around a tensor in host memory that has its values."""

    kind = "cuda"  # what all of them claim to be: the machine sets it

    __torch_function__ = torch._C._disabled_torch_function_impl

    @staticmethod
    def __new__(cls, values: torch.Tensor, index: int):
        if values.dtype in MISSING_TYPES.get(cls.kind, ()):
            raise TypeError(f"{cls.kind} does not support {values.dtype}, called by {caller()}")
        memory = {"layout": values.layout}
        if values.layout is torch.strided:
            memory = {"strides": values.stride(), "storage_offset": values.storage_offset()}
        self = torch.Tensor._make_wrapper_subclass(
            cls,
            values.shape,
            dtype=values.dtype,
            device=torch.device(STAND_IN, index),
            **memory,
        )
        self.host, self.ordinal = values, index
        return self

    def __init__(self, values, index):
        pass

    def __repr__(self):
        return f"DeviceTensor({self.host}, device='{self.device}')"

    device = property(lambda self: torch.device(self.kind, self.ordinal))
    is_cpu = is_meta = property(lambda self: False)
    is_cuda = property(lambda self: self.kind == "cuda")
    is_mps = property(lambda self: self.kind == "mps")
    is_xpu = property(lambda self: self.kind == "xpu")

    def get_device(self):
        return self.ordinal

    def numpy(self, *, force=False):
        raise TypeError(
            f"can't convert {self.device} device type tensor to numpy. Use Tensor.cpu() to copy "
            "the tensor to host memory first."
        )

    def __array__(self, *args, **kwargs):
        return self.numpy()

    def __dlpack__(self, *args, **kwargs):
        raise NotImplementedError("a fake device has no memory that others could read")

    def tolist(self):
        return self.cpu().tolist()

    def data_ptr(self):
        """Return an address that identifies the memory, and is none of the host's."""
        return self.host.data_ptr() + (self.ordinal + 1 << 56)

    def untyped_storage(self):
        return _Storage(self.host.untyped_storage(), self.ordinal)

    # C++ does not know the layout of stand-ins for sparse tensors.
    layout = property(lambda self: self.host.layout)

    def to_dense(self):
        return DeviceTensor(self.host.to_dense(), self.ordinal)

    def new_tensor(self, data, *, dtype=None, device=None, requires_grad=False):
        dtype, device = dtype or self.dtype, device or self.device
        return torch.tensor(data, dtype=dtype, device=device, requires_grad=requires_grad)

    def to(self, *args, **kwargs):
        args = [stand_in(argument) for argument in args]
        if "device" in kwargs:
            kwargs["device"] = stand_in(kwargs["device"])
        return super().to(*args, **kwargs)

    @classmethod
    def __torch_dispatch__(cls, op, types, args=(), kwargs=None):
        return dispatch(op, args, kwargs or {})


class _Storage:
    """The memory of a tensor: where and how large it is, not what is in it."""

    def __init__(self, storage, index: int):
        self._storage, self._index = storage, index

    def data_ptr(self):
        return self._storage.data_ptr() + (self._index + 1 << 56)

    def nbytes(self):
        return self._storage.nbytes()

    @property
    def _cdata(self):
        return self._storage._cdata


def stand_in(value):
    """Return the device that C++ sees, for a device that Python sees; others as they are."""
    try:
        device = torch.device(value) if isinstance(value, str) else value
    except RuntimeError:
        return value
    if isinstance(device, torch.device) and device.type == DeviceTensor.kind:
        return torch.device(STAND_IN, device.index or 0)
    return value


def fake_index(device) -> int | None:
    """Return the number of a fake device, None for others."""
    if device is None:
        return None
    device = stand_in(torch.device(device))
    return device.index if device.type == STAND_IN else None


# ------------------------------------------------------------------------------------ the dispatch


def tensors_in(*values) -> Iterator[torch.Tensor]:
    """Yield the tensors among arguments, which may be in lists. (Faster than torch's pytree.)"""
    for value in values:
        if isinstance(value, torch.Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from tensors_in(*value)


def map_tensors(function: Callable, value):
    """Return arguments or results with a function applied to the tensors among them."""
    if isinstance(value, torch.Tensor):
        return function(value)
    if isinstance(value, list | tuple):
        return type(value)([map_tensors(function, item) for item in value])
    return value


def values_of(tensor: torch.Tensor) -> torch.Tensor:
    """Return the tensor in host memory that has the values of a tensor."""
    return tensor.host if isinstance(tensor, DeviceTensor) else tensor


def dispatch(op, args, kwargs):
    """Run an operator of torch as a GPU would, on the tensors in host memory."""
    tensors = list(tensors_in(args, tuple(kwargs.values())))
    target = fake_index(kwargs.get("device"))
    if target is None and not any(isinstance(tensor, DeviceTensor) for tensor in tensors):
        return op(*args, **kwargs)  # of the host alone
    if op is aten.copy_.default:
        return _copy_into(*args, **kwargs)
    if op is aten._to_copy.default:
        return _copy(*args, **kwargs)
    if target is None and kwargs.get("device") is not None:  # a new tensor in host memory
        return op(*map_tensors(values_of, args), **kwargs)
    if target is None:
        target = _common_index(op, args, tensors)
    _require_kernel(op, tensors)
    if is_wait(op, args, kwargs):
        note(op.name())
    return _run(op, args, kwargs, target)


def _require_kernel(op, tensors) -> None:
    dtypes = [tensor.dtype for tensor in tensors[:1]]
    if has_kernel(op, DeviceTensor.kind) and all(has_type(op, dtype) for dtype in dtypes):
        return
    raise WrongDevice(
        f"{op.name()} has no kernel for {DeviceTensor.kind} and {dtypes}, called by {caller()}"
    )


def _run(op, args, kwargs, index):
    """Compute with the values; what is returned again, as by operators in place, stays itself."""
    wrappers: dict[int, DeviceTensor] = {}

    def unwrap(tensor):
        if isinstance(tensor, DeviceTensor):
            wrappers[id(tensor.host)] = tensor
        return values_of(tensor)

    def wrap(tensor):
        known = wrappers.get(id(tensor))
        return DeviceTensor(tensor, index) if known is None else known

    options = {k: map_tensors(unwrap, v) for k, v in kwargs.items() if k not in PLACES}
    result = op(*map_tensors(unwrap, args), **options)
    for wrapper in wrappers.values():
        _follow(wrapper)
    if op is aten._pack_padded_sequence.default:  # the sizes of its batches stay on the host
        return wrap(result[0]), result[1]
    return map_tensors(wrap, result)


PLACES = ("device", "pin_memory")  # arguments that say where a result is put


def _follow(wrapper: DeviceTensor) -> None:
    """Give a tensor the shape that its values were given in place, by ``out`` for instance."""
    values = wrapper.host
    if values.layout is not torch.strided:
        return
    if values.shape != wrapper.shape or values.stride() != wrapper.stride():
        with no_dispatch():  # the stand-in changes its own shape, as an ordinary tensor on meta
            super(DeviceTensor, wrapper).resize_(values.shape)
            super(DeviceTensor, wrapper).as_strided_(
                values.shape, values.stride(), values.storage_offset()
            )


def _copy(source, *, device=None, **options):
    """Return a copy on a device, the one of the source if none is named."""
    index = source.ordinal if device is None else fake_index(device)
    result = aten._to_copy.default(values_of(source), **options)
    if index is None:
        note("copy to the host")
        return result
    return DeviceTensor(result, index)


def _copy_into(target, source, non_blocking=False):
    if not isinstance(target, DeviceTensor):
        note("copy to the host")
    values_of(target).copy_(values_of(source))
    return target


# Operators that read some of their arguments on the host: the positions of these.
FROM_HOST = {
    aten.index: slice(1, 2),  # which copies indices to the device
    aten._pack_padded_sequence: slice(1, 2),  # lengths, which it wants there
    aten._pack_padded_sequence_backward: slice(2, 3),
    aten._pad_packed_sequence: slice(1, 2),
    aten.index_put: slice(1, 2),
    aten.index_put_: slice(1, 2),
    aten._index_put_impl_: slice(1, 2),
    # Only subclasses of tensors come here with lengths; of others torch reads them before.
    aten._ctc_loss: slice(2, 4),
    aten._ctc_loss_backward: slice(3, 5),
}


def _common_index(op, args, tensors) -> int:
    """Return the device that an operator runs on; raise where its tensors are on several."""
    from_host = FROM_HOST.get(op.overloadpacket, slice(0))
    spared = {id(tensor) for tensor in tensors_in(args[from_host])}
    entry = entry_of(op)
    takes_scalars = entry is None or not entry.compares_devices
    indices: set[int | None] = set()
    for tensor in tensors:
        if isinstance(tensor, DeviceTensor):
            indices.add(tensor.ordinal)
        elif id(tensor) not in spared and (tensor.ndim or not takes_scalars):
            indices.add(None)
    if len(indices) != 1:
        raise WrongDevice(
            f"Expected all tensors to be on the same device, {op.name()} got "
            f"{[str(tensor.device) for tensor in tensors]}, called by {caller()}"
        )
    return indices.pop()
