"""Passes over lowered graphs: see README.md."""
