"""The server process of distributed training, which is not supported."""

from __future__ import annotations

import sys

from .._distributed import read_launch, serve
from ..base import MXNetError
from .base import create

__all__ = ["KVStoreServer"]


class KVStoreServer:
    """Runs the updates of a distributed store."""

    def __init__(self, kvstore):
        self.kvstore = kvstore
        self.handle = kvstore.handle

    def run(self):
        """Serve until training ends."""
        raise MXNetError(
            f"kvstore {self.kvstore.type!r} has no server: training over several machines or "
            "processes is not supported"
        )


def serve_and_exit():
    """End this process, which a launcher has started as scheduler or server, with the job."""
    fault = serve(read_launch())
    sys.exit(fault and f"mxnet {read_launch().role}: {fault}")


_REEXPORTED = (create,)
