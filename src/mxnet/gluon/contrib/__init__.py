"""Contributed parts of Gluon."""

from . import cnn, nn, rnn

__all__ = ["cnn", "nn", "rnn"]
