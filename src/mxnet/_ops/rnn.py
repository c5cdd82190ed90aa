"""Recurrent networks: the fused RNN operator."""

from __future__ import annotations
