"""Random numbers: the definitions behind ``mx.np.random``."""
