"""Sampling on grids: up-sampling, spatial transformers, correlation."""

from __future__ import annotations
