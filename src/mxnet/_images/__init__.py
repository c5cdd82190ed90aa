"""Encoded images: their size before they are decoded, and how large they may be."""
