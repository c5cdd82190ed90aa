"""Encoded images: their size before decoding, and size limits."""
