"""A machine with fake GPUs: what torch says about devices while one is there."""

from __future__ import annotations

import contextlib
from unittest import mock

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from mxnet import context
from mxnet._eager import generators

from .tensor import DeviceTensor, WrongDevice, dispatch

MEMORY = 1 << 30


class _Creation(TorchDispatchMode):
    """Run operators without tensors too, which create them, as the fake devices do."""

    @classmethod
    def _should_skip_dynamo(cls):
        return False  # or torch would load its compiler at the first call, in three seconds

    def __torch_dispatch__(self, op, types, args=(), kwargs=None):
        return dispatch(op, args, kwargs or {})


class DeviceGenerator(torch.Generator):
    """A generator that claims to be one of a fake device."""

    def __new__(cls, device="cpu"):
        self = super().__new__(cls)
        self.claimed = torch.device(device)
        return self

    def __init__(self, device="cpu"):
        pass

    device = property(lambda self: self.claimed)


def pin(tensor):
    """Return a copy that says it is in page-locked memory."""
    if isinstance(tensor, DeviceTensor):
        raise WrongDevice("only memory of the host can be pinned")
    copy = tensor.clone()
    copy.is_fake_pinned = True
    return copy


@contextlib.contextmanager
def fake_machine(kind: str = "cuda", count: int = 2):
    """Let ``mx.gpu(0)`` and so on be fake devices inside of the block."""
    torch_module = getattr(torch, kind)
    answers = {
        "is_available": lambda: True,
        "device_count": lambda: count,
        "empty_cache": lambda: None,
        "_lazy_init": lambda: None,
        "mem_get_info": lambda device=None: (MEMORY // 2, MEMORY),
        "get_device_capability": lambda device=None: (8, 6),
        "current_device": lambda: 0,
    }
    with contextlib.ExitStack() as stack:
        for name, answer in answers.items():
            if hasattr(torch_module, name):
                stack.enter_context(mock.patch.object(torch_module, name, answer))
        for owner, name, answer in (
            (torch, "Generator", DeviceGenerator),
            (torch.accelerator, "synchronize", lambda device=None: None),
            (torch.Tensor, "pin_memory", pin),
            (torch.Tensor, "is_pinned", lambda self: hasattr(self, "is_fake_pinned")),
        ):
            stack.enter_context(mock.patch.object(owner, name, answer))
        stack.enter_context(mock.patch.object(DeviceTensor, "kind", kind))
        _forget_devices()
        stack.callback(_forget_devices)
        # torch.tensor(..., device=...) shows the copy to the device to modes, as for torch's own.
        torch._C._set_only_lift_cpu_tensors(True)
        stack.callback(torch._C._set_only_lift_cpu_tensors, False)
        stack.enter_context(_Creation())
        yield


def _forget_devices():
    """Forget which devices there are, which is looked up once."""
    context._accelerator.cache_clear()
    context._devices.clear()
    generators._after_fork()
