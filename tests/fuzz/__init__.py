"""Fuzzing of everything that reads files: see README.md in this folder."""
