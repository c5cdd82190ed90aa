"""Shapes and order of elements: reshape, transpose, concatenate, slice, pad, broadcast."""

from __future__ import annotations
