"""Kill processes that save, fill the disk, and tear files: what was saved is old or new, complete.

usage: python -m tests.trust.kills [--kills N] [--seed N] [KIND ...]

For every kind of saving a process saves the same files over and over, each time with another
number in all of them, and is killed at a random moment, ``--kills`` times. After each kill the
files are read as users read them: they must hold one number, in all parts and in all files, and no
other than the last one that was saved or the one that was being saved. The next save must leave
nothing else in the folder.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import pathlib
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

import mxnet as mx
from mxnet import gluon, nd
from mxnet._formats import local
from mxnet._formats.local import reading_together, together
from mxnet.gluon import nn

PAGE = resource.getpagesize()
SIZE = 20_000  # numbers in each array: a save is written in several pieces


@dataclass(frozen=True)
class Kind:
    """How something is saved, and read again: each file and array holds the number."""

    save: Callable[[str, int], None]
    load: Callable[[str], set]


def _array(number: int) -> nd.NDArray:
    return nd.full((SIZE,), number)


def _numbers(arrays) -> set:
    """Return the numbers that arrays hold, which is one if they are of one save."""
    return {value for array in arrays for value in np.unique(array.asnumpy()).astype(int).tolist()}


def _network(number: int):
    net = nn.HybridSequential(prefix="net_")
    net.add(nn.Dense(20, in_units=1000, prefix="dense_"))
    net.initialize(mx.init.Constant(number))
    net[0].bias.set_data(nd.full((20,), number))
    return net


def _values(net) -> set:
    return _numbers(parameter.data() for parameter in net.collect_params().values())


def _load(path: str, load: Callable) -> set:
    net = _network(-1)
    load(net, path)
    return _values(net)


def _trainer(number: int) -> gluon.Trainer:
    trainer = gluon.Trainer(_network(number).collect_params(), "adam")
    shapes = [parameter.shape for parameter in trainer._params]
    trainer._updaters[0].states = {
        i: (nd.full(shape, number), nd.full(shape, number)) for i, shape in enumerate(shapes)
    }
    trainer.optimizer.num_update = number
    return trainer


def _state_numbers(trainer) -> set:
    states = trainer._updaters[0].states.values()
    return _numbers(a for state in states for a in state) | {trainer.optimizer.num_update}


def _load_states(path: str) -> set:
    trainer = _trainer(0)
    trainer.load_states(f"{path}.states")
    return _state_numbers(trainer)


def _symbol(number: int):
    data = mx.sym.var("data")
    for i in range(20):
        data = mx.sym.FullyConnected(data, num_hidden=number + 1, name=f"fc{i}")
    return data


def _hidden(symbol) -> set:
    attributes = symbol.attr_dict()
    return {int(attributes[f"fc{i}"]["num_hidden"]) - 1 for i in range(20)}


def _save_checkpoint(path: str, number: int) -> None:
    mx.model.save_checkpoint(path, 1, _symbol(number), {"a": _array(number)}, {"b": _array(number)})


def _load_checkpoint(path: str) -> set:
    symbol, args, aux = mx.model.load_checkpoint(path, 1)
    return _hidden(symbol) | _numbers([*args.values(), *aux.values()])


def _module(number: int):
    module = mx.mod.Module(_symbol(4), label_names=None)
    module.bind([("data", (2, 500))], for_training=True)
    module.init_params(mx.init.Constant(number))
    arguments = {
        name: nd.full(array.shape, number) for name, array in module.get_params()[0].items()
    }
    module.set_params(arguments, {})
    module.init_optimizer(optimizer="adam", kvstore=None)
    names = module._exec_group.param_arrays
    module._updater.states = {
        i: (nd.full(arrays[0].shape, number), nd.full(arrays[0].shape, number))
        for i, arrays in enumerate(names)
    }
    return module


def _load_module(path: str) -> set:
    module = mx.mod.Module.load(path, 1, load_optimizer_states=True, label_names=None)
    module.bind([("data", (2, 500))], for_training=True)
    module.init_optimizer(optimizer="adam", kvstore=None)
    states = [array for state in module._updater.states.values() for array in state]
    return _numbers([*module.get_params()[0].values(), *states])


def _checkpoint(path: str, number: int) -> gluon.Checkpoint:
    trainer = _trainer(number)
    net = _network(number)
    return gluon.Checkpoint(f"{path}.ckpt", net=net, trainer=trainer)


def _load_training(path: str) -> set:
    checkpoint = _checkpoint(path, 0)
    number = checkpoint.resume()["number"]
    parts = checkpoint._parts
    return {number} | _values(parts["net"].value) | _state_numbers(parts["trainer"].value)


def _export(path: str, number: int) -> None:
    net = _network(number)
    net.hybridize()
    net(nd.ones((1, 1000)))
    net.export(path)


def _import(path: str) -> set:
    files = f"{path}-symbol.json", ["data"], f"{path}-0000.params"
    return _values(gluon.SymbolBlock.imports(*files))


def _load_together(path: str) -> set:
    """Read two files that were written in one block."""
    files = f"{path}.params", f"{path}.states"
    return reading_together(files, lambda: _numbers(nd.load(files[0])) | _load_states(path))


def _save_together(path: str, number: int) -> None:
    with together():
        nd.save(f"{path}.params", [_array(number)])
        _trainer(number).save_states(f"{path}.states")


KINDS = {
    "nd.save": Kind(
        lambda path, n: nd.save(f"{path}.params", [_array(n)] * 5),
        lambda path: _numbers(nd.load(f"{path}.params")),
    ),
    "safetensors": Kind(
        lambda path, n: nd.save(f"{path}.safetensors", {"a": _array(n), "b": _array(n)}),
        lambda path: _numbers(nd.load(f"{path}.safetensors").values()),
    ),
    "save_parameters": Kind(
        lambda path, n: _network(n).save_parameters(f"{path}.params"),
        lambda path: _load(f"{path}.params", nn.Block.load_parameters),
    ),
    "save_states": Kind(lambda path, n: _trainer(n).save_states(f"{path}.states"), _load_states),
    "sym.save": Kind(
        lambda path, n: _symbol(n).save(f"{path}.json"),
        lambda path: _hidden(mx.sym.load(f"{path}.json")),
    ),
    "save_checkpoint": Kind(_save_checkpoint, _load_checkpoint),
    "Module.save_checkpoint": Kind(
        lambda path, n: _module(n).save_checkpoint(path, 1, save_optimizer_states=True),
        _load_module,
    ),
    "Block.save": Kind(
        lambda path, n: _network(n).save(path), lambda path: _load(path, nn.Block.load)
    ),
    "model.mx": Kind(
        lambda path, n: _network(n).save(f"{path}.mx"),
        lambda path: _values(gluon.load(f"{path}.mx")),
    ),
    "export": Kind(_export, _import),
    "params+states": Kind(_save_together, _load_together),
    "Checkpoint": Kind(lambda path, n: _checkpoint(path, n).save(number=n), _load_training),
}


# -------------------------------------------------------------------------------------- killing


def when_writing_begins(call: Callable[[], None]):
    """Call something before the first file of this process is opened for writing."""
    clean = local.clean

    def begin(folder):
        call()
        local.clean = clean
        clean(folder)

    local.clean = begin


def writing_time(kind: Kind, path: str, number: int) -> float:
    """Save in another process, and return how long the writing took."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        try:
            times: list[float] = []
            when_writing_begins(lambda: times.append(time.monotonic()))
            kind.save(path, number)
            os.write(writer, str(time.monotonic() - times[0]).encode())
        finally:
            os._exit(0)
    os.close(writer)
    with open(reader) as stream:
        seconds = float(stream.read())
    os.waitpid(child, 0)
    return seconds


def kill_once(kind: Kind, path: str, number: int, pause: float) -> None:
    """Save in another process, which is killed some time after it has begun to write.

    The kernel does it, by a signal that nothing handles: a parent that waits and sends SIGKILL
    would come late on a busy machine, after the save.
    """
    child = os.fork()
    if not child:
        try:
            warnings.simplefilter("ignore")
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            when_writing_begins(lambda: signal.setitimer(signal.ITIMER_REAL, max(pause, 1e-6)))
            kind.save(path, number)
            signal.pause()
        finally:
            os._exit(1)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if status != -signal.SIGALRM:
        raise RuntimeError(f"the process that was to be killed ended with {status}")


def litter(folder: pathlib.Path) -> list[str]:
    return [name for name in os.listdir(folder) if name.startswith(".mxnet")]


def kill_often(kind: Kind, folder: pathlib.Path, kills: int, rng: random.Random) -> dict:
    """Return how many kills left the old and the new files, and what was wrong."""
    path = str(folder / "saved")
    kind.save(path, 0)
    duration = min(writing_time(kind, path, 0) for _ in range(3))
    counts = {"old": 0, "new": 0, "in the middle": 0, "wrong": []}
    for number in range(1, kills + 1):
        kill_once(kind, path, number, rng.uniform(0, 1.3) * duration)
        counts["in the middle"] += bool(litter(folder))
        seen = kind.load(path)
        if seen == {number}:
            counts["new"] += 1
        elif seen == {number - 1}:
            counts["old"] += 1
        else:
            counts["wrong"].append(f"kill {number}: {sorted(seen)}")
        kind.save(path, number)
        counts["wrong"] += [f"kill {number}: {name} is left" for name in litter(folder)]
    return counts


# ------------------------------------------------------------------------- torn files, no room


def torn(kind: Kind, folder: pathlib.Path, step: int = 4096) -> list[str]:
    """Truncate every file at every 4 KB; return where a load neither failed nor was complete."""
    path = str(folder / "saved")
    kind.save(path, 3)
    wrong = []
    for file in sorted(folder.iterdir()):
        content = file.read_bytes()
        for size in range(0, len(content), step):
            file.write_bytes(content[:size])
            try:
                seen = kind.load(path)
            except (mx.MXNetError, ValueError, AssertionError):
                continue
            wrong.append(f"{file.name} of {size} bytes is read as {sorted(seen)}")
        file.write_bytes(content)
    return wrong


def save_and_fail(kind: Kind, folder: pathlib.Path, hinder: Callable[[], None]) -> list[str]:
    """Save in a process that cannot; return what is wrong afterwards with the save of before."""
    path = str(folder / "saved")
    before = kind.load(path)
    child = os.fork()
    if not child:
        status = 1
        try:
            warnings.simplefilter("ignore")
            hinder()
            try:
                kind.save(path, 4)
            except mx.MXNetError:
                status = 0
        finally:
            os._exit(status)
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    wrong = [] if status == 0 else [f"{hinder.__name__}: no MXNetError"]
    wrong += [] if kind.load(path) == before else ["the old files are damaged"]
    return wrong + litter(folder)


def without_room(kind: Kind, folder: pathlib.Path, room: int) -> list[str]:
    """Save where files may have only so many bytes; return what is wrong afterwards."""

    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (room, room))

    return save_and_fail(kind, folder, limit)


@contextlib.contextmanager
def small_disk(folder: pathlib.Path, room: int) -> Iterator[pathlib.Path]:
    """Mount a file system of so many bytes, which only root may do."""
    options = ["-t", "tmpfs", "-o", f"size={room}", "tmpfs"]
    subprocess.run(["mount", *options, str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def full_disk(kind: Kind, folder: pathlib.Path, steps: int = 8) -> list[str]:
    """Save on disks that have room for the old files and for less than the new; return faults."""
    kind.save(str(folder / "saved"), 3)
    size = sum(_pages(file) for file in folder.iterdir())
    wrong = []
    for step in range(steps):
        room = size + size * step // steps // PAGE * PAGE
        with tempfile.TemporaryDirectory() as point, small_disk(pathlib.Path(point), room) as disk:
            shutil.copytree(folder, disk, dirs_exist_ok=True)
            fault = save_and_fail(kind, disk, lambda: None)
            wrong += [f"a disk of {room} bytes: {text}" for text in fault]
    return wrong


def _pages(file: pathlib.Path) -> int:
    return -(-file.stat().st_size // PAGE) * PAGE


def read_only(kind: Kind, folder: pathlib.Path) -> list[str]:
    """Save into a folder that may not be written; return what is wrong afterwards."""
    folder.chmod(0o555)

    def forbid():
        if os.geteuid() == 0:  # who may write everywhere
            os.setgid(65534)
            os.setuid(65534)

    try:
        return save_and_fail(kind, folder, forbid)
    finally:
        folder.chmod(0o755)


def main(arguments: list[str]) -> None:
    """Disturb every kind of saving in all ways and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=1000, help="of each kind of saving")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("kinds", nargs="*", default=[*KINDS])
    options = parser.parse_args(arguments)
    os.environ.setdefault("MXNET_FSYNC", "0")  # a kill is no power failure
    failures = 0
    for name in options.kinds:
        kind, rng = KINDS[name], random.Random(options.seed)
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            outcome = kill_often(kind, folder, options.kills, rng)
            wrong = outcome.pop("wrong") + torn(kind, folder) + read_only(kind, folder)
            for room in (0, 100, 5000):
                wrong += without_room(kind, folder, room)
            wrong += full_disk(kind, folder) if os.geteuid() == 0 else []
        failures += bool(wrong)
        counts = ", ".join(f"{count} {what}" for what, count in outcome.items())
        print(
            f"{name}: {options.kills} kills ({counts}); {wrong[:5] or 'all complete'}", flush=True
        )
    raise SystemExit(f"{failures} kinds failed" if failures else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
