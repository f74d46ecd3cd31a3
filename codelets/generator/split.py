"""Cutting a face kernel where the time step must be known.

Many steps on a device with the exact time step compute the fluxes and the rate of a state first,
find dt from the largest rate, and update then. The values of faces and prepared fields that the
update needs are stored until then. No operation changes, nor the order within a value, so the bits
stay.
"""

from .ir import COMPARISONS, Code

# Bodies that are computed before dt is known.
BEFORE = ("prepare", "flux", "rate", "rest", "shut")


def scalars_of(code):
    return {value.what for value in code.values() if value.op == "scalar"}


class Split:
    """`early[switches]` computes the held values, from the cell and its faces; `late[switches]` the
    update from that and the cell's stored fields. `held[switches]` are the Values between, with
    `names`."""

    def __init__(self, kernel):
        self.kernel = kernel
        d = kernel.definition
        before = set()
        for body in BEFORE:
            for code in kernel.codes.get(body, []):
                before |= scalars_of(code)
        self.late_scalars = {q.name for q in d.scalars} - before
        self.possible = (kernel.along_x and kernel.along_y and kernel.has("rate")
                         and "dt" in self.late_scalars)
        self.stored = {("cell", q.name) for q in d.state + d.statics}
        self.held = [self.crossing(code) for code in kernel.codes["update"]]
        self.names = [self.named(held) for held in self.held]
        self.early = [Code("early", {("held", names[v]): v for v in held}, code.lines)
                      for held, names, code in zip(self.held, self.names, kernel.codes["update"])]
        self.late = kernel.codes["update"]

    def crossing(self, code):
        """Values known before dt that later code needs: in order."""
        late, fixed, found = set(), set(), set()
        for value in code.values():
            if value.op == "scalar" and value.what in self.late_scalars:
                late.add(value)
            if value.op in ("const", "scalar") or (value.args and all(a in fixed for a in value.args)):
                fixed.add(value)  # of scalars alone: recomputed
            if any(a in late for a in value.args):
                late.add(value)
        for value in [a for v in late for a in v.args] + list(code.outputs.values()):
            again = value in late or value in fixed
            if not again and not (value.op == "load" and value.what[:2] in self.stored):
                found.add(value)
        # A condition on held values costs less to recompute.
        there = lambda v: v in found or v in fixed or (v.op == "load" and v.what[:2] in self.stored)  # noqa: E731
        again = {v for v in found if v.op in COMPARISONS and all(there(a) for a in v.args)}
        return sorted(found - again, key=lambda v: v.order)

    @staticmethod
    def named(held):
        names, taken = {}, set()
        for value in held:
            name = value.name or (value.what[1] if value.op == "load" else "sum")
            unique, number = name, 2
            while unique in taken:
                unique, number = f"{name}_{number}", number + 1
            taken.add(unique)
            names[value] = unique
        return names

    def members(self, switches):
        """[(name, type)] of the held values with these switches."""
        return [(self.names[switches][v], v.type) for v in self.held[switches]]

    def known(self, switches):
        """The names under which `late` reads the held Values."""
        return {v: f"held.{name}" for v, name in self.names[switches].items()}
