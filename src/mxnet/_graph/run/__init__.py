"""Graphs that run: strategies, executors' runs, monitors."""
