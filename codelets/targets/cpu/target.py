"""The CPU target: its strategies, slowest first; the last is the default. The first of all is the
serial reference with which all others are compared."""

from generator.emit_c import PRIMARY, Body, Emitter
from generator.ir import member
from generator.render import plus
from generator.stages import WAITING, WINDOW, stages
from generator.words import Words as CommonWords

SOURCE = "c"
KIND = "host"
AT_ONCE = 24  # numbers of a cell for which vector registers have room, besides intermediate
              # results
MANY = 32  # number of fields beyond which a processor's prefetcher fails
WORKERS = "CPU"  # of StarPU

HINTS = {"fastest": "only `reference` and the fastest strategy are made of it; others are for comparisons"}

STRATEGIES = {
    "face": [
        {"name": "reference", "what": "serial, cell by cell, straight from the equations"},
        {"name": "naive", "compared": True, "what": "a loop over cells, all four faces at each"},
        {"name": "simd", "compared": True, "scratch": True, "planes": True,
         "what": "row by row, each face once, vector loops"},
        {"name": "blocked", "scratch": True, "block_bytes": 512, "planes": True, "through": True,
         "what": "as simd in blocks that stay in the first-level cache; skips what is at rest"},
    ],
    "slope": [
        {"name": "reference", "what": "serial, cell by cell, straight from the equations"},
        {"name": "simd", "compared": True, "scratch": True, "what": "row by row, the slopes of a cell and each face once, vector loops"},
        {"name": "blocked", "scratch": True, "block_bytes": 512, "strip_bytes": 4096, "through": True,
         "what": "as simd in blocks that stay in the caches; skips what is at rest"},
    ],
    "wave": [
        {"name": "reference", "what": "serial, cell by cell, straight from the equations"},
        {"name": "naive", "last_if_plain": True,
         "what": "a loop over cells, the faces and waves around at each"},
        {"name": "simd", "scratch": True, "what": "row by row, each face once, vector loops"},
        {"name": "blocked", "scratch": True, "block_bytes": 512,
         "what": "each face once, by vectors or strips that stay in the first-level cache"},
    ],
    "boundary": [
        {"name": "reference", "what": "serial, ghost cell by ghost cell"},
    ],
    "cells": [
        {"name": "reference", "what": "serial, cell by cell"},
        {"name": "simd", "what": "a list cell by cell; where weights are a field, vector loops"},
    ],
    "point": [
        {"name": "reference", "what": "serial, cell by cell"},
        {"name": "naive", "what": "a loop over cells"},
        {"name": "simd", "what": "row by row, vector loops"},
        {"name": "blocked", "boxes": True, "cache_bytes": 4 << 20, "least_rows": 4,
         "what": "as simd, in blocks of rows whose planes stay in the caches"},
        {"name": "wavefront", "boxes": True, "scratch": True, "most_steps": 4, "cache_bytes": 1536 << 10, "least_rows": 8,
         "what": "many steps in one pass: a step follows the one before through the planes in the cache"},
    ],
    "reduce": [
        {"name": "reference", "what": "serial, cell by cell"},
        {"name": "simd", "what": "row by row, vector loops"},
    ],
}


def most_steps(strategy, kernel, precision):
    """Largest number of steps that the strategy computes at once."""
    return strategy.get("most_steps", 1)


class CpuBody(Body):
    """`minmod` has its 0 as an argument. If gcc 12 knows that it is 0, it compares and masks, which
    takes two instructions, instead of computing a minimum."""

    def spelled(self, value):
        if value.op in ("minmod", "minmod3"):
            zero = f"k.{self.emitter.zero}" if self.emitter.zero else "0"
            return PRIMARY, f"{value.op}({', '.join(self.text(a) for a in value.args)}, {zero})"
        return super().spelled(value)

    def is_name(self, value):
        """Arguments read from memory are not constants: compilers would read them only under a
        condition."""
        return super().is_name(value) and not (value.op == "load" and value in self.names)


class CpuEmitter(Emitter):
    BODY = CpuBody

    def __init__(self, kernel, precision):
        super().__init__(kernel, precision)
        if kernel.along_y and any(v.op in ("minmod", "minmod3") for code in kernel.all_codes() for v in code.values()):
            # Not along x: there a register costs more than it saves, and on a Xeon more.
            taken = {q.name for q in kernel.definition.scalars} | set(self.constants.values())
            self.zero = self.unique("zero", taken)


EMITTER = CpuEmitter


class Words(CommonWords):
    """With the helpers of the CPU templates."""

    def reads_late(self, code):
        """Whether a stencil reads more of the cells around it than registers can hold. Compilers
        first read all of `struct cell`, and if it exceeds their registers, store it on the stack
        and read it again."""
        return len(code.loads_around()) > AT_ONCE and not self.kernel.typed_rows()

    def body_in_row(self, code):
        """Lines of a code that reads each number of the rows around cell x where it is used."""
        def spell(field, offset):
            dx, dy, dz = offset
            cast = "(real)" if self.kernel.storage(field) == "single" else ""
            return f"{cast}row.{member(field, (0, dy, dz))}[x{plus(dx)}]"
        return self.emitter.body(code, known=self.loads(code, spell))

    def planes_in_use(self):
        """Number of planes of fields that a plane of a stencil reads and writes."""
        planes = {(field, dz) for field, (_, _, dz) in self.kernel.seen_around()}
        return len(planes) + len(self.kernel.outputs)

    def farthest_rows(self):
        """For each field that a stencil reads, a row of the plane farthest along z, at the cell's
        own y if it reads that."""
        rows = {}
        for field, (_, dy, dz) in self.kernel.rows_around():
            rows.setdefault(field, []).append((-dz, abs(dy), dy))
        return [(field, (0, dy, -dz)) for field, seen in rows.items() for dz, _, dy in [min(seen)]]

    def streams(self):
        """The fields of which a stencil reads only the cell itself, if they are many."""
        around = self.kernel.seen_around()
        beside = {field for field, offset in around if any(offset)}
        own = [field for field, _ in around if field not in beside]
        return own if len(own) > MANY else []

    def stages(self, flux, index, window=WINDOW):
        """Stages of a flux, and the names of the values between them."""
        code = dict(self.kernel.distinct(flux))[index]
        cut = stages(code, window)
        return cut, self.emitter.carried(cut), code

    def short_stages(self, flux, index):
        """The same, with stages so short that a turn's waiting operations leave room for other
        turns."""
        return self.stages(flux, index, WAITING)

    def fetches(self, mode, part, parts):
        """(fields of the row above, fields of the result) of one part of a block's memory."""
        d = self.kernel.definition
        wanted = [("row", q.name) for q in d.state + d.statics]
        if mode == "step":
            wanted += [("line", q.name) for q in d.state]
        mine = [w for i, w in enumerate(wanted) if i * parts // len(wanted) == part]
        return [n for what, n in mine if what == "row"], [n for what, n in mine if what == "line"]
