"""Install the built wheel and sdist, and use them as a new user would.

    python -m tests.trust.installs python3.10 python3.12 python3.13

makes an empty environment for each Python, installs the wheel, and then, in its place, the sdist.
It takes the newest torch that the registry has, which may be gigabytes; ``--constraint
constraints.txt`` takes that of the tests. Needs a network. Environments are removed afterwards.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).parents[2]
FIRST_NETWORK = """
import mxnet as mx
from mxnet import autograd, gluon, nd
net = gluon.nn.HybridSequential()
net.add(gluon.nn.Dense(16, activation="relu"), gluon.nn.Dense(1))
net.initialize(mx.init.Xavier())
net.hybridize()
trainer = gluon.Trainer(net.collect_params(), "adam", {"learning_rate": 0.01})
x = nd.random.normal(shape=(64, 2))
for _ in range(200):
    with autograd.record():
        loss = gluon.loss.L2Loss()(net(x), x[:, 0] - x[:, 1])
    loss.backward()
    trainer.step(64)
assert loss.mean().asscalar() < 0.1, loss
net.export("net")
assert "site-packages" in mx.__file__, mx.__file__
"""
# The commands that work with a plain install: no OpenCV, no matplotlib.
COMMANDS = [
    ["mxnet", "info"],
    ["python", "-W", "error", "-c", FIRST_NETWORK],
    ["python", "-W", "error", ROOT / "examples" / "digits.py", "--epochs", "1", "--out", "demo"],
    ["mxnet", "train", "digits", "--epochs", "1"],
    ["mxnet", "predict", "run", "digits"],
]
VERSIONS = "import sys, numpy, torch; print(sys.version[:7], numpy.__version__, torch.__version__)"


def run(*command, folder):
    """Run a command outside of the repository; raise with its output if it fails."""
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, env=environment)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, command))}\n{done.stdout}\n{done.stderr}")
    return done.stdout


def build(folder):
    """Return the paths of the sdist and of the wheel, which is built from the sdist."""
    tools = folder / "tools"
    run(sys.executable, "-m", "venv", tools, folder=folder)
    run(tools / "bin" / "pip", "install", "-q", "build", folder=folder)
    run(tools / "bin" / "python", "-m", "build", "-o", folder / "dist", ROOT, folder=folder)
    return sorted((folder / "dist").iterdir())


def try_installs(python, archives, constraint, folder):
    """Install archives, one after the other, into a new environment, and run all commands."""
    run(python, "-m", "venv", folder / "environment", folder=folder)
    binaries = folder / "environment" / "bin"
    options = ["-c", constraint.resolve()] if constraint else []  # options of pip
    for archive in archives:
        begin = time.monotonic()
        run(binaries / "pip", "install", "-q", *options, archive, folder=folder)
        installed = time.monotonic()
        with tempfile.TemporaryDirectory() as place:
            for program, *arguments in COMMANDS:
                run(binaries / program, *arguments, folder=place)
            versions = run(binaries / "python", "-c", VERSIONS, folder=place).strip()
        print(
            f"{archive.name}: Python, NumPy, torch {versions}: works (installed in "
            f"{installed - begin:.0f} s, commands {time.monotonic() - installed:.0f} s)",
            flush=True,
        )
        run(binaries / "pip", "uninstall", "-q", "-y", "regluon", folder=folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--constraint", type=pathlib.Path, help="a file of versions for pip")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        archives = sorted(build(pathlib.Path(folder)), key=lambda path: path.suffix != ".whl")
        for python in options.pythons:
            with tempfile.TemporaryDirectory() as place:
                try_installs(python, archives, options.constraint, pathlib.Path(place))


if __name__ == "__main__":
    main()
