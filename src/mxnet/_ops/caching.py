"""Caches of results that depend only on shapes and attributes."""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch
from torch.compiler import is_exporting


def cached(function: Callable) -> Callable:
    """Decorate a function of shapes and attributes to cache its results."""
    # The results are small tuples; the bound is for programs with new shapes in every batch.
    memo = functools.lru_cache(maxsize=4096)(function)

    @functools.wraps(function)
    def ask(*args):
        try:
            return memo(*args)
        except TypeError:  # symbolic sizes of torch.export are not hashable
            return function(*args)

    return ask


def constant(function: Callable) -> Callable:
    """Decorate a function of shapes, attributes, types and devices to cache its tensors."""

    @functools.lru_cache(maxsize=256)  # fewer than for shapes, because each result is a tensor
    def memo(*args):
        # Regardless of the caller's grad mode, because a cached tensor may enter a graph later.
        with torch.inference_mode(False):
            return function(*args)

    @functools.wraps(function)
    def ask(*args):
        return function(*args) if is_exporting() else memo(*args)

    return ask
