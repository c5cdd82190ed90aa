"""The roles scheduler and server of jobs that MXNet's own launcher starts.

Gradients travel between the workers themselves. So a scheduler holds the rendezvous store, and a
server has nothing to do; both are there because the launcher starts them, and end with the workers.
"""

from __future__ import annotations

from .environment import Launch
from .liveness import Liveness
from .rendezvous import meet


def serve(launch: Launch) -> str | None:
    """Serve until all workers have ended; return what went wrong, None if nothing did."""
    if launch.size == 1:
        return None  # a single worker meets nobody
    store, launch = meet(launch)
    name, judge = f"{launch.role} {launch.rank}", "worker 0"
    liveness = Liveness(store, name, [judge, name], judge)
    everybody = launch.size + launch.num_servers + 1
    liveness.depart(everybody if launch.role == "scheduler" else None)
    return liveness.verdict
