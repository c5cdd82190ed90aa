"""Numbers and arguments that must be the same in all workers."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from .. import ndarray as nd
from .._core.dtypes import lookup
from ..base import MXNetError
from ..ndarray import NDArray
from .group import process_group


@dataclass(frozen=True, slots=True)
class Common:
    """A number that must be the same in all workers, its name, and advice if it is not."""

    name: str
    value: float
    advice: str


def start_comparison(facts: Sequence[Common]) -> Callable[[], None]:
    """Start to compare numbers with those of all workers.

    The returned function waits for them, and raises an error if they differ. The numbers are sent
    together with other data, so that the comparison takes no extra time.
    """
    group = process_group()
    values = nd.zeros((len(facts), group.size), dtype="float64")
    values[:, group.rank] = nd.array([fact.value for fact in facts], dtype="float64")
    wait = group.start_all_reduce([values])

    def finish() -> None:
        wait()
        for fact, numbers in zip(facts, values.asnumpy().tolist(), strict=True):
            _refuse_differences(fact, numbers)

    return finish


def refuse_other_arguments(call: str, arrays: Mapping[object, NDArray]) -> None:
    """Reject arrays by key if another worker passes different ones in the same call.

    An engine terminates the process when arrays arrive that are larger than expected.
    """
    group = process_group()
    if group.size == 1:
        return
    parts = [f"{key} {array.shape} {lookup(array.dtype).name}" for key, array in arrays.items()]
    digest = nd.array([zlib.crc32(", ".join(parts).encode())], dtype="int64")
    name = f"the arguments of {call}"
    digests = [int(other.asscalar()) for other in group.all_gather(digest, name)]
    for other, number in enumerate(digests):
        if number != digests[group.rank]:
            raise MXNetError(
                f"distributed training: worker {group.rank} calls {call} with "
                f"{', '.join(parts):.200}, worker {other} with something else; all workers must "
                "give the same keys, with arrays of the same shapes and types, in the same order"
            )


def integers_of_first_worker(numbers: Sequence[int]) -> list[int]:
    """Return the integers of worker 0; all workers pass the same number of them."""
    array = nd.array(numbers, dtype="int64")
    process_group().broadcast([array])
    return [int(number) for number in array.asnumpy()]


def _refuse_differences(fact: Common, numbers: list[float]) -> None:
    if len(set(numbers)) > 1:
        texts = ", ".join(f"{number:g} in worker {rank}" for rank, number in enumerate(numbers))
        raise MXNetError(f"{fact.name} must be the same in all workers, got {texts}; {fact.advice}")
