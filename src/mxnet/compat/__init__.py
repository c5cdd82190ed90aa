"""Old packages on new Pythons: give GluonCV and its kin back the names they were written for.

Packages made for MXNet stopped years ago, and NumPy, Python and pandas have removed names that they
use. ``mxnet`` fixes that for installed packages that depend on it, and only for them: their modules
see shims for ``numpy``, ``inspect`` and others that have the old names too, and all other code
keeps the real ones. ``_rules.RULES`` lists packages with further needs. Nothing is done unless such
a package is imported. ``applied()`` lists what was done; ``MXNET_COMPAT=0`` in the environment
switches all of it off. `run_script`, which is the command ``mxnet run``, gives the same names to a
script and the modules beside it.
"""

from ._hook import applied, install
from ._scripts import run_script

__all__ = ["applied", "install", "run_script"]
