"""Linear algebra: the definitions behind ``mx.np.linalg``."""
