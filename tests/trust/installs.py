"""Install the built wheel and sdist into empty environments, and use them as a new user would.

    python -m tests.trust.installs python3.10 python3.12 python3.13

takes the newest torch that the registry has, which may be gigabytes; ``--constraint
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
# What to install, and the commands that work with it.
STEPS = {
    "": [["mxnet", "info"], ["python", "-W", "error", "-c", FIRST_NETWORK]],
    "[vision]": [
        ["mxnet", "train", "digits", "--epochs", "1"],
        ["mxnet", "predict", "run", "digits"],
    ],
}


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


def try_install(python, archive, constraint, folder):
    """Install an archive into a new environment, run all steps, and return what was installed."""
    environment = folder / "environment"
    run(python, "-m", "venv", environment, folder=folder)
    binaries = environment / "bin"
    options = ["-c", constraint.resolve()] if constraint else []  # options of pip
    for extras, commands in STEPS.items():
        run(binaries / "pip", "install", "-q", *options, f"{archive}{extras}", folder=folder)
        for program, *arguments in commands:
            run(binaries / program, *arguments, folder=folder)
    versions = (
        "import sys, numpy, torch; print(sys.version[:6], numpy.__version__, torch.__version__)"
    )
    return run(binaries / "python", "-c", versions, folder=folder).strip()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pythons", nargs="*", default=[sys.executable])
    parser.add_argument("--constraint", type=pathlib.Path, help="a file of versions for pip")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        archives = build(pathlib.Path(folder))
        for python in options.pythons:
            for archive in archives:
                begin = time.monotonic()
                with tempfile.TemporaryDirectory() as place:
                    got = try_install(python, archive, options.constraint, pathlib.Path(place))
                took = time.monotonic() - begin
                print(
                    f"{archive.name}: Python, NumPy, torch {got}: works ({took:.0f} s)", flush=True
                )


if __name__ == "__main__":
    main()
