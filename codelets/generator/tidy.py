"""Readable layout of generated text: no line over 100 columns, no runs of blank lines."""

import re

WIDTH = 100
# Where a line of C may be broken, best first: after a comma, before an operator, after a
# parenthesis.
BREAKS = (re.compile(r", "), re.compile(r" (?=[?:&|]+ )| (?=[-+*/<>=]+ )"), re.compile(r"\((?=\w)"))


def break_points(line, limit):
    """Offsets at which `line` may be broken, outside strings, the best kind first."""
    quoted, inside = set(), False
    for at, letter in enumerate(line):
        if letter == '"' and line[at - 1] != "\\":
            inside = not inside
        if inside:
            quoted.add(at)
    indent = len(line) - len(line.lstrip())
    for pattern in BREAKS:
        found = [m.end() for m in pattern.finditer(line)
                 if indent + 20 < m.end() <= limit and m.start() not in quoted]
        if found:
            yield found[-1]


def wrapped(line):
    """A line of C as lines that fit, the later ones indented by 4 more."""
    if len(line) <= WIDTH or line.lstrip().startswith(("#", "*", "/*")):
        return [line]
    cut = next(break_points(line, WIDTH), None)
    if cut is None:
        return [line]
    indent = len(line) - len(line.lstrip())
    lines, rest = [line[:cut].rstrip()], line[cut:].lstrip()
    while len(rest) + indent + 4 > WIDTH:
        padded = " " * (indent + 4) + rest
        cut = next(break_points(padded, WIDTH), None)
        if cut is None:
            break
        lines.append(padded[:cut].rstrip())
        rest = padded[cut:].lstrip()
    return lines + [" " * (indent + 4) + rest]


def tidy(text):
    lines = [part for line in text.split("\n") for part in wrapped(line.rstrip())]
    text = "\n".join(lines).strip("\n") + "\n"
    text = re.sub(r"\n{3,}", "\n\n", text)
    return re.sub(r"\{\n\n", "{\n", re.sub(r"\n\n( *\})", r"\n\1", text))
