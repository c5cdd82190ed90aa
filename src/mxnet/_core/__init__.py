"""Thread-local state, element types, the allocator, lazy attributes: the basis of everything."""
