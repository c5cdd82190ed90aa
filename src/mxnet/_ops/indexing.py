"""Picking elements by index: take, gather, scatter, pick, one-hot, where, embedding."""

from __future__ import annotations
