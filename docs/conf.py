"""How Sphinx builds these pages: ``make docs``."""

project = "Regluon"
extensions = ["myst_parser"]
myst_heading_anchors = 3
html_theme = "alabaster"
exclude_patterns = []
