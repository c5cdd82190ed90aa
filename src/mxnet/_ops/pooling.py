"""Pooling in 1 to 3 dimensions, and of regions."""

from __future__ import annotations
