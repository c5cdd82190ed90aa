"""Sorting, top k, and the positions of extremes."""

from __future__ import annotations
