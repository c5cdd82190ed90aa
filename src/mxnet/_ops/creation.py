"""Arrays from nothing: zeros, ones, full, arange, eye, and copies and casts."""

from __future__ import annotations
