"""Copies the pages of the checkout into one folder for Sphinx: their links lead to the same places as on a git host."""
import os
import re

LINK = re.compile(r"(!?\[[^\]]*\]\()([^)\s]+)(\))")
PICTURES = (".png", ".svg", ".jpg")
MENU = 30  # entries below one page; a longer list stands on the page alone
LANGUAGES = {".c": "c", ".h": "c", ".yaml": "yaml", ".py": "python", ".sh": "bash"}


class Pages:
    """The pages below `folder`. Paths are relative to the root of the checkout."""

    def __init__(self, source, folder):
        self.source, self.folder = source, folder
        self.texts = {}

    def read(self):
        """Reads all pages of the checkout, but for those of builds and runs."""
        for place, folders, names in os.walk(self.source):
            root = place == self.source
            folders[:] = sorted(name for name in folders if not name.startswith(".") and not (root and re.match(r"build|runs$", name)))
            for name in sorted(names):
                if name.endswith(".md"):
                    path = os.path.join(place, name)
                    with open(path, encoding="utf-8") as file:
                        self.texts[os.path.relpath(path, self.source)] = file.read()

    def add(self, path, text):
        self.texts[path] = text

    def write(self):
        """Writes all pages, and what they link to."""
        menu = self.menu()
        for path in list(self.texts):
            self.texts[path] = self.redirect_links(path, self.texts[path])
        listed = {entry for _, entries in menu for entry in entries}
        for path in [entry for entry in listed if entry.endswith("README.md")]:
            children = self.children(path, listed)
            listed.update(children)
            self.texts[path] += toctree(os.path.dirname(path), children)
        for caption, entries in menu:
            self.texts["README.md"] += toctree("", entries, caption)
        for path, text in self.texts.items():
            if path not in listed and path != "README.md":
                text = "---\norphan: true\n---\n\n" + text
            self.put(path, text.encode())

    def put(self, path, content):
        target = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(content)

    def menu(self):
        """(caption, pages) of each heading of docs/README.md; the pages are the links of its lists."""
        sections = re.split(r"^## ", self.texts["docs/README.md"], flags=re.M)[1:]
        menu = []
        for section in sections:
            caption, body = section.split("\n", 1)
            items = "\n".join(re.findall(r"^- .*(?:\n  .*)*", body, re.M))
            links = [resolve("docs/README.md", link) for _, link, _ in LINK.findall(items)]
            menu.append((caption.strip(), [page_of(link) for link in links]))
        if "docs/gallery.md" in self.texts:
            menu[0][1].append("docs/gallery.md")
        return menu

    def children(self, path, listed):
        """The pages below the folder of a README that it links to and the menu does not have."""
        below = os.path.dirname(path) + "/"
        links = [resolve(path, link.split("#")[0]) for _, link, _ in LINK.findall(self.texts[path])]
        found = [link for link in dict.fromkeys(links) if link in self.texts and link.startswith(below) and link not in listed]
        return found if len(found) <= MENU else []

    def redirect_links(self, path, text):
        """Links to folders lead to their README, and links to sources to a page that shows them."""
        blocks = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
        return "".join(block if block.startswith("```") else LINK.sub(lambda found: self.redirect(path, found), block)
                       for block in blocks)

    def redirect(self, path, found):
        before, link, after = found.groups()
        if re.match(r"[a-z]+:|#", link):
            return found.group()
        target, _, anchor = link.partition("#")
        target = resolve(path, target)
        if target.endswith(".md"):
            return self.titled(before, target) + link + after
        full = os.path.join(self.source, target)
        if target.endswith(PICTURES):
            if not os.path.exists(os.path.join(self.folder, target)):
                with open(full, "rb") as file:
                    self.put(target, file.read())
            return found.group()
        if os.path.isdir(full) and page_of(target) not in self.texts:
            raise SystemExit(f"{path}: {link} is a folder without a README")
        page = self.show(target)
        return before + os.path.relpath(page, os.path.dirname(path) or ".") + (anchor and "#" + anchor) + after

    def titled(self, before, target):
        """A link whose text is the name of a page takes the page's title."""
        title = re.match(r"# (.*)", self.texts.get(target, ""))
        if title and before in (f"[{os.path.basename(target)}](", f"[{target}]("):
            return f"[{title[1]}]("
        return before

    def show(self, path):
        """The page that shows a file of the checkout."""
        page = page_of(path)
        if page not in self.texts:
            self.texts[page] = self.listing(path)
        return page

    def listing(self, path):
        with open(os.path.join(self.source, path), encoding="utf-8") as file:
            text = file.read()
        language = LANGUAGES.get(os.path.splitext(path)[1], "text")
        return f"# {os.path.basename(path)}\n\n`{path}`\n\n````{language}\n{text}````\n"


def resolve(path, link):
    """The path of a link in the page `path`."""
    return os.path.normpath(os.path.join(os.path.dirname(path), link)) if link else path


def page_of(path):
    """The page that stands for a file or folder of the checkout."""
    if path.endswith(".md"):
        return path
    header = re.fullmatch(r"(\w+)/include/ria(?:/(\w+\.h))?", path)
    if header:
        return f"docs/headers/{header[1]}-{header[2]}.md" if header[2] else "docs/headers/README.md"
    if re.search(r"\.\w+$", path) or path.endswith("LICENSE"):
        return path + ".md"
    return path + "/README.md"


def toctree(folder, entries, caption=None):
    """A part of the menu, of pages given by their paths."""
    if not entries:
        return ""
    names = "\n".join(os.path.relpath(entry, folder or ".")[:-3] for entry in entries)
    return "\n```{toctree}\n:hidden:\n" + (f":caption: {caption}\n" if caption else "") + f"\n{names}\n```\n"
