"""File formats: bytes to plain objects and back. The README here has their guarantees."""
