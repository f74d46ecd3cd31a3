"""A kernel: every body of a definition lowered, for every combination of its switches."""

import functools

from .declarations import halfway
from .definition import read_definition
from .errors import DefinitionError
from .ir import Builder
from .links import HIGH, LOW, Links, replaced
from .lower import Lowering
from .passes import Cost, cost, hoisted, opposite, uniform, zero

AXES = {"x": 1, "y": 2}
BESIDE = ("before", "after")  # the waves of the faces on either side, by FLUX's names
STAGES = ("half", "full")  # of a definition with MIDPOINT
C_TYPES = {"mask": "int8_t", "index": "int32_t", "single": "float"}  # stored types of fields that
                                                                     # are not reals
WHOLE = ("mask", "index")  # fields of whole numbers
UNUSUAL = ("", "unusual")  # suffix of an output of the usual code of a body
REDUCTIONS = ("min", "max", "sum")
LIKELY = ("", "likely")  # suffix of FLUX by links where nothing unlikely happens


def turned(quantity, normal="x"):
    """A cell's field in the frame of a face normal to that axis: the component of a vector along
    the normal is n, the other t."""
    if not quantity.vector:
        return quantity.name
    return quantity.vector + ("n" if quantity.component == normal else "t")


def other_component(quantity):
    """The name of the other component of a vector."""
    return quantity.vector + ("y" if quantity.component == "x" else "x")


class Kernel:
    """The argument of templates. `codes[body][switches]` is the code of a body. A definition with
    AXES_EACH is two kernels, one for each `axis`; for others `axis` is None. A step with MIDPOINT
    is two kernels, one for each `stage`: their state consists of the `own` fields of the
    definition, followed by the interim ones."""

    def __init__(self, definition, axis=None, stage=None):
        self.axis, self.stage, self.own = axis, stage, definition.state
        self.interim = len(self.own) if definition.midpoint else 0
        definition = definition.with_interim() if self.interim else definition
        self.definition = definition
        self.name = "_".join(part for part in (definition.name, axis, stage) if part)
        self.kind = definition.kind
        self.axes = AXES[axis] if axis else definition.axes
        self.along_x, self.along_y = bool(self.axes & 1), bool(self.axes & 2)
        self.inputs = [q for q in definition.state if q.access != "written"]
        self.outputs = [q for q in definition.state if q.access != "read"]
        self.trackers = []  # trackers that launches of steps also apply (render.py)
        self.builder = Builder()
        self.variants = range(2 ** len(definition.switches))
        self.codes = {}
        for body in definition.bodies:
            if (stage, body) in (("half", "CHECK"), ("full", "RATE")):
                continue
            self.codes[body.lower()] = [self.lowered(body, self.setting(switches))
                                        for switches in self.variants]
        self.verify_rest()
        self.reduce_prepare()
        if self.kind in ("face", "slope"):
            self.add_usual()
        if "waves" in self.codes:
            for flux in self.codes["flux"]:
                links = Links(self.builder, flux)
                self.add_code("link", links.code)
                self.add_code("linked_flux", links.flux)
            self.add_likely()
        if "rate" in self.codes and "flux" in self.codes:
            self.reduce_for_rate()
        self.reach = self.reach_along_axes()
        self.radius = max(self.reach)
        if self.kind in ("point", "reduce"):
            self.verify_all_is_read()

    def lowered(self, body, setting, **how):
        """A body's Code. In the first of two stages the time step is halved and the state is
        copied; in the second faces read the interim state, which the new one replaces. Both stages
        fill their ghost cells in the same way."""
        readable, writable = self.places(body)
        halved = {"dt"} if self.stage == "half" else set()
        lowering = Lowering(self.definition, self.builder, readable, writable, setting, halved=halved,
                            renamed=self.renamed(body), **how)
        code = lowering.body(body)
        if self.interim and body == "UPDATE":
            for q in self.own:
                other = halfway(q).name
                if self.stage == "half":
                    code.outputs["next", q.name] = self.builder.load("cell", q.name)
                else:
                    code.outputs["next", other] = code.outputs["next", q.name]
        if self.interim and body == "GHOST":
            again = Lowering(self.definition, self.builder, readable, writable, setting,
                             renamed=self.interim_of("inner", "edge", "ghost", spell=turned))
            code.outputs.update(again.body(body).outputs)
        return code

    def interim_of(self, *places, spell=lambda q: q.name):
        """Maps the state's names in a definition to the interim copy."""
        return {(place, spell(q)): (place, spell(halfway(q)))
                for place in places for q in self.own} if self.interim else {}

    def setting(self, switches):
        return {q.name: bool(switches >> bit & 1)
                for bit, q in enumerate(self.definition.switches)}

    def neighbours(self):
        """The faces of a cell. A definition along one axis calls them `low` and `high`."""
        return ["low_x", "high_x"] * self.along_x + ["low_y", "high_y"] * self.along_y

    def faces_said(self):
        """The faces of a cell, as UPDATE and RATE of the definition call them."""
        faces = self.neighbours()
        return ["low", "high"] if len(faces) == 2 else faces

    def cells_around(self):
        """The neighbours of a cell, as SLOPES calls them."""
        return [f"{side}_cell" for side in self.neighbours()]

    def vectors(self):
        """The vectors of the state: for each the numbers of its components along x, y and z; -1:
        none."""
        state = self.definition.state
        number = {(q.vector, q.component): n for n, q in enumerate(state) if q.vector}
        return [[number.get((name, axis), -1) for axis in "xyz"] for name in dict.fromkeys(q.vector for q in state)
                if name]

    def amounts(self):
        """The fields of the state for which THROUGH returns fluxes."""
        return [q for q in self.own if not q.vector] if "THROUGH" in self.definition.bodies else []

    def reach_along_axes(self):
        """Cells that a step needs to each side of a cell, along x, y and z."""
        if self.kind == "point":
            return [max([abs(offset[axis]) for _, offset in self.seen_around()], default=0) for axis in range(3)]
        if "flux" not in self.codes:
            return [0, 0, 0]
        places = {p for code in self.codes["flux"] for p, _ in code.loads()}
        radius = 2 if self.kind == "slope" or places & set(BESIDE) else 1
        return [radius * (self.axes >> axis & 1) for axis in range(3)]

    def sees(self):
        """For each field of the state, and each static one, the number of cells that a point kernel
        reads below and above a cell: [([x, y, z], [x, y, z])]."""
        d = self.definition
        around = self.seen_around() if self.kind == "point" else []
        def most(name, axis, sign):
            return max([sign * offset[axis] for field, offset in around if field == name] + [0])
        return [([most(q.name, a, -1) for a in range(3)], [most(q.name, a, 1) for a in range(3)])
                for q in d.state + d.statics]

    def sees_corners(self):
        """Whether a step reads cells that are offset along two axes. True for any step with a
        distance of two cells along both axes: that of a slope is one along each."""
        if self.kind == "point":
            return any(sum(map(bool, offset)) > 1 for _, offset in self.seen_around())
        return self.axes == 3 and self.radius > 1

    def wraps(self):
        """Whether a launch of a point kernel may also fill ghost cells with its results: if the
        kernel is short and reads no neighbours."""
        return self.kind == "point" and not self.radius

    def repeats(self):
        """Whether steps of a point kernel can follow each other: it reads exactly the fields that
        it writes."""
        return self.kind == "point" and self.inputs == self.outputs and not self.definition.statics

    def seen_around(self):
        """[(field, offset)] that a point or reduce kernel reads, in the order of fields and of
        cells in memory."""
        d = self.definition
        seen = set().union(*(code.loads_around() for code in self.all_codes()))
        place = {q.name: n for n, q in enumerate(d.state + d.statics)}
        return sorted(seen, key=lambda s: (place[s[0]], s[1][::-1]))

    def rows_around(self):
        """[(field, offset)] of the cells 0 of the rows that it reads: with offset 0 along x."""
        return list(dict.fromkeys((field, (0, *offset[1:])) for field, offset in self.seen_around()))

    def typed_rows(self):
        """{(field, offset): (low, high)} of the rows of masks and indices that it reads: number of
        cells before and after."""
        rows = {}
        for field, (dx, dy, dz) in self.seen_around():
            if self.storage(field) in WHOLE:
                rows.setdefault((field, (0, dy, dz)), []).append(dx)
        return {row: (max(0, -min(seen)), max(0, *seen, 0)) for row, seen in rows.items()}

    def typed_types(self):
        """The C types of the masks and indices that it reads."""
        return list(dict.fromkeys(self.stored(field) for field, _ in self.typed_rows()))

    def array_of(self, field):
        """The C argument with a field that is read."""
        d = self.definition
        for where, quantities in (("src", d.state), ("statics", d.statics)):
            for i, q in enumerate(quantities):
                if q.name == field:
                    return f"{where}[{i}]"
        raise KeyError(field)

    def storage(self, field):
        """The stored type of a field: "real", "mask", "index" or "single"."""
        d = self.definition
        return next(q.storage for q in d.state + d.statics if q.name == field)

    def stored(self, field, real="real"):
        """The C type of a field's array; `real` for reals."""
        return C_TYPES.get(self.storage(field), real)

    def is_typed(self):
        """Whether it has fields that are not reals."""
        return any(q.storage != "real" for q in self.definition.state + self.definition.statics)

    def reduction(self):
        """The body of a reduce kernel: "min", "max" or "sum"."""
        [body] = self.codes
        return body

    def terms(self):
        """The codes of the numbers that a reduce kernel computes from a cell: SUM may have
        several."""
        [code] = self.codes[self.reduction()]
        return [code.only(lambda *key: key == wanted) for wanted in code.outputs]  # noqa: B023

    def verify_rest(self):
        """Whether a cell found at rest stays at rest until it changes, whatever the SCALARs are
        later."""
        d = self.definition
        for body in "rest", "shut":
            scalars = {v.what for code in self.codes.get(body, ()) for v in code.values() if v.op == "scalar"}
            if scalars:
                raise DefinitionError(d.file, d.bodies[body.upper()].coord.line,
                                      f"{body.upper()} depends on the SCALAR '{min(scalars)}'",
                                      "decide it by the fields of cells: SCALARs may change while a cell is at rest")

    def mask(self, quantities):
        """Bit i: field i of the state is one of `quantities`."""
        return sum(1 << i for i, q in enumerate(self.definition.state) if q in quantities)

    def verify_all_is_read(self):
        d = self.definition
        seen = {field for field, _ in self.seen_around()}
        arrays = {q.array for q in d.state + d.statics if q.array and q.name in seen}
        for q in self.inputs + d.statics:
            if q.name not in seen and q.array not in arrays:
                raise DefinitionError(d.file, d.line, f"'{q.name}' is never read",
                                      "declare it in OUTPUT" if q.access == "both" and q in d.state else "leave it out")

    def turnings(self, quantity):
        """All names of a cell's field on the kernel's faces."""
        return {turned(quantity, axis) for axis, bit in AXES.items() if self.axes & bit}

    def renamed(self, body):
        """Maps the names of cells and faces in a definition for each axis to those along this axis,
        and the names of the state in one of two stages to those of this stage."""
        if self.stage == "full" and body == "PREPARE":
            return self.interim_of("cell")
        if self.stage == "full" and body in ("WAVES", "FLUX"):
            return {k: v for turn in ("x", "y") for k, v in self.interim_of(
                "low_cell", "high_cell", spell=lambda q: turned(q, turn)).items()}  # noqa: B023
        d = self.definition
        if self.kind == "scalar":
            return {("", q.name): ("result", q.name) for q in d.results}
        names = {(said, q.name): (face, q.name) for said, face in zip(self.faces_said(), self.neighbours())
                 for q in d.face if said != face}
        if self.stage == "half" and body == "UPDATE":
            names.update(self.interim_of("next"))
        if self.axis:
            names.update({(place, turned(q, self.axis)): (place, q.name)
                          for place in ("cell", "next") for q in d.state + d.statics + d.prepared})
        return names

    def places(self, body):
        """({(place, field)} that `body` may read, {(place, field): type} that it must set)."""
        d = self.definition
        cell = self.own + d.statics

        def own(quantity):
            return turned(quantity, self.axis) if self.axis else quantity.name

        def of(place, quantities, spell=own):
            return {(place, spell(q)) for q in quantities}

        def real(place, quantities, spell=own):
            return {(place, spell(q)): "real" for q in quantities}

        faces = set().union(*(of(p, d.face) for p in self.faces_said()))
        if body == "PREPARE":
            return of("cell", cell), real("cell", d.prepared)
        if body == "SLOPES":
            around = set().union(*(of(p, cell + d.prepared) for p in self.cells_around()))
            return of("cell", cell + d.prepared) | around, real("cell", d.sloped)
        if body in ("WAVES", "FLUX"):
            sides = cell + d.prepared + d.sloped
            sides = of("low_cell", sides, turned) | of("high_cell", sides, turned)
            if body == "WAVES":
                return sides, real("wave", d.wave)
            waves = set().union(*(of(p, d.wave) for p in BESIDE + ("here",)))
            return sides | waves, real("face", d.face)
        if self.kind == "point" and body != "CHECK":
            outputs = real("next", self.outputs) if body == "UPDATE" else {("", "rate"): "real"}
            return of("cell", self.inputs + d.statics), outputs
        if self.kind == "reduce":
            return of("cell", cell), {("", "value"): "real"}
        if self.kind == "scalar":
            return set(), real("", d.results)
        if body == "UPDATE":
            return of("cell", cell + d.prepared + d.sloped) | faces, real("next", self.own)
        if body == "RATE":
            return faces, {("", "rate"): "real"}
        if body == "CHECK":
            return of("next", [q for q in self.own if q in self.outputs]), {("", "valid"): "bool"}
        if body == "REST":
            return of("cell", cell), {("", "rest"): "bool"}
        if body == "SHUT":
            return of("low_cell", cell, turned) | of("high_cell", cell, turned), {("", "shut"): "bool"}
        if body == "THROUGH":
            return of("face", d.face, lambda q: q.name), real("through", self.amounts(), lambda q: q.name)
        if body == "GHOST":
            return (of("inner", cell, turned) | of("edge", cell, turned)
                    | of("ghost", d.statics, turned) | {("", "outward")},
                    real("ghost", self.own, turned))
        return of("cell", cell) | {("", "weight")}, real("next", self.own)

    def add_usual(self):
        """SLOPES and FLUX where nothing unlikely happens, as separate bodies that also set
        `unusual`: whether the result is invalid because something unlikely happens."""
        for body in [b for b in ("SLOPES", "FLUX") if b in self.definition.bodies]:
            readable, writable = self.places(body)
            for switches in self.variants:
                lowering = Lowering(self.definition, self.builder, readable, writable,
                                    self.setting(switches), usual=True, renamed=self.renamed(body),
                                    halved={"dt"} if self.stage == "half" else set())
                code = lowering.body(body)
                code.outputs[UNUSUAL] = lowering.excluded
                self.add_code("usual_" + body.lower(), code)

    def add_likely(self):
        """FLUX by links where nothing unlikely happens, a body that also sets `likely`: whether the
        result is valid; and the links that it needs."""
        readable, writable = self.places("FLUX")
        lowerings = [Lowering(self.definition, self.builder, readable, writable, self.setting(switches),
                              usual=True, keeps_names=True, renamed=self.renamed("FLUX")) for switches in self.variants]
        codes = [lowering.body("FLUX") for lowering in lowerings]
        if all(lowering.excluded.op == "const" for lowering in lowerings):
            return
        for lowering, code in zip(lowerings, codes):
            links = Links(self.builder, code)
            flux = replaced(self.builder, links.flux, lowering.assumed)
            flux.outputs[LIKELY] = opposite(self.builder, lowering.excluded)
            read = {field for place, field in flux.loads() if place in (LOW, HIGH)}
            self.add_code("likely_linked_flux", flux)
            self.add_code("likely_link", links.code.only(lambda _, f: f in read))  # noqa: B023

    def reduce_prepare(self):
        """PREPARE without the components of vectors that are not used along a kernel's one axis."""
        if not self.axis or "prepare" not in self.codes:
            return
        used = set(self.prepared_fields("flux", ["update", "check"]))
        self.codes["prepare"] = [code.only(lambda _, f: f in used)
                                 for code in self.codes["prepare"]]

    def reduce_for_rate(self):
        """The parts of FLUX, WAVES and PREPARE that RATE needs, as separate bodies."""
        for switches in self.variants:
            wanted = {f for _, f in self.codes["rate"][switches].loads()}
            flux = self.codes["flux"][switches].only(lambda _, f: f in wanted)
            self.add_code("rate_flux", flux)
            if "usual_flux" in self.codes:
                self.add_code("usual_rate_flux", self.codes["usual_flux"][switches].only(
                    lambda p, f: f in wanted or (p, f) == UNUSUAL))
            seen = set(flux.loads())
            if "waves" in self.codes:
                carried = {f for p, f in seen if p in BESIDE + ("here",)}
                waves = self.codes["waves"][switches].only(lambda _, f: f in carried)
                self.add_code("rate_waves", waves)
                seen |= set(waves.loads())
            fields = {f for p, f in seen if p in ("low_cell", "high_cell")}
            before = set()
            if "slopes" in self.codes:
                named = {q.name for q in self.definition.sloped if fields & self.turnings(q)}
                slopes = self.codes["slopes"][switches].only(lambda _, f: f in named)  # noqa: B023
                self.add_code("rate_slopes", slopes)
                self.add_code("usual_rate_slopes", self.codes["usual_slopes"][switches].only(
                    lambda p, f: f in named or (p, f) == UNUSUAL))  # noqa: B023
                before = {f for _, f in slopes.loads()}
            if "prepare" in self.codes:
                names = {q.name for q in self.definition.prepared if fields & self.turnings(q)} | before
                self.add_code("rate_prepare",
                              self.codes["prepare"][switches].only(lambda _, f: f in names))

    def add_code(self, body, code):
        self.codes.setdefault(body, []).append(code)

    # --- queries of templates -------------------------------------------------------------------

    def has(self, body):
        return body in self.codes

    @functools.lru_cache(maxsize=None)  # cached: templates repeat these queries after all codes
                                        # are complete
    def distinct(self, body):
        """[(index, code)] of the different codes of a body over the switches."""
        found = {}
        for code in self.codes.get(body, []):
            found.setdefault(code.key(), (len(found), code))
        return list(found.values())

    def index(self, body, switches):
        """Index in distinct(body) of the code for a combination of switches."""
        key = self.codes[body][switches].key()
        return next(i for i, code in self.distinct(body) if code.key() == key)

    def all_codes(self):
        return [code for codes in self.codes.values() for code in codes]

    def hoisted(self):
        return hoisted(self.all_codes())

    def read(self, body, *places):
        """Names of the fields that `body` reads at any of `places`, for any switches, in the order
        of their declaration."""
        found = {f for code in self.codes.get(body, []) for p, f in code.loads() if p in places}
        d = self.definition
        known = [n for q in d.state + d.statics + d.prepared + d.sloped for n in (q.name, turned(q))]
        return list(dict.fromkeys(n for n in known + [q.name for q in d.face] if n in found))

    def face_fields(self, bodies, *places):
        """Face fields that `bodies` read at `places`, in order."""
        found = [f for body in bodies for f in self.read(body, *places)]
        return [q.name for q in self.definition.face if q.name in found]

    def wave_fields(self, flux, *places):
        """Fields of waves that a flux reads at `places`, in order."""
        found = {f for code in self.codes[flux] for p, f in code.loads() if p in places}
        return [q.name for q in self.definition.wave if q.name in found]

    def link_fields(self):
        """Fields that two faces share, for any switches, in order."""
        return list(dict.fromkeys(field for code in self.codes["link"] for _, field in code.outputs))

    def prepared_fields(self, flux, bodies):
        """Prepared fields that a flux, its waves, or the bodies that read the cell use, in
        order."""
        direct = self.read(flux.replace("flux", "slopes"), "cell", *self.cells_around())
        return self.seen_fields(self.definition.prepared, flux, bodies, direct)

    def sloped_fields(self, flux, bodies):
        """Fields of SLOPES that a cell and a flux, or the bodies that read the cell, use, in
        order."""
        return self.seen_fields(self.definition.sloped, flux, bodies, [])

    def seen_fields(self, quantities, flux, bodies, direct):
        """Those of `quantities` that a flux, its waves or the bodies that read the cell use, or
        that are in `direct`."""
        seen = set(self.read(flux, "low_cell", "high_cell"))
        seen |= set(self.read(flux.replace("flux", "waves"), "low_cell", "high_cell"))
        direct = direct + [f for body in bodies for f in self.read(body, "cell")]
        return [q.name for q in quantities if seen & self.turnings(q) or q.name in direct]

    def rate_of_faces(self, switches):
        """(the field, the factor) if RATE is a field of faces, the larger of a cell's two, times a
        factor of scalars alone, or 1 (None): the largest rate is then that of the faces. Else None.
        The 0 is required because of NaN: without it, a NaN at one face would hide the rate of the
        other."""
        if "rate" not in self.codes or "flux" not in self.codes or len(self.neighbours()) != 2:
            return None
        code, factor = self.codes["rate"][switches], None
        value, free = code.outputs["", "rate"], set(uniform(code.values()))
        fixed = [a for a in value.args if a in free or a.op in ("const", "scalar")]
        if value.op == "mul" and len(fixed) == 1:
            factor, [value] = fixed[0], [a for a in value.args if a is not fixed[0]]
        if value.op != "max" or value.args[1].op != "max":
            return None
        one, (other, least) = value.args[0], value.args[1].args
        found = {a.what[:2] for a in (one, other) if a.op == "load"}
        fields = {f for _, f in found}
        if not zero(least) or {p for p, _ in found} != set(self.neighbours()) or len(fields) != 1:
            return None
        return fields.pop(), factor

    def cells_read(self, switches):
        """The fields of cells that a step reads."""
        d = self.definition
        seen = {f for b in ("prepare", "slopes", "waves", "flux", "update", "apply", *REDUCTIONS) if b in self.codes
                for p, f in self.codes[b][switches].loads()
                if p in ("cell", "low_cell", "high_cell", *self.cells_around())}
        return [q for q in d.state + d.statics if q.name in seen or seen & self.turnings(q)]

    def cost(self, switches):
        """(Cost, reads, writes) per cell, with every face once, by FLUX's usual code, and PREPARE
        once. Fields that are not reals are excluded: typed_moves()."""
        d = self.definition
        usual = "usual_flux" if "usual_flux" in self.codes else "flux"
        total = Cost()
        for body in ("prepare", "slopes", "waves", usual, "update", "rate", "check", "ghost", "apply", *REDUCTIONS):
            if body == "rate" and self.rate_of_faces(switches):
                total = total + Cost(comparisons=1)
            elif body in self.codes:
                times = self.along_x + self.along_y if body in ("waves", usual) else 1
                total = total + cost(self.codes[body][switches]).times(times)
        if self.kind == "boundary":
            reads = len([k for k in self.codes["ghost"][switches].loads() if k[0]])
        else:
            reads = len([q for q in self.cells_read(switches) if q.storage == "real"])
        return total, reads, len([q for q in self.outputs if q.storage == "real"])

    def typed_moves(self, switches):
        """Number of masks and of indices of a cell that are read, and of floats that are read or
        written."""
        moved = [q.storage for q in self.cells_read(switches) + self.outputs] if self.is_typed() else []
        return moved.count("mask"), moved.count("index"), moved.count("single")


def read_kernels(file, shown=None):
    """The kernels of a definition: one, or one for each axis."""
    return kernels_of(read_definition(file, shown))


def kernels_of(definition):
    """The kernels of a definition: one, one for each axis, or one for each stage."""
    if definition.midpoint and definition.kind != "boundary":
        return [Kernel(definition, stage=stage) for stage in STAGES]
    return [Kernel(definition, axis) for axis in (AXES if not definition.axes else [None])]


def follower(kernel, folders):
    """The reduce kernel that follows a definition's kernel (FOLLOWED_BY), from the first folder
    that has it; None: no such declaration."""
    d = kernel.definition
    if not d.followed_by:
        return None
    path = next((f / f"{d.followed_by}.c" for f in folders if (f / f"{d.followed_by}.c").is_file()), None)
    if not path:
        raise DefinitionError(d.file, d.line, f"FOLLOWED_BY({d.followed_by}): there is no {d.followed_by}.c beside this file "
                              "or in codelets/kernels",
                              "name a REDUCE kernel")
    other = read_kernel(path)
    if other.kind != "reduce" or other.reduction() != "sum" or other.definition.scalars or other.definition.statics:
        raise DefinitionError(d.file, d.line, f"FOLLOWED_BY({d.followed_by}): that is no REDUCE kernel by SUM without "
                              "SCALARs and STATICS", "have a program reduce by an operation of its own instead")
    return other


def read_kernel(file, shown=None):
    """The kernel of a definition with exactly one."""
    [kernel] = read_kernels(file, shown)
    return kernel
