"""Which operators of torch have a kernel on a kind of device, from torch's own list of kernels.

A torch for the CPU cannot be asked what a torch for CUDA has registered. But ``torchgen``, which is
part of every wheel, holds the file that all registrations are generated from.
"""

from __future__ import annotations

import functools
import pathlib
import re
from dataclasses import dataclass, field

import torch
import torchgen

LIST = pathlib.Path(torchgen.__file__).parent / "packaged/ATen/native/native_functions.yaml"

# Of these kernels there is one for all devices. The dispatcher knows them, generated ones too.
COMPOSITE = (
    "CompositeImplicitAutograd",
    "CompositeExplicitAutograd",
    "CompositeExplicitAutogradNonFunctional",
)
# Libraries for processors. Their operators are listed as if they were for all devices.
OF_PROCESSORS = re.compile("mkldnn|nnpack|fbgemm")
# The kernels of Intel's GPUs are listed in another repository, so for them nothing is refused.
LISTED = {
    "cuda": {"CUDA", "SparseCUDA", "SparseCsrCUDA"},
    "mps": {"MPS", "SparseMPS", "SparseCsrMPS"},
}

_KERNEL = re.compile(r"    ([A-Za-z, ]+): \w")
_FACT = re.compile(r"  (structured_delegate|device_check): ([\w.]+)")

# Kernels that devices have for floating point alone, where the CPU has them for integers too
# ("addmm_cuda" not implemented for 'Long').
FLOATS_ALONE = """
    addbmm addmm addmv addmv_ avg_pool2d avg_pool2d_backward avg_pool3d avg_pool3d_backward baddbmm
    bmm convolution convolution_backward dot max_pool2d_with_indices
    max_pool2d_with_indices_backward max_pool3d_with_indices max_pool3d_with_indices_backward mm mv
    reflection_pad1d reflection_pad2d reflection_pad3d replication_pad1d replication_pad2d
    replication_pad3d upsample_bilinear2d upsample_bicubic2d vdot
""".split()
# Element types that a kind of device does not have at all.
MISSING_TYPES = {"mps": (torch.float64, torch.complex128)}


@dataclass
class Entry:
    """What the list says about one operator."""

    kernels: set[str] = field(default_factory=set)
    delegate: str | None = None  # the operator whose kernels compute this one
    compares_devices: bool = True  # refuses a 0-dim CPU tensor beside tensors on the device


@functools.cache
def entries() -> dict[str, Entry]:
    """Read the list: the name of an operator, with its overload -> what is known about it."""
    result: dict[str, Entry] = {}
    entry = Entry()
    for line in LIST.read_text().splitlines():
        if line.startswith("- func: "):
            name = line.removeprefix("- func: ").partition("(")[0]
            entry = result[name] = Entry()
        elif line == "  ufunc_inner_loop:":  # from which kernels for both are generated
            entry.kernels.update(("CPU", "CUDA"))
        elif match := _KERNEL.match(line):
            entry.kernels.update(key.strip() for key in match[1].split(","))
        elif (match := _FACT.match(line)) and match[1] == "structured_delegate":
            entry.delegate = match[2]
        elif match:
            entry.compares_devices = match[2] != "NoCheck"
    return result


def entry_of(op: torch._ops.OpOverload) -> Entry | None:
    namespace, _, name = op.name().partition("::")
    return entries().get(name) if namespace == "aten" else None


@functools.cache
def has_kernel(op: torch._ops.OpOverload, kind: str) -> bool:
    """Return whether a torch for this kind of device (``cuda``) runs the operator there."""
    if OF_PROCESSORS.search(op.name()):
        return False
    if kind not in LISTED:
        return True
    entry = entry_of(op)
    if entry is not None and entry.delegate is not None:
        entry = entries()[entry.delegate]
    if entry is not None and LISTED[kind] & entry.kernels:
        return True
    registered = torch._C._dispatch_has_kernel_for_dispatch_key
    return any(registered(op.name(), key) for key in COMPOSITE)


def has_type(op: torch._ops.OpOverload, dtype: torch.dtype) -> bool:
    """Return whether the kernel of an operator computes with an element type on a device."""
    if op.overloadpacket.__name__ not in FLOATS_ALONE:
        return True
    return dtype.is_floating_point or dtype.is_complex
