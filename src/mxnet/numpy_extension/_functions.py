"""Operators of neural networks on arrays and symbols of ``mx.np``, as they are in ``mx.nd``."""

from __future__ import annotations

from ..numpy._namespace import npx

npx.operators({"softmax": "softmax", "log_softmax": "log_softmax", "sigmoid": "sigmoid"})
