"""Checks a built site: links, anchors, the search index, and that no page loads anything from the network."""
import os
import re
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

LOADED = {"img": "src", "script": "src", "link": "href", "source": "src", "iframe": "src", "video": "src", "audio": "src",
          "object": "data", "embed": "src"}


class Page(HTMLParser):
    """The anchors of a page, its links, and what it loads."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.loads, self.styles = set(), [], [], []
        self.in_style = False
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(values[name] for name in ("id", "name") if values.get(name))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in LOADED and values.get(LOADED[tag]) and values.get("rel") not in ("index", "search", "next", "prev", "canonical"):
            self.loads.append(values[LOADED[tag]])
        self.styles.append(values.get("style") or "")
        self.in_style = tag == "style"

    def handle_endtag(self, tag):
        self.in_style = False

    def handle_data(self, data):
        if self.in_style:
            self.styles.append(data)


def addresses(style):
    """What a style sheet loads."""
    return re.findall(r"""(?:url\(|@import )\s*["']?([^"')\s;]+)""", re.sub(r"@import url", "url", style))


def check(folder):
    """Returns a sentence for each problem of the site in the folder."""
    problems, pages, styles = [], {}, {}
    for place, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(place, name)
            if name.endswith(".html"):
                pages[os.path.normpath(path)] = Page(path)
            elif name.endswith(".css"):
                with open(path, encoding="utf-8") as file:
                    styles[path] = file.read()
    for path, page in pages.items():
        loads = page.loads + [link for style in page.styles for link in addresses(style)]
        problems += problems_of(folder, path, page.links, loads, pages)
    for path, style in styles.items():
        problems += problems_of(folder, path, [], addresses(style), pages)
    index = os.path.join(folder, "searchindex.js")
    if not os.path.exists(index) or os.path.getsize(index) < 1000:
        problems.append("searchindex.js is missing or empty")
    return problems


def problems_of(folder, path, links, loads, pages):
    """What is wrong with the links of a file, and with what it loads."""
    shown = os.path.relpath(path, folder)
    problems = [f"{shown}: {problem}" for link in links + loads for problem in check_link(path, link, pages)]
    return problems + [f"{shown}: loads {link}" for link in loads if urlsplit(link).netloc]


def check_link(path, link, pages):
    """What is wrong with a link of a page to this site."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return [] if parts.scheme in ("", "http", "https", "mailto", "data") else [f"{link} has an unknown scheme"]
    target = os.path.normpath(os.path.join(os.path.dirname(path), unquote(parts.path))) if parts.path else path
    if not os.path.isfile(target):
        return [f"{link} leads nowhere"]
    if parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].anchors:
        return [f"{link}: that page has no such anchor"]
    return []
