"""File formats: bytes to plain objects and back. The README here says what they promise."""
