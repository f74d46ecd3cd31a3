"""Passes over the intermediate form: none changes an operation or its order."""

from dataclasses import astuple, dataclass


def uniform(values):
    """Those of `values` (in order) that depend on scalars and constants alone: they are computed
    once a call instead of once a cell. Bare scalars and constants are excluded."""
    fixed, found = set(), []
    for value in values:
        if value.op in ("const", "scalar") or (value.args and all(a in fixed for a in value.args)):
            fixed.add(value)
            if value.args:
                found.append(value)
    return found


def hoisted(codes):
    """The uniform Values that the rest of `codes` uses directly, and all Values that those depend
    on: (to keep, to compute), both in order. Negations are done at their uses, which costs no
    operation."""
    keep, compute = set(), set()
    for code in codes:
        values = code.values()
        fixed = set(uniform(values))
        compute |= fixed
        for value in values:
            if value not in fixed:
                keep |= {positive(a) for a in value.args if a in fixed and positive(a).args}
        keep |= {v for v in code.outputs.values() if v in fixed}
    compute -= {v for v in compute if v.op == "neg" and v not in keep
                and not any(v in other.args for other in compute)}
    order = lambda v: v.order  # noqa: E731
    return sorted(keep, key=order), sorted(compute, key=order)


def positive(value):
    """A Value, or the operand of its negation."""
    return positive(value.args[0]) if value.op == "neg" else value


@dataclass
class Cost:
    """The cost of one application of a code; see ria_cost in ria/kernel.h."""

    flops: int = 0
    divisions: int = 0
    square_roots: int = 0
    comparisons: int = 0
    multiply_adds: int = 0  # each is 2 of the flops
    choices: int = 0

    def __add__(self, other):
        return Cost(*(a + b for a, b in zip(astuple(self), astuple(other))))

    def times(self, n):
        return Cost(*(n * a for a in astuple(self)))


FLOPS = {"add": 1, "sub": 1, "mul": 1, "fma": 2}
CHOICES = {"select": 1, "fabs": 1, "inverse_cbrt_guess": 8}
COMPARISONS = {"minmod": 4, "minmod3": 6, **dict.fromkeys(
    ("lt", "le", "gt", "ge", "eq", "ne", "min", "max", "fmin", "fmax"), 1)}


def opposite(builder, value):
    """The condition that none of the alternatives of a condition holds."""
    if value.op == "or":
        return builder.logic("and", *(opposite(builder, a) for a in value.args))
    return builder.logic("not", value)


def zero(value):
    """Whether a Value is a constant 0: a multiply-add with it is a multiplication."""
    return value.op == "const" and float(value.what) == 0


def cost(code):
    """Cost of a code's live Values; uniform Values are free."""
    values = code.values()
    free = set(uniform(values))
    total = Cost()
    for value in values:
        if value not in free:
            multiply_add = value.op == "fma" and not zero(value.args[2])
            total.flops += FLOPS.get(value.op, 0) - (value.op == "fma" and not multiply_add)
            total.divisions += value.op == "div"
            total.square_roots += value.op == "sqrt"
            total.comparisons += COMPARISONS.get(value.op, 0)
            total.multiply_adds += multiply_add
            total.choices += CHOICES.get(value.op, 0)
    return total
