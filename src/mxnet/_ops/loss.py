"""Outputs with a loss of their own gradient: softmax output, regression, hinge, CTC."""

from __future__ import annotations
