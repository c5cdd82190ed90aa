"""Train, be killed at any moment, and resume: the weights are those of an undisturbed run.

usage: python -m tests.trust.resume [--rounds N] [--kills N] [--seed N] [CASE ...]

Every case is trained once without a disturbance. Then it is trained by processes that are killed at
random moments, each by a new process that calls ``Checkpoint.resume``, until it is done. Both must
have the same weights, bit for bit.
"""

from __future__ import annotations

import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time
import warnings

ROOT = pathlib.Path(__file__).parents[2]
OPTIMIZERS = {
    "adadelta": {}, "adagrad": {}, "adam": {"wd": 0.01}, "adamax": {},
    "dcasgd": {"momentum": 0.9}, "ftml": {}, "ftrl": {}, "lamb": {}, "lars": {"momentum": 0.9},
    "lbsgd": {"momentum": 0.9, "batch_scale": 2}, "nadam": {}, "nag": {"momentum": 0.9},
    "rmsprop": {"centered": True}, "sgd": {"momentum": 0.9}, "sgld": {},
    "signum": {"momentum": 0.9},
}  # fmt: skip
CASES = {
    **{name: {"optimizer": name} for name in OPTIMIZERS},
    "workers": {"optimizer": "adam", "num_workers": 2},
    "augmented": {"optimizer": "sgd", "num_workers": 2, "augmented": True},
    "amp": {"optimizer": "sgd", "amp": True},
    "contexts": {"optimizer": "adam", "contexts": 2},
    "store": {"optimizer": "adam", "contexts": 2, "update_on_kvstore": True},
}
EPOCHS, BATCH = 2, 4


class Run:
    """One training: network, trainer, loader, and the file of its checkpoint."""

    def __init__(self, case: str, path: str):
        # Imported here: the process that kills others has no use for it.
        import mxnet as mx  # noqa: PLC0415

        options = CASES[case]
        self.mx, self.options = mx, options
        warnings.simplefilter("ignore")
        mx.random.seed_everything(0)  # the checkpoint replaces that
        self.contexts = [mx.cpu(i) for i in range(options.get("contexts", 1))]
        if options.get("amp"):
            mx.contrib.amp.init()
        self.net, self.trainer, self.loader = self._net(), None, self._loader()
        self.trainer = self._trainer()
        if options.get("amp"):
            mx.contrib.amp.init_trainer(self.trainer)
        self.checkpoint = mx.gluon.Checkpoint(
            path, net=self.net, trainer=self.trainer, loader=self.loader
        )

    def _net(self):
        nn = self.mx.gluon.nn
        # A trainer sorts parameters by name, and numbered names sort otherwise from dense100 on.
        net = nn.HybridSequential(prefix="net_")
        with net.name_scope():
            net.add(nn.Dense(6, activation="relu"), nn.Dropout(0.5), nn.BatchNorm(), nn.Dense(2))
        net.initialize(self.mx.init.Xavier(), ctx=self.contexts)
        net.hybridize()
        return net

    def _trainer(self):
        name = self.options["optimizer"]
        schedule = self.mx.lr_scheduler.FactorScheduler(3, 0.7, base_lr=0.05)
        options = {"learning_rate": 0.05, "lr_scheduler": schedule, **OPTIMIZERS[name]}
        return self.mx.gluon.Trainer(
            self.net.collect_params(), name, options,
            update_on_kvstore=self.options.get("update_on_kvstore"),
        )  # fmt: skip

    def _loader(self):
        nd, data = self.mx.nd, self.mx.gluon.data
        features = nd.arange(24 * 3).reshape((24, 3)) % 7 / 7
        samples = data.ArrayDataset(features, nd.arange(24) % 2)
        if self.options.get("augmented"):
            samples = samples.transform(_augment)
        workers = self.options.get("num_workers", 0)
        return data.DataLoader(samples, BATCH, shuffle=True, num_workers=workers)

    def train(self, after_step=lambda: None) -> dict:
        """Train from where the checkpoint is; return the weights as lists of numbers."""
        start = self.checkpoint.resume(epoch=0)
        for epoch in range(start["epoch"], EPOCHS):
            for features, labels in self.loader:
                self._step(features, labels)
                self.checkpoint.save(epoch=epoch)
                after_step()
        params = self.net._collect_params_with_prefix()
        return {place: p.data(self.contexts[-1]).asnumpy() for place, p in params.items()}

    def _step(self, features, labels):
        mx, split = self.mx, self.mx.gluon.utils.split_and_load
        loss = mx.gluon.loss.SoftmaxCrossEntropyLoss()
        parts = zip(split(features, self.contexts), split(labels, self.contexts), strict=True)
        with mx.autograd.record():
            losses = [loss(self.net(x), y) for x, y in parts]
            if self.options.get("amp"):
                with mx.contrib.amp.scale_loss(losses, self.trainer) as scaled:
                    mx.autograd.backward(scaled)
        if not self.options.get("amp"):
            mx.autograd.backward(losses)
        self.trainer.step(BATCH)


def _augment(features, label):
    """Add noise from the generator of the worker."""
    import mxnet as mx  # noqa: PLC0415

    return features + mx.nd.random.uniform(0, 0.1, shape=3), label


CODE = """
import sys
import numpy as np
from tests.trust.resume import Run

case, path, result = sys.argv[1:]
np.savez(result, **Run(case, path).train(lambda: print("step", flush=True)))
"""


def start(case: str, folder: pathlib.Path, name: str) -> subprocess.Popen:
    """Begin, or go on with, a training in a new process; it prints a line after each step."""
    environment = {**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"}
    files = folder / f"{name}.ckpt", folder / f"{name}.npz"
    command = [sys.executable, "-c", CODE, case, *map(str, files)]
    return subprocess.Popen(
        command, env={**environment, "OMP_NUM_THREADS": "1"}, stdout=subprocess.PIPE, text=True
    )


def finish(process: subprocess.Popen) -> None:
    process.communicate()
    if process.returncode:
        raise RuntimeError(f"a training ended with {process.returncode}")


def train_killed(case: str, folder: pathlib.Path, rng: random.Random, kills: int) -> None:
    """Train with kills at random moments, each after a few steps of a new process."""
    for _ in range(kills):
        process = start(case, folder, "killed")
        for _ in range(rng.randint(0, 3)):
            process.stdout.readline()
        begin = time.monotonic()
        process.stdout.readline()
        time.sleep(rng.random() * (time.monotonic() - begin))  # anywhere in the step that follows
        process.kill()
        process.communicate()
    finish(start(case, folder, "killed"))


def differences(case: str, folder: pathlib.Path, rng: random.Random, kills: int) -> list[str]:
    """Train with and without kills; return the parameters that differ, and what was left behind."""
    import numpy as np  # noqa: PLC0415

    if not (folder / "whole.npz").exists():
        finish(start(case, folder, "whole"))
    for path in folder.glob("killed.*"):
        path.unlink()
    train_killed(case, folder, rng, kills)
    expected, actual = (
        dict(np.load(folder / f"{name}.npz", allow_pickle=False)) for name in ("whole", "killed")
    )
    differing = [n for n in expected if not np.array_equal(expected[n], actual[n], equal_nan=True)]
    return differing + [name for name in os.listdir(folder) if name.startswith(".mxnet")]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=1, help="how often each case is trained")
    parser.add_argument("--kills", type=int, default=3, help="kills in each of these trainings")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("cases", nargs="*", default=[*CASES])
    options = parser.parse_args(arguments)
    rng, failures = random.Random(options.seed), 0
    for case in options.cases:
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(options.rounds):
                wrong = differences(case, pathlib.Path(folder), rng, options.kills)
                failures += bool(wrong)
                print(f"{case}: {options.kills} kills, {wrong or 'equal'}", flush=True)
    raise SystemExit(f"{failures} runs differ" if failures else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
