"""``mxnet convert`` to an exported torch program, which does not need mxnet."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from .._formats.tensors import read_program, write_program
from ..gluon._torch import TOLERANCE, export_block, largest_difference
from ._network import network_of

if TYPE_CHECKING:
    from .convert import Task


def convert(task: Task) -> str:
    """Write the file; return a description of its contents."""
    block, arrays, open_axes = network_of(task)
    program, _ = export_block(block, arrays, open_axes)
    write_program(task.target, program)
    size = os.path.getsize(task.target)
    names = ", ".join(block._input_names)
    return f"{task.target}: {size} bytes, inputs {names}; torch.export.load reads it"


def check(task: Task) -> tuple[list[str], bool]:
    """Compare the outputs of network and file."""
    block, arrays, _ = network_of(task)
    difference = largest_difference(block, read_program(task.target), *arrays)
    is_equal = difference <= TOLERANCE
    word = "equal" if is_equal else "DIFFERENT"
    return [f"outputs: {word}, largest relative difference {difference:.2g}"], is_equal
