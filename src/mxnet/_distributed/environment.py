"""The environment variables by which a launcher describes the processes of a job."""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass

from ..base import MXNetError

LOOPBACK = "127.0.0.1"
_FIRST_PORT, _NUM_PORTS = 20000, 12000  # Linux uses ports from 32768 on for outgoing connections


@dataclass(frozen=True, slots=True)
class Launch:
    """The role of this process in a job of several processes.

    Attributes
    ----------
    size : int
        The number of workers.
    rank : int or None
        The index of this worker (or server) within its role. None: the rendezvous assigns ranks in
        the order in which processes arrive, like MXNet's scheduler.
    role : str
        "worker", "server" or "scheduler". Only jobs started with ``DMLC_*`` have the latter two.
    address, port
        The address of the rendezvous store.
    store_host : str
        The owner of the rendezvous store: "worker" (rank 0), "scheduler" or "launcher" (torchrun).
    local_rank : int
        The index of this worker on its machine, which selects the GPU.
    local_size : int
        The number of workers on this machine.
    num_servers : int
        The number of server processes.
    attempt : int
        The number of restarts of the job; processes of different attempts never meet.
    """

    size: int = 1
    rank: int | None = 0
    role: str = "worker"
    address: str = LOOPBACK
    port: int = 0
    store_host: str = "worker"
    local_rank: int = 0
    local_size: int = 1
    num_servers: int = 0
    attempt: int = 0

    @property
    def hosts_store(self) -> bool:
        """Whether this process owns the rendezvous store."""
        return self.role == "scheduler" or (self.store_host == "worker" and self.rank == 0)

    @property
    def store_owner(self) -> str:
        """The process that owns the rendezvous store, for messages."""
        return "worker 0" if self.store_host == "worker" else f"the {self.store_host}"

    def __str__(self) -> str:
        number = "" if self.rank is None else f" {self.rank}"
        return f"{self.role}{number} of {self.size} at {self.address}:{self.port}"


def read_launch(variables: Mapping[str, str] = os.environ) -> Launch:
    """Read the launcher's variables; the default is one worker.

    Variables of torchrun take precedence over those of MXNet's launcher, MPI and SLURM, because a
    job script for one of the latter may start the former.
    """
    for is_present, read in (
        (_has_server_role, _dmlc),
        (_has("RANK", "WORLD_SIZE"), _torchrun),
        (_has("DMLC_NUM_WORKER", "DMLC_PS_ROOT_URI"), _dmlc),
        (_has("OMPI_COMM_WORLD_SIZE"), _open_mpi),
        (_has("PMI_SIZE"), _pmi),
        (_has("SLURM_STEP_NUM_TASKS"), _slurm),
    ):
        if is_present(variables):
            return read(variables)
    return Launch()


def _has(*names: str):
    return lambda variables: all(name in variables for name in names)


def _has_server_role(variables: Mapping[str, str]) -> bool:
    return variables.get("DMLC_ROLE") in ("scheduler", "server")


def _torchrun(variables: Mapping[str, str]) -> Launch:
    """Read the variables of torchrun, which many other launchers set as well."""
    by_agent = variables.get("TORCHELASTIC_USE_AGENT_STORE") == "True"
    size = integer(variables, "WORLD_SIZE")
    return Launch(
        size=size,
        rank=integer(variables, "RANK"),
        address=variables.get("MASTER_ADDR", LOOPBACK),
        port=integer(variables, "MASTER_PORT") if size > 1 else 0,
        store_host="launcher" if by_agent else "worker",
        local_rank=integer(variables, "LOCAL_RANK", 0),
        local_size=integer(variables, "LOCAL_WORLD_SIZE", 1),
        num_servers=_num_servers(variables),
        attempt=integer(variables, "TORCHELASTIC_RESTART_COUNT", 0),
    )


def _num_servers(variables: Mapping[str, str]) -> int:
    """Return the number of servers that `mxnet launch` has started with the workers."""
    return integer(variables, "DMLC_NUM_SERVER", 0) if "DMLC_ROLE" in variables else 0


def _dmlc(variables: Mapping[str, str]) -> Launch:
    """Read the variables of MXNet's launcher, whose scheduler assigns ranks."""
    role = variables.get("DMLC_ROLE", "worker")
    if role not in ("worker", "server", "scheduler"):
        raise MXNetError(
            f"distributed training: DMLC_ROLE is {role!r}, expected worker, server or scheduler"
        )
    # `mxnet launch` sets these, MXNet's own launcher does not.
    rank = integer(variables, f"DMLC_{role.upper()}_ID", -1)
    size = integer(variables, "DMLC_NUM_WORKER")
    unknown = None if size > 1 else 0  # a single worker has no scheduler that could assign its rank
    return Launch(
        size=size,
        rank=unknown if rank < 0 else rank,
        role=role,
        address=variables.get("DMLC_PS_ROOT_URI", LOOPBACK),
        port=integer(variables, "DMLC_PS_ROOT_PORT"),
        store_host="scheduler",
        local_rank=integer(variables, "LOCAL_RANK", 0),
        local_size=integer(variables, "LOCAL_WORLD_SIZE", 1),
        num_servers=integer(variables, "DMLC_NUM_SERVER", 0),
    )


def _open_mpi(variables: Mapping[str, str]) -> Launch:
    """Read the variables of Open MPI's mpirun."""
    job = variables.get("PMIX_NAMESPACE") or variables.get("OMPI_MCA_ess_base_jobid", "")
    names = (f"OMPI_COMM_WORLD_{name}" for name in ("RANK", "SIZE", "LOCAL_RANK", "LOCAL_SIZE"))
    return _mpi(variables, *names, job, "mpirun -x")


def _pmi(variables: Mapping[str, str]) -> Launch:
    """Read the variables of MPICH and of Intel MPI."""
    job = variables.get("PMI_JOBID", "")
    names = ("PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS")
    return _mpi(variables, *names, job, "mpirun -genv")


def _mpi(variables, rank, size, local_rank, local_size, job: str, command: str) -> Launch:
    """Read variables with the given names; ``command`` sets additional ones."""
    workers, local_workers = integer(variables, size), integer(variables, local_size, 1)
    address, port = _meeting_point(variables, command, workers == local_workers, None, job)
    return Launch(
        size=workers,
        rank=integer(variables, rank),
        address=address,
        port=port,
        local_rank=integer(variables, local_rank, 0),
        local_size=local_workers,
        num_servers=_num_servers(variables),
    )


def _slurm(variables: Mapping[str, str]) -> Launch:
    """Read the variables of a step started by srun.

    The variables of the job (SLURM_NTASKS, SLURM_PROCID) are also set in the batch script, which is
    a single process.
    """
    size = integer(variables, "SLURM_STEP_NUM_TASKS")
    nodes = variables.get("SLURM_STEP_NODELIST") or variables.get("SLURM_JOB_NODELIST")
    on_one = integer(variables, "SLURM_STEP_NUM_NODES", 1) == 1
    job = f"{variables.get('SLURM_JOB_ID', '')}.{variables.get('SLURM_STEP_ID', '')}"
    address, port = _meeting_point(variables, "export", on_one, nodes, job)
    tasks = variables.get("SLURM_STEP_TASKS_PER_NODE", "1")
    return Launch(
        size=size,
        rank=integer(variables, "SLURM_PROCID"),
        address=address,
        port=port,
        local_rank=integer(variables, "SLURM_LOCALID", 0),
        local_size=int(re.match(r"\d+", tasks).group()) if tasks[:1].isdigit() else 1,
    )


def _meeting_point(variables, command: str, on_one_machine: bool, nodes: str | None, job: str):
    """Return address and port where the processes meet, the same in all of them."""
    address = variables.get("MASTER_ADDR") or (LOOPBACK if on_one_machine else None)
    if address is None and nodes:
        address = first_node(nodes)
    if address is None:
        raise MXNetError(
            "distributed training: the job runs on several machines, and nothing says where its "
            f"processes meet; give the first machine's name: {command} MASTER_ADDR=..."
        )
    # Without MASTER_PORT the port depends on the job's number, below the ephemeral ports.
    port = _FIRST_PORT + zlib.crc32(job.encode()) % _NUM_PORTS
    return address, integer(variables, "MASTER_PORT", port)


def first_node(nodes: str) -> str:
    """Return the first name in a list in SLURM's format.

    >>> first_node("gpu[03-05,9],login"), first_node("a,b")
    ('gpu03', 'a')
    """
    name, first, rest = re.match(r"([^\[,]*)(?:\[([^\],-]*)[^\]]*\])?([^,]*)", nodes).groups()
    return name + (first or "") + rest


def integer(variables: Mapping[str, str], name: str, default: int | None = None) -> int:
    """Return the integer in a variable."""
    text = variables.get(name)
    if text is None and default is not None:
        return default
    try:
        return int(text)
    except (TypeError, ValueError):
        value = "is not set" if text is None else f"is {text!r}"
        raise MXNetError(f"distributed training: {name} {value}, expected an integer") from None


def seconds(name: str, default: float) -> float:
    """Return the time in a variable of this process."""
    text = os.environ.get(name, "")
    try:
        time = float(text or default)
    except ValueError:
        time = 0.0
    if not 0 < time < float("inf"):
        raise MXNetError(f"distributed training: {name} is {text!r}, expected a number of seconds")
    return time
