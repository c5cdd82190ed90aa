"""Files of named tensors of other frameworks: safetensors, and torch's.

Nothing in such a file is executed. The safetensors library checks every size and offset before it
allocates memory; of torch's files only what ``weights_only`` allows is read.
"""

from __future__ import annotations

import io
import os
from importlib import import_module
from types import ModuleType

import torch

from .._core.dtypes import BY_TORCH
from ..error import MXNetError
from .local import FileName, local_path, reading, replacing

Tensors = dict[str, torch.Tensor]


def is_safetensors(path: FileName) -> bool:
    """Return, by its name, whether a file has the safetensors format."""
    return local_path(path).endswith(".safetensors")


def _library() -> ModuleType:
    return import_module("safetensors.torch")  # imported lazily: it is an optional package


def write_safetensors(path: FileName, tensors: Tensors) -> None:
    """Write tensors by name; the file is renamed when it is complete."""
    # Each with separate memory: the format does not support tensors that share memory.
    content = _library().save({n: t.detach().clone() for n, t in tensors.items()})
    with replacing(path) as stream:
        stream.write(content)


def read_safetensors(path: FileName) -> Tensors:
    """Read all tensors by name; the format does not preserve their order."""
    with reading(path) as (stream, _):
        content = stream.read()
    try:
        return _check_types(_library().load(content), path)
    except Exception as error:  # the library raises many types for untrusted files
        raise MXNetError(f"{os.fspath(path)!r} is not a valid safetensors file: {error}") from error


def read_torch(path: FileName) -> Tensors:
    """Read a ``state_dict`` written by ``torch.save``; code in the file is not run."""
    try:
        content = torch.load(local_path(path), map_location="cpu", weights_only=True)
    except OSError as error:
        raise MXNetError(f"cannot read {os.fspath(path)!r}: {error.strerror or error}") from error
    except Exception as error:  # torch raises many types for untrusted files
        # Only the first line: the others explain how to run the code in the file anyway.
        reason = str(error).strip().split("\n")[0].split(". ")[0]
        raise MXNetError(
            f"{os.fspath(path)!r} is not a file that torch can read without running code: "
            f"{reason}. torch.save(module.state_dict(), file) writes such a file"
        ) from error
    if not isinstance(content, dict):
        raise MXNetError(
            f"{os.fspath(path)!r} holds a {type(content).__name__}, expected a state_dict: "
            "torch.save(net.state_dict(), path)"
        )
    return _check_types(content, path)


def _check_types(content: dict, path: FileName) -> Tensors:
    for name, tensor in content.items():
        if not isinstance(tensor, torch.Tensor) or tensor.dtype not in BY_TORCH:
            dtype = getattr(tensor, "dtype", type(tensor).__name__)
            raise MXNetError(
                f"{os.fspath(path)!r}: {name!r} is of type {dtype}, which is not an array"
            )
    return content


def write_program(path: FileName, program: torch.export.ExportedProgram) -> None:
    """Write a program for ``torch.export.load``; the file is renamed when it is complete."""
    content = io.BytesIO()
    torch.export.save(program, content)
    with replacing(path) as stream:
        stream.write(content.getbuffer())


def read_program(path: FileName) -> torch.nn.Module:
    """Return the network in a file written by ``write_program``."""
    with reading(path) as (stream, _):
        return torch.export.load(io.BytesIO(stream.read())).module()
