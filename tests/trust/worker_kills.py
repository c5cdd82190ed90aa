"""Kill one worker of a job at any moment: the others name it and end, and the job goes on later.

usage: python -m tests.trust.worker_kills [--kills N] [--workers N] [--seed N]

Every run is the example ``distributed_digits.py`` in new processes, of which one is killed at a
random moment between the start and the end of a run. Afterwards

- every other worker has ended, with an error that names the dead one or because it was done,
- no process, no listener at the job's port and no shared memory is left,
- a new run that resumes from the checkpoint ends with that of a run that was never disturbed.
"""

from __future__ import annotations

import argparse
import collections
import os
import pathlib
import random
import socket
import sys
import tempfile
import time

from mxnet.cli._placement import LOOPBACK, reserved_port

from ..unit.distributed.jobs import (
    TIME_LIMIT,
    end_processes,
    start_processes,
    torchrun_variables,
)
from ..unit.distributed.test_example import train

EPOCHS = 3
TIMEOUT = 10  # in seconds: so long are silent and absent workers waited for


def run(path: pathlib.Path, workers: int, kill=None) -> tuple[list, float, list[str]]:
    """Return what each worker answers, the seconds from the kill to the end, and what is left.

    ``kill`` is a rank and a time in seconds.
    """
    with reserved_port() as port:
        environments = [
            {
                **torchrun_variables(rank, workers, port),
                "MXNET_KVSTORE_TIMEOUT": str(TIMEOUT),
                "MXNET_KVSTORE_START_TIMEOUT": str(TIMEOUT),
            }
            for rank in range(workers)
        ]
        processes, pipes = start_processes(train, environments, (str(path), EPOCHS))
        try:
            pids = [process.pid for process in processes]
            if kill is not None:
                rank, delay = kill
                time.sleep(delay)
                processes[rank].kill()
            start = time.monotonic()
            for process in processes:
                process.join(max(start + TIME_LIMIT - time.monotonic(), 0))
            seconds = time.monotonic() - start
            answers = [receiver.recv() if receiver.poll() else None for receiver, _ in pipes]
            return answers, seconds, _leftovers(pids, port)
        finally:
            end_processes(processes, pipes)


def _leftovers(pids: list[int], port: int) -> list[str]:
    left = [f"process {pid}" for pid in pids if os.path.exists(f"/proc/{pid}")]
    with socket.socket() as probe:
        if probe.connect_ex((LOOPBACK, port)) == 0:
            left.append(f"a listener at port {port}")
    names = os.listdir("/dev/shm")
    return left + [f"/dev/shm/{name}" for name in names if any(str(pid) in name for pid in pids)]


def faults_of(answers: list, victim: int) -> tuple[list[str], str]:
    """Return what is wrong with the answers of the others, and how the job has ended."""
    others = [answer for rank, answer in enumerate(answers) if rank != victim]
    if None in others:
        return ["a worker has not answered"], "hang"
    errors = [text for is_done, text in others if not is_done]
    unnamed = [text for text in errors if f"worker {victim}" not in text.splitlines()[-1]]
    phase = "done before" if not errors else "start" if "meet(" in errors[0] else "training"
    return [text.splitlines()[-1] for text in unnamed], phase


def main(arguments: list[str]) -> None:
    """Kill often, and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    rng, wrong = random.Random(options.seed), []
    phases, longest = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        whole = pathlib.Path(folder, "whole.ckpt")
        run(whole, options.workers)  # loads what the next ones share
        duration = run(pathlib.Path(folder, "timed.ckpt"), options.workers)[1]
        for number in range(options.kills):
            path = pathlib.Path(folder, f"{number}", "run.ckpt")
            path.parent.mkdir()
            victim, delay = rng.randrange(options.workers), rng.uniform(0, 1.1) * duration
            answers, seconds, left = run(path, options.workers, (victim, delay))
            faults, phase = faults_of(answers, victim)
            phases[phase] += 1
            longest[phase] = max(longest[phase], seconds)
            phases["with a checkpoint"] += path.exists()
            resumed, _, left_later = run(path, options.workers)
            if not all(answer and answer[0] for answer in resumed):
                faults.append(f"the resumed run failed: {resumed}")
            elif path.read_bytes() != whole.read_bytes():
                faults.append("the resumed run ended with other parameters")
            litter = [str(file) for file in path.parent.iterdir() if file != path]
            faults += [*left, *litter, *(f"{text} of the resumed run" for text in left_later)]
            wrong += [f"kill {number} of worker {victim}, {delay:.2f} s: {text}" for text in faults]
    counts = ", ".join(f"{count} {what}" for what, count in phases.items())
    times = ", ".join(f"{seconds:.1f} s {phase}" for phase, seconds in longest.items())
    print(f"{options.kills} kills ({counts}); the others ended within {times}")
    raise SystemExit("\n".join(wrong) or 0)


if __name__ == "__main__":
    main(sys.argv[1:])
