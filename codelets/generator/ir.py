"""The intermediate form: straight-line code in static single assignment form.

A Value is one operation on earlier Values. It does not depend on a target: fields are named by the
definition's places (`low_cell.h`, `low_x.mass`, `cell.qx`), and a target maps these to memory. Two
equal operations on the same operands are one Value (that changes no bit); there is no other
simplification, so the order of the operations is the definition's.
"""

from dataclasses import dataclass, field

ARITHMETIC = ("add", "sub", "mul", "div", "neg", "sqrt", "fma", "fabs", "min", "max",
              "fmin", "fmax", "minmod", "minmod3", "inverse_cbrt_guess")
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
LOGIC = ("and", "or", "not")
LEAVES = ("const", "scalar", "load")


def member(name, offset):
    """The name of a field at `offset` cells from the cell: T, T_xm1, T_yp2_zm1."""
    return name + "".join(f"_{axis}{'m' if o < 0 else 'p'}{abs(o)}" for axis, o in zip("xyz", offset) if o)


@dataclass(eq=False)
class Value:
    op: str  # one of the above, or "select" (condition, then, otherwise)
    args: tuple  # of Values
    type: str  # "real" or "bool"
    # const: the literal as written; scalar: its name; load: (place, field, offset). The offset in
    # cells is (0, 0, 0) except for stencils.
    what: object
    order: int  # position in the code
    line: int  # in the definition
    name: str = ""  # the local variable to which it was first assigned

    def walk_key(self):
        return self.order


@dataclass(eq=False)
class Code:
    """A body: its outputs and the code that computes them."""

    name: str
    outputs: dict = field(default_factory=dict)  # (place, field) -> Value
    lines: tuple = ("", 0, 0)  # the file, the first and the last line, for comments

    def values(self):
        """The live Values, in order: those that some output needs."""
        live, waiting = set(), list(self.outputs.values())
        while waiting:
            value = waiting.pop()
            if value not in live:
                live.add(value)
                waiting.extend(value.args)
        return sorted(live, key=Value.walk_key)

    def loads(self):
        """(place, field) of each field that the live code reads, in order of first use."""
        return list(dict.fromkeys(v.what[:2] for v in self.values() if v.op == "load"))

    def loads_around(self):
        """{(field, offset)} that the live code reads of a cell and of those around it."""
        return {v.what[1:] for v in self.values() if v.op == "load" and v.what[0] == "cell"}

    def only(self, wanted):
        """The same code reduced to the outputs selected by `wanted(place, field)`."""
        outputs = {key: value for key, value in self.outputs.items() if wanted(*key)}
        return Code(self.name, outputs, self.lines)

    def key(self):
        """Equal for codes that compute the same values."""
        return tuple((k, v.order) for k, v in self.outputs.items())


class Builder:
    """Creates Values; one for all bodies of a kernel, so that equal code is shared."""

    def __init__(self):
        self.known = {}
        self.line = 0

    def make(self, op, *args, type="real", what=None):
        key = (op, args, type, what)
        if key not in self.known:
            self.known[key] = Value(op, args, type, what, len(self.known), self.line)
        return self.known[key]

    def constant(self, literal, type="real"):
        return self.make("const", type=type, what=literal)

    def scalar(self, name):
        return self.make("scalar", what=name)

    def load(self, place, name, offset=(0, 0, 0)):
        return self.make("load", what=(place, name, offset))

    def again(self, value, args):
        """A Value with other arguments; selections and logic of constants are folded."""
        if value.op == "select":
            return self.select(*args)
        if value.op in ("and", "or", "not"):
            return self.logic(value.op, *args)
        return self.make(value.op, *args, type=value.type, what=value.what)

    def select(self, condition, then, otherwise):
        if then is otherwise:
            return then
        if condition.op == "const":
            return then if condition.what else otherwise
        return self.make("select", condition, then, otherwise, type=then.type)

    def logic(self, op, *args):
        """and, or, not; constants (switches) are folded."""
        if op == "not":
            if args[0].op == "not":
                return args[0].args[0]
            return (self.constant(not args[0].what, "bool") if args[0].op == "const"
                    else self.make("not", *args, type="bool"))
        absorbing = op == "or"
        a, b = args
        for one, other in ((a, b), (b, a)):
            if one.op == "const":
                return one if one.what == absorbing else other
        return self.make(op, a, b, type="bool")
