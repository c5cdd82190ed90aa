"""Contributed parts of Gluon."""

from . import cnn, data, nn, rnn

__all__ = ["cnn", "data", "nn", "rnn"]
