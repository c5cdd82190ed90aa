"""The variables by which a launcher says which process of a job this is."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from ..base import MXNetError

LOOPBACK = "127.0.0.1"


@dataclass(frozen=True, slots=True)
class Launch:
    """The place of this process in a job of several.

    Attributes
    ----------
    size : int
        The number of workers.
    rank : int or None
        The number of this worker (or server) among those of its role. None: the rendezvous assigns
        ranks in the order in which processes arrive, as MXNet's scheduler does.
    role : str
        "worker", "server" or "scheduler". Only jobs started with ``DMLC_*`` have the latter two.
    address, port
        Where the rendezvous store listens.
    store_host : str
        Who holds the rendezvous store: "worker" (rank 0), "scheduler" or "launcher" (torchrun).
    local_rank : int
        The number of this worker on its machine, which selects the GPU.
    num_servers : int
        The number of server processes.
    attempt : int
        How often the launcher has restarted the job; processes of different attempts never meet.
    """

    size: int = 1
    rank: int | None = 0
    role: str = "worker"
    address: str = LOOPBACK
    port: int = 0
    store_host: str = "worker"
    local_rank: int = 0
    num_servers: int = 0
    attempt: int = 0

    def __str__(self) -> str:
        number = "" if self.rank is None else f" {self.rank}"
        return f"{self.role}{number} of {self.size} at {self.address}:{self.port}"


def read_launch(variables: Mapping[str, str] = os.environ) -> Launch:
    """Return what the launcher's variables say; one worker where there are none."""
    if "WORLD_SIZE" in variables and "RANK" in variables:
        return _torchrun(variables)
    return Launch()


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
        attempt=integer(variables, "TORCHELASTIC_RESTART_COUNT", 0),
    )


def integer(variables: Mapping[str, str], name: str, default: int | None = None) -> int:
    """Return the integer in a variable."""
    text = variables.get(name)
    if text is None and default is not None:
        return default
    try:
        return int(text)
    except (TypeError, ValueError):
        came = "is not set" if text is None else f"is {text!r}"
        raise MXNetError(f"distributed training: {name} {came}, an integer is needed") from None
