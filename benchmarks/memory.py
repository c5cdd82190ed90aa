"""Measure the memory that processes need: this package, plain torch, the real MXNet.

Each case runs in fresh processes of each subject, which take turns. What counts is the peak of the
resident memory in twelve calls, in MB, the smallest of all turns. ``--parts`` also prints where it
is: the resident memory after the last call, and what malloc has in use then (with glibc).
``MXNET_ORACLE`` names the Python of an environment that has mxnet 1.9.1.
"""

from __future__ import annotations

import subprocess
import sys
import textwrap

import cases
import environments
import networks
import peers
from results import Result, Results, parser
from subject import environment

CALLS = 12  # graphs of oneDNN are made at the eighth call
BARS = {"torch": 1.1}

REPORT = f"""
import ctypes
for _ in range({CALLS}):
    run()
class Usage(ctypes.Structure):  # struct mallinfo2 of <malloc.h>
    _fields_ = [(f"field{{n}}", ctypes.c_size_t) for n in range(10)]
mallinfo = ctypes.CDLL(None).mallinfo2
mallinfo.restype = Usage
usage = mallinfo()
in_use = (usage.field4 + usage.field7) >> 20  # mapped separately, and in the heap
with open("/proc/self/status") as status:
    lines = dict(line.split(":", 1) for line in status)
peak, now = (int(lines[name].split()[0]) // 1024 for name in ("VmHWM", "VmRSS"))
print(peak, now, in_use)
"""
WAIT = "nd.waitall()"


def _case(network: str, shape: tuple, trains: bool) -> tuple[str, str]:
    """Return the programs of MXNet's API and of torch for a network of networks.py."""
    ready = f"net, x = ready({network}(), *{shape})\n"
    gluon, torch = (
        networks.TABLES + networks.GLUON + ready,
        networks.TABLES + networks.TORCH + ready,
    )
    if trains:
        step = "step = training(net, x)\n"
        return gluon + step + f"def run(): step(); {WAIT}\n", torch + step + "run = step\n"
    return (
        gluon + "def run(): net(x).wait_to_read()\n",
        torch + "def run():\n    with torch.no_grad(): net(x)\n",
    )


PICTURE = (1, 3, 224, 224)
CASES = {
    "import, and one array": (
        f"def run(): nd.ones(3); {WAIT}\n",
        "def run(): torch.ones(3)\n",
    ),
    "ResNet-50, inference": _case("resnet50", PICTURE, False),
    "MobileNet, inference": _case("mobilenet", PICTURE, False),
    "ResNet-18, training, batch 8": _case("resnet18", (8, *PICTURE[1:]), True),
    "LSTM, training, batch 20": (
        cases.READING + f"def run(): step(); {WAIT}\n",
        cases.TORCH_READING + "run = step\n",
    ),
    "encoder of BERT, inference, batch 8": _case("bert", (8, 128, 768), False),
    "encoder of BERT, training, batch 8": _case("bert", (8, 128, 768), True),
}


def _measure(python: str, program: str) -> tuple[int, ...]:
    # A function, so that names are local as in workers: READING has a nonlocal one.
    program = f"def main():\n{textwrap.indent(program + REPORT, '    ')}\nmain()"
    done = subprocess.run(
        [python, "-c", program],
        check=True,
        env=environment(python),
        stdout=subprocess.PIPE,
        stderr=None if python == sys.executable else subprocess.DEVNULL,
        text=True,
    )
    return tuple(map(int, done.stdout.split()[-3:]))


def main():
    options = parser(__doc__.splitlines()[0], rounds=3)
    options.add_argument("--parts", action="store_true", help="print where the memory is")
    options = options.parse_args()
    pythons = {"regluon": sys.executable, "torch": sys.executable}
    if oracle := environments.others().get("mxnet"):
        pythons["mxnet"] = oracle
    results = Results(options, unit="MB", threads=1)
    for name, (gluon, torch) in CASES.items():
        if options.only not in name:
            continue
        programs = dict.fromkeys(pythons, cases.MXNET + gluon)
        programs["torch"] = peers.TORCH["torch"] + torch
        turns = [
            {subject: _measure(python, programs[subject]) for subject, python in pythons.items()}
            for _ in range(options.rounds)
        ]
        best = {subject: min(turn[subject] for turn in turns) for subject in pythons}
        peaks = {subject: peak for subject, (peak, _, _) in best.items()}
        results.add(Result("peak memory", name, peaks, BARS))
        if options.parts:
            for subject, (_, now, in_use) in best.items():
                print(f"    {subject}: {now} MB after the last call, {in_use} in use by malloc")
    results.finish()


if __name__ == "__main__":
    main()
