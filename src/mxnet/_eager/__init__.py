"""Calls of operators on arrays: the array object, the call path, gradients."""
