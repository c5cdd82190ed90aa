"""The processes of a training job: who they are, and what they exchange.

``process_group()`` is the group of this job's workers: of one process where no launcher has set
variables. It is made on first use, by ``torch.distributed``'s engines (gloo on the CPU, NCCL on
GPUs), without changing torch's own default group.
"""

from .environment import Launch, read_launch
from .group import ProcessGroup, process_group
from .progress import is_first_worker, progress_log
from .serving import serve

__all__ = [
    "Launch", "ProcessGroup", "is_first_worker", "process_group", "progress_log", "read_launch",
    "serve",
]  # fmt: skip
