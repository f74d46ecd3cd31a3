"""The public headers as pages, from the XML that Doxygen makes of them."""
import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from pages import page_of

PARTS = {
    "runtime": "meshes, tiles, steps, checkpoints, GPUs",
    "codelets": "the registry of kernels and solvers",
    "inputs": "cases, rasters, tides, weather",
    "postproc": "histories, maps, tables, reports",
    "jobs": "programs that are started here, by mpirun and by Slurm",
}
SETTINGS = """\
GENERATE_HTML = NO
GENERATE_LATEX = NO
GENERATE_XML = YES
XML_PROGRAMLISTING = NO
OPTIMIZE_OUTPUT_FOR_C = YES
JAVADOC_AUTOBRIEF = YES
WARN_LOGFILE = /dev/null
QUIET = YES
"""


def add_headers(source, work, pages):
    """Adds a page for each header of the libraries, and docs/headers/README.md, which lists them."""
    os.makedirs(f"{work}/doxygen")
    folders = " ".join(f"{source}/{part}/include/ria" for part in PARTS)
    with open(f"{work}/doxygen/settings", "w", encoding="utf-8") as file:
        file.write(f"{SETTINGS}INPUT = {folders}\nSTRIP_FROM_PATH = {source}\nOUTPUT_DIRECTORY = {work}/doxygen\n")
    subprocess.run(["doxygen", f"{work}/doxygen/settings"], check=True)
    xml = f"{work}/doxygen/xml"
    listed = {part: [] for part in PARTS}
    for name in sorted(os.listdir(xml)):
        if name.endswith("_8h.xml"):
            header = ElementTree.parse(f"{xml}/{name}").getroot().find("compounddef")
            path = header.find("location").get("file")
            listed[path.split("/")[0]].append((path, brief(header)))
            pages.add(page_of(path), page(header, xml))
    text = ("# Headers\n\nThe libraries of ria in C: what each function takes, what it owns and how it fails. Start with\n"
            f"[ria/simulation.h]({os.path.basename(page_of('runtime/include/ria/simulation.h'))}); [examples](../../examples/README.md) "
            "has complete programs.\n")
    for part, about in PARTS.items():
        rows = "".join(f"| [ria/{os.path.basename(path)}]({os.path.basename(page_of(path))}) | {first} |\n" for path, first in listed[part])
        text += f"\n## {part}: {about}\n\n| header | content |\n| --- | --- |\n{rows}"
    pages.add("docs/headers/README.md", text)


def page(header, xml):
    name = os.path.basename(header.find("location").get("file"))
    text = f"# ria/{name}\n\n" + described(header)
    kinds = {"Functions": [], "Types": [], "Macros": [], "Variables": []}
    for inner in header.findall("innerclass"):
        if "@" in inner.text:  # without a name: its members stand where it is used
            continue
        struct = ElementTree.parse(f"{xml}/{inner.get('refid')}.xml").getroot().find("compounddef")
        kinds["Types"].append((line_of(struct), inner.text, struct_text(struct)))
    for member in header.iter("memberdef"):
        entry = (line_of(member), member.findtext("name"))
        if member.get("kind") == "function":
            kinds["Functions"].append((*entry, declared(member)))
        elif member.get("kind") == "enum":
            kinds["Types"].append((*entry, described(member) + members(member.findall("enumvalue"))))
        elif member.get("kind") == "variable":
            kinds["Variables"].append((*entry, declared(member)))
        elif member.get("kind") == "define" and not entry[1].endswith("_H"):
            kinds["Macros"].append((*entry, described(member)))
        elif member.get("kind") == "typedef" and not re.match(r"(struct|enum) +\w* *\{?$", plain(member.find("type"))):
            kinds["Types"].append((*entry, declared(member)))
    for kind, entries in kinds.items():
        if entries:
            text += f"## {kind}\n\n" + "".join(f"### `{name}`\n\n{body}" for _, name, body in sorted(entries))
    return text


def line_of(element):
    return int(element.find("location").get("line"))


def declared(member):
    """A C declaration and its description."""
    begin = plain(member.find("type")) + " " + member.findtext("name")
    if begin.startswith("typedef") or member.get("kind") == "typedef":
        begin = "typedef " + begin.removeprefix("typedef ")
    arguments = member.findtext("argsstring") or ""
    if len(begin + arguments) > 90:
        arguments = arguments.replace(", ", ",\n" + " " * (len(begin) + 1))
    return f"```c\n{begin}{arguments};\n```\n\n" + described(member)


def struct_text(struct):
    rows = list(struct.iter("memberdef"))
    return described(struct) + members(rows)


def members(elements):
    """A table of the members of a struct or an enum."""
    rows = ""
    for element in elements:
        name = (plain(element.find("type")) + " " if element.find("type") is not None else "") + element.findtext("name")
        name += (element.findtext("argsstring") or "")
        rows += f"| `{name}` | {' '.join(described(element).split())} |\n".replace("||", "&#124;&#124;")
    return f"| member | meaning |\n| --- | --- |\n{rows}\n" if rows else ""


def plain(element):
    return " ".join("".join(element.itertext()).split()) if element is not None else ""


def brief(element):
    text = paragraphs(element.find("briefdescription")) or paragraphs(element.find("detaileddescription"))
    return " ".join(text[0].split()) if text else ""


def described(element):
    parts = paragraphs(element.find("briefdescription")) + paragraphs(element.find("detaileddescription"))
    return "".join(part + "\n\n" for part in parts)


def paragraphs(description):
    """The paragraphs of a description as Markdown."""
    if description is None:
        return []
    return [text for text in (inline(para).strip() for para in description.findall("para")) if text]


def inline(element):
    text = escape(element.text)
    for child in element:
        if child.tag == "computeroutput":
            text += f"`{plain(child)}`"
        elif child.tag in ("verbatim", "programlisting"):
            text += f"\n\n```text\n{''.join(child.itertext()).strip()}\n```\n\n"
        elif child.tag in ("itemizedlist", "orderedlist"):
            text += "\n\n" + "".join(f"- {' '.join(inline(para) for para in item.findall('para')).strip()}\n" for item in child) + "\n"
        elif child.tag == "parameterlist":
            text += "\n\n" + "".join(f"- `{plain(item.find('parameternamelist'))}`: {plain(item.find('parameterdescription'))}\n" for item in child) + "\n"
        elif child.tag == "simplesect":
            label = {"return": "Returns ", "see": "See "}.get(child.get("kind"), "")
            text += "\n\n" + label + " ".join(inline(para).strip() for para in child.findall("para")) + "\n\n"
        else:
            text += inline(child)
        text += escape(child.tail)
    return text


def escape(text):
    return re.sub(r"([\\`*_\[\]<>|])", r"\\\1", text or "")
