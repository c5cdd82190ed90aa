"""Measure training steps of two workers: this package, DistributedDataParallel, the real MXNet.

Every subject has two processes with one thread each, which talk over the loopback interface; the
subjects take turns. Wall time, because processes wait for each other; compare ratios, which are
medians over the rounds: those of one round differ by 10 % even on an idle machine. On a busy one
look at the time of the processor, that of all processes of a job together, servers among them. To
compare with the real MXNet, set ``MXNET_ORACLE`` to the Python of an environment that has mxnet
1.9.1.

``--rate 1gbit`` gives each worker a network of its own, joined by a link of that rate, in place of
the loopback interface. It needs Linux, iproute2 and root. ``--before`` measures an older state of
this package as well.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import socket
import subprocess
import sys
import time
from operator import sub, truediv
from statistics import median

from networks import GLUON, TABLES, TORCH
from subject import environment

WORKERS = 2
BATCH = 32
RATE, MOMENTUM = 0.01, 0.9
# name: shape of a sample, and how the network is made; MLP has 10 million parameters
SHAPES = {"mlp": (784,), "resnet18": (3, 32, 32)}
WIDTHS = (2400, 2400, 1000)
STEPS = {"mlp": 5, "resnet18": 3}  # in one turn

# ------------------------------------------------------------------------------------- the workers


def gluon_steps(case: str, eager: bool):
    """Return functions that take a training step: of this process alone, and of all."""
    import mxnet as mx  # noqa: PLC0415
    from mxnet import autograd, gluon, nd  # noqa: PLC0415

    names = {"mx": mx, "autograd": autograd, "gluon": gluon, "nd": nd}
    exec(TABLES + GLUON, names)

    def make(store, **options):
        net = names["resnet18"]() if case == "resnet18" else _mlp(gluon.nn)
        net.initialize(mx.init.Xavier(magnitude=2))
        if not eager:
            net.hybridize(static_alloc=True, static_shape=True)
        x = nd.random.uniform(shape=(BATCH, *SHAPES[case]))
        y = nd.array([n % 10 for n in range(BATCH)])
        rates = {"learning_rate": RATE, "momentum": MOMENTUM}
        net(x).wait_to_read()
        trainer = gluon.Trainer(net.collect_params(), "sgd", rates, kvstore=store, **options)
        step = names["training_step"](net, gluon.loss.SoftmaxCrossEntropyLoss(), trainer, x, y)
        return step, nd.waitall

    def compressed():
        return make("dist_sync", compression_params={"type": "2bit", "threshold": 0.5})

    return {"alone": lambda: make(None), "all": lambda: make("dist_sync"), "2bit": compressed}


def _mlp(nn):
    net = nn.HybridSequential()
    net.add(*(nn.Dense(width, activation="relu") for width in WIDTHS), nn.Dense(10))
    return net


def torch_steps(case: str, eager: bool):
    """Return functions that take a training step: of this process alone, and of all."""
    import torch  # noqa: PLC0415
    from torch import distributed, nn  # noqa: PLC0415
    from torch.nn.parallel import DistributedDataParallel  # noqa: PLC0415

    names = {"torch": torch}
    exec(TABLES + TORCH, names)
    distributed.init_process_group("gloo")

    def make(wrap):
        if case == "resnet18":
            net = names["resnet18"]()
        else:
            sizes = [SHAPES[case][0], *WIDTHS]
            layers = [
                layer
                for inputs, outputs in zip(sizes, sizes[1:], strict=False)
                for layer in (nn.Linear(inputs, outputs), nn.ReLU())
            ]
            net = nn.Sequential(*layers, nn.Linear(sizes[-1], 10))
        net = wrap(net.train())
        x, y = torch.rand(BATCH, *SHAPES[case]), torch.arange(BATCH) % 10
        loss_of = nn.CrossEntropyLoss()
        updates = torch.optim.SGD(net.parameters(), lr=RATE, momentum=MOMENTUM)

        def step():
            updates.zero_grad()
            loss_of(net(x), y).backward()
            updates.step()

        return step, lambda: None

    return {"alone": lambda: make(lambda net: net), "all": lambda: make(DistributedDataParallel)}


def network() -> tuple[float, float]:
    """Return the seconds of the smallest all-reduce, and of 40 MB."""
    from mxnet import nd  # noqa: PLC0415
    from mxnet._distributed import process_group  # noqa: PLC0415

    def best(array, count):
        times = []
        for _ in range(count):
            start = time.perf_counter()
            process_group().all_reduce([array])
            times.append(time.perf_counter() - start)
        return min(times)

    return best(nd.zeros(1), 50), best(nd.zeros(10_000_000), 8)


def bytes_written() -> int:
    """Return how many bytes this process has written, to sockets for the most part."""
    with open("/proc/self/io") as file:
        return int(dict(line.split(": ") for line in file)["wchar"])


def work(subject: str, case: str, eager: bool):
    """Answer lines "what count" with the seconds, and the bytes written, of so many steps."""
    if subject == "mxnet" and os.environ["DMLC_ROLE"] != "worker":
        import mxnet  # noqa: PLC0415, F401 (it serves)
    makers = (torch_steps if subject == "torch" else gluon_steps)(case, eager)
    steps = {}
    print("ready", flush=True)
    for line in sys.stdin:
        what, count = line.split()
        if what == "network":
            print(json.dumps(network()), flush=True)
            continue
        if what not in steps:
            steps[what] = makers[what]()
            steps[what][0]()
        step, finish = steps[what]
        finish()
        before, start = bytes_written(), time.perf_counter()
        for _ in range(int(count)):
            step()
        finish()
        print(json.dumps([time.perf_counter() - start, bytes_written() - before]), flush=True)


# ------------------------------------------------------------------------------------ the measuring


class Loopback:
    """The network of a machine by itself."""

    address, variables = "127.0.0.1", {}

    def command(self, number: int) -> list[str]:
        """Return the words before the command of a process."""
        return []


class Link:
    """Two networks joined by a link of a certain rate, which processes use in turn."""

    address = "10.99.0.1"
    # The same name in both; the engines of torch and of MXNet do not find it themselves.
    variables = {"GLOO_SOCKET_IFNAME": "wire", "DMLC_INTERFACE": "wire"}
    _names = ("mxnet-bench-0", "mxnet-bench-1")

    def __init__(self, rate: str):
        first, second = self._names
        for name in self._names:
            self._run("ip", "netns", "add", name)
        self._run("ip", "link", "add", "name", "wire", "netns", first,
                  "type", "veth", "peer", "name", "wire", "netns", second)  # fmt: skip
        for number, name in enumerate(self._names):
            self._run("ip", "-n", name, "address", "add", f"10.99.0.{number + 1}/24", "dev", "wire")
            for device in ("wire", "lo"):
                self._run("ip", "-n", name, "link", "set", device, "up")
            # Room for the packets that a switch would hold.
            self._run(*self.command(number), "tc", "qdisc", "add", "dev", "wire", "root",
                      "tbf", "rate", rate, "burst", "256kb", "latency", "50ms")  # fmt: skip

    def command(self, number: int) -> list[str]:
        """Return the words before the command of a process."""
        return ["ip", "netns", "exec", self._names[number % 2]]

    def close(self) -> None:
        for name in self._names:
            self._run("ip", "netns", "delete", name)

    @staticmethod
    def _run(*command: str) -> None:
        subprocess.run(command, check=True)


class Job:
    """The processes of a subject; ``run`` lets all workers do the same."""

    def __init__(
        self, subject: str, python: str, path: str | None, case: str, eager: bool, network
    ):
        self._processes, port = [], str(_free_port())
        for number, role in enumerate(_roles(subject)):
            variables = _variables(subject, role, number, network.address, port)
            command = [python, __file__, "--work", subject, case, str(int(eager))]
            self._processes.append(
                subprocess.Popen(
                    [*network.command(number), *command],
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    text=True,
                    env=environment(python, path=path) | network.variables | variables,
                )
            )
        self._workers = self._processes[:WORKERS]
        for worker in self._workers:
            worker.stdout.readline()

    def processor_time(self) -> float:
        """Return the seconds that processors have worked for all processes."""
        ticks = 0
        for process in self._processes:
            with open(f"/proc/{process.pid}/stat") as file:
                ticks += sum(map(int, file.read().rpartition(")")[2].split()[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def run(self, *what):
        """Return what the workers answer, the largest of each."""
        for worker in self._workers:
            print(*what, file=worker.stdin, flush=True)
        answers = [json.loads(worker.stdout.readline()) for worker in self._workers]
        return [max(column) for column in zip(*answers, strict=True)]

    def close(self):
        for process in self._processes:
            process.stdin.close()
        for process in self._processes:
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _roles(subject: str) -> list[str]:
    # As many servers as workers is what MXNet's launcher starts.
    others = [*["server"] * WORKERS, "scheduler"] if subject == "mxnet" else []
    return ["worker"] * WORKERS + others


def _variables(subject: str, role: str, number: int, address: str, port: str) -> dict[str, str]:
    if subject == "mxnet":
        return {
            "DMLC_ROLE": role, "DMLC_PS_ROOT_URI": address, "DMLC_PS_ROOT_PORT": port,
            "DMLC_NUM_WORKER": str(WORKERS), "DMLC_NUM_SERVER": str(WORKERS),
        }  # fmt: skip
    return {
        "RANK": str(number), "WORLD_SIZE": str(WORKERS), "LOCAL_RANK": str(number),
        "MASTER_ADDR": address, "MASTER_PORT": port,
    }  # fmt: skip


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def measure(case: str, subjects: dict[str, tuple], rounds: int, eager: bool, network) -> dict:
    """Return the milliseconds of a step in each round, by subject, alone and of all workers.

    Each has two lists: of the time that passes, and of the time of the processors. The first turn,
    which makes the networks, does not count.
    """
    jobs = {name: Job(name, *own, case, eager, network) for name, own in subjects.items()}
    times = {name: {} for name in jobs}
    for turn in range(rounds + 1):
        for what in ("alone", "all"):
            for name, job in jobs.items():
                before = job.processor_time()
                seconds, _ = job.run(what, STEPS[case])
                worked = job.processor_time() - before
                if turn:
                    own = times[name].setdefault(what, ([], []))
                    own[0].append(seconds / STEPS[case] * 1000)
                    own[1].append(worked / STEPS[case] * 1000)
    ours = jobs["regluon"]
    facts = {"times": times}
    if case == "mlp":
        ours.run("2bit", 2)
        facts["bytes"] = [ours.run(what, 4)[1] / 4 for what in ("all", "2bit")]
        facts["network"] = ours.run("network", 1)
    for job in jobs.values():
        job.close()
    return facts


def report(case: str, times: dict) -> int:
    """Print a table; return how many bars were missed."""
    missed = 0
    for column, unit in enumerate(("ms a step", "ms of processors a step")):
        print(f"\n{f'{case}, {unit}':<32}{'alone':>9}{'all':>9}{'added':>9}   ratio to it")
        ours = times["regluon"]["all"][column]
        for name, own in times.items():
            alone, together = own["alone"][column], own["all"][column]
            ratio = median(map(truediv, ours, together))
            missed += not column and name in ("torch", "mxnet") and ratio > 1
            added = median(map(sub, together, alone))
            text = "" if name == "regluon" else f"{ratio:>10.2f}"
            print(f"{name:<32}{median(alone):>9.1f}{median(together):>9.1f}{added:>9.1f}{text}")
    return missed


def report_model(latency: float, seconds: float, compute: float) -> None:
    """Print what more workers would give, by a model."""
    size = 40e6
    # Two workers send and receive half of the array, twice.
    bandwidth = size / (seconds - latency)
    hop = latency / 2
    print(
        f"\nA MODEL, not a measurement: from {latency * 1e3:.2f} ms for the smallest all-reduce of "
        f"two workers and {bandwidth / 1e9:.2f} GB/s,\none machine each, 40 MB of gradients, "
        f"{compute:.0f} ms of computing, nothing overlapped; efficiency against one worker"
    )
    print(f"{'workers':>10}{'ring, ms':>12}{'tree, ms':>12}{'efficiency':>12}")
    for workers in (2**power for power in range(3, 11)):
        ring = 2 * (workers - 1) * (hop + size / workers / bandwidth) * 1e3
        tree = 2 * math.log2(workers) * (hop + size / bandwidth) * 1e3
        print(
            f"{workers:>10}{ring:>12.0f}{tree:>12.0f}{compute / (compute + min(ring, tree)):>12.2f}"
        )


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--rounds", type=int, default=6, help="how often each case is run")
    options.add_argument("--only", default="", help="cases whose name contains this")
    options.add_argument("--eager", action="store_true", help="networks that are not hybridized")
    options.add_argument("--rate", help="join the workers by a link of this rate, such as 1gbit")
    options.add_argument("--before", help="an older src folder of this package, to compare with")
    options.add_argument("--strict", action="store_true", help="fail where a bar is missed")
    options.add_argument("--work", nargs=3, help=argparse.SUPPRESS)
    options = options.parse_args()
    if options.work:
        subject, case, eager = options.work
        work(subject, case, eager == "1")
        return
    subjects = {"regluon": (sys.executable, None), "torch": (sys.executable, None)}
    if options.before:
        subjects["before"] = sys.executable, os.path.abspath(options.before)
    if oracle := os.environ.get("MXNET_ORACLE"):
        subjects["mxnet"] = oracle, None
    with contextlib.ExitStack() as stack:
        network = Loopback()
        if options.rate:
            network = stack.enter_context(contextlib.closing(Link(options.rate)))
        missed = compare(subjects, options, network)
    sys.exit(bool(options.strict and missed))


def compare(subjects: dict[str, tuple], options: argparse.Namespace, network) -> int:
    """Measure and print all cases; return how many bars were missed."""
    missed = 0
    for case in (case for case in SHAPES if options.only in case):
        facts = measure(case, subjects, options.rounds, options.eager, network)
        missed += report(case, facts["times"])
        if "bytes" in facts:
            plain, packed = facts["bytes"]
            print(
                f"bytes that a worker writes for a step: {plain / 1e6:.2f} MB, with 2bit "
                f"{packed / 1e6:.2f} MB: 1/{plain / packed:.1f}"
            )
            report_model(*facts["network"], median(facts["times"]["regluon"]["alone"][0]))
    return missed


if __name__ == "__main__":
    main()
