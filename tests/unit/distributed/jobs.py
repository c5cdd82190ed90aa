"""Run a function in several processes that form a job, on the loopback interface.

The processes are forked from a server that has loaded the package, so that one costs a tenth of a
second instead of several.
"""

import multiprocessing
import os
import traceback

from mxnet.cli._placement import LOOPBACK, reserved_port

# In seconds: a job that hangs fails its test instead of the test run. Far longer than a job takes
# even on a busy machine.
TIME_LIMIT = 300

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["mxnet.gluon", "mxnet.module", "mxnet.contrib.amp"])


def torchrun_variables(rank: int, size: int, port: int) -> dict[str, str]:
    return {
        "RANK": str(rank), "WORLD_SIZE": str(size), "LOCAL_RANK": str(rank),
        "LOCAL_WORLD_SIZE": str(size), "MASTER_ADDR": LOOPBACK, "MASTER_PORT": str(port),
    }  # fmt: skip


def run_job(function, size, *arguments, victim=None) -> list:
    """Return what ``function(*arguments)`` returns in each of ``size`` workers, by rank.

    An error in one of them is raised here. The worker ``victim`` may die, and answers None.
    """
    with reserved_port() as port:
        environments = [torchrun_variables(rank, size, port) for rank in range(size)]
        return _run_processes(function, environments, arguments, victim)


def run_roles(function, roles, *arguments) -> list:
    """Return what a function returns in processes that have roles of MXNet's launcher."""
    with reserved_port() as port:
        common = {
            "DMLC_PS_ROOT_URI": LOOPBACK, "DMLC_PS_ROOT_PORT": str(port),
            "DMLC_NUM_WORKER": str(roles.count("worker")),
            "DMLC_NUM_SERVER": str(roles.count("server")),
        }  # fmt: skip
        environments = [{"DMLC_ROLE": role, **common} for role in roles]
        return _run_processes(function, environments, arguments)


def start_processes(function, environments, arguments) -> tuple[list, list]:
    """Return processes that run a function, and the pipes by which they answer."""
    pipes = [_context.Pipe(duplex=False) for _ in environments]
    processes = []
    for (_, sender), variables in zip(pipes, environments, strict=True):
        process = _context.Process(target=_work, args=(sender, variables, function, arguments))
        process.start()
        processes.append(process)
    return processes, pipes


def end_processes(processes, pipes) -> None:
    """Kill what still runs, and release everything."""
    for process in processes:
        process.kill()
        process.join()
        process.close()
    for pipe in pipes:
        for end in pipe:
            end.close()


def _run_processes(function, environments, arguments, victim=None) -> list:
    workers, results = start_processes(function, environments, arguments)
    try:
        answers = [
            None if rank == victim else _answer(receiver, rank)
            for rank, (receiver, _) in enumerate(results)
        ]
        for rank, worker in enumerate(workers):
            if rank != victim:
                worker.join(TIME_LIMIT)
                assert worker.exitcode == 0, f"a worker ended with {worker.exitcode}"
        return answers
    finally:
        end_processes(workers, results)


def _answer(receiver, rank):
    if not receiver.poll(TIME_LIMIT):
        raise AssertionError(f"process {rank} did not answer within {TIME_LIMIT} s")
    ok, value = receiver.recv()
    if not ok:
        raise AssertionError(f"process {rank} raised an error:\n{value}")
    return value


def _work(sender, variables, function, arguments) -> None:
    os.environ.update(variables)
    try:
        sender.send((True, function(*arguments)))
    except BaseException:
        sender.send((False, traceback.format_exc()))
