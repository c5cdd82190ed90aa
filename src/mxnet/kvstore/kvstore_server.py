"""Processes that launchers start as servers and schedulers of distributed training."""

from __future__ import annotations

import sys

from .._distributed import read_launch, serve
from ..base import MXNetError
from ._server import ParameterServer
from .base import create as create

__all__ = ["KVStoreServer"]


class KVStoreServer:
    """Serves the workers of a job, in a process that a launcher has started as its server."""

    def __init__(self, kvstore):
        self.kvstore = kvstore
        self.handle = kvstore.handle

    def run(self):
        """Serve until all workers have ended."""
        launch = read_launch()
        if launch.role == "worker":
            raise MXNetError(
                f"kvstore {self.kvstore.type!r} has no server in this process, which is a worker; "
                "a launcher starts servers with DMLC_ROLE=server"
            )
        if fault := serve(launch, ParameterServer()):
            raise MXNetError(f"mxnet {launch.role}: {fault}")


def serve_and_exit():
    """End this process, started by a launcher as scheduler or server, with the job."""
    launch = read_launch()
    fault = serve(launch, ParameterServer())
    sys.exit(fault and f"mxnet {launch.role}: {fault}")
