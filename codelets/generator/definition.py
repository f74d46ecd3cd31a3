"""Reads a kernel definition: its declarations, and its bodies as syntax trees of pycparser.

A definition is C with the macros of codelets/kernels/ria_kernel.h. This file reads the declarations
token by token, because the macros discard their units and descriptions.
"""

import functools
import itertools
import re
from dataclasses import dataclass, replace
from pathlib import Path

from pycparser import c_ast, c_parser

from .declarations import Array, Definition, Hint, Quantity
from .errors import DefinitionError

KINDS = {"FACE_KERNEL": "face", "SLOPE_KERNEL": "slope", "WAVE_KERNEL": "wave", "BOUNDARY_KERNEL": "boundary",
         "CELLS_KERNEL": "cells", "POINT_KERNEL": "point", "REDUCE_KERNEL": "reduce", "SCALAR_KERNEL": "scalar"}
AXES = {"AXES_X": 1, "AXES_Y": 2, "AXES_XY": 3, "AXES_XYZ": 7, "AXES_EACH": 0}
ALL_AXES = 7
SECTIONS = {"STATE": "state", "INPUT": "state", "OUTPUT": "state", "STATICS": "statics", "PREPARED": "prepared",
            "SLOPED": "sloped"}
ACCESS = {"INPUT": "read", "OUTPUT": "written"}  # of fields of the state that are not both
STORED = {"MASK": "mask", "INDEX": "index"}  # fields of whole numbers: how they are stored
READ_ONLY = ("INPUT", "STATICS")  # the sections of a cell that may have them
ONE_WAY = ("INPUT", "OUTPUT")  # and those that may have SINGLE fields

# kind -> body -> whether it is required
BODIES = {
    "face": {"PREPARE": False, "FLUX": True, "UPDATE": True, "RATE": False, "CHECK": False,
             "REST": False, "SHUT": False, "THROUGH": False},
    "slope": {"PREPARE": False, "SLOPES": True, "FLUX": True, "UPDATE": True, "RATE": False,
              "CHECK": False, "REST": False, "SHUT": False, "THROUGH": False},
    "wave": {"PREPARE": False, "WAVES": True, "FLUX": True, "UPDATE": True, "RATE": False,
             "CHECK": False},
    "boundary": {"GHOST": True},
    "cells": {"APPLY": True},
    "point": {"UPDATE": True, "RATE": False, "CHECK": False},
    "reduce": {"MIN": False, "MAX": False, "SUM": False},
    "scalar": {"COMPUTE": True},
}
LIMITS = {"state": 16, "statics": 16, "scalars": 32, "results": 32, "switches": 8}  # as in ria/kernel.h
OPERANDS = {"state": 256}  # of POINT and REDUCE kernels
FUNCTIONS = {"sqrt": 1, "fma": 3, "fabs": 1, "min": 2, "max": 2, "fmin": 2, "fmax": 2,
             "minmod": 2, "minmod3": 3, "inverse_cbrt_guess": 1}  # of reals
UNFIT = {"wave": {"inverse_cbrt_guess", "minmod3"}}  # kind -> functions that its bodies may not
                                                     # call
COMPOSED = {"sum3": 3, "sum4": 4, "fma_sparse": 3}  # functions of reals that are built from others
OF_ONE = (*KINDS, *AXES, "MIDPOINT", "FOLLOWED_BY", "HINT")  # keywords of one definition: not in
                                                             # files that others include
HINTS = {"likely", "unlikely", "needed"}  # of a condition

DEFINE = re.compile(r"#define +(\w+)(?:[ \\]+(.*))?$", re.DOTALL)  # a macro without parameters
INCLUDE = re.compile(r'#include "(?!(?:[^"]*/)?ria_kernel\.h")([^"]+)"')
TOKEN = re.compile(
    r"""(?P<space>\s+)|(?P<comment>/\*.*?\*/|//[^\n]*)|(?P<directive>\#(?:\\\n|[^\n])*)
      |(?P<string>"(?:[^"\\\n]|\\.)*")|(?P<word>[A-Za-z_]\w*)
      |(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\w*)|(?P<mark>.)""",
    re.VERBOSE | re.DOTALL)


@dataclass(frozen=True)
class Token:
    kind: str
    text: str
    line: int
    at: int  # offset in the text


def tokenize(text):
    tokens, line = [], 1
    for match in TOKEN.finditer(text):
        tokens.append(Token(match.lastgroup, match.group(), line, match.start()))
        line += match.group().count("\n")
    return tokens


class Reader:
    """Recursive descent over the top level of a definition, or of a file that it includes (`by`:
    the Reader of the definition)."""

    def __init__(self, text, file, folder=None, by=None):
        self.text, self.file, self.folder = text, file, folder
        everything = tokenize(text)
        self.tokens = [t for t in everything if t.kind not in ("space", "comment", "directive")]
        self.tokens.append(Token("end", "", text.count("\n") + 1, len(text)))
        self.next = 0
        self.definition = by.definition if by else Definition(file)
        self.names = by.names if by else {}  # declared name -> line
        self.macros = by.macros if by else {}  # macro name -> its tokens
        self.files = by.files if by else set()  # files included so far
        self.directives = [t for t in everything if t.kind == "directive"]
        for token in (t for t in everything if t.kind == "comment"):
            body = re.sub(r"^//|^/\*+|\*+/$", "", token.text)
            words = " ".join(part.strip().lstrip("*").strip() for part in body.split("\n"))
            words = words.strip().strip("\\").strip()
            last = token.line + token.text.count("\n")
            beside = text[text.rfind("\n", 0, token.at) + 1:token.at].strip()
            self.definition.comments[file, token.line if beside else last + 1] = words

    # --- tokens ---------------------------------------------------------------------------------

    def fail(self, what, advice, token=None):
        raise DefinitionError(self.file, (token or self.peek()).line, what, advice)

    def peek(self):
        token = self.tokens[self.next]
        while token.kind == "word" and token.text in self.macros:
            self.tokens[self.next:self.next + 1] = [replace(t, line=token.line) for t in self.macros[token.text]]
            token = self.tokens[self.next]
        return token

    def take(self, text=None, kind=None, why=""):
        token = self.peek()
        if (text is not None and token.text != text) or (kind and token.kind != kind):
            found = f"'{token.text}'" if token.text else "the end of the file"
            wanted = f"'{text}'" if text else f"a {kind}"
            self.fail(f"expected {wanted}{why}, found {found}", "see the words in ria_kernel.h")
        self.next += 1
        return token

    def string(self):
        token = self.take(kind="string")
        words = token.text[1:-1]
        while self.peek().kind == "string":
            words += self.take().text[1:-1]
        return words

    def declare(self, token, what):
        name = token.text
        if name in self.names:
            self.fail(f"{what} '{name}' is already declared in line {self.names[name]}",
                      "give it another name", token)
        if name in FUNCTIONS or name in COMPOSED or name in HINTS:
            self.fail(f"{what} '{name}' has the name of a function", "give it another name", token)
        self.names[name] = token.line
        return name

    def braces(self):
        """The text from this '{' to its '}', both included, and its line."""
        start = self.take("{")
        depth = 1
        while depth:
            token = self.peek()
            if token.kind == "end":
                self.fail("a '{' is never closed", "add the '}'", start)
            depth += {"{": 1, "}": -1}.get(token.text, 0)
            self.next += 1
        end = self.tokens[self.next - 1]
        return self.text[start.at:end.at + 1], start.line

    # --- declarations ---------------------------------------------------------------------------

    def read(self):
        # An included file may depend on the kind, which follows below.
        self.definition.kind = next((KINDS[t.text] for t in self.tokens if t.text in KINDS), "")
        self.read_text()
        d = self.definition
        d.bodies = dict(sorted(d.bodies.items(), key=lambda body: body[1].coord.file != self.file))  # its own first
        self.spread_vectors()
        self.verify()
        return self.definition

    def read_text(self):
        for token in self.directives:
            self.directive(token)
        while self.peek().kind != "end":
            self.top_level()

    def directive(self, token):
        defined, included = DEFINE.match(token.text), INCLUDE.match(token.text)
        if defined:
            text = (defined.group(2) or "").replace("\\\n", " \n")
            self.macros[defined.group(1)] = [t for t in tokenize(text) if t.kind not in ("space", "comment")]
        elif included:
            self.include(token, included.group(1))

    def include(self, token, name):
        """A header of several definitions may contain everything except the kind of a kernel and
        its axes."""
        path = (self.folder / name).resolve() if self.folder else None
        if not path or not path.is_file():
            self.fail(f"there is no file '{name}'", "write its path from the folder of the file that includes it", token)
        if path in self.files:
            return
        self.files.add(path)
        shared = Reader(text_of(path), name, path.parent, self)
        alone = next((t for t in shared.tokens if t.text in OF_ONE), None)
        if alone:
            shared.fail(f"'{alone.text}' in a file that is included", "write it in each definition", alone)
        shared.read_text()

    def top_level(self):
        token = self.take(kind="word")
        word, d = token.text, self.definition
        if word in KINDS:
            if d.name:
                self.fail("a second kernel in one file", "put each kernel into a file of its own",
                          token)
            d.line = token.line
            self.take("(")
            d.name = self.take(kind="word").text
            self.take(",")
            d.what = self.string()
            self.take(",")
            d.source = self.string()
            self.take(")")
        elif word in AXES:
            d.axes, d.axes_word = AXES[word], word
        elif word == "MIDPOINT":
            d.midpoint = True
        elif word == "FOLLOWED_BY":
            if d.followed_by:
                self.fail("a second FOLLOWED_BY", "a kernel is followed by one kernel, as often as a program likes", token)
            self.take("(")
            d.followed_by = self.take(kind="word").text
            self.take(")")
        elif word == "HINT":
            self.hint()
        elif word == "CELL":
            self.take("{")
            while self.peek().text != "}":
                section = self.take(kind="word")
                if section.text not in SECTIONS:
                    self.fail(f"'{section.text}' in CELL",
                              "use STATE, INPUT, OUTPUT, STATICS, PREPARED or SLOPED", section)
                if d.kind not in ("point", "reduce") and section.text in ACCESS:
                    self.fail(f"{section.text} in a {d.kind} kernel", "write STATE: it reads and writes all of it",
                              section)
                self.take("(")
                found = []
                self.quantities(found, section=section.text)
                getattr(d, SECTIONS[section.text]).extend(
                    replace(q, access=ACCESS.get(section.text, "both")) for q in found)
                self.take(")")
            self.take("}")
            d.cells = self.variables()
        elif word in ("FACE", "WAVE"):
            self.take("{")
            self.quantities(d.face if word == "FACE" else d.wave, vectors=False)
            self.take("}")
            names = self.variables()
            d.faces, d.waves = (names, d.waves) if word == "FACE" else (d.faces, names)
        elif word == "SCALAR":
            d.scalars.append(self.quantity(vector=False)[0])
        elif word == "RESULT":
            d.results.append(self.quantity(vector=False)[0])
        elif word == "SWITCH":
            self.take("(")
            name = self.declare(self.take(kind="word"), "switch")
            self.take(",")
            d.switches.append(Quantity(name, "", self.string()))
            self.take(")")
        elif word == "static":
            self.static()
        elif any(word in bodies for bodies in BODIES.values()):
            if word in d.bodies:
                self.fail(f"a second {word}", "merge the two", token)
            text, line = self.braces()
            d.bodies[word] = self.parse(f"void {word}(void)", text, line)
        else:
            self.fail(f"'{word}' is no word of a definition", "see the words in ria_kernel.h",
                      token)

    def hint(self):
        self.take("(")
        words = self.words()
        if len(words) < 2:
            self.fail("a HINT without words", "write HINT(target, what) or HINT(target, what, precision)")
        self.take(")")
        self.definition.hints.add(Hint(*words[:2], tuple(words[2:])))

    def variables(self):
        names = self.words()
        self.take(";")
        return names

    def words(self):
        """One or more, with commas between."""
        found = [self.take(kind="word").text]
        while self.peek().text == ",":
            self.take()
            found.append(self.take(kind="word").text)
        return found

    def quantities(self, into, vectors=True, section=None):
        while self.peek().kind == "word":
            word = self.take()
            if word.text == "FIELD":
                into.extend(self.quantity(vector=False, qualified=True))
            elif word.text == "VECTOR" and vectors:
                into.extend(self.quantity(vector=True, qualified=True))
            elif word.text in ("COMPONENTS", "BLOCK"):
                into.extend(self.array(word))
            elif word.text in STORED and section in READ_ONLY and self.definition.kind in ("point", "reduce"):
                into.extend(replace(q, storage=STORED[word.text]) for q in self.quantity(vector=False, qualified=True))
            elif word.text in STORED and self.definition.kind in ("point", "reduce"):
                self.fail(f"{word.text} in {section}",
                          "it is read only: declare it in INPUT or STATICS, or write FIELD", word)
            elif word.text in STORED:
                self.fail(f"{word.text} in a {self.definition.kind} kernel",
                          "only point and reduce kernels have them; write FIELD", word)
            elif word.text == "SINGLE":
                into.extend(self.single(word, section))
            elif word.text == "VECTOR":
                self.fail("a VECTOR in FACE or WAVE", "write its normal and its tangential part as FIELDs",
                          word)
            else:
                self.fail(f"'{word.text}' here", "use FIELD, VECTOR, COMPONENTS, BLOCK, MASK, INDEX or SINGLE", word)

    def single(self, word, section):
        """SINGLE(fields): stored in single precision."""
        kind = self.definition.kind
        if kind not in ("point", "reduce"):
            self.fail(f"SINGLE in a {kind} kernel", "only point and reduce kernels have it", word)
        if section not in ONE_WAY:
            self.fail(f"SINGLE in {section}", "put it into INPUT or OUTPUT: what is read is not what was computed, but "
                      "that rounded", word)
        self.take("(")
        found = []
        self.quantities(found, section=section)
        self.take(")")
        for q in found:
            if q.storage != "real":
                self.fail(f"'{q.name}' is stored in two ways", "take it out of SINGLE", word)
        return [replace(q, storage="single") for q in found]

    def quantity(self, vector, qualified=False):
        self.take("(")
        token = self.take(kind="word")
        name = token.text
        if not qualified:
            self.declare(token, "scalar")
        self.take(",")
        unit = self.string()
        self.take(",")
        what = self.string()
        self.take(")")
        return [Quantity(name, unit, what, name if vector else "")]

    def array(self, word):
        """COMPONENTS(name, number, unit, what) or BLOCK(name, rows, columns, pattern, unit, what)."""
        d = self.definition
        if d.kind not in ("point", "reduce"):
            self.fail(f"{word.text} in a {d.kind} kernel", "only point and reduce kernels have it", word)
        self.take("(")
        name = self.take(kind="word").text
        if name in d.arrays:
            self.fail(f"'{name}' is already declared in line {d.arrays[name].line}", "give it another name", word)
        dimensions = []
        for _ in range(1 if word.text == "COMPONENTS" else 2):
            self.take(",")
            dimensions.append(self.length())
        self.take(",")
        absent = self.pattern(dimensions) if word.text == "BLOCK" else frozenset()
        unit = self.string()
        self.take(",")
        what = self.string()
        self.take(")")
        d.arrays[name] = array = Array(name, tuple(dimensions), word.line, absent)
        return [Quantity(array.element(i), unit, f"{what} {', '.join(map(str, i))}", array=name, index=i)
                for i in itertools.product(*map(range, dimensions)) if i not in absent]

    def length(self):
        token = self.take(kind="number")
        if not re.fullmatch(r"[1-9]|10", token.text):
            self.fail(f"{token.text} elements", "write a number from 1 to 10", token)
        return int(token.text)

    def pattern(self, dimensions):
        """The elements of a block that a pattern such as "110 011" omits."""
        token = self.peek()
        rows = self.string().split()
        self.take(",")
        if [len(row) for row in rows] != [dimensions[1]] * dimensions[0] or set("".join(rows)) - set("01"):
            self.fail("a pattern of another shape than the block",
                      "write a row for each of its rows, with a 1 for an element that there is and a 0 for another",
                      token)
        return frozenset((l, m) for l, row in enumerate(rows) for m, there in enumerate(row) if there == "0")

    def spread_vectors(self):
        """Puts the components of each vector in its place: two in a plane, three in space."""
        d = self.definition
        components = "xyz" if d.axes == ALL_AXES else "xy"
        for part in ("state", "statics", "prepared", "sloped"):
            quantities = getattr(d, part)
            if any(q.vector for q in quantities) and d.kind in ("point", "reduce") and not d.axes_word:
                self.fail(f"a VECTOR in a {d.kind} kernel for boxes of any dimensions",
                          "write AXES_XY or AXES_XYZ, or its components as FIELDs" if d.kind == "point"
                          else "write the components that it reads as FIELDs", Token("", "", d.line, 0))
            setattr(d, part, [one for q in quantities for one in (
                [replace(q, name=q.name + c, what=f"{q.what}, {c}", component=c) for c in components]
                if q.vector else [q])])

    def static(self):
        kind = self.take(kind="word")
        if kind.text not in ("real", "bool", "void"):
            self.fail(f"static {kind.text}", "write `static real`, `static bool` or, of a function, `static void`", kind)
        first = self.take(kind="word")
        if self.peek().text != "(":
            self.next -= 1
            for name in self.variables():
                self.definition.globals[name] = kind.text
            return
        start = first.at
        while self.peek().text not in ("{", ";", ""):
            self.next += 1
        if self.peek().text == ";":  # a prototype: the definition follows
            self.take()
            return
        self.declare(first, "function")
        head = self.text[start:self.peek().at]
        text, line = self.braces()
        self.definition.helpers[first.text] = self.parse(f"{kind.text} {head}", text, line)

    def parse(self, head, text, line):
        text = re.sub(r"/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m.group()), text, flags=re.S)
        text = re.sub(r"//[^\n]*", "", text)
        head = " ".join(head.split())
        source = ("typedef double real; typedef int bool;\n"
                  f'#line {line} "{self.file}"\n{head} {text}\n')
        try:
            tree = c_language().parse(source, self.file)
        except c_parser.ParseError as error:
            found = re.match(r"(.*?):(\d+)(?::\d+)?:? (.*)", str(error))
            where = int(found.group(2)) if found else line
            what = found.group(3) if found else str(error)
            raise DefinitionError(self.file, where, f"not C: {what}",
                                  "look for a missing semicolon or parenthesis") from None
        return next(e for e in tree.ext if isinstance(e, c_ast.FuncDef))

    # --- checks of the whole definition ---------------------------------------------------------

    def verify(self):
        d = self.definition
        here = Token("", "", d.line, 0)
        if not d.kind:
            self.fail("no FACE_KERNEL, SLOPE_KERNEL, WAVE_KERNEL, BOUNDARY_KERNEL, CELLS_KERNEL, POINT_KERNEL, "
                      "REDUCE_KERNEL or SCALAR_KERNEL", "say what kind of kernel this is", Token("", "", 1, 0))
        if d.kind == "reduce":
            self.verify_reduce(here)
        elif d.kind == "scalar":
            self.verify_scalar(here)
        elif all(q.access == "read" for q in d.state):
            self.fail("no STATE", "declare what the kernel computes in CELL { STATE(...) }"
                      + (" or CELL { OUTPUT(...) }" if d.kind == "point" else ""), here)
        if d.results and d.kind != "scalar":
            self.fail(f"a RESULT in a {d.kind} kernel", "only scalar kernels have them", here)
        for body, needed in BODIES[d.kind].items():
            if needed and body not in d.bodies:
                self.fail(f"no {body}", f"a {d.kind} kernel needs one", here)
        for body in d.bodies:
            if body not in BODIES[d.kind]:
                self.fail(f"{body} in a {d.kind} kernel",
                          f"its bodies are {', '.join(BODIES[d.kind])}", here)
        if d.prepared and "PREPARE" not in d.bodies:
            self.fail("PREPARED fields without PREPARE", "write PREPARE { cell.... = ...; }", here)
        if bool(d.sloped) != ("SLOPES" in d.bodies):
            self.fail("SLOPED fields and SLOPES one without the other",
                      "a slope kernel has both: CELL { SLOPED(...) } and SLOPES { cell.... = ...; }", here)
        if d.kind == "slope" and d.axes != 3:
            self.fail("a slope kernel along one axis", "write AXES_XY: its cells have four neighbours", here)
        if d.switches and d.kind not in ("face", "slope", "wave", "point"):
            self.fail(f"a SWITCH in a {d.kind} kernel", "only face, slope, wave and point kernels have them",
                      here)
        if d.followed_by and d.kind != "point":
            self.fail(f"FOLLOWED_BY in a {d.kind} kernel", "only point kernels have it", here)
        if d.axes == ALL_AXES and d.kind != "point":
            self.fail(f"AXES_XYZ in a {d.kind} kernel", "only point kernels have it", here)
        if d.kind in ("point", "reduce") and not d.axes_word:
            d.axes = ALL_AXES  # one that reads no neighbour fits any box
        if "CHECK" in d.bodies and any(q.storage == "single" and q.access != "read" for q in d.state):
            self.fail("CHECK in a kernel that writes SINGLE fields", "check what it computes in a kernel of its own", here)
        if (d.prepared or d.sloped) and d.kind in ("point", "reduce"):
            self.fail(f"PREPARED or SLOPED fields in a {d.kind} kernel", "use locals", here)
        if not d.axes and d.kind != "wave":
            self.fail(f"AXES_EACH in a {d.kind} kernel", "only wave kernels have it", here)
        if d.midpoint and (not d.axes or d.kind not in ("face", "wave", "boundary") or "REST" in d.bodies):
            self.fail("MIDPOINT with AXES_EACH, REST, or in a cells, point, reduce or slope kernel",
                      "it is for steps along the same axes in both stages, and for their sides", here)
        if d.midpoint and d.kind != "boundary" and "dt" not in [q.name for q in d.scalars]:
            self.fail("MIDPOINT without a time step", 'declare SCALAR(dt, "s", "time step")', here)
        if "THROUGH" in d.bodies and (d.axes != 3 or d.midpoint):
            self.fail("THROUGH in a step along one axis or with MIDPOINT", "write AXES_XY, or leave it out", here)
        if "SHUT" in d.bodies and "REST" not in d.bodies:
            self.fail("SHUT without REST", "write REST { rest = ...; } too: SHUT is of cells at rest", here)
        if d.kind == "wave" and not d.wave:
            self.fail("no WAVE", "declare what WAVES computes in WAVE { FIELD(...) }", here)
        for what, limit in (LIMITS | (OPERANDS if d.kind in ("point", "reduce") else {})).items():
            number = len(getattr(d, what)) * (2 if d.midpoint and what == "state" else 1)
            if number > limit:
                self.fail(f"{number} {what}" + (", interim copies included" * (what == "state" and d.midpoint)),
                          f"at most {limit} are possible (ria/kernel.h)", here)
        for group in ("state", "statics", "prepared", "sloped"), ("wave",), ("face",):
            seen = set()
            for quantity in (q for part in group for q in getattr(d, part)):
                if quantity.name in seen:
                    self.fail(f"field '{quantity.name}' is declared twice",
                              "give one another name", here)
                seen.add(quantity.name)

    def verify_scalar(self, here):
        d = self.definition
        if d.state or d.statics or d.cells or d.switches or d.axes_word:
            self.fail("a scalar kernel with CELL, SWITCH or axes", "it knows SCALARs and RESULTs alone", here)
        if not d.results:
            self.fail("no RESULT", "declare what the kernel computes: RESULT(alpha, \"1\", \"what it is\")", here)

    def verify_reduce(self, here):
        d = self.definition
        if not d.state or any(q.access != "read" for q in d.state):
            self.fail("a reduce kernel without INPUT, or with STATE or OUTPUT",
                      "declare what it reads in CELL { INPUT(...) }", here)
        if len(d.bodies) != 1:
            self.fail(f"{len(d.bodies)} bodies in a reduce kernel", "write one of MIN, MAX and SUM", here)
        if d.axes_word:
            self.fail(f"{d.axes_word} in a reduce kernel", "leave it out: it sees no neighbours", here)


FILES_READ = set()  # definitions and their included files: the dependencies of the generated files


def text_of(path):
    FILES_READ.add(Path(path).resolve())
    return Path(path).read_text(encoding="utf-8")


@functools.lru_cache(maxsize=1)  # creating one takes as long as parsing a definition
def c_language():
    return c_parser.CParser()


def read_definition(file, shown=None):
    """The Definition in `file`; errors name the file as `shown`."""
    return Reader(text_of(file), shown or str(file), Path(file).parent).read()
