"""Tell what is installed here: versions, devices, optional packages and settings.

mxnet info
"""

from __future__ import annotations

import os
import platform
from importlib import metadata

from .. import __version__
from ..context import num_gpus

# What the extras of the package install.
OPTIONAL = {
    "vision": ("opencv-python-headless", "opencv-python"),
    "viz": ("matplotlib", "graphviz", "tensorboard"),
    "onnx": ("onnx", "onnxruntime"),
}


def add_arguments(parser) -> None:
    """Declare that the command takes nothing."""


def run(options) -> int:
    """Print a line for each thing."""
    for name, text in _lines():
        print(f"{name:10} {text}")
    return 0


def _lines():
    yield "mxnet", f"{__version__} (regluon), in {os.path.dirname(os.path.dirname(__file__))}"
    yield "python", f"{platform.python_version()} on {platform.platform()}"
    yield "needs", ", ".join(_installed(("torch", "numpy", "tqdm", "safetensors")))
    yield "devices", f"{os.cpu_count()} processors, {num_gpus()} GPUs"
    for extra, packages in OPTIONAL.items():
        missing = f"not installed: pip install 'regluon[{extra}]'"
        yield extra, ", ".join(_installed(packages)) or missing
    for name in sorted(os.environ):
        if name.startswith("MXNET_"):
            yield "setting", f"{name}={os.environ[name]}"


def _installed(packages):
    """Yield those packages that are there, with their versions."""
    for package in packages:
        try:
            yield f"{package} {metadata.version(package)}"
        except metadata.PackageNotFoundError:
            continue
