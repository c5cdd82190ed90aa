"""``mx.np``: arrays that follow NumPy's rules. They are not there yet.

The module exists so that programs which import it beside ``mx.nd`` run; what they use of it says
that it is missing.
"""


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    raise AttributeError(f"mx.np.{name} is not supported yet; use mx.nd, or NumPy with asnumpy()")
