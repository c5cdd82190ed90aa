"""Numbers that must be the same in all workers."""

from __future__ import annotations

from collections.abc import Callable

from .. import ndarray as nd
from ..base import MXNetError
from .group import process_group


def start_comparison(what: str, value: float, advice: str) -> Callable[[], None]:
    """Begin to compare a number with those of all workers.

    The function that is returned waits for them, and raises an error if they differ. What is sent
    in between travels together with the numbers, so that the comparison costs no time.
    """
    group = process_group()
    values = nd.zeros(group.size, dtype="float64")
    values[group.rank] = value
    wait = group.start_all_reduce([values])

    def finish() -> None:
        wait()
        numbers = values.asnumpy().tolist()
        if len(set(numbers)) > 1:
            texts = ", ".join(f"{number:g} in worker {rank}" for rank, number in enumerate(numbers))
            raise MXNetError(f"{what} must be the same in all workers, got {texts}; {advice}")

    return finish
