"""Thread-local state, element types, the allocator, lazy attributes: what everything stands on."""
