"""Calling operators on arrays: the slotted array, the call path, gradients."""
