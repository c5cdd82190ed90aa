"""Gluon: blocks, parameters, layers, losses, trainers and data."""
