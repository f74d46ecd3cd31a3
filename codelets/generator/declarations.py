"""The contents of a definition: its fields and scalars, its bodies, its hints."""

import re
from dataclasses import dataclass, field, replace


@dataclass(frozen=True)
class Quantity:
    """A named number with its unit: a field, a component of a vector, a scalar."""

    name: str
    unit: str
    what: str
    vector: str = ""  # the vector that it is a component of
    component: str = ""  # "x", "y" or "z"
    access: str = "both"  # for a field of the state: "read", "written" or "both"
    array: str = ""  # the COMPONENTS or BLOCK that it is an element of
    index: tuple = ()  # which
    storage: str = "real"  # for a field: "real", "mask" (8 bits), "index" (32 bits) or "single" (a
                           # float)

    def spelled(self):
        """Its spelling in a definition: `q[2]` for the name q2."""
        return self.array + "".join(f"[{i}]" for i in self.index) if self.array else self.name


@dataclass(frozen=True)
class Array:
    """COMPONENTS or a BLOCK: fields with numbers in a definition."""

    name: str
    dimensions: tuple
    line: int
    absent: frozenset = frozenset()  # elements that are 0 by structure, without a field

    def element(self, index):
        """The name of an element's field; None: 0 by structure."""
        return None if index in self.absent else self.name + "".join(map(str, index))


@dataclass(frozen=True)
class Hint:
    """HINT(target, what, precision...): advice to a target."""

    target: str
    what: str
    precisions: tuple = ()  # none: all

    def holds(self, target, what, precision=None):
        return (self.target, self.what) == (target, what) and (
            not precision or not self.precisions or precision in self.precisions)


def hint_of(line):
    """Parses a line HINT(...)."""
    target, what, *precisions = re.findall(r"\w+", line)[1:]
    return Hint(target, what, tuple(precisions))


@dataclass
class Definition:
    file: str
    name: str = ""
    what: str = ""
    source: str = ""
    kind: str = ""
    axes: int = 3  # bit 0: x, bit 1: y, bit 2: z; 0: a kernel for each of the first two
    axes_word: str = ""  # line of that word
    midpoint: bool = False  # MIDPOINT: two stages, and an interim copy of the state
    followed_by: str = ""  # for a point kernel: the reduce kernel whose sums a launch may also
                           # compute
    line: int = 1
    state: list = field(default_factory=list)  # of Quantity, vectors as their components
    statics: list = field(default_factory=list)
    prepared: list = field(default_factory=list)
    sloped: list = field(default_factory=list)  # for a slope kernel: fields that SLOPES adds to a
                                                # cell
    wave: list = field(default_factory=list)
    face: list = field(default_factory=list)
    scalars: list = field(default_factory=list)
    results: list = field(default_factory=list)  # of a scalar kernel
    switches: list = field(default_factory=list)
    cells: list = field(default_factory=list)  # names of the variables after CELL { }
    waves: list = field(default_factory=list)
    faces: list = field(default_factory=list)
    arrays: dict = field(default_factory=dict)  # name -> Array
    globals: dict = field(default_factory=dict)  # `static real rate;` -> {"rate": "real"}
    bodies: dict = field(default_factory=dict)  # "FLUX" -> c_ast.FuncDef
    helpers: dict = field(default_factory=dict)  # name -> c_ast.FuncDef
    hints: set = field(default_factory=set)  # of Hint
    comments: dict = field(default_factory=dict)  # (file, line after a comment) -> its text

    def vectors(self):
        """Names of the vectors of a cell, in order."""
        return list(dict.fromkeys(
            q.vector for q in self.state + self.statics + self.prepared + self.sloped if q.vector))

    def with_interim(self):
        """The same with an interim copy of the state's fields after these."""
        return replace(self, state=self.state + [halfway(q) for q in self.state])


def halfway(quantity):
    """The interim copy of a quantity, half a time step on."""
    return Quantity((quantity.vector or quantity.name) + "_half" + quantity.component, quantity.unit,
                    f"{quantity.what}, half a time step on",
                    quantity.vector and quantity.vector + "_half", quantity.component)
