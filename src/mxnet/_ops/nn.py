"""Layers without an axis of their own: fully connected, activations, dropout."""

from __future__ import annotations
