"""``mx.npx``: operators of neural networks for arrays of ``mx.np``. They are not there yet."""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise AttributeError(f"mx.npx.{name} is not supported yet; use mx.nd")
