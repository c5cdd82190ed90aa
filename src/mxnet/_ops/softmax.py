"""Softmax and its kin."""

from __future__ import annotations
