"""Measure the memory that processes need: this package, plain torch, the real MXNet.

Each case runs in a fresh process of each subject. What counts is the peak of the resident memory in
twelve calls, in MB. Two more numbers show where it is: the resident memory after the last call, and
what malloc has in use then (with glibc). ``MXNET_ORACLE`` names the Python of an environment that
has mxnet 1.9.1.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

import cases
import networks
import peers
from subject import environment

CALLS = 12  # graphs of oneDNN are made at the eighth call
BAR = 1.1  # times torch's memory

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
    "encoder of BERT, inference, batch 8": _case("bert", (8, 128, 768), False),
    "encoder of BERT, training, batch 8": _case("bert", (8, 128, 768), True),
}


def _measure(python: str, program: str) -> tuple[int, ...]:
    done = subprocess.run(
        [python, "-c", program + REPORT],
        check=True,
        env=environment(python),
        stdout=subprocess.PIPE,
        stderr=None if python == sys.executable else subprocess.DEVNULL,
        text=True,
    )
    return tuple(map(int, done.stdout.split()[-3:]))


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("--only", default="", help="cases whose name contains this")
    options.add_argument("--strict", action="store_true", help=f"fail above {BAR} times torch's")
    options = options.parse_args()
    oracle, over = os.environ.get("MXNET_ORACLE"), []
    titles = "".join(f"{title:>15}" for title in ("regluon", "torch", "mxnet"))
    print(f"{'MB: peak (after, in use)':<38}{titles}")
    for name, (gluon, torch) in CASES.items():
        if options.only not in name:
            continue
        subjects = [
            (sys.executable, cases.MXNET + gluon),
            (sys.executable, peers.TORCH["torch"] + torch),
        ]
        subjects += [(oracle, cases.MXNET + gluon)] if oracle else []
        measurements = [_measure(*subject) for subject in subjects]
        columns = "".join(f"{f'{peak} ({now}, {used})':>15}" for peak, now, used in measurements)
        ratio = measurements[0][0] / measurements[1][0]
        over += [name] if ratio > BAR else []
        print(
            f"  {name:<36}{columns}   {ratio:.2f} of torch's{'  OVER' * (ratio > BAR)}", flush=True
        )
    if options.strict and over:
        sys.exit(f"above {BAR} times torch's memory: {', '.join(over)}")


if __name__ == "__main__":
    main()
