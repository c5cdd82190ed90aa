"""Sequences of different lengths: mask, last element, reverse."""

from __future__ import annotations
