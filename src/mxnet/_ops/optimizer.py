"""Update rules of optimizers."""

from __future__ import annotations
