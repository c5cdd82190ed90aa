"""Answers that depend on shapes and attributes alone, and are asked for again and again."""

from __future__ import annotations

import functools
from collections.abc import Callable

import torch
from torch.compiler import is_exporting


def cached(function: Callable) -> Callable:
    """Decorate a function of shapes and attributes to cache its results."""
    known = functools.lru_cache(maxsize=4096)(function)

    @functools.wraps(function)
    def ask(*args):
        try:
            return known(*args)
        except TypeError:  # sizes without values, while torch.export looks on, cannot be kept
            return function(*args)

    return ask


def constant(function: Callable) -> Callable:
    """Decorate a function of shapes, attributes, types and devices to remember its tensors."""

    @functools.lru_cache(maxsize=256)
    def known(*args):
        with torch.inference_mode(
            False
        ):  # whatever the caller's mode, they may enter a graph later
            return function(*args)

    @functools.wraps(function)
    def ask(*args):
        return function(*args) if is_exporting() else known(*args)

    return ask
