"""Compare single operators on large arrays with the same computation in plain torch.

Both run in one process, in turns, with one thread and the same allocator, so that only the kernels
and their gradients differ. Prints the ratios of the best processor times, the slowest first.
"""

from __future__ import annotations

import argparse
import functools
import math
import time

import torch
import torch.nn.functional as F
from kernel_cases import CASES, INPUTS

import mxnet as mx


class Case:
    """One computation in both packages, as functions of inputs of the same values."""

    def __init__(self, ours: str, other: str, inputs: str, differentiate: str):
        generator = torch.Generator().manual_seed(1)
        names = inputs.split()
        tensors = {name: INPUTS[name.rstrip("0123456789")](generator) for name in names}
        arrays = {name: mx.nd.from_dlpack(t.clone()) for name, t in tensors.items()}
        self._leaves = [(arrays[name], tensors[name]) for name in differentiate.split()]
        home = {"mx": mx, "nd": mx.nd, "np": mx.np, "loss": _loss}
        self._ours = _function(ours, home | arrays)
        self._other = _function(other, {"torch": torch, "F": F, **tensors})

    def passes(self):
        """Yield the name of each pass, and what to run for both packages."""
        yield "forward", self._ours, self._other
        if not self._leaves:
            return
        for array, tensor in self._leaves:
            array.attach_grad()
            tensor.requires_grad_()
        yield "with backward", self._our_backward, self._other_backward

    def _our_backward(self) -> None:
        with mx.autograd.record():
            result = self._ours()
        (result[0] if isinstance(result, list | tuple) else result).backward()

    def _other_backward(self) -> None:
        for _, tensor in self._leaves:
            tensor.grad = None
        result = self._other()
        result = result[0] if isinstance(result, list | tuple) else result
        result.backward(torch.ones_like(result))


@functools.cache
def _loss(name: str, **options):
    return getattr(mx.gluon.loss, name)(**options)


def _function(expression: str, names: dict):
    return eval(f"lambda: {expression}", names)


def _seconds(run) -> float:
    start = time.process_time()
    run()
    return time.process_time() - start


def measure(ours, other, seconds: float) -> tuple[float, float]:
    """Return the best seconds of two functions that take turns."""
    ours(), other()
    best = [math.inf, math.inf]
    end = time.process_time() + seconds
    rounds = 0
    while time.process_time() < end or rounds < 5:
        rounds += 1
        best = [min(before, _seconds(run)) for before, run in zip(best, (ours, other), strict=True)]
    return best[0], best[1]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="", help="cases with this in their names")
    parser.add_argument("--above", type=float, default=1.1, help="print ratios from this one on")
    parser.add_argument("--seconds", type=float, default=0.15, help="for each pass of a case")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    rows = []
    for name, *case in CASES:
        if arguments.only in name:
            for kind, ours, other in Case(*case).passes():
                rows.append((*measure(ours, other, arguments.seconds), name, kind))
    print("ratio        µs     torch  operator, pass")
    for ours, other, name, kind in sorted(rows, key=lambda row: row[1] / row[0]):
        if ours >= arguments.above * other:
            print(f"{ours / other:5.2f} {ours * 1e6:9.0f} {other * 1e6:9.0f}  {name}, {kind}")
    mean = math.exp(sum(math.log(ours / other) for ours, other, *_ in rows) / max(1, len(rows)))
    print(f"{len(rows)} passes, geometric mean {mean:.2f}")


if __name__ == "__main__":
    main()
