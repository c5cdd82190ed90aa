"""Normalisation: batch, layer, instance, group, local response, L2."""

from __future__ import annotations
