"""Numbers that must be the same in all workers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from .. import ndarray as nd
from ..base import MXNetError
from .group import process_group


@dataclass(frozen=True, slots=True)
class Common:
    """A number that must be the same in all workers, its name, and what to do if it is not."""

    name: str
    value: float
    advice: str


def start_comparison(facts: Sequence[Common]) -> Callable[[], None]:
    """Begin to compare numbers with those of all workers.

    The function that is returned waits for them, and raises an error if they differ. What is sent
    in between travels together with the numbers, so that the comparison costs no time.
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


def integers_of_first_worker(numbers: Sequence[int]) -> list[int]:
    """Return the integers that worker 0 gives; all workers give as many."""
    array = nd.array(numbers, dtype="int64")
    process_group().broadcast([array])
    return [int(number) for number in array.asnumpy()]


def _refuse_differences(fact: Common, numbers: list[float]) -> None:
    if len(set(numbers)) > 1:
        texts = ", ".join(f"{number:g} in worker {rank}" for rank, number in enumerate(numbers))
        raise MXNetError(f"{fact.name} must be the same in all workers, got {texts}; {fact.advice}")
