"""Execution of graphs: strategies, runs of executors, monitors."""
