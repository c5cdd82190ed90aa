"""The processes of a job, their hosts, and their environment variables."""

from __future__ import annotations

import os
import shlex
import socket
import sys
from contextlib import contextmanager
from dataclasses import dataclass

from ..error import MXNetError
from ._supervisor import Task

LOOPBACK = "127.0.0.1"
# Variables that training may need and that a shell on another machine does not have.
_FORWARDED = ("OMP_NUM_THREADS", "LD_LIBRARY_PATH", "PYTHONPATH", "VIRTUAL_ENV", "PATH")


@dataclass(frozen=True, slots=True)
class Host:
    """A line of a host file: ``[user@]name[:port]``."""

    name: str
    port: str | None = None

    @property
    def address(self) -> str:
        """The name without the user."""
        return self.name.rpartition("@")[2]


@dataclass(frozen=True, slots=True)
class Job:
    """What to run: the command, the number of processes of each role, and their variables."""

    command: tuple[str, ...]
    num_workers: int
    num_servers: int
    variables: dict[str, str]
    worker_variables: dict[str, str]
    server_variables: dict[str, str]

    def roles(self):
        """Yield role, rank within the role, and variables of each process, workers first."""
        for rank in range(self.num_workers):
            yield "worker", rank, self.variables | self.worker_variables
        for rank in range(self.num_servers):
            yield "server", rank, self.variables | self.server_variables

    def environment(self, role: str, rank: int, address: str, port: int) -> dict[str, str]:
        """Return the variables of MXNet's launcher and, for workers, those of torchrun."""
        common = {
            "DMLC_ROLE": role,
            "DMLC_NUM_WORKER": str(self.num_workers),
            "DMLC_NUM_SERVER": str(self.num_servers),
            "DMLC_PS_ROOT_URI": address,
            "DMLC_PS_ROOT_PORT": str(port),
            "MASTER_ADDR": address,
            "MASTER_PORT": str(port),
            # Otherwise torch prints C++ stack traces when a worker has died.
            "TORCH_CPP_LOG_LEVEL": os.environ.get("TORCH_CPP_LOG_LEVEL", "ERROR"),
        }
        if role == "server":
            return common | {"DMLC_SERVER_ID": str(rank)}
        return common | {
            "DMLC_WORKER_ID": str(rank),
            "RANK": str(rank),
            "WORLD_SIZE": str(self.num_workers),
        }


def read_hosts(path: str) -> list[Host]:
    """Read a host file with one host per line; ``#`` begins a comment, ``slots=n`` is for MPI."""
    try:
        with open(path) as file:
            lines = [line.partition("#")[0].split() for line in file]
    except OSError as error:
        raise MXNetError(f"host file {path!r}: {error.strerror}") from None
    hosts = []
    for first, *_ in filter(None, lines):
        name, _, port = first.partition(":")
        if not name or (port and not port.isdigit()):
            raise MXNetError(f"host file {path!r}: expected [user@]name[:port], got {first!r}")
        hosts.append(Host(name, port or None))
    if not hosts:
        raise MXNetError(f"host file {path!r} names no host")
    return hosts


def local_tasks(job: Job, port: int) -> list[Task]:
    """Return the processes of a job on this machine, which use the loopback interface."""
    # If all processes used all processors, they would be slower than one process.
    threads = {"OMP_NUM_THREADS": str(max(1, (os.cpu_count() or 1) // job.num_workers))}
    if "OMP_NUM_THREADS" in os.environ:
        threads = {}
    tasks = []
    for role, rank, variables in job.roles():
        place = {"LOCAL_RANK": str(rank), "LOCAL_WORLD_SIZE": str(job.num_workers)}
        environment = job.environment(role, rank, LOOPBACK, port) | threads | variables
        if role == "worker":
            environment |= place
        tasks.append(Task(f"{role} {rank}", _shell(job.command), environment, role == "server"))
    return tasks


def ssh_tasks(job: Job, port: int, hosts: list[Host], folder: str) -> list[Task]:
    """Return one ssh command for each process, with hosts in round-robin order."""
    address = hosts[0].address
    forwarded = {name: os.environ[name] for name in _FORWARDED if name in os.environ}
    tasks = []
    for role, rank, variables in job.roles():
        host = hosts[rank % len(hosts)]
        environment = job.environment(role, rank, address, port) | variables
        if role == "worker":
            local = len(range(rank % len(hosts), job.num_workers, len(hosts)))
            environment |= {
                "LOCAL_RANK": str(rank // len(hosts)), "LOCAL_WORLD_SIZE": str(local),
            }  # fmt: skip
        remote = _remote_script(job.command, forwarded | environment, folder)
        place = ("-p", host.port) if host.port else ()
        # BatchMode: a job cannot type a password; without it ssh would wait for one.
        command = ("ssh", "-o", "BatchMode=yes", *place, host.name, remote)
        name = f"{role} {rank} on {host.name}"
        tasks.append(Task(name, command, {}, serves=role == "server", remote=True))
    return tasks


def mpi_tasks(job: Job, port: int, hostfile: str | None) -> list[Task]:
    """Return one mpirun command for the workers, and one for the servers."""
    address = read_hosts(hostfile)[0].address if hostfile else LOOPBACK
    hosts = ("-machinefile", hostfile) if hostfile else ()
    tasks = []
    for role, count, extra in (
        ("worker", job.num_workers, job.worker_variables),
        ("server", job.num_servers, job.server_variables),
    ):
        if not count:
            continue
        environment = job.environment(role, 0, address, port) | job.variables | extra
        # MPI itself assigns ranks. A worker with the address of MXNet's scheduler would request its
        # rank there, but no scheduler runs.
        unknown = ["RANK", "WORLD_SIZE", "DMLC_WORKER_ID", "DMLC_SERVER_ID"]
        if role == "worker":
            unknown += ["DMLC_PS_ROOT_URI", "DMLC_PS_ROOT_PORT"]
        for name in unknown:
            environment.pop(name, None)
        # `env` instead of options of mpirun, which differ between MPI implementations.
        pairs = tuple(f"{name}={value}" for name, value in environment.items())
        command = ("mpirun", "-n", str(count), *hosts, "env", *pairs, *_shell(job.command))
        tasks.append(Task(f"mpirun of {count} {role}s", command, {}, role == "server"))
    return tasks


def sync_command(host: Host, target: str) -> tuple[str, ...]:
    """Return the command that copies the current folder to a folder of a host."""
    shell = "ssh -o BatchMode=yes" + (f" -p {host.port}" if host.port else "")
    return ("rsync", "-az", f"--rsh={shell}", f"{os.getcwd()}/", f"{host.name}:{target}")


def _remote_script(command, environment, folder) -> str:
    """Return a line of shell that runs a command and ends it when ssh ends.

    ssh does not forward signals, but it closes its input: a reader of the input then ends the
    process group.
    """
    exports = " ".join(f"{name}={shlex.quote(value)}" for name, value in environment.items())
    own = f"export {exports}; cd {shlex.quote(folder)} && exec {shlex.join(_shell(command))}"
    return (
        f"exec 3<&0; setsid sh -c {shlex.quote(own)} </dev/null 3<&- & job=$!; "
        "setsid sh -c 'cat >/dev/null; kill -TERM -$0; sleep 10; kill -KILL -$0' $job "
        "<&3 >/dev/null 2>&1 & watch=$!; "
        # The reader first, so that it starts nothing more; its group only exists after setsid.
        "wait $job; status=$?; kill -KILL $watch -$watch 2>/dev/null; exit $status"
    )


def _shell(command: tuple[str, ...]) -> tuple[str, ...]:
    """Return a command as words; a single string is a line of shell, as in MXNet's launcher."""
    return ("sh", "-c", command[0]) if len(command) == 1 else command


@contextmanager
def reserved_port():
    """Yield a port of this machine for the store of a job that no other process gets meanwhile.

    Linux does not assign a bound port to others, but allows a listener with SO_REUSEADDR, such as a
    store's, to bind it as well. On other systems the port is only free at the start.
    """
    with socket.socket() as reservation:
        reservation.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reservation.bind((LOOPBACK, 0))
        port = reservation.getsockname()[1]
        if sys.platform != "linux":
            reservation.close()
        yield port
