"""Random numbers come from generators of our own, one per context, never from torch's global one."""

from __future__ import annotations

import random

import torch

from .context import Context, torch_device

_generators: dict[Context, torch.Generator] = {}
_seed_of_process: int | None = None


def generator(ctx: Context) -> torch.Generator:
    """Return the generator of a context, made and seeded at its first use."""
    known = _generators.get(ctx)
    if known is None:
        known = _generators[ctx] = torch.Generator(torch_device(ctx))
        base = random.SystemRandom().getrandbits(48) if _seed_of_process is None else _seed_of_process
        known.manual_seed(_seed_of(base, ctx))
    return known


def _seed_of(seed: int, ctx: Context) -> int:
    # MXNet: after seed(s) different devices draw different numbers.
    return (seed + 1_000_003 * ctx.device_id) % 2**63


def seed_all(seed: int) -> None:
    """Seed the generator of every context, of those not used yet too."""
    global _seed_of_process
    _seed_of_process = seed
    for ctx, known in _generators.items():
        known.manual_seed(_seed_of(seed, ctx))


def seed_one(seed: int, ctx: Context) -> None:
    """Seed the generator of one context; the same seed gives the same numbers on any device."""
    generator(ctx).manual_seed(seed % 2**63)
