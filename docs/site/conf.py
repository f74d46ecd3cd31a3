"""Settings of Sphinx. `build` copies the pages into one folder first and passes its settings through the environment."""
import os

from pygments.lexers.python import PythonLexer
from pygments.lexers.special import TextLexer
from sphinx.highlighting import lexers

project = "ria"
version = release = os.environ["RIA_SITE_VERSION"]
author = "The ria authors"
project_copyright = "2026, The ria authors"
root_doc = "README"
html_title = f"ria {version}"
language = "en"

extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
myst_heading_anchors = 5  # the anchors that GitHub gives the headings
suppress_warnings = ["myst.header"]  # a list of commands may begin at the second level

html_theme = "furo"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
html_show_sphinx = False
html_theme_options = {
    "navigation_with_keys": True,
    "light_css_variables": {"color-brand-primary": "#0b5c7a", "color-brand-content": "#0b5c7a"},
    "dark_css_variables": {"color-brand-primary": "#6cc3e0", "color-brand-content": "#6cc3e0"},
}
pygments_style = "friendly"
pygments_dark_style = "native"
highlight_language = "none"
lexers["csv"] = TextLexer()  # unknown to this Pygments
for script in "pvpython", "opendrift":
    lexers[script] = PythonLexer()
smartquotes = False  # "--" is an option, not a dash
