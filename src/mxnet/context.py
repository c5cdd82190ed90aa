"""Devices: ``mx.cpu()``, ``mx.gpu(1)``, and the current one of a ``with`` block."""

from __future__ import annotations

import functools
import numbers
import os
import re

import torch

from ._core import cuda, dtypes, malloc
from ._core.scope import state
from .base import ClassPropertyType, MXNetError, check_call, classproperty, with_metaclass
from .error import UnknownNameError

__all__ = [
    "Context", "check_call", "classproperty", "cpu", "cpu_pinned", "current_context",
    "gpu", "gpu_memory_info", "num_gpus", "with_metaclass",
]  # fmt: skip

_DEVICE_TYPES = {1: "cpu", 2: "gpu", 3: "cpu_pinned", 5: "cpu_shared"}
_PINNED = 3  # the code of "cpu_pinned"
_PINNING = ("cuda", "xpu")  # device types to which copies from page-locked memory are faster
_DEVICE_CODES = {name: code for code, name in _DEVICE_TYPES.items()}


class Context(metaclass=ClassPropertyType):
    """A device on which arrays are stored and operators run.

    Contexts are values: equal ones are the same object. In a ``with`` block, a context is the
    default for new arrays.

    >>> with Context("cpu", 1):
    ...     current_context()
    cpu(1)
    """

    __slots__ = ("device_typeid", "device_id", "result")

    devtype2str = _DEVICE_TYPES
    devstr2type = _DEVICE_CODES
    _known: dict[tuple[int, int], Context] = {}

    device_typeid: int
    device_id: int
    result: Context  # the context of results of operators on this context

    def __new__(cls, device_type, device_id=0):
        if isinstance(device_type, Context):
            return device_type
        if not isinstance(device_type, str):
            raise TypeError(_not_a_context(device_type))
        if device_type not in _DEVICE_CODES:
            device_type, device_id = _parse(device_type)
        if not isinstance(device_id, numbers.Real):
            raise TypeError(f"the id of a device is a number, got {device_id!r}")
        key = _DEVICE_CODES[device_type], int(device_id)
        context = cls._known.get(key)
        if context is None:
            new = object.__new__(cls)
            new.device_typeid, new.device_id = key
            # MXNet: results of operators on pinned or shared memory are in normal memory.
            new.result = new if device_type in ("cpu", "gpu") else cls("cpu", device_id)
            context = cls._known.setdefault(key, new)  # of another thread, should it be faster
        return context

    @property
    def device_type(self) -> str:
        return _DEVICE_TYPES[self.device_typeid]

    @classproperty
    def default_ctx(cls):
        """The current context of this thread; it can be assigned."""
        return current_context()

    @default_ctx.setter
    def default_ctx(cls, ctx):
        state.context = Context(ctx)

    def __repr__(self):
        return f"{self.device_type}({self.device_id})"

    def __reduce__(self):
        return Context, (self.device_type, self.device_id)

    def __enter__(self):
        state.outer_contexts = (*state.outer_contexts, state.context)
        state.context = self
        return self

    def __exit__(self, *exc):
        *outer, state.context = state.outer_contexts
        state.outer_contexts = tuple(outer)

    def empty_cache(self):
        """Release cached memory of the device to the system."""
        device = torch_device(self)
        if device.type == "cpu":
            malloc.release()
        else:
            getattr(torch, device.type).empty_cache()


def cpu(device_id=0):
    """Return the context of the host; ids distinguish arrays, but all share the same memory."""
    return Context("cpu", device_id)


def cpu_pinned(device_id=0):
    """Return the context of page-locked host memory, from which copies to a GPU are fast."""
    return Context("cpu_pinned", device_id)


def gpu(device_id=0):
    """Return the context of a GPU."""
    return Context("gpu", device_id)


_DEFAULT = cpu(0)


def current_context():
    """Return the context of the innermost ``with`` block, or ``cpu(0)`` outside of one."""
    return state.context or _DEFAULT


# The formats of MXNet and of torch.
_WRITTEN = re.compile(r"(\w+)(?:\((\d+)\)|:(\d+))?")


def _hint(text: str) -> str:
    """Return what a string that is not a device seems to mean."""
    if text in dtypes.BY_NAME:
        return f" {text!r} is an element type: pass it by name, dtype={text!r}."
    if match := re.fullmatch(r"(cpu|gpu)(\d+)", text):
        return f" Did you mean '{match[1]}({match[2]})'?"
    return " CUDA devices are called gpu." if "cuda" in text else ""


def _parse(text: str) -> tuple[str, int]:
    """Parse ``cpu``, ``gpu(1)`` or ``gpu:1``.

    >>> _parse("gpu:1")
    ('gpu', 1)
    """
    match = _WRITTEN.fullmatch(text.strip())
    if match is None or match[1] not in _DEVICE_CODES:
        hint = _hint(text)
        raise UnknownNameError(
            f"unknown device type {text!r}; use one of {', '.join(_DEVICE_CODES)}, with a number "
            f"like gpu(1).{hint}"
        )
    return match[1], int(match[2] or match[3] or 0)


@functools.cache
def parse_context(text: str) -> Context:
    """Return the context that a string describes, see :func:`_parse`."""
    return Context(text)


def as_context_list(ctx) -> list[Context]:
    """Return a list of contexts from one or several, as objects or names; None is the current one.

    >>> as_context_list("cpu"), as_context_list([cpu(0), "cpu(1)"])
    ([cpu(0)], [cpu(0), cpu(1)])
    """
    if ctx is None:
        return [current_context()]
    return [Context(one) for one in ctx] if isinstance(ctx, list | tuple) else [Context(ctx)]


def _not_a_context(value) -> str:
    advice = ""
    if isinstance(value, int):
        advice = (
            ": a number alone is not a device, but mx.gpu(0) is. The sizes of a shape are one "
            "argument, as in zeros((2, 3))"
        )
    elif value in (cpu, gpu, cpu_pinned):
        advice = f": call it, {value.__name__}()"
    return f"a Context such as mx.cpu() or 'gpu(1)' is needed, got {value!r}{advice}"


def simulated_gpus() -> int:
    """Return the number of GPUs that ``MXNET_SIMULATE_GPUS`` simulates in host memory."""
    text = os.environ.get("MXNET_SIMULATE_GPUS", "") or "0"
    if not text.isdecimal():
        raise MXNetError(f"MXNET_SIMULATE_GPUS must be a number of devices, got {text!r}")
    return int(text)


@functools.cache
def _accelerator() -> str | None:
    """Return the torch device type of ``gpu(i)`` on this machine."""
    for device_type in ("cuda", "xpu", "mps"):
        module = getattr(torch, device_type, None) or getattr(torch.backends, device_type)
        if module.is_available():
            if device_type == "cuda":
                cuda.apply_switches()
            return device_type
    return None


def num_gpus() -> int:
    """Return the number of GPUs, including simulated ones."""
    if count := simulated_gpus():
        return count
    device_type = _accelerator()
    return getattr(torch, device_type).device_count() if device_type else 0


_HOST = torch.device("cpu")
_devices: dict[Context, torch.device] = {}

# CUDA cannot be used in a forked process, which must not wait for its devices.
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_devices.clear)


def torch_device(ctx: Context) -> torch.device:
    """Return the torch device of a context; raise an error if this machine does not have it."""
    if ctx.device_typeid != 2:
        return _HOST
    if ctx in _devices:
        return _devices[ctx]
    available = num_gpus()
    if not 0 <= ctx.device_id < available:
        raise MXNetError(
            f"{ctx} is not available: this process sees {available} GPU(s). Use mx.cpu(), or set "
            "MXNET_SIMULATE_GPUS=n to try GPU code with devices simulated in host memory."
        )
    if simulated_gpus():
        return _HOST  # not cached: tests switch the variable
    return _devices.setdefault(ctx, torch.device(_accelerator(), ctx.device_id))


def copy_to(tensor: torch.Tensor, ctx: Context) -> torch.Tensor:
    """Return a copy of a tensor in the memory of a context."""
    device = torch_device(ctx)
    if ctx.device_typeid == _PINNED and _accelerator() in _PINNING and not tensor.requires_grad:
        return (tensor.clone() if tensor.is_pinned() else tensor.to(device)).pin_memory()
    # A copy from pinned memory could be asynchronous. Here it is not: unlike MXNet's engine,
    # nothing tracks when the memory may be overwritten.
    return tensor.clone() if tensor.device == device else tensor.to(device)


def synchronize(device: torch.device | None = None) -> None:
    """Wait for a device, or for all devices in use."""
    for one in [device] if device is not None else set(_devices.values()):
        if one.type != "cpu":
            torch.accelerator.synchronize(one)


def gpu_memory_info(device_id=0):
    """Return (free, total) bytes of a GPU's memory, or of the host's for a simulated one."""
    device = torch_device(gpu(device_id))
    if device.type in ("cuda", "xpu"):
        return getattr(torch, device.type).mem_get_info(device)
    if device == _HOST and hasattr(os, "sysconf"):
        page = os.sysconf("SC_PAGE_SIZE")
        return page * os.sysconf("SC_AVPHYS_PAGES"), page * os.sysconf("SC_PHYS_PAGES")
    raise MXNetError(f"gpu({device_id}) is {device.type}; it does not report its memory")


def cuda_compute_capability(ctx: Context) -> int:
    """Return the compute capability of a CUDA device as one number, 86 for 8.6."""
    device = torch_device(ctx)
    if device.type != "cuda":
        raise MXNetError(f"{ctx} is {device.type}; only CUDA devices have a compute capability")
    major, minor = torch.cuda.get_device_capability(device)
    return 10 * major + minor
