"""Visualization of networks: a table of layers, and a drawing of the graph."""

from ..symbol import Symbol
from ._network import plot_network
from ._summary import print_summary

__all__ = ["Symbol", "plot_network", "print_summary"]

for _function in (plot_network, print_summary):
    _function.__module__ = __name__
