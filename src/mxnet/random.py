"""``mx.random``: random arrays, and their seed.

Every GPU has its own stream of random numbers, and all host contexts share one. The generators of
torch, NumPy and Python are neither used nor seeded.
"""

from __future__ import annotations

from ._core.lazy import lazy_attributes as _lazy_attributes
from ._eager import generators
from ._eager.generators import seed_all, seed_one, seed_others
from .base import check_call, integer_types
from .context import Context
from .ndarray.random import (
    exponential,
    gamma,
    generalized_negative_binomial,
    multinomial,
    negative_binomial,
    normal,
    poisson,
    randint,
    randn,
    shuffle,
    uniform,
)

__all__ = [
    "Context", "check_call", "exponential", "gamma", "generalized_negative_binomial", "get_state",
    "multinomial", "negative_binomial", "normal", "poisson", "randint", "randn", "seed",
    "seed_everything", "set_state", "shuffle", "uniform",
]  # fmt: skip


def seed_everything(seed_state, deterministic=None):
    """Seed MXNet and the global generators of Python, NumPy and torch.

    With ``deterministic=True``, torch uses only algorithms with reproducible bits for everything in
    this process, and raises an error for operations that have none. False disables this, None
    leaves it unchanged. On the host nearly all algorithms are reproducible, but the number of
    threads also affects bits.

    >>> seed_everything(7); first = uniform(shape=3).asnumpy()
    >>> seed_everything(7); bool((uniform(shape=3).asnumpy() == first).all())
    True
    """
    seed(seed_state)
    seed_others(int(seed_state), deterministic)


def get_state():
    """Return the state of the random number generators of all contexts, as plain data.

    >>> previous = get_state()
    >>> first = uniform(shape=3).asnumpy()
    >>> set_state(previous)
    >>> bool((uniform(shape=3).asnumpy() == first).all())
    True
    """
    return generators.get_state()


def set_state(state):
    """Restore the random number generators of all contexts from a state."""
    generators.set_state(state)


def seed(seed_state, ctx="all"):
    """Seed the random number generators of all contexts or of one.

    After ``seed(s)`` every GPU draws different numbers. After ``seed(s, ctx)``, all contexts seeded
    this way draw the same numbers. Without a seed, a process draws the same numbers in every run.

    >>> seed(42); first = uniform(shape=3).asnumpy()
    >>> seed(42); bool((uniform(shape=3).asnumpy() == first).all())
    True
    """
    if not isinstance(seed_state, integer_types):
        raise ValueError(f"seed_state must be int, got {seed_state!r}")
    if isinstance(ctx, str) and ctx == "all":
        seed_all(int(seed_state))
    else:
        seed_one(int(seed_state), Context(ctx))


__getattr__ = _lazy_attributes(
    __name__, {}, {"manual_seed": "seed(0) does it.", "rand": "uniform(shape=...) does it."}
)
