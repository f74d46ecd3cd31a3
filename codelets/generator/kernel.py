"""A kernel: every body of a definition lowered, for every combination of its switches."""

from .definition import read_definition
from .ir import Builder
from .lower import Lowering
from .passes import Cost, cost, hoisted

RADIUS = {"face": 1, "boundary": 0, "cells": 0}
UNUSUAL = ("", "unusual")  # an output of the usual code of a body


def turned(quantity, normal="x"):
    """A cell's field as a face sees it whose normal is that axis: of a vector, the component along
    the normal is n, the other t."""
    if not quantity.vector:
        return quantity.name
    return quantity.vector + ("n" if quantity.component == normal else "t")


def other_component(quantity):
    """The name of the other component of a vector."""
    return quantity.vector + ("y" if quantity.component == "x" else "x")


def turnings(quantity):
    """All names that a cell's field has on faces."""
    return {turned(quantity, "x"), turned(quantity, "y")}


class Kernel:
    """What templates are given. `codes[body][switches]` is the code of a body."""

    def __init__(self, definition):
        self.definition = definition
        self.name, self.kind = definition.name, definition.kind
        self.along_x, self.along_y = bool(definition.axes & 1), bool(definition.axes & 2)
        self.radius = RADIUS[self.kind]
        self.builder = Builder()
        self.variants = range(2 ** len(definition.switches))
        self.codes = {}
        for body in definition.bodies:
            readable, writable = self.places(body)
            self.codes[body.lower()] = [
                Lowering(definition, self.builder, readable, writable,
                         self.setting(switches)).body(body)
                for switches in self.variants]
        if "flux" in self.codes:
            self.add_usual()
        if "rate" in self.codes:
            self.reduce_for_rate()

    def setting(self, switches):
        return {q.name: bool(switches >> bit & 1)
                for bit, q in enumerate(self.definition.switches)}

    def neighbours(self):
        """The faces of a cell, as UPDATE and RATE call them."""
        return ["west", "east"] * self.along_x + ["south", "north"] * self.along_y

    def places(self, body):
        """({(place, field)} that `body` may read, {(place, field): type} that it must set)."""
        d = self.definition
        cell = d.state + d.statics

        def of(place, quantities, spell=lambda q: q.name):
            return {(place, spell(q)) for q in quantities}

        def real(place, quantities, spell=lambda q: q.name):
            return {(place, spell(q)): "real" for q in quantities}

        faces = set().union(*(of(p, d.face) for p in self.neighbours()))
        if body == "PREPARE":
            return of("cell", cell), real("cell", d.prepared)
        if body == "FLUX":
            sides = cell + d.prepared
            return of("left", sides, turned) | of("right", sides, turned), real("face", d.face)
        if body == "UPDATE":
            return of("cell", cell + d.prepared) | faces, real("next", d.state)
        if body == "RATE":
            return faces, {("", "rate"): "real"}
        if body == "CHECK":
            return of("next", d.state), {("", "valid"): "bool"}
        if body == "REST":
            return of("cell", cell), {("", "rest"): "bool"}
        if body == "GHOST":
            return (of("inner", cell, turned) | of("edge", cell, turned)
                    | of("ghost", d.statics, turned) | {("", "outward")},
                    real("ghost", d.state, turned))
        return of("cell", cell) | {("", "weight")}, real("next", d.state)

    def add_usual(self):
        """FLUX where nothing unlikely happens, as a body of its own that also sets `unusual`: whether
        it is of no use, because something does."""
        readable, writable = self.places("FLUX")
        self.codes["usual_flux"] = []
        for switches in self.variants:
            lowering = Lowering(self.definition, self.builder, readable, writable,
                                self.setting(switches), usual=True)
            code = lowering.body("FLUX")
            code.outputs[UNUSUAL] = lowering.excluded
            self.codes["usual_flux"].append(code)

    def reduce_for_rate(self):
        """The part of FLUX and PREPARE that RATE needs, as bodies of their own."""
        self.codes["rate_flux"], self.codes["rate_prepare"] = [], []
        self.codes["usual_rate_flux"] = []
        for switches in self.variants:
            wanted = {f for _, f in self.codes["rate"][switches].loads()}
            flux = self.codes["flux"][switches].only(lambda _, f: f in wanted)
            self.codes["rate_flux"].append(flux)
            self.codes["usual_rate_flux"].append(self.codes["usual_flux"][switches].only(
                lambda p, f: f in wanted or (p, f) == UNUSUAL))
            seen = {f for _, f in flux.loads()}
            if "prepare" in self.codes:
                names = {q.name for q in self.definition.prepared if seen & turnings(q)}
                self.codes["rate_prepare"].append(
                    self.codes["prepare"][switches].only(lambda _, f: f in names))
        if "prepare" not in self.codes:
            del self.codes["rate_prepare"]

    # --- what templates ask ---------------------------------------------------------------------

    def has(self, body):
        return body in self.codes

    def distinct(self, body):
        """[(index, code)] of the different codes of a body over the switches."""
        found = {}
        for code in self.codes[body]:
            found.setdefault(code.key(), (len(found), code))
        return list(found.values())

    def index(self, body, switches):
        """Which of distinct(body) a combination of switches uses."""
        key = self.codes[body][switches].key()
        return next(i for i, code in self.distinct(body) if code.key() == key)

    def all_codes(self):
        return [code for codes in self.codes.values() for code in codes]

    def hoisted(self):
        return hoisted(self.all_codes())

    def read(self, body, *places):
        """Names of the fields that `body` reads at any of `places`, whatever the switches, in the
        order of their declaration."""
        found = {f for code in self.codes.get(body, []) for p, f in code.loads() if p in places}
        d = self.definition
        known = [n for q in d.state + d.statics + d.prepared for n in (q.name, turned(q))]
        return list(dict.fromkeys(n for n in known + [q.name for q in d.face] if n in found))

    def face_fields(self, bodies, *places):
        """Face fields that `bodies` read at `places`, in order."""
        found = [f for body in bodies for f in self.read(body, *places)]
        return [q.name for q in self.definition.face if q.name in found]

    def prepared_fields(self, flux, bodies):
        """Prepared fields that a flux (and the bodies that see the cell) read, in order."""
        seen = set(self.read(flux, "left", "right"))
        direct = [f for body in bodies for f in self.read(body, "cell")]
        return [q.name for q in self.definition.prepared
                if seen & turnings(q) or q.name in direct]

    def cost(self, switches):
        """(Cost, reads, writes) a cell, every face once and PREPARE once."""
        d = self.definition
        total = Cost()
        for body in ("prepare", "flux", "update", "rate", "check", "ghost", "apply"):
            if body in self.codes:
                times = self.along_x + self.along_y if body == "flux" else 1
                total = total + cost(self.codes[body][switches]).times(times)
        if self.kind == "boundary":
            reads = len([k for k in self.codes["ghost"][switches].loads() if k[0]])
        else:
            bodies = ("prepare", "flux", "update", "apply")
            seen = {f for b in bodies if b in self.codes
                    for p, f in self.codes[b][switches].loads() if p in ("cell", "left", "right")}
            reads = len([q for q in d.state + d.statics
                         if q.name in seen or seen & turnings(q)])
        return total, reads, len(d.state)


def read_kernel(file, shown=None):
    return Kernel(read_definition(file, shown))
