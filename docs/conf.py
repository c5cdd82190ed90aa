"""How Sphinx builds these pages: ``make docs``.

Pages under ``generated/`` are derived from the package before Sphinx reads anything.
"""

import pathlib
import sys

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent)]  # the generators, and the tests whose rows they run
from generators import write_pages  # noqa: E402

write_pages(HERE / "generated")

project = "Regluon"
copyright = "The Regluon contributors"
language = "en"
extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "sphinx_copybutton",
    "sphinx_design",
]
exclude_patterns = ["generators"]

myst_heading_anchors = 3
myst_enable_extensions = ["colon_fence"]

# Types of parameters are plain text: as references, "dtype" and "type" would have several targets.
napoleon_use_param = False
napoleon_use_rtype = False
napoleon_use_ivar = True
autodoc_typehints = "none"

html_theme = "furo"
html_title = "Regluon"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True, "top_of_page_buttons": []}
html_show_sphinx = False
highlight_language = "text"  # of blocks without a language, which show output
pygments_style = "friendly"
pygments_dark_style = "github-dark"
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True
