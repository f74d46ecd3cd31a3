"""The Cell target: its strategies, slowest first; the last is the default. Each is an SPE program
for a precision, in C with the names of the Cell SDK."""

from generator.emit_c import Body, Emitter
from generator.words import Words as CommonWords

SOURCE = "c"
KIND = "cell"  # the files are SPE programs, not functions
WORKERS = "CPU"  # of StarPU: they drive the SPEs
SWEEPS_ONLY = ("wave",)  # such a program goes along one axis of a block

HINTS = {"plane_queue": "make the strategy `plane-queue`: one field, its cell and six neighbours, neither RATE nor CHECK"}

STRATEGIES = {
    "wave": [
        {"name": "naive", "what": "an SPE program of numbers, cell by cell along the axis"},
        {"name": "transpose", "vectors": True,
         "what": "an SPE program of vectors; along x a block is transposed before and after"},
        {"name": "shuffle", "vectors": True,
         "what": "an SPE program of vectors; x-neighbours by shuffles"},
    ],
    # For stencils of one field that read a cell and its six neighbours, without RATE and CHECK.
    "point": [
        {"name": "plane-queue", "vectors": True, "boxes": True, "hinted": True,
         "what": "an SPE program of vectors; three planes in the local store, and the next one on its way"},
    ],
}

# Intrinsic of each operation. Those of simdmath.h are named after the vector types.
INTRINSICS = {"add": "spu_add({0}, {1})", "sub": "spu_sub({0}, {1})", "mul": "spu_mul({0}, {1})",
              "neg": "spu_sub(spu_splats(-{zero}), {0})",
              "div": "div{v}({0}, {1})", "sqrt": "sqrt{v}({0})", "fabs": "fabs{v}({0})",
              "min": "lesser({0}, {1})", "max": "greater({0}, {1})",
              "fmin": "lesser({0}, {1})", "fmax": "greater({0}, {1})", "minmod": "nearer({0}, {1})",
              "lt": "spu_cmpgt({1}, {0})", "gt": "spu_cmpgt({0}, {1})",
              "le": "spu_or(spu_cmpgt({1}, {0}), spu_cmpeq({0}, {1}))",
              "ge": "spu_or(spu_cmpgt({0}, {1}), spu_cmpeq({0}, {1}))",
              "eq": "spu_cmpeq({0}, {1})",
              "and": "spu_and({0}, {1})", "or": "spu_or({0}, {1})", "not": "spu_nor({0}, {0})",
              "select": "spu_sel({2}, {1}, {0})"}
PRIMARY, UNARY, CONJUNCTION, DISJUNCTION = 20, 15, 5, 4


class VectorBody(Body):
    """Calls of intrinsics, without branches."""

    def spelled(self, value):
        if value.op in ("const", "scalar", "load"):
            priority, text = super().spelled(value)
            return priority, f"spu_splats({text})" if value.op == "const" else text
        emitter = self.emitter
        if value.op == "ne":
            inner = f"spu_cmpeq({self.text(value.args[0])}, {self.text(value.args[1])})"
            return PRIMARY, f"spu_nor({inner}, {inner})"
        if value.op == "fma":
            return PRIMARY, self.multiply_add(value.args)
        return PRIMARY, INTRINSICS[value.op].format(
            *[self.text(a) for a in value.args], v=emitter.vectors, zero="0.0" + emitter.suffix)

    def multiply_add(self, args):
        """a b + c; if one of these is negated and not used elsewhere, c - a b or a b - c."""
        turned = [a.op == "neg" and a not in self.names and not self.stands_alone(a) for a in args]
        a, b, c = (self.text(v.args[0] if turn else v) for v, turn in zip(args, turned))
        if turned[0] != turned[1] and not turned[2]:
            return f"spu_nmsub({a}, {b}, {c})"
        if turned[0] == turned[1] and turned[2]:
            return f"spu_msub({a}, {b}, {c})"
        return f"spu_madd({', '.join(self.text(v) for v in args)})"


class NumberBody(Body):
    """As for the CPU, but with branches on conditions where they are used."""

    def spelled(self, value):
        if value.op in ("and", "or"):
            sign, own = ("&&", CONJUNCTION) if value.op == "and" else ("||", DISJUNCTION)
            inner = [self.text(a, own if a.op == value.op else UNARY) for a in value.args]
            return own, f" {sign} ".join(inner)
        return super().spelled(value)

    def result(self, value):
        text = self.text(value)
        return f"({text}) ? true : false" if value.type == "bool" else text


class VectorEmitter(Emitter):
    BODY = VectorBody

    def __init__(self, kernel, precision):
        super().__init__(kernel, precision)
        self.vectors = "f4" if precision == "single" else "d2"

    def type_of(self, value):
        return "vec_real" if value.type == "real" else "vec_mask"


class NumberEmitter(Emitter):
    BODY = NumberBody

    def type_of(self, value):
        logic = value.op in ("and", "or", "not", "const", "select")
        return value.type if value.type == "real" or logic else "truth"


class Words(CommonWords):
    """With the helpers of the Cell templates."""

    def emitter_of(self, strategy):
        kind = VectorEmitter if strategy.get("vectors") else NumberEmitter
        return kind(self.kernel, self.emitter.precision)

    def read_at(self, mode, place):
        """Fields of a cell that faces and their waves read on one side, by the face's names."""
        how = "rate_" if mode == "rate" else ""
        seen = {f for body in ("waves", "flux") if self.kernel.has(how + body)
                for code in self.kernel.codes[how + body]
                for p, f in code.loads() if p == place}
        return sorted(seen)

    def waves_at(self, mode, place):
        """Fields of waves that a face reads from a neighbouring face."""
        return [f for f in self.wave_fields(mode)
                if any((place, f) in code.loads()
                       for code in self.kernel.codes["rate_flux" if mode == "rate" else "flux"])]
