"""Contributed parts of Gluon."""

from . import cnn, data, estimator, nn, rnn
from .accumulation import GradientAccumulator

__all__ = ["GradientAccumulator", "cnn", "data", "estimator", "nn", "rnn"]
