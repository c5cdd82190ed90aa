"""Inference of shapes, element types and storage types."""
