"""Measure how time and memory grow: with batch, depth, length, parameters, shapes, workers.

Every axis of growth has a program for this package and one for plain torch. Each runs in a process
of its own, from the smallest size to the largest; the two take turns. Results are JSON, and with
``--plot`` a picture. A slope is that of the line through the sizes: what one more costs.

    python benchmarks/growth.py --json growth.json --plot growth.svg
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
import sys
from dataclasses import dataclass

from subject import environment

# ``sized(n)`` prepares a size and returns what is timed, and how often it is to run.
LAYERS = """
def steps(net, loss_of, trainer, x, y):
    def step():
        with autograd.record():
            loss = loss_of(net(x), y)
        loss.backward()
        trainer.step(x.shape[0])
    return step

def trained(net, x, y):
    net.initialize(mx.init.Xavier())
    net.hybridize()
    loss_of = gluon.loss.SoftmaxCrossEntropyLoss()
    loss_of.hybridize()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": 0.01})
    return steps(net, loss_of, trainer, x, y)

def stack(*layers):
    net = gluon.nn.HybridSequential()
    net.add(*layers)
    return net
"""
TORCH_LAYERS = """
from torch import nn
def trained(net, x, y):
    loss_of = nn.CrossEntropyLoss()
    updates = torch.optim.SGD(net.parameters(), lr=0.01)
    def step():
        updates.zero_grad()
        loss_of(net(x), y).backward()
        updates.step()
    return step
"""


@dataclass(frozen=True)
class Axis:
    """Something that grows."""

    name: str
    unit: str
    sizes: tuple[int, ...]
    gluon: str
    torch: str
    clock: str = "process_time"
    warm: int = 3  # runs before the time is taken


AXES = (
    Axis(
        "batch", "samples", (1, 4, 16, 64, 128, 256),
        LAYERS + """
def sized(n):
    nn = gluon.nn
    net = stack(
        nn.Conv2D(20, 5, activation="tanh"), nn.MaxPool2D(), nn.Conv2D(50, 5, activation="tanh"),
        nn.MaxPool2D(), nn.Flatten(), nn.Dense(500, activation="tanh"), nn.Dense(10))
    x, y = nd.random.uniform(shape=(n, 1, 28, 28)), nd.arange(n) % 10
    return trained(net, x, y), 3
""",
        TORCH_LAYERS + """
def sized(n):
    net = nn.Sequential(
        nn.Conv2d(1, 20, 5), nn.Tanh(), nn.MaxPool2d(2), nn.Conv2d(20, 50, 5), nn.Tanh(),
        nn.MaxPool2d(2), nn.Flatten(), nn.Linear(800, 500), nn.Tanh(), nn.Linear(500, 10))
    return trained(net, torch.rand(n, 1, 28, 28), torch.arange(n) % 10), 3
""",
    ),
    Axis(
        "depth", "layers of 64", (1, 4, 16, 64, 128, 256),
        LAYERS + """
def sized(n):
    nn = gluon.nn
    net = stack(*(nn.Dense(64, activation="relu") for _ in range(n)), nn.Dense(10))
    return trained(net, nd.random.uniform(shape=(16, 64)), nd.arange(16) % 10), 5
""",
        TORCH_LAYERS + """
def sized(n):
    layers = [part for _ in range(n) for part in (nn.Linear(64, 64), nn.ReLU())]
    net = nn.Sequential(*layers, nn.Linear(64, 10))
    return trained(net, torch.rand(16, 64), torch.arange(16) % 10), 5
""",
    ),
    Axis(
        "length", "steps of an LSTM", (8, 32, 128, 256, 512),
        LAYERS + """
def sized(n):
    lstm = gluon.rnn.LSTM(64, input_size=64)
    lstm.initialize()
    trainer = gluon.Trainer(lstm.collect_params(), "sgd", {"learning_rate": 0.01})
    x = nd.random.uniform(shape=(n, 16, 64))
    def step():
        with autograd.record():
            loss = lstm(x).mean()
        loss.backward()
        trainer.step(1)
    return step, 3
""",
        TORCH_LAYERS + """
def sized(n):
    lstm = nn.LSTM(64, 64)
    updates = torch.optim.SGD(lstm.parameters(), lr=0.01)
    x = torch.rand(n, 16, 64)
    def step():
        updates.zero_grad()
        lstm(x)[0].mean().backward()
        updates.step()
    return step, 3
""",
    ),
    Axis(
        "parameters", "arrays of 10 in a trainer", (10, 100, 500, 1000, 2500, 5000),
        """
def sized(n):
    params = gluon.ParameterDict()
    for i in range(n):
        params.get(f"p{i}", shape=(10,), init="ones")
    params.initialize()
    options = {"learning_rate": 0.01, "momentum": 0.9}
    trainer = gluon.Trainer(params, "sgd", options)
    arrays = [parameter.data() for parameter in params.values()]
    def step():
        with autograd.record():
            loss = nd.add_n(*arrays)
        loss.backward()
        trainer.step(1)
    return step, 3
""",
        """
def sized(n):
    params = [torch.nn.Parameter(torch.ones(10)) for _ in range(n)]
    updates = torch.optim.SGD(params, lr=0.01, momentum=0.9)
    def step():
        updates.zero_grad()
        torch.stack(params).sum().backward()
        updates.step()
    return step, 3
""",
    ),
    Axis(
        "shapes", "lengths, each seen once", (10, 100, 250, 500, 1000),
        LAYERS + """
def sized(n):
    nn = gluon.nn
    net = stack(
        nn.Embedding(100, 32), nn.HybridLambda(lambda F, x: F.transpose(x, (0, 2, 1))),
        nn.Conv1D(32, 3, padding=1, activation="relu"), nn.Conv1D(32, 3, padding=1),
        nn.GlobalAvgPool1D(), nn.Dense(10))
    net.initialize()
    net.hybridize()
    inputs = [nd.ones((1, length)) for length in range(3, n + 3)]
    def all_lengths():
        for x in inputs:
            net(x)
    return all_lengths, 1
""",
        TORCH_LAYERS + """
class Turned(nn.Module):
    def forward(self, x):
        return x.transpose(1, 2)

def sized(n):
    net = nn.Sequential(
        nn.Embedding(100, 32), Turned(), nn.Conv1d(32, 32, 3, padding=1), nn.ReLU(),
        nn.Conv1d(32, 32, 3, padding=1), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(32, 10))
    inputs = [torch.ones(1, length, dtype=torch.int64) for length in range(3, n + 3)]
    def all_lengths():
        with torch.no_grad():
            for x in inputs:
                net(x)
    return all_lengths, 1
""",
        warm=0,
    ),
    Axis(
        "workers", "processes of a loader", (0, 1, 2, 4),
        """
import numpy as np
from mxnet.gluon.data.vision import transforms
def sized(n):
    data = gluon.data.ArrayDataset(
        nd.random.uniform(0, 255, shape=(512, 32, 32, 3)).astype("uint8"), nd.arange(512))
    change = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.5, 0.25)])
    loader = gluon.data.DataLoader(data.transform_first(change), 32, num_workers=n)
    def epoch():
        for x, y in loader:
            pass
    return epoch, 3
""",
        """
class Pictures(torch.utils.data.Dataset):
    def __init__(self):
        self.pictures = torch.randint(0, 255, (512, 32, 32, 3), dtype=torch.uint8)
    def __len__(self):
        return 512
    def __getitem__(self, i):
        x = self.pictures[i].permute(2, 0, 1).float().div(255)
        return (x - 0.5) / 0.25, i

def sized(n):
    loader = torch.utils.data.DataLoader(
        Pictures(), 32, num_workers=n, persistent_workers=n > 0)
    def epoch():
        for x, y in loader:
            pass
    return epoch, 3
""",
        clock="perf_counter",
        warm=1,
    ),
)  # fmt: skip

MXNET = "import mxnet as mx\nfrom mxnet import autograd, gluon, nd\n"
WORKER = """
import gc, os, sys, time
def memory():
    # resident megabytes of this process and of those that it started
    total = 0
    for process in [os.getpid(), *children(os.getpid())]:
        with open(f"/proc/{process}/statm") as status:
            total += int(status.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total / 2**20

def children(process):
    with open(f"/proc/{process}/task/{process}/children") as listed:
        own = [int(child) for child in listed.read().split()]
    return own + [other for child in own for other in children(child)]

clock, warm, run, ready = getattr(time, sys.argv[1]), int(sys.argv[2]), None, -1
print("ready", flush=True)
for line in sys.stdin:
    size = int(line)
    if size != ready:
        run = None
        gc.collect()
        run, count = sized(size)
        for _ in range(warm):
            run()
        ready = size
    best = float("inf")
    for _ in range(count):
        start = clock()
        run()
        best = min(best, clock() - start)
    print(best, memory(), flush=True)
"""


class Subject:
    """A process that measures the sizes of an axis on demand."""

    def __init__(self, program: str, axis: Axis):
        self._process = subprocess.Popen(
            [sys.executable, "-c", program + WORKER, axis.clock, str(axis.warm)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=environment(sys.executable),
        )  # fmt: skip
        self._process.stdout.readline()

    def run(self, size: int) -> list[float]:
        print(size, file=self._process.stdin, flush=True)
        return [float(number) for number in self._process.stdout.readline().split()]

    def close(self):
        self._process.stdin.close()
        self._process.wait()


def measure(axis: Axis, rounds: int) -> dict:
    """Return best seconds, and megabytes above those of the smallest size, for each subject."""
    programs = {"regluon": MXNET + axis.gluon, "torch": "import torch\n" + axis.torch}
    results = {"sizes": list(axis.sizes), "unit": axis.unit}
    once = axis.warm == 0  # a second run would find what the first has prepared
    subjects = {} if once else {name: Subject(text, axis) for name, text in programs.items()}
    rows_by_name = {name: [] for name in programs}
    for size in axis.sizes:
        best = {name: [float("inf"), 0.0] for name in programs}
        for _ in range(rounds):
            for name, text in programs.items():
                subject = Subject(text, axis) if once else subjects[name]
                seconds, megabytes = subject.run(size)
                best[name] = [min(best[name][0], seconds), megabytes]
                if once:
                    subject.close()
        for name in programs:
            rows_by_name[name].append(best[name])
    for subject in subjects.values():
        subject.close()
    for name, rows in rows_by_name.items():
        results[name] = {
            "seconds": [seconds for seconds, _ in rows],
            "megabytes": [megabytes for _, megabytes in rows],
        }
        for quantity in ("seconds", "megabytes"):
            values = results[name][quantity]
            results[name][f"{quantity}_slope"] = slope(axis.sizes, values)
    return results


def slope(sizes, values) -> float:
    """Return the slope of the line through all points, by least squares."""
    x, y = sum(sizes) / len(sizes), sum(values) / len(values)
    above = sum((a - x) * (b - y) for a, b in zip(sizes, values, strict=True))
    return above / sum((a - x) ** 2 for a in sizes)


def three_digits(value: float) -> str:
    """Round to three digits, without an exponent: 16,300 or 24.8."""
    return f"{float(f'{value:.3g}'):,g}"


def describe(name: str, result: dict) -> str:
    """Return a row of a table: slopes of time and memory, and their ratios."""
    ours, theirs = result["regluon"], result["torch"]
    parts = [f"{name} ({result['unit']})"]
    for quantity, factor in (("seconds", 1e6), ("megabytes", 1e3)):
        a, b = (subject[f"{quantity}_slope"] * factor for subject in (ours, theirs))
        parts += [three_digits(a), three_digits(b), f"{a / b:.2f}" if abs(b) > 1e-9 else ""]
    parts.append(f"{ours['seconds'][-1] / theirs['seconds'][-1]:.2f}")
    return f"| {' | '.join(parts)} |"


HEAD = """| | µs per unit | torch | ratio | KB per unit | torch | ratio | ratio at largest size |
|---|---|---|---|---|---|---|---|"""


def table(results: dict) -> str:
    """Return the table of docs/growth.md."""
    return "\n".join([HEAD, *(describe(*item) for item in results.items()), ""])


COLUMNS = 3  # more would be too small to read on a page


def plot(results: dict, path: str) -> None:
    """Draw time and memory against the sizes of every axis."""
    from matplotlib import pyplot  # noqa: PLC0415 - a heavy package, only for pictures

    pyplot.switch_backend("svg")
    pyplot.rcParams.update({"svg.hashsalt": "growth", "font.size": 8})
    bands = math.ceil(len(results) / COLUMNS)  # of a row for time and one for memory
    figure, rows = pyplot.subplots(2 * bands, COLUMNS, figsize=(3 * COLUMNS, 5 * bands))
    times, memories = rows[::2].flat, rows[1::2].flat
    for (name, result), time, memory in zip(results.items(), times, memories, strict=False):
        for subject, color in (("regluon", "#c44e52"), ("torch", "#4c72b0")):
            style = {"color": color, "marker": "o", "markersize": 3, "label": subject}
            milliseconds = [1000 * seconds for seconds in result[subject]["seconds"]]
            time.plot(result["sizes"], milliseconds, **style)
            memory.plot(result["sizes"], result[subject]["megabytes"], **style)
        time.set_title(name)
        memory.set_xlabel(result["unit"])
        for axes in (time, memory):
            axes.set_ylim(bottom=0)
            axes.spines[["top", "right"]].set_visible(False)
    rows[0][0].set_ylabel("ms")
    rows[1][0].set_ylabel("MB resident")
    rows[0][0].legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only", default="", help="axes whose name contains this")
    options.add_argument("--rounds", type=int, default=4, help="how often each size is run")
    options.add_argument("--json", help="write the results to this file")
    options.add_argument("--plot", help="draw them to this SVG file (needs matplotlib)")
    options = options.parse_args()
    results = {}
    print(HEAD)
    for axis in AXES:
        if options.only in axis.name:
            results[axis.name] = measure(axis, options.rounds)
            print(describe(axis.name, results[axis.name]), flush=True)
    if options.json:
        with open(options.json, "w") as file:
            json.dump(results, file, indent=1)
    if options.plot:
        plot(results, options.plot)


if __name__ == "__main__":
    main()
