"""Numbers and arguments that must be the same in all workers."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import torch

from .. import ndarray as nd
from .._core.dtypes import lookup
from ..base import MXNetError
from ..ndarray import NDArray
from .group import process_group

# A digest of the arguments and a number travel together in one positive int64.
_NUMBER_BITS = 40  # more than any count of rows
_DIGEST_SHIFT = 32 - (63 - _NUMBER_BITS)


@dataclass(frozen=True, slots=True)
class SharedNumber:
    """A number that must be the same in all workers, its name, and advice if it is not."""

    name: str
    value: float
    advice: str


def start_comparison(facts: Sequence[SharedNumber], flag: bool) -> Callable[[], bool]:
    """Start to compare numbers with those of all workers.

    The returned function waits for them, raises an error if they differ, and returns whether the
    flag is set in any worker. The numbers are sent together with other data, so that the comparison
    takes no extra time.
    """
    group = process_group()
    values = torch.zeros(group.size, len(facts) + 1, dtype=torch.float64)
    values[group.rank] = torch.tensor([*(fact.value for fact in facts), flag], dtype=torch.float64)
    wait = group.start_sum(values)

    def finish() -> bool:
        wait()
        *columns, flags = values.T.tolist()
        for fact, numbers in zip(facts, columns, strict=True):
            _refuse_differences(fact, numbers)
        return any(flags)

    return finish


def refuse_other_arguments(call: str, arrays: Mapping[object, NDArray]) -> None:
    """Reject arrays by key if another worker passes different ones in the same call.

    An engine terminates the process when arrays arrive that are larger than expected.
    """
    if process_group().size > 1:
        gather_numbers(call, arrays, 0)


def gather_numbers(call: str, arrays: Mapping[object, NDArray], own: int) -> list[int]:
    """Return a number of each worker, all of which make the same call with arrays like these."""
    group = process_group()
    parts = [_describe(key, array) for key, array in arrays.items()]
    digest = zlib.crc32(", ".join([call, *parts]).encode()) >> _DIGEST_SHIFT
    message = nd.array([digest << _NUMBER_BITS | own], dtype="int64")
    messages = group.all_gather(message, f"the arguments of {call}")
    pairs = [divmod(int(other.asscalar()), 1 << _NUMBER_BITS) for other in messages]
    for rank, (other, _) in enumerate(pairs):
        if other != digest:
            raise MXNetError(
                f"distributed training: worker {group.rank} calls {call} with "
                f"{', '.join(parts):.200}, worker {rank} with something else; all workers must "
                "give the same keys, with arrays of the same shapes and types, in the same order"
            )
    return [number for _, number in pairs]


def _describe(key: object, array: NDArray) -> str:
    """Return what is the same in all workers that pass an array for a key."""
    storage = "" if array.stype == "default" else f" {array.stype}"
    return f"{key} {array.shape} {lookup(array.dtype).name}{storage}"


def integers_of_first_worker(numbers: Sequence[int]) -> list[int]:
    """Return the integers of worker 0; all workers pass the same number of them."""
    array = nd.array(numbers, dtype="int64")
    process_group().broadcast([array])
    return [int(number) for number in array.asnumpy()]


def _refuse_differences(fact: SharedNumber, numbers: list[float]) -> None:
    if len(set(numbers)) > 1:
        texts = ", ".join(f"{number:g} in worker {rank}" for rank, number in enumerate(numbers))
        raise MXNetError(f"{fact.name} must be the same in all workers, got {texts}; {fact.advice}")
