"""What two neighbouring faces have in common.

FLUX may look at the waves of the face that lies upwind: it selects between those of the face before and of the
face after, and goes on with what it has selected and the waves of its own. A value that is made so belongs to a
pair of faces. Computed of each pair, before anything is selected, it takes fewer selections, and what is
symmetrical in the two faces, as a product of their waves is, is computed once for both of them. Each value is
still made of the same numbers by the same operations; those that take two numbers in either order may take them
in the other one, which changes no bit of a number.

FLUX so cut is `linked_flux`. It reads, besides the waves of three faces, what the face before and its own have in
common (`low`), and its own and the face after (`high`). `link` computes that of a pair (`before`, `after`).
"""

from .emit_c import Emitter
from .ir import Code
from .passes import COMPARISONS

EITHER_ORDER = ("add", "mul", "fma")  # in their first two operands
LOW, HIGH = "low", "high"
FORTH, BACK = "forth", "back"  # as the second face of a pair sees it, and as the first


def choice_of(value):
    """(the condition, whether it picks the face before) of a selection of one wave of either face."""
    if value.op == "select" and all(a.op == "load" for a in value.args[1:]):
        then, otherwise = (a.what for a in value.args[1:])
        if {then[0], otherwise[0]} == {"before", "after"} and then[1] == otherwise[1]:
            return value.args[0], then[0] == "before"
    return None


def own(value):
    """Whether a pair of faces may read a Value as it stands: a number, or a wave of the face itself."""
    return (value.op in ("const", "scalar") or (value.op == "load" and value.what[0] == "here")
            or (value.op == "neg" and own(value.args[0])))


def choices(values):
    """{Value: its choice}: selections, and what is computed of those of one choice and of the face itself."""
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
    """The computed Values among `values`, and among those that they are computed of."""
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
    """Values of one choice as a pair of faces has them: `chosen` is the face that is picked, `here` the other."""

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
    """Of the code of a FLUX. `code` computes what a pair has in common, `flux` the rest."""

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
        """The Values of a choice that a pair of faces computes with less effort, both ways, than either face
        selects and computes them: what is needed of all others is selected as before."""
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
        """Whether it takes less so: a selection is left."""
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
    """A code with other Values in the place of some, and all that is computed of them made of those."""
    made = dict(instead)
    for value in code.values():
        if value not in made and any(a in made for a in value.args):
            builder.line = value.line
            made[value] = named(builder.again(value, [made.get(a, a) for a in value.args]), value)
    return Code(code.name, {k: made.get(v, v) for k, v in code.outputs.items()}, code.lines)
