"""Values that two neighbouring faces share.

FLUX may read the waves of the upwind face: it selects between those of the face before and of the
face after, and continues with the selected waves and its own. A value computed in this way belongs
to a pair of faces. Computed for each pair, before the selection, it needs fewer selections, and
values symmetrical in the two faces, such as a product of their waves, are computed once for both.
Each value still comes from the same numbers by the same operations; commutative operations may
exchange their operands, which changes no bit.

FLUX in this form is `linked_flux`. It reads, besides the waves of three faces, the shared values of
the face before and its own (`low`), and of its own and the face after (`high`). `link` computes
those of a pair (`before`, `after`).
"""

from .emit_c import Emitter
from .ir import Code
from .passes import COMPARISONS

EITHER_ORDER = ("add", "mul", "fma")  # commutative in their first two operands
LOW, HIGH = "low", "high"
FORTH, BACK = "forth", "back"  # in the frame of the second face of a pair, and of the first


def choice_of(value):
    """(the condition, whether it selects the face before) for a selection of one wave of either
    face."""
    if value.op == "select" and all(a.op == "load" for a in value.args[1:]):
        then, otherwise = (a.what for a in value.args[1:])
        if {then[0], otherwise[0]} == {"before", "after"} and then[1] == otherwise[1]:
            return value.args[0], then[0] == "before"
    return None


def own(value):
    """Whether a pair of faces may use a Value directly: a number, or a wave of the face itself."""
    return (value.op in ("const", "scalar") or (value.op == "load" and value.what[0] == "here")
            or (value.op == "neg" and own(value.args[0])))


def choices(values):
    """{Value: its choice}: selections, and values computed from those of one choice and of the face
    itself."""
    found = {}
    for value in values:
        choice = choice_of(value)
        if not choice and value.op not in ("select", "div", "sqrt") and value.type == "real":
            seen = {found.get(a) for a in value.args if not own(a)}
            choice = seen.pop() if len(seen) == 1 else None
        if choice:
            found[value] = choice
    return found


def below(values):
    """The computed Values among `values`, and among those from which they are computed."""
    seen, waiting = set(), list(values)
    while waiting:
        value = waiting.pop()
        if value.args and value not in seen:
            seen.add(value)
            waiting.extend(value.args)
    return seen


def effort(values):
    return sum(COMPARISONS.get(v.op, 1) for v in values)


class Rebuilt:
    """Values of one choice in the frame of a pair of faces: `chosen` is the selected face, `here`
    the other."""

    def __init__(self, builder, chosen, here):
        self.builder, self.chosen, self.here = builder, chosen, here

    def __call__(self, value):
        if choice_of(value):
            return self.builder.load(self.chosen, value.args[1].what[1])
        if value.op == "load":
            return self.builder.load(self.here, value.what[1])
        args = [self(a) for a in value.args]
        if value.op in EITHER_ORDER:
            args[:2] = sorted(args[:2], key=lambda v: v.order)
        self.builder.line = value.line
        return self.builder.make(value.op, *args, type=value.type, what=value.what)


class Links:
    """The division of a FLUX's code. `code` computes the values that a pair shares, `flux` the
    rest."""

    def __init__(self, builder, flux):
        self.builder = builder
        self.forth, self.back = Rebuilt(builder, "before", "after"), Rebuilt(builder, "after", "before")
        self.found = choices(flux.values())
        outputs, instead, taken = {}, {}, set()
        for value in self.shared(flux):
            name = Emitter.unique(value.name or "shared", taken)
            outputs["link", f"{name}_{FORTH}"], outputs["link", f"{name}_{BACK}"] = self.forth(value), self.back(value)
            instead[value] = self.selected(value, name)
        self.code = Code("link", outputs, flux.lines)
        self.flux = replaced(builder, flux, instead)

    def shared(self, flux):
        """The Values of a choice that a pair of faces computes with less effort, in both
        directions, than either face selects and computes them: values needed by all others are
        selected as before."""
        left, values = set(), flux.values()
        while True:
            needed = set(flux.outputs.values())
            needed.update(a for v in values if v not in self.found or v in left for a in v.args)
            taken = [v for v in values if v in needed and v in self.found and not choice_of(v) and v not in left]
            dear = {v for v in taken if not self.spares(v)}
            if not dear:
                return taken
            left |= dear

    def spares(self, value):
        """Whether it takes fewer operations: a selection is saved."""
        condition = self.found[value][0]
        alone = below([value]) - below([condition])
        return effort(below([self.forth(value), self.back(value)])) + 1 < effort(alone)

    def selected(self, value, name):
        condition, first = self.found[value]
        ways = [self.builder.load(LOW, f"{name}_{FORTH}"), self.builder.load(HIGH, f"{name}_{BACK}")]
        self.builder.line = value.line
        return named(self.builder.select(condition, *(ways if first else reversed(ways))), value)


def named(new, old):
    new.name = new.name or old.name
    return new


def replaced(builder, code, instead):
    """A code with some Values replaced, and all Values that depend on them recomputed."""
    made = dict(instead)
    for value in code.values():
        if value not in made and any(a in made for a in value.args):
            builder.line = value.line
            made[value] = named(builder.again(value, [made.get(a, a) for a in value.args]), value)
    return Code(code.name, {k: made.get(v, v) for k, v in code.outputs.items()}, code.lines)
