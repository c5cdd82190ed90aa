"""Random numbers come from separate generators, never from torch's, NumPy's or Python's."""

from __future__ import annotations

import os
import random
import re
import threading
from typing import Any

import numpy
import torch

from .._ops.random.streams import HostGenerator
from ..context import Context, torch_device
from ..error import MXNetError

_GPU = Context.devstr2type["gpu"]
_HOST = Context("cpu", 0)

_generators: dict[Context, torch.Generator] = {}
# MXNet: a process that never calls seed() draws the same numbers every time it runs.
_seed_of_all = 0
_seeds: dict[Context, int] = {}  # of contexts that were seeded alone, after the last seed_all


def generator(ctx: Context) -> torch.Generator:
    """Return the generator of a context, created and seeded at its first use."""
    existing = _generators.get(ctx)
    return _make(ctx) if existing is None else existing


def _make(ctx: Context) -> torch.Generator:
    source = _stream_context(ctx)
    stream = _new(ctx).manual_seed(_seed_of(ctx)) if source is ctx else generator(source)
    return _generators.setdefault(ctx, stream)


def _new(ctx: Context) -> torch.Generator:
    return HostGenerator() if ctx is _HOST else torch.Generator(torch_device(ctx))


def _stream_context(ctx: Context) -> Context:
    # MXNet: all host contexts, cpu(1) and cpu_pinned(0) too, draw from the stream of cpu(0).
    return ctx if ctx.device_typeid == _GPU else _HOST


def _seed_of(ctx: Context) -> int:
    # MXNet: after seed(s) each GPU draws numbers of its own, after seed(s, ctx) all draw the same.
    alone = _seeds.get(ctx)
    return (_seed_of_all + 1_000_003 * ctx.device_id) % 2**63 if alone is None else alone


def _after_fork() -> None:
    """Drop generators on GPUs, which a forked process cannot use, and locks of other threads."""
    for ctx, stream in list(_generators.items()):
        if ctx.device_typeid == _GPU:
            del _generators[ctx]
        elif isinstance(stream, HostGenerator):
            stream.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def position_of(generator: torch.Generator) -> Any:
    """Return what ``return_to`` needs, in this process: for the host less than its state."""
    is_host = isinstance(generator, HostGenerator)
    return generator.get_position() if is_host else generator.get_state()


def return_to(generator: torch.Generator, position: Any) -> None:
    """Let a generator draw the numbers after a position again."""
    if isinstance(generator, HostGenerator):
        generator.return_to(position)
    else:
        generator.set_state(position)


class ReplayScope:
    """Draw the numbers that follow a position inside ``with`` blocks, then go back.

    Without a position, nothing random is repeated.
    """

    def __init__(self, generator: torch.Generator, before: Any | None):
        self._generator, self._before = generator, before
        self._now: list = []

    def __enter__(self) -> None:
        if self._before is not None:
            self._now.append(position_of(self._generator))
            return_to(self._generator, self._before)

    def __exit__(self, *exc: object) -> None:
        if self._before is not None:
            return_to(self._generator, self._now.pop())


def release_streams() -> None:
    """Free what the streams of the host have prepared; the numbers drawn later are the same."""
    stream = _generators.get(_HOST)
    if isinstance(stream, HostGenerator):
        stream.release()


def host_state() -> bytes:
    """Return the state of the stream of the host contexts, without drawing a number."""
    return generator(_HOST).get_state().numpy().tobytes()


def seed_all(seed: int) -> None:
    """Seed the generators of all contexts, including those not used yet."""
    global _seed_of_all
    _seed_of_all = seed
    _seeds.clear()
    for ctx, stream in list(_generators.items()):  # other threads may add some
        stream.manual_seed(_seed_of(_stream_context(ctx)))


def seed_others(seed: int, deterministic: bool | None) -> None:
    """Seed the generators that are not used here, but by users' code."""
    random.seed(seed)
    numpy.random.seed(seed % 2**32)
    torch.manual_seed(seed)
    if deterministic is None:
        return
    torch.use_deterministic_algorithms(deterministic)
    # Not that: it fills new memory, which makes everything slow and no result another one.
    torch.utils.deterministic.fill_uninitialized_memory = not deterministic


def seed_one(seed: int, ctx: Context) -> None:
    """Seed the generator of one context, whether or not its device exists."""
    source = _stream_context(ctx)
    _seeds[source] = seed % 2**63
    if source in _generators:
        _generators[source].manual_seed(_seeds[source])


def get_state() -> dict:
    """Return seeds and states of the generators of all contexts, as plain data."""
    return {
        "seed": _seed_of_all,
        "seeds": {str(ctx): seed for ctx, seed in _seeds.items()},
        "generators": {
            str(ctx): stream.get_state().numpy().tobytes().hex()
            for ctx, stream in list(_generators.items())
            if ctx is _stream_context(ctx)
        },
    }


def set_state(state: dict) -> None:
    """Restore a state; a damaged one, or one of a missing device, changes nothing."""
    global _seed_of_all
    try:
        seed = int(state["seed"])
        seeds = {_context(name): int(value) for name, value in state["seeds"].items()}
        states = {
            _context(name): torch.frombuffer(bytearray.fromhex(text), dtype=torch.uint8)
            for name, text in state["generators"].items()
        }
        for ctx, values in states.items():  # torch checks them
            _new(ctx).set_state(values)
    except (KeyError, TypeError, ValueError, AttributeError, RuntimeError) as error:
        problem = str(error).partition("\n")[0][:100]
        raise MXNetError(f"not a state of mx.random: {problem}") from error
    _seed_of_all = seed
    _seeds.clear()
    _seeds.update(seeds)
    for ctx in {_stream_context(ctx) for ctx in _generators} | set(states):
        if ctx in states:
            generator(ctx).set_state(states[ctx])
        else:  # not used yet when the state was taken
            generator(ctx).manual_seed(_seed_of(ctx))


def _context(name: str) -> Context:
    match = re.fullmatch(r"(cpu|gpu)\((\d{1,4})\)", name)
    if match is None:
        raise ValueError(f"{name[:40]!r} is no context")
    ctx = Context(match[1], int(match[2]))
    return _stream_context(ctx)
