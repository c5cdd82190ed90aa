"""Products of matrices: dot, batch_dot, khatri_rao."""

from __future__ import annotations
