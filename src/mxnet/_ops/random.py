"""Random numbers, and densities of distributions."""

from __future__ import annotations
