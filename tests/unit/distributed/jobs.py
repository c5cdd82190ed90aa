"""Run a function in several processes that form a job, on the loopback interface.

The processes are forked from a server that has loaded the package, so that one costs a tenth of a
second instead of several.
"""

import multiprocessing
import os
import socket
import traceback

# In seconds: a job that hangs fails its test instead of the test run. Far longer than a job takes
# even on a busy machine.
TIME_LIMIT = 300

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["mxnet.gluon", "mxnet.module", "mxnet.contrib.amp"])


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def torchrun_variables(rank: int, size: int, port: int) -> dict[str, str]:
    return {
        "RANK": str(rank), "WORLD_SIZE": str(size), "LOCAL_RANK": str(rank),
        "LOCAL_WORLD_SIZE": str(size), "MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port),
    }  # fmt: skip


def run_job(function, size, *arguments) -> list:
    """Return what ``function(*arguments)`` returns in each of ``size`` workers, by rank."""
    port = free_port()
    return run_processes(
        function, [torchrun_variables(rank, size, port) for rank in range(size)], *arguments
    )


def run_processes(function, environments, *arguments, victim=None) -> list:
    """Return what ``function(*arguments)`` returns in processes with these variables.

    An error in one of them is raised here. The process ``victim`` may die, and answers None.
    """
    results = [_context.Pipe(duplex=False) for _ in environments]
    workers = []
    for (_, sender), variables in zip(results, environments, strict=True):
        worker = _context.Process(target=_work, args=(sender, variables, function, arguments))
        worker.start()
        workers.append(worker)
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
        for worker in workers:
            worker.kill()
            worker.join()
            worker.close()
        for pipe in results:
            for end in pipe:
                end.close()


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
