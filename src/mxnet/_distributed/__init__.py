"""The processes of a training job, and their communication.

``process_group()`` is the group of this job's workers, or of one process if no launcher has set
variables. It is created on first use, with the backends of ``torch.distributed`` (gloo on the CPU,
NCCL on GPUs), without changing torch's own default group.
"""

from .environment import Launch, read_launch
from .group import ProcessGroup, process_group
from .progress import is_first_worker, progress_log
from .serving import serve

__all__ = [
    "Launch", "ProcessGroup", "is_first_worker", "process_group", "progress_log", "read_launch",
    "serve",
]  # fmt: skip
