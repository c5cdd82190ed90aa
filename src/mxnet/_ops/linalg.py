"""Linear algebra on (batches of) matrices."""

from __future__ import annotations
