"""Phrases that the templates of all targets share."""


class Words:
    """Phrases that the templates of face kernels share. `mode` is "step" for the whole step, or
    "rate" for the largest rate alone, by the bodies reduced to the code that the rate needs."""

    def __init__(self, kernel, emitter):
        self.kernel, self.emitter = kernel, emitter
        self.faces = ", ".join(kernel.neighbours())
        self.modes = ["step", "rate"] if kernel.has("rate") else ["step"]

    def bodies(self, mode):
        """The bodies that a mode consists of."""
        wanted = (["rate_prepare", "rate_slopes", "rate_waves", "rate_flux", "rate"] if mode == "rate"
                  else ["prepare", "slopes", "waves", "flux", "update", "rate", "check"])
        return [body for body in wanted + ["rest", "shut"] if self.kernel.has(body)]

    def same(self, switches, bodies):
        """The first combination of switches with the same code as `switches` in all `bodies`: a
        function built from these is written once, under that number."""
        key = lambda s: [self.kernel.index(b, s) for b in bodies  # noqa: E731
                         if self.kernel.has(b)]
        return next(s for s in self.kernel.variants if key(s) == key(switches))

    def variants(self, mode):
        """Combinations of switches that differ in a mode."""
        return [s for s in self.kernel.variants if self.same(s, self.bodies(mode)) == s]

    @staticmethod
    def loads(code, spell):
        """{Value: its spelling} for all numbers that a stencil's code reads; `spell` gets the field
        and the offset."""
        return {value: spell(value.what[1], value.what[2]) for value in code.values() if value.op == "load"}

    def call(self, body, switches, *arguments):
        index = self.kernel.index(body, switches)
        return f"{body}_{index}({', '.join(arguments)}, k)"

    def prepare(self, mode, switches, cell):
        body = "rate_prepare" if mode == "rate" else "prepare"
        return self.call(body, switches, cell) if self.kernel.has(body) else cell

    def prepare_in_place(self, mode, switches, cell):
        """A statement; without PREPARE an empty one, because compilers warn of `cell = cell;`."""
        prepared = self.prepare(mode, switches, cell)
        return f"(void){cell};" if prepared == cell else f"{cell} = {prepared};"

    def slopes(self, mode, switches, cell, *around):
        return self.call("rate_slopes" if mode == "rate" else "slopes", switches, cell, *around)

    def flux(self, mode, switches, axis, low, high, *waves):
        body = "rate_flux" if mode == "rate" else "flux"
        return self.call(body, switches, f"side_{axis}({low})", f"side_{axis}({high})", *waves)

    def shut(self, switches, axis, low, high):
        return self.call("shut", switches, f"side_{axis}({low})", f"side_{axis}({high})")

    def waves(self, mode, switches, axis, low, high):
        body = "rate_waves" if mode == "rate" else "waves"
        return self.call(body, switches, f"side_{axis}({low})", f"side_{axis}({high})")

    def describe(self, mode, switches):
        on = [q.name for bit, q in enumerate(self.kernel.definition.switches)
              if switches >> bit & 1]
        what = "The step" if mode == "step" else "The largest rate alone"
        return what + (", with " + " and ".join(on) if on else "") + "."

    def seen_rate(self, switches):
        """The expression for the maximum at a cell of a row whose cells are processed in order, and
        at the face on the low side of the first."""
        of_faces = self.kernel.rate_of_faces(switches)
        return f"{self.kernel.neighbours()[1]}.{of_faces[0]}" if of_faces else self.call("rate", switches, self.faces)

    def largest_rate(self, switches, seen, constants="k"):
        """The largest rate, from the maximum so far."""
        _, factor = self.kernel.rate_of_faces(switches) or (None, None)
        if factor is None:
            return seen
        name = self.emitter.constants.get(factor)
        if not name and factor.op == "scalar":
            name = factor.what
        return f"{constants + '.' + name if name else self.emitter.literal(factor)} * {seen}"

    def prepared_fields(self, mode):
        """Prepared fields that are stored in buffers."""
        if mode == "rate":
            return self.kernel.prepared_fields("rate_flux", [])
        return self.kernel.prepared_fields("flux", ["update"])

    def sloped_fields(self, mode):
        """Fields of SLOPES that are stored in buffers."""
        if mode == "rate":
            return self.kernel.sloped_fields("rate_flux", [])
        return self.kernel.sloped_fields("flux", ["update"])

    def of_use(self, body, index, fields):
        """Those of `fields` from PREPARE or SLOPES that some combination of switches with distinct
        code `index` of `body` reads afterwards."""
        kernel, rate = self.kernel, body.startswith("rate_")
        later = ["rate_slopes", "rate_waves", "rate_flux"] if rate else ["slopes", "waves", "flux", "update"]
        seen = {field for switches in kernel.variants if kernel.index(body, switches) == index
                for other in later if kernel.has(other) for _, field in kernel.codes[other][switches].loads()}
        turned = {q.name: kernel.turnings(q) | {q.name} for q in kernel.definition.prepared + kernel.definition.sloped}
        return [field for field in fields if seen & turned[field]]

    def wave_fields(self, mode):
        """Fields of waves that the adjacent flux reads."""
        return self.kernel.wave_fields("rate_flux" if mode == "rate" else "flux", "before", "here", "after")

    def face_fields(self, mode, *places):
        """Face fields that the adjacent cell reads; `places` gives the face's name there."""
        bodies = ["rate"] if mode == "rate" else ["update", "rate"]
        return self.kernel.face_fields(bodies, *places)
