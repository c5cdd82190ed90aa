"""The Pythons of the other packages, each in an environment of its own, and what they run on.

``MXNET_ORACLE`` and ``JAX_PYTHON`` name them. Called with paths, this makes those that are missing:

    python benchmarks/environments.py build/oracle/bin/python build/jax/bin/python
"""

from __future__ import annotations

import os
import pathlib
import platform
import shutil
import subprocess
import sys

# By the folder's name: possible Pythons, and packages.
ENVIRONMENTS = {
    # MXNet's wheel needs NumPy 1.23, which has wheels up to Python 3.11.
    "oracle": (
        ("python3.11", "python3.10", "python3.9", "python3.8"),
        ("mxnet==1.9.1", "numpy==1.23.5"),
    ),
    "jax": ((sys.executable,), ("jax", "jaxlib")),
}


def others() -> dict[str, str]:
    """Return the Pythons of the packages that are not in our own environment."""
    names = {"jax": "JAX_PYTHON", "mxnet": "MXNET_ORACLE"}
    return {name: os.environ[key] for name, key in names.items() if os.environ.get(key)}


def make(python: str) -> None:
    """Make an environment with this Python, unless it exists."""
    path = pathlib.Path(python)
    folder = path.parent.parent
    pythons, packages = ENVIRONMENTS[folder.name]
    if path.exists():
        return
    base = next(filter(None, map(shutil.which, pythons)), None)
    if base is None:
        raise SystemExit(f"{packages[0]} needs one of {', '.join(pythons)}")
    try:
        subprocess.run([base, "-m", "venv", folder], check=True)
        subprocess.run([path, "-m", "pip", "install", "--quiet", *packages], check=True)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)  # half an environment would be taken for a whole
        raise


def machine() -> str:
    """Return the processor, its widest instructions and the number of cores."""
    name = platform.processor() or platform.machine()
    cpuinfo = pathlib.Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    pairs = (line.split(":", 1) for line in lines if ":" in line)
    facts = {key.strip(): value.strip() for key, value in pairs}
    if "model name" in facts:
        family, model = facts.get("cpu family"), facts.get("model")
        vectors = "AVX-512" if "avx512f" in facts["flags"] else "no AVX-512"
        name = f"{facts['model name']} (family {family}, model {model}, {vectors})"
    return f"{name}, {os.cpu_count()} cores"


def versions(pythons: dict[str, str]) -> dict[str, str]:
    """Return the versions of torch and of the other packages."""
    program = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
    found = {}
    for name, python in {"torch": sys.executable, **pythons}.items():
        done = subprocess.run([python, "-c", program, name], stdout=subprocess.PIPE, text=True)
        found[name] = done.stdout.strip()
    return found


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        make(argument)
