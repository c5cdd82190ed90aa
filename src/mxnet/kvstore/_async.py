"""The store of asynchronous workers: values are on parameter servers."""

from __future__ import annotations

import functools
import itertools
import zlib
from dataclasses import dataclass

from .._distributed import process_group
from .._distributed.agreement import gather_numbers
from .._distributed.messages import Message
from .._distributed.servers import ServerGroup
from .._distributed.two_bits import pack_array
from .._formats.local import replacing
from ..base import MXNetError
from ..optimizer._states import dump_states, load_states
from ._keys import refuse_other_type
from ._server import ParameterServer, array_of, bytes_of
from ._workers import WorkersKVStore, dump_optimizer
from .kvstore import check_optimizer


@functools.cache
def servers() -> ServerGroup:
    """Return the job's parameter servers, which all stores of this process share."""
    return ServerGroup(process_group(), ParameterServer())


_numbers = itertools.count()  # of stores: all workers create them in the same order


@dataclass(frozen=True, slots=True)
class ArrayType:
    """What all workers know about a value on a server."""

    shape: tuple
    dtype: type
    stype: str


class AsyncKVStore(WorkersKVStore):
    """Values by key on servers, which update them as soon as a worker's gradients arrive."""

    def __init__(self, handle):
        super().__init__(handle)
        self._servers = servers()
        self._number = next(_numbers)
        self._types: dict = {}

    # ------------------------------------------------------------------------------- values

    def _init(self, values):
        """Send the values of worker 0 to the servers.

        MXNet: the values of the other workers are ignored.
        """
        numbers = gather_numbers("init", values, self._number)
        if len(set(numbers)) > 1:
            raise MXNetError(
                f"kvstore {self.type!r}: the workers initialize their stores number {numbers} "
                "together; all workers must create the same stores in the same order"
            )
        for name, value in values.items():
            self._types[name] = ArrayType(value.shape, value.dtype, value.stype)
            if self.rank == 0:
                self._ask([name], "init", value)
        self._group.barrier()

    def _push(self, sums):
        for name, merged in sums.items():
            refuse_other_type(name, self._types[name], merged)
            if self._compression is None or merged.stype != "default":
                self._tell(name, "push", merged.copy())
                continue
            residual = self._compression.residual_of_workers(name, merged)
            threshold = self._compression.threshold
            packed = pack_array(merged, residual, threshold)
            self._tell(name, "push_two_bits", packed, threshold=threshold)

    def _fetch(self, names):
        for name in names:
            self._require(name)
        return dict(zip(names, self._ask(names, "pull"), strict=True))

    def _rows(self, name, ids):
        return self._ask([name], "pull_rows", ids.copy())[0]

    def _stype(self, name):
        self._require(name)
        return self._types[name].stype

    def _has(self, name):
        return name in self._types

    # -------------------------------------------------------------------------- the optimizer

    def set_optimizer(self, optimizer):
        """Make the servers update values with a copy of worker 0's optimizer."""
        check_optimizer(optimizer)
        if self.rank == 0:
            data = array_of(dump_optimizer(optimizer))
            self._servers.ask_all(self._request("set_optimizer", [data]))
        self._group.barrier()

    def _set_updater(self, updater):
        raise MXNetError(
            f"kvstore {self.type!r}: values are updated on servers, which functions cannot be sent "
            "to; use set_optimizer"
        )

    def save_optimizer_states(self, fname, dump_optimizer=False):
        """Write the states of all servers to a file."""
        states, options = {}, {"dump_optimizer": dump_optimizer}
        for reply in self._servers.ask_all(self._request("get_states", **options)):
            own, optimizer = load_states(bytes_of(reply[0]))
            states |= own
        with replacing(fname) as file:
            file.write(dump_states(states, optimizer))

    def load_optimizer_states(self, fname):
        """Send the states in a file to all servers; only worker 0 does so."""
        if self.rank == 0:
            data = array_of(self._read_states(fname))
            self._servers.ask_all(self._request("set_states", [data]))
        self._group.barrier()

    # ----------------------------------------------------------------------- other processes

    def _barrier(self):
        """Wait for all workers, and until everything they have pushed has been applied."""
        self._servers.ask_all(self._request("flush"))
        self._group.barrier()

    def _tell(self, name, what, *arrays, **options):
        request = self._request(what, arrays, replies=False, key=name, **options)
        self._servers.tell(_server_index(name), request)

    def _ask(self, names, what, *arrays):
        """Send a request for each key; return the first array of each reply, if there is one."""
        requests = [(_server_index(name), self._request(what, arrays, key=name)) for name in names]
        return [next(iter(reply), None) for reply in self._servers.ask(requests)]

    def _request(self, what, arrays=(), replies=True, **options):
        """Return a message to the servers, which know this store by its number."""
        values = {"do": what, "with": options, "replies": replies, "store": self._number}
        return Message(values, arrays)


def _server_index(name) -> int:
    """Return the number that determines the server of a key, the same in every process."""
    return zlib.crc32(str(name).encode())
