"""Start a script as several processes that train together, on this or on other machines.

The environment of each process describes its role, so that kvstore='dist_sync' and the like work.
If one process fails, all others are ended, and its exit status is that of this command.

    mxnet launch -n 4 python train.py --kv-store dist_sync
    mxnet launch -n 4 -H hosts --launcher ssh python train.py
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

from ..error import MXNetError
from ._placement import (
    Job,
    local_tasks,
    mpi_tasks,
    read_hosts,
    reserved_port,
    ssh_tasks,
    sync_command,
)
from ._supervisor import Task, run_all

# Options of MXNet's launcher that are not supported.
_REFUSED = ("sge", "yarn")


def add_arguments(parser) -> None:
    """Declare the options, which are those of MXNet's tools/launch.py."""
    parser.add_argument(
        "-n", "--num-workers", type=int, required=True, help="how many workers to start"
    )
    parser.add_argument(
        "-s", "--num-servers", type=int, default=0,
        help="how many processes with the role server to start (0: workers do not need them)",
    )  # fmt: skip
    parser.add_argument("-H", "--hostfile", help="a file with one host per line, for ssh and mpi")
    parser.add_argument(
        "--launcher", choices=("local", "ssh", "mpi", *_REFUSED),
        help="how to start the processes (default: ssh with a host file, otherwise local)",
    )  # fmt: skip
    parser.add_argument(
        "--sync-dst-dir", metavar="DIR",
        help="with ssh: first copy the current folder to DIR on every host, and run there",
    )  # fmt: skip
    variable = "NAME or NAME:VALUE"
    for option, role in (("--env", "all"), ("--env-worker", "worker"), ("--env-server", "server")):
        parser.add_argument(
            option, action="append", default=[], metavar=variable,
            help=f"set a variable in {role} processes; without a value, to its value here",
        )  # fmt: skip
    parser.add_argument("--p3", action="store_true", help="the same as the kvstore 'p3'")
    parser.add_argument("command", nargs=argparse.REMAINDER, help="what each process runs")


def run(options) -> int:
    """Start the job and wait until it ends."""
    job = _job(options)
    with reserved_port() as port:
        tasks = _tasks(options, job, port)
        return run_all(tasks, lambda text: print(f"mxnet launch: {text}", file=sys.stderr))


def _job(options) -> Job:
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    if not command:
        raise MXNetError("no command to run; give it last: mxnet launch -n 2 python train.py")
    if options.num_workers < 1 or options.num_servers < 0:
        raise MXNetError(
            f"expected at least one worker and no negative number of servers, got "
            f"-n {options.num_workers} -s {options.num_servers}"
        )
    p3 = {"DMLC_PS_VAN_TYPE": "p3"} if options.p3 else {}
    return Job(
        tuple(command),
        options.num_workers,
        options.num_servers,
        p3 | _variables(options.env),
        _variables(options.env_worker),
        _variables(options.env_server),
    )


def _tasks(options, job: Job, port: int) -> list[Task]:
    launcher = options.launcher or ("ssh" if options.hostfile else "local")
    if launcher in _REFUSED:
        raise MXNetError(
            f"launcher {launcher!r} is not supported; use local, ssh or mpi, or let the cluster "
            "start torchrun"
        )
    if options.sync_dst_dir and launcher != "ssh":
        raise MXNetError(f"--sync-dst-dir needs the launcher ssh, got {launcher}")
    if launcher == "local":
        if options.hostfile:
            raise MXNetError("the launcher local runs on this machine alone, without a host file")
        return local_tasks(job, port)
    if launcher == "mpi":
        return mpi_tasks(job, port, options.hostfile)
    if not options.hostfile:
        raise MXNetError("the launcher ssh needs a host file: -H hosts")
    hosts = read_hosts(options.hostfile)
    if options.sync_dst_dir:
        _copy_folder(hosts, options.sync_dst_dir)
    return ssh_tasks(job, port, hosts, options.sync_dst_dir or os.getcwd())


def _copy_folder(hosts, target: str) -> None:
    for host in hosts:
        done = subprocess.run(sync_command(host, target), check=False)
        if done.returncode:
            raise MXNetError(
                f"copying to {host.name}:{target} failed: rsync ended with {done.returncode}"
            )


def _variables(pairs: list[str]) -> dict[str, str]:
    """Parse ``NAME:VALUE``; for ``NAME`` alone, use the current value."""
    variables = {}
    for pair in pairs:
        name, colon, value = pair.partition(":")
        if not colon and name not in os.environ:
            raise MXNetError(f"--env {name}: there is no such variable here; give NAME:VALUE")
        variables[name] = value if colon else os.environ[name]
    return variables
