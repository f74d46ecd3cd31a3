"""The CUDA target: its strategies, slowest first; the last is the default. Each is a file of CUDA
source a precision, which nvcc compiles for a GPU, and a C++ compiler for the executor.

`columns` lists the possible `columns` of a ria_shape, each with a compiled kernel; `shapes` lists
the shapes that an autotuner tries, the default first; `executed` the shapes that the conformance
test runs: small and odd ones. A shape is (columns, rows, warps). A strategy with `marches` uses
fewer rows by default if a tile is too small to fill a GPU. Strategies for `planes` are not
generated for a kernel along one axis alone, because their advantage over `fused` is the sharing
between rows; nor for one of two stages, to save build time."""

from types import SimpleNamespace

from generator.emit_c import PRIMARY, Body, Emitter
from generator.kernel import turned
from generator.passes import zero
from generator.render import plus
from generator.words import Words as CommonWords

SOURCE = "cu"
KIND = "device"
WORKERS = "CUDA"  # of StarPU


def shapes(default, columns, rows, warps):
    """All combinations, the default first."""
    every = [(c, r, w) for c in columns for r in rows for w in warps]
    return [default] + [shape for shape in every if shape != default]


HINTS = {
    # These wait less for memory then. Other kernels need more registers, and become slower
    # (docs/decisions/rows-kernels.md).
    "room_for_two": "two blocks of the most threads are to have room for their registers",
    # So fewer wait in registers. bwaves_product_recomputed puts 70 bytes aside in memory then instead of 340, and takes 29 us
    # instead of 44 (65 x 65 x 64 cells on an H200); `rows` is slower so, by 13 % in double precision.
    "fastest": "only `naive` and the fastest strategy are made of it; others are for comparisons",
    "read_late": "numbers are read where they are first needed, not all before the first operation",
}

STRATEGIES = {
    "face": [
        {"name": "naive", "what": "a thread a cell, all four faces at each",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 4), [1], [1], [2, 4, 8]) for p in ("single", "double")},
         "executed": [(1, 1, 1), (1, 1, 4)]},
        {"name": "single-flux", "planes": True, "compared": True, "what": "a thread a cell, each face once, handed on in shared memory",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 8), [1], [1], [4, 8]) for p in ("single", "double")},
         "least_warps": 2, "executed": [(1, 1, 2), (1, 1, 8)]},
        {"name": "coarsened", "planes": True, "compared": True, "what": "several cells a thread, each face between them once",
         "columns": {"single": [1, 2, 4], "double": [1, 2]},  # 4 do not fit the registers
         "shapes": {"single": shapes((4, 6, 4), [1, 2, 4], [6, 16], [4]),
                    "double": shapes((2, 6, 4), [1, 2], [6, 16], [4])},
         "executed": [(4, 6, 4), (1, 2, 1), (2, 1, 2)]},
        {"name": "fused", "what": "warps march up strips, each face once, handed on in registers",
         "marches": True, "steps": True, "edges": True, "line": True, "most_warps": 4, "blocks": {"single": 4, "double": 3},
         "columns": {"single": [1, 2], "double": [1, 2]},
         "shapes": {"single": shapes((2, 32, 4), [1, 2], [8, 16, 32, 64], [2, 4]),
                    "double": shapes((1, 32, 4), [1, 2], [8, 16, 32, 64], [2, 4])},
         "executed": [(1, 32, 4), (1, 3, 2), (2, 2, 4), (2, 5, 1)]},
    ],
    "slope": [
        {"name": "naive", "what": "a thread a cell, the slopes of five cells and all four faces at each",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 4), [1], [1], [2, 4, 8]) for p in ("single", "double")},
         "executed": [(1, 1, 4)]},
        {"name": "single-flux", "planes": True, "compared": True, "what": "a thread a cell, each face once, handed on in shared memory",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 8), [1], [1], [4, 8]) for p in ("single", "double")},
         "least_warps": 3, "most_warps": 8, "executed": [(1, 1, 3), (1, 1, 8)]},
        {"name": "coarsened", "planes": True, "compared": True, "what": "several cells a thread, their slopes and each face between them once",
         "columns": {"single": [1, 2], "double": [1]},
         "shapes": {"single": shapes((2, 6, 4), [1, 2], [6, 16], [4]),
                    "double": shapes((1, 6, 4), [1], [6, 16], [4])},
         "executed": [(2, 6, 4), (1, 2, 1)]},
        {"name": "fused", "what": "warps march up strips, each slope and face once, handed on in registers",
         "marches": True, "warps": 4096, "edges": True, "most_warps": 4, "turns": 2, "blocks": {"single": {1: 4, 2: 3}, "double": {1: 2}},
         "columns": {"single": [1, 2], "double": [1]},  # 2 do not fit the registers
         # More turns, or more warps, are slower: 4 turns of 2 columns exceed the instruction
         # cache.
         "shapes": {"single": shapes((2, 128, 4), [1, 2], [4, 8, 16, 32, 64, 128, 256], [1, 2, 4]),
                    "double": shapes((1, 256, 4), [1], [4, 8, 16, 32, 64, 128, 256], [1, 2, 4])},
         "executed": [(1, 64, 4), (1, 3, 2), (2, 2, 4), (2, 5, 1)]},
    ],
    "wave": [
        {"name": "naive", "what": "a thread a cell, the faces and waves around at each",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 4), [1], [1], [2, 4, 8]) for p in ("single", "double")},
         "executed": [(1, 1, 4)]},
        {"name": "single-flux", "planes": True, "what": "a thread a cell, each wave and face once, handed on in shared memory",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 8), [1], [1], [4, 8]) for p in ("single", "double")},
         "least_warps": 4, "executed": [(1, 1, 4), (1, 1, 8)]},
        {"name": "coarsened", "planes": True, "what": "several cells a thread, each wave and face between them once",
         "columns": {"single": [1, 2, 4], "double": [1, 2]},
         "shapes": {"single": shapes((4, 6, 4), [1, 2, 4], [6, 16], [4]),
                    "double": shapes((2, 6, 4), [1, 2], [6, 16], [4])},
         "executed": [(4, 6, 4), (2, 3, 1), (1, 2, 2)]},
        {"name": "fused", "what": "warps march up strips, each wave and face once, handed on in registers",
         "marches": True, "line": True, "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 32, 4), [1], [8, 16, 32, 64], [2, 4]) for p in ("single", "double")},
         "executed": [(1, 32, 4), (1, 3, 2)],
         # Rows are only a starting point: a launch uses as many as make whole rounds.
         "pair": {"most_warps": 4, "columns_if_small": {"single": 2, "double": 1},
                  "columns": {"single": [1, 2], "double": [1, 2]},
                  "blocks": {"single": {1: 6, 2: 4}, "double": {1: 3, 2: 2}},
                  "shape": (2, 256, 4)}},
    ],
    "boundary": [
        {"name": "plain", "what": "a thread a ghost cell"},
    ],
    "cells": [
        {"name": "plain", "what": "a thread a cell"},
    ],
    "point": [
        {"name": "naive", "parts": True, "adds": True, "what": "a thread a cell",
         "columns": {"single": [1], "double": [1]},
         "shapes": {p: shapes((1, 1, 4), [1], [1], [2, 4, 8]) for p in ("single", "double")},
         "executed": [(1, 1, 1), (1, 1, 4)]},
        # Rows are the planes of a march.
        {"name": "plane-queue", "boxes": True, "of_one_field": True, "what": "blocks march along z, the planes that they read in a queue",
         "columns": {"single": [4], "double": [2]}, "least_warps": 2, "most_bytes": 96 << 10,
         "shapes": {"single": shapes((4, 128, 8), [4], [64, 128, 256], [4, 8]),
                    "double": shapes((2, 128, 8), [2], [64, 128, 256], [4, 8])},
         "executed": [(4, 128, 2), (4, 2, 3), (2, 128, 3), (2, 3, 2)]},
        # Rows are the steps that `ria bench` computes at once.
        {"name": "streamed", "boxes": True, "what": "many steps in one pass: blocks march along z, each step behind the one before",
         "columns": {"single": [4], "double": [2]}, "most_steps": 4, "tall": 4,
         "shapes": {"single": shapes((4, 4, 8), [4], [2, 3, 4], [4, 8]),
                    "double": shapes((2, 4, 8), [2], [2, 3, 4], [4, 8])},
         "executed": [(4, 4, 8), (4, 2, 3), (2, 4, 8), (2, 2, 3)]},
    ],
    "reduce": [
        {"name": "naive", "parts": True, "what": "warps take 32 cells at a time"},
    ],
}


class CudaBody(Body):
    """With a guard, `fma(-x, minmod(a, b), a)` is a member of it, and so are conditions of likely
    code. The larger or smaller of a number and 0 is a separate function, which is cheaper in double
    precision."""

    def limited(self, value):
        return (self.guard and value.op == "fma" and value.args[0].op == "neg" and value.args[1].op == "minmod"
                and value.args[1].args[0] is value.args[2])

    def stands_alone(self, value):
        users = [v for v in self.values if value in v.args]
        inside = self.limited if value.op == "minmod" else lambda user: user.op == "not" and user in self.noted
        return super().stands_alone(value) and not (
            value.op in ("minmod", "gt", "lt") and len(users) == self.uses[value] and all(map(inside, users)))

    def spelled(self, value):
        if self.limited(value):
            [share], (own, other) = value.args[0].args, value.args[1].args
            return PRIMARY, f"{self.guard}.less_limited({self.text(own)}, {self.text(share)}, {self.text(other)})"
        if value.op in ("fmax", "fmin") and zero(value.args[1]):
            return PRIMARY, f"{'above' if value.op == 'fmax' else 'below'}_zero({self.text(value.args[0])})"
        return super().spelled(value)

    def lines(self, results):
        self.told = set(filter(None, map(sign_told, self.noted)))
        return super().lines(results)

    def noting(self, value):
        """In likely code the guard may treat a condition that barely holds as false."""
        call = self.roughly and self.noted_roughly(value)
        if not call:
            return super().noting(value)
        self.noted.discard(value)
        return f"{self.guard}.{call}"

    def noted_roughly(self, value):
        """Also a sign, or a comparison with twice a number of known sign."""
        told = sign_told(value)
        if told:
            return f"{told[1]}({self.text(told[0])})"
        doubled = bound_doubled(value)
        if doubled in self.told:
            return f"within_twice({self.text(value.args[0].args[0])}, {self.text(doubled[0])})"
        return None


BEYOND = {"gt": "positive", "lt": "negative"}  # the sign of a number if a comparison with 0 holds


def sign_told(condition):
    """(a number, its sign) known from a condition, except for 0; or None."""
    compared, signs = condition, ("positive", "negative")
    if condition.op == "not":
        compared, signs = condition.args[0], ("negative", "positive")
    if compared.op in BEYOND and zero(compared.args[1]):
        return compared.args[0], signs[compared.op == "lt"]
    return None


def bound_doubled(condition):
    """(a number, its sign) if no other number on that side is farther from 0 than twice the number;
    or None."""
    compared = condition.args[0] if condition.op == "not" else None
    if compared and compared.op in BEYOND and compared.args[1].op == "mul":
        two, number = compared.args[1].args
        if two.op == "const" and float(two.what) == 2:
            return number, BEYOND[compared.op]
    return None


class CudaEmitter(Emitter):
    BODY = CudaBody


EMITTER = CudaEmitter


class Stream:
    """The parameters with which `streamed` computes steps of a stencil, if it can (`fits`; if not,
    `why`)."""

    def __init__(self, kernel, strategy, columns):
        seen, (rx, ry, rz) = kernel.seen_around(), kernel.reach
        self.columns, self.tall = columns, strategy["tall"]
        self.why = None
        if len(kernel.outputs) != 1:
            self.why = "it has several fields"
        elif any(dz and (dx or dy) for _, (dx, dy, dz) in seen):
            self.why = "in other planes it reads cells that lie beside its own"
        elif not rz or ry > self.tall or 2 * rx > columns * 32 // 4:
            self.why = "it reaches too far along an axis, or not along z"
        self.fits = self.why is None
        if not self.fits:
            self.most_steps = 1
            return
        self.field = kernel.outputs[0].name
        self.sides_of_rows = any(dx and dy for _, (dx, dy, _) in seen)
        beside = lambda steps: -(-steps * rx // columns) * columns  # noqa: E731
        kept = 2 * rz * self.tall * columns * (16 // columns // 4)  # registers of a thread, for a step's planes
        room = lambda steps: (steps * kept <= 128 and 8 * self.tall > 2 * steps * ry  # noqa: E731
                              and 32 * columns > 2 * beside(steps))
        self.most_steps = max([1] + [steps for steps in range(2, strategy["most_steps"] + 1) if room(steps)])
        if self.most_steps == 1:
            self.why, self.fits = "two steps have no room in the registers", False


def fits(strategy, kernel):
    """Whether a strategy supports a kernel; its files are empty if not."""
    return strategy["name"] != "streamed" or Stream(kernel, strategy, strategy["columns"]["double"][0]).fits


def most_steps(strategy, kernel, precision):
    """Largest number of steps that the strategy computes at once."""
    if strategy["name"] != "streamed":
        return 1
    return Stream(kernel, strategy, strategy["columns"][precision][0]).most_steps


class Queue:
    """The planes of a stencil that `plane-queue` keeps. `fields` are those with neighbours that are
    read, as far as two warps of a block have room; `given` those with only the cell's own value
    read. Others are read from memory when needed, and so are fields that are not reals. `star`:
    cells in other planes lie above or below the cell itself."""

    ROOM = 160 << 10  # bytes

    def __init__(self, kernel, columns, size):
        seen = [(field, offset) for field, offset in kernel.seen_around() if kernel.storage(field) == "real"]
        beside = {field: [o for f, o in seen if f == field and any(o)] for field, _ in seen}
        wanted = [field for field, offsets in beside.items() if offsets]
        self.given = [field for field, offsets in beside.items() if not offsets]
        self.star = all(not (dz and (dx or dy)) for field in wanted for dx, dy, dz in beside[field])
        self.tall = 2 if len(wanted) <= 2 else 1
        self.ahead = 3 if len(wanted) == 1 else 2 if len(wanted) == 2 else 1
        rx, ry, rz = kernel.reach
        self.slots = (rz if self.star else 2 * rz) + 1 + self.ahead
        side = -(-rx // columns)
        bytes_of_field = (2 * self.tall + 2 * ry) * (32 + 2 * side) * columns * size * self.slots
        self.fields = wanted[:self.ROOM // bytes_of_field]
        # Blocks that must fit a multiprocessor, so that enough planes are in flight.
        self.blocks = 2 if len(wanted) == 1 and kernel.radius == 1 else 1
        self.windows = {field: self.windows_of([o for f, o in seen if f == field]) for field in self.fields}
        self.planes = sorted({dz for windows in self.windows.values() for dz in windows})

    def windows_of(self, offsets):
        """{dz: rows of the plane that a thread reads from the queue}: those of its `own` columns, and those where it
        also reads columns `beside` them."""
        found = {}
        for dz in sorted({dz for _, _, dz in offsets}):
            if self.star and dz:
                continue
            rows = lambda wanted: sorted({j + dy for dx, dy, z in offsets if z == dz and wanted(dx)  # noqa: E731,B023
                                          for j in range(self.tall)})
            own, beside = rows(lambda dx: True), rows(lambda dx: dx)
            found[dz] = SimpleNamespace(own=own, beside=beside, rows=list(range(own[0], own[-1] + 1)))
        return found

    @staticmethod
    def name(dz):
        """Of a plane, in names."""
        return f"m{-dz}" if dz < 0 else f"p{dz}" if dz else "0"


class Words(CommonWords):
    """With the helpers of the CUDA templates."""

    def bounds(self):
        """Threads of a block at most, and number of such blocks for which there must be room."""
        return "MOST_THREADS, 2" if self.hinted("room_for_two") else "MOST_THREADS"

    def hinted(self, what):
        return any(hint.holds("cuda", what, self.emitter.precision) for hint in self.kernel.definition.hints)

    def read_around(self):
        """Fields of which a stencil reads the cells above or below its own."""
        return list(dict.fromkeys(field for field, (dx, dy, dz) in self.kernel.seen_around() if dz and not dx and not dy))

    def reads_late(self):
        return self.hinted("read_late")

    def read_in_place(self, code):
        """{Value: its expression} for all numbers that a stencil's code reads, from `tile` at
        `at`."""
        def spell(field, offset):
            dx, dy, dz = offset
            read = f"tile.from.{field}[at{plus(dx)}{plus(dy, 'tile.pitch')}{plus(dz, 'tile.plane')}]"
            return read if self.kernel.storage(field) == "real" else f"static_cast<real>({read})"
        return self.loads(code, spell)

    def code_of(self, result):
        """The part of UPDATE that one result needs."""
        return self.kernel.codes["update"][0].only(lambda _, field: field == result)

    def read_by(self, result):
        """The values of a cell and its neighbours that this part reads."""
        read = self.code_of(result).loads_around()
        return [seen for seen in self.kernel.seen_around() if seen in read]

    def stream(self, strategy, precision):
        return Stream(self.kernel, strategy, strategy["columns"][precision][0])

    def queue(self, columns):
        return Queue(self.kernel, columns, {"single": 4, "double": 8}[self.emitter.precision])

    @staticmethod
    def shape(numbers):
        return "{" + ", ".join(str(n) for n in numbers) + "}"

    def usual(self, mode, switches, body, *arguments):
        """A call of PREPARE's, SLOPES' or FLUX's usual code, with a guard."""
        name = ("rate_" if mode == "rate" else "") + body
        if body in ("prepare", "slopes") and not self.kernel.has(name):
            return arguments[0]
        if body == "prepare":
            index = self.kernel.index(name, switches)
        elif self.kernel.kind == "wave":  # only operands can be unusual
            index = self.kernel.index(name, switches)
        else:
            index = self.kernel.index("usual_" + name, switches)
        return f"usual_{name}_{index}({', '.join(arguments)}, k, guard)"

    def usual_flux(self, mode, switches, axis, low, high):
        return self.usual(mode, switches, "flux", f"side_{axis}({low})", f"side_{axis}({high})")

    def guarded_flux(self, switches, axis, low, high):
        """FLUX's whole code, with a guard for its divisions and roots."""
        index = self.kernel.index("flux", switches)
        return f"guarded_flux_{index}(side_{axis}({low}), side_{axis}({high}), k, guard)"

    def usual_waves(self, switches, axis, low, high):
        """WAVES with a guard for its divisions and roots."""
        return self.usual("step", switches, "waves", f"side_{axis}({low})", f"side_{axis}({high})")

    def usual_check(self, switches, cell):
        """CHECK, or true if the guard records that it might fail."""
        return f"usual_check_{self.kernel.index('check', switches)}({cell}, k, guard)"

    def handed_on(self, mode, switches):
        """Fields of a cell that the next lane needs to compute the face between."""
        flux = self.kernel.codes["rate_flux" if mode == "rate" else "flux"][switches]
        seen = {field for place, field in flux.loads() if place == "low_cell"}
        d = self.kernel.definition
        return [q.name for q in d.state + d.statics + d.prepared + d.sloped if turned(q) in seen]

    def read_by_slopes(self, mode, switches, place):
        """Fields of a neighbour that the slopes of a cell need."""
        slopes = self.kernel.codes["rate_slopes" if mode == "rate" else "slopes"][switches]
        seen = {field for where, field in slopes.loads() if where == place}
        d = self.kernel.definition
        return [q.name for q in d.state + d.statics + d.prepared if q.name in seen]

    def cells_beside(self, mode):
        """Fields of a cell that faces need for which it is on the high side."""
        d = self.kernel.definition
        seen = set(self.kernel.read("rate_flux" if mode == "rate" else "flux", "high_cell"))
        return [q.name for q in d.state + d.statics + d.prepared + d.sloped if seen & self.kernel.turnings(q)]

    def cells_handed_back(self, mode, switches):
        """Fields of a cell that the previous lane needs of it, for the face between and its waves."""
        d, how = self.kernel.definition, "rate_" if mode == "rate" else ""
        seen = {field for body in ("waves", "flux")
                for place, field in self.kernel.codes[how + body][switches].loads() if place == "high_cell"}
        return [q.name for q in d.state + d.statics + d.prepared if turned(q) in seen]

    def read_by_shut(self, switches):
        """Fields of a cell that SHUT reads as the low one."""
        seen = {field for place, field in self.kernel.codes["shut"][switches].loads() if place == "low_cell"}
        d = self.kernel.definition
        return [q.name for q in d.state + d.statics if turned(q) in seen]

    def waves_read(self, mode, switches, place):
        """Fields of waves that a flux reads of the face on one side."""
        flux = self.kernel.codes["rate_flux" if mode == "rate" else "flux"][switches]
        seen = {field for where, field in flux.loads() if where == place}
        return [q.name for q in self.kernel.definition.wave if q.name in seen]

    def read_of_links(self, switches, place, how="", *bodies):
        """Fields that a flux by links, or any of `bodies`, reads at a place: of waves, or of links.
        `how`: "likely_" for code where nothing unlikely happens."""
        seen = {field for body in ("linked_flux", *bodies)
                for where, field in self.kernel.codes[how + body][switches].loads() if where == place}
        return [f for f in [q.name for q in self.kernel.definition.wave] + self.kernel.link_fields() if f in seen]

    def faces_read(self, mode, switches, place):
        """Fields of a face that a cell reads on one side."""
        bodies = ["rate"] if mode == "rate" else ["update", "rate"]
        seen = {field for body in bodies if self.kernel.has(body)
                for where, field in self.kernel.codes[body][switches].loads() if where == place}
        return [q.name for q in self.kernel.definition.face if q.name in seen]

    def shared_fields(self, how=""):
        """Values that a march along y by waves keeps in shared memory, as members of `column`:
        those that FLUX and UPDATE read of the waves of the face below, of the values that it shares
        with the next, and of the cell below and its lower face. `how`: as in read_of_links."""
        kernel, d = self.kernel, self.kernel.definition
        low, own = kernel.read("flux", "low_cell"), kernel.read("update", "cell")
        here = [q.name for q in d.state + d.prepared
                if turned(q, kernel.axis) in low or q.name in own]
        below = {place: dict.fromkeys(f for s in kernel.variants for f in self.read_of_links(s, place, how))
                 for place in ("before", "low")}
        return ([f"{place}.{name}" for place, fields in below.items() for name in fields]
                + [f"here.{name}" for name in here]
                + [f"low_y.{name}" for name in kernel.face_fields(["update", "rate"], "low_y")])

    def handed_back(self, mode, switches):
        """Fields of a face that the previous lane needs of it, as the high x face of its cell."""
        return self.faces_read(mode, switches, "high_x")
