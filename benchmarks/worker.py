"""One subject's process: read "case repetitions" lines, answer with seconds of processor time.

Run as ``python worker.py {regluon,torch,mxnet}`` by run.py, which lets the subjects take turns.
"""

from __future__ import annotations

import sys
import textwrap
import time

from cases import CASES, MXNET, TORCH

TIMED = """
def timed(repetitions):
    total = 0.0
    {scope}:
        for _ in range({outer}):
            {before}
            start = clock()
            for _ in range({inner}):
                {statement}
            total += clock() - start
    return total
"""


def build(case, subject):
    """Compile the function that runs a case so many times and returns the time it took."""
    if subject == "torch":
        prelude, setup, statement = TORCH, case.torch_setup, case.torch or case.mxnet
    else:
        prelude, setup, statement = MXNET, case.mxnet_setup, case.mxnet
    if subject == "mxnet":
        statement += f"; {case.result}.wait_to_read()"
    source = TIMED.format(
        scope="with autograd.record()" if case.recording and subject != "torch" else "if True",
        outer="repetitions" if case.before else "1",
        inner="1" if case.before else "repetitions",
        before=case.before or "pass",
        statement=statement,
    )
    # The statement is put into a function, so that its names are local ones as in real code.
    body = textwrap.indent(f"{setup}\n{source}\nreturn timed", "    ")
    names = {"clock": time.process_time}
    exec(f"{prelude}\ndef make():\n{body}", names)
    return names["make"]()


def main():
    subject, built = sys.argv[1], {}
    print("ready", flush=True)
    for line in sys.stdin:
        case, repetitions = map(int, line.split())
        if case not in built:
            built.clear()  # one case's arrays at a time
            built[case] = build(CASES[case], subject)
            built[case](1)
        print(built[case](repetitions), flush=True)


main()
