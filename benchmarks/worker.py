"""One subject's process: read "case repetitions parts" lines, answer with seconds.

Run by run.py with regluon, before, floor, mxnet, torch or a peer (peers.py) as its argument, and
the kind of time: processor or wall. They take turns.
"""

from __future__ import annotations

import os
import sys
import textwrap
import time

import peers
from cases import CASES, FLOOR, MXNET

TIMED = """
def timed(repetitions, parts):
    best = 1e9
    {scope}:
        for _ in range(parts):
            {before}
            start = clock()
            for _ in range(repetitions):
                {statement}
            best = min(best, clock() - start)
    return best
"""


CLOCKS = {"processor": time.process_time, "wall": time.perf_counter}


def build(case, subject, clock):
    """Compile the function that runs a case so often and returns the time of the best part."""
    before = case.before or "pass"
    if subject == "floor":
        prelude, setup, statement = FLOOR, case.floor_setup, case.mxnet
    elif subject == "jax":
        program = peers.program(case)
        prelude, setup, statement = peers.JAX, program.setup, program.statement
    elif subject in peers.TORCH:
        prelude = peers.TORCH[subject]
        setup, statement = case.torch_setup, case.torch or case.mxnet
    else:
        prelude, setup, statement = MXNET, case.mxnet_setup, case.mxnet
    if subject == "mxnet":
        statement += f"; {case.result}.wait_to_read()" if case.result else "; nd.waitall()"
        before += "; nd.waitall()" * bool(case.before)
    records = case.recording and prelude in (MXNET, FLOOR)
    source = TIMED.format(
        scope="with autograd.record()" if records else "if True",
        before=before,
        statement=statement,
    )
    # The statement is put into a function, so that its names are local ones as in real code.
    body = textwrap.indent(f"{setup}\n{source}\nreturn timed", "    ")
    names = {"clock": CLOCKS[clock]}
    exec(f"{prelude}\ndef make():\n{body}", names)
    return names["make"]()


def use_one_core():
    """Stay on one core.

    Linux counts the time of a thread that runs on another core at ticks of 1 to 10 ms, so the
    shortest of many short measurements would miss most of what JAX's threads compute.
    """
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def check_compiled(case):
    """End the process if a case did not use torch.compile, and would be timed as if it had."""
    if not sys.modules["torch._dynamo"].utils.counters["stats"]["unique_graphs"]:
        sys.exit(f"{case.group}: {case.name} ran without torch.compile")


def main():
    subject, clock, built = *sys.argv[1:], {}
    if clock == "processor":
        use_one_core()
    print("ready", flush=True)
    for line in sys.stdin:
        case, repetitions, parts = map(int, line.split())
        if case not in built:
            built.clear()  # one case's arrays at a time
            built[case] = build(CASES[case], subject, clock)
            built[case](1, 1)
            if subject in peers.COMPILED:
                check_compiled(CASES[case])
        print(built[case](repetitions, parts), flush=True)


if __name__ == "__main__":
    main()
