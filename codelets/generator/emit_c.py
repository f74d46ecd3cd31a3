"""The intermediate form as C: an expression for each named value, in the definition's order.

Single-use arithmetic is written inside the expression that uses it. The arms of a select are names
or calls of inlined functions, so that a compiler finds no branch that would prevent vectorisation.
"""

import textwrap

from .ir import LEAVES, member

INFIX = {"add": ("+", 12), "sub": ("-", 12), "mul": ("*", 13), "div": ("/", 13),
         "lt": ("<", 10), "le": ("<=", 10), "gt": (">", 10), "ge": (">=", 10),
         "eq": ("==", 9), "ne": ("!=", 9), "and": ("&", 8), "or": ("|", 6)}
PRIMARY, UNARY, CONDITIONAL = 20, 15, 3

# precision -> type, suffix of constants and of the functions of math.h
PRECISIONS = {"single": ("float", "f"), "double": ("double", "")}

# Functions with another name in C than in a definition.
CALLED = {"inverse_cbrt_guess": "ria_inverse_cbrt_guess"}
CHOSEN = {"min": "min", "max": "max", "fmin": "either_min", "fmax": "either_max",
          "minmod": "minmod", "minmod3": "minmod3"}

RESERVED = set("""auto break case char const continue default do double else enum extern float for
given goto if inline int long register restrict return short signed sizeof static struct switch typedef
union unsigned void volatile while real bool k min max either_min either_max minmod minmod3 select likely unlikely needed sqrt sqrtf fma fmaf fabs
fabsf fmin fminf fmax fmaxf inverse_cbrt_guess
carry carried cell row line x from to low_x_cell high_x_cell low_y_cell high_y_cell low_cell high_cell next wave before here after low high face low_x high_x low_y high_y rate valid rest shut inner edge ghost outward weight at value
alignas alignof and and_eq asm bitand bitor catch class compl constexpr const_cast decltype delete
dynamic_cast explicit export false friend mutable namespace new noexcept not not_eq nullptr operator
or or_eq private protected public reinterpret_cast static_assert static_cast template this
thread_local throw true try typeid typename using virtual wchar_t xor xor_eq
""".split())


class Emitter:
    """Codes of one kernel in one precision."""

    zero = None  # the member of struct constants that is 0, if a target needs one

    def __init__(self, kernel, precision):
        self.kernel, self.precision = kernel, precision
        self.suffix = PRECISIONS[precision][1]
        self.hoisted, self.computed = kernel.hoisted()
        self.constants = {}  # hoisted Value -> its name in struct constants
        taken = {q.name for q in kernel.definition.scalars}
        for value in self.hoisted:
            self.constants[value] = self.unique(value.name or "fixed", taken)

    def type_of(self, value):
        """The declared type of a Value."""
        return value.type

    @staticmethod
    def unique(name, taken):
        candidate, number = name, 2
        while candidate in taken:
            candidate, number = f"{name}_{number}", number + 1
        taken.add(candidate)
        return candidate

    def literal(self, value):
        if value.type == "bool":
            return "true" if value.what else "false"
        return value.what + self.suffix

    def hoisting(self):
        """Lines that compute the hoisted values from the scalars, into the struct `k`."""
        return self.BODY(self, self.computed, {}, hoisting=True).lines(
            [(f"k.{name}", value) for value, name in self.constants.items()])

    def depending(self, scalars):
        """The names in `k` of `scalars`, and of the hoisted values that depend on any of these."""
        moved = self.moved(scalars)
        return sorted(scalars) + [name for v, name in self.constants.items() if v in moved]

    def moved(self, scalars):
        """The uniform values that depend on any of `scalars`."""
        moved = set()
        for value in self.computed:
            if any(a in moved or (a.op == "scalar" and a.what in scalars) for a in value.args):
                moved.add(value)
        return moved

    def refreshing(self, scalars):
        """Lines that recompute, in `k`, the hoisted values that depend on any of `scalars`."""
        moved = self.moved(scalars)
        known = {v: f"k.{name}" for v, name in self.constants.items() if v not in moved}
        return self.BODY(self, self.computed, {}, hoisting=True, known=known).lines(
            [(f"k.{name}", v) for v, name in self.constants.items() if v in moved])

    def stage(self, code, stage, names):
        """Lines of a Stage of a code; `names` gives carried Values their members of `carried`."""
        results = [(f"carried.{names[v]}", v) for v in stage.writes]
        results += [(".".join(key), v) for key, v in stage.outputs.items()]
        leaves = [v for v in code.values() if not v.args]
        known = {v: f"carried.{names[v]}" for v in stage.reads}
        return self.BODY(self, sorted(leaves + stage.values, key=lambda v: v.order), {},
                    comments=self.comments(code), known=known).lines(results)

    def carried(self, stages):
        """{Value: name} of the values carried between `stages`."""
        taken = set()
        return {v: self.unique(v.name or "t", taken) for s in stages for v in s.writes}

    def comments(self, code):
        wanted, first, last = code.lines
        return {line: text for (file, line), text in self.kernel.definition.comments.items()
                if file == wanted and first < line <= last}

    def body(self, code, places=None, known=None, guard=None, noted=False, roughly=False):
        """Lines of a code; `places` maps a place to its name in the C code, `known` maps Values
        that are already computed to their names. With a `guard`, divisions and square roots are
        calls of its members; with `noted` also conditions that all must hold; `roughly`: the guard
        may fail although they hold."""
        results = []
        for (place, name), value in code.outputs.items():
            target = f"{(places or {}).get(place, place)}.{name}" if place else name
            results.append((target, value))
        body = self.BODY(self, code.values(), places or {}, comments=self.comments(code), known=known,
                         guard=guard)
        if noted:
            body.noted = conditions([v for _, v in results if v.type == "bool"])
            body.roughly = roughly
        return body.lines(results)


def conditions(values):
    """The Values that must all be true for all of `values` to be true."""
    found = set()
    for value in values:
        found |= conditions(value.args) if value.op == "and" else {value}
    return found


class Body:
    def __init__(self, emitter, values, places, comments=None, hoisting=False, known=None,
                 guard=None):
        self.guard, self.noted, self.roughly = guard, set(), False
        self.emitter, self.values, self.places = emitter, values, places
        self.comments, self.hoisting = comments or {}, hoisting
        self.uses = {}
        for value in values:
            for argument in value.args:
                self.uses[argument] = self.uses.get(argument, 0) + 1
        self.names = dict(known or {})

    def lines(self, results):
        out, taken = [], set(RESERVED)
        written = {}
        for target, value in results:
            written.setdefault(value, target)
            self.uses[value] = self.uses.get(value, 0) + 1
        waiting = sorted(self.comments)
        skip = set(self.names) | (set() if self.hoisting else set(self.emitter.constants))
        needed = self.needed(results, skip)
        for value in self.values:
            if value in skip or value not in needed or not self.stands_alone(value):
                continue
            while waiting and waiting[0] <= value.line:
                out += self.comment(waiting.pop(0), value.line)
            name = self.emitter.unique(value.name or "t", taken)
            out += self.statement(f"const {self.emitter.type_of(value)} {name} = ", self.expression(value))
            self.names[value] = name
        for target, value in results:
            out += self.statement(f"{target} = ", self.result(value))
        return out

    def result(self, value):
        """The expression for an output."""
        return self.text(value)

    def needed(self, results, skip):
        live, waiting = set(), [v for _, v in results]
        while waiting:
            value = waiting.pop()
            if value not in live:
                live.add(value)
                if value not in skip:
                    waiting.extend(value.args)
        return live

    def comment(self, at, line):
        """The comment above line `at`, unless the code below it is not emitted."""
        words = self.comments[at]
        if not words or line - at > 3:
            return []
        return textwrap.wrap(f"/* {words} */", 92, subsequent_indent=" * ")

    @staticmethod
    def statement(head, text):
        return textwrap.wrap(head + text + ";", 92, subsequent_indent="    ",
                             break_long_words=False, break_on_hyphens=False)

    def stands_alone(self, value):
        if value.op in LEAVES:
            return False
        return bool(value.name) or self.uses.get(value, 0) > 1

    def text(self, value, priority=0):
        """The expression for a use of `value`, in parentheses where `priority` requires them."""
        if not self.hoisting and value in self.emitter.constants:
            return "k." + self.emitter.constants[value]
        if value in self.names:
            return self.names[value]
        return self.expression(value, priority)

    def is_name(self, value):
        return (value in self.names or value.op in LEAVES
                or (not self.hoisting and value in self.emitter.constants))

    def expression(self, value, priority=0):
        own, text = self.spelled(value)
        return f"({text})" if own < priority else text

    def spelled(self, value):
        op, args = value.op, value.args
        if op == "const":
            return PRIMARY, self.emitter.literal(value)
        if op == "scalar":
            return PRIMARY, "k." + value.what
        if op == "load":
            place, name, offset = value.what
            return PRIMARY, f"{self.places.get(place, place)}.{member(name, offset)}" if place else name
        if self.guard and op in ("div", "sqrt"):
            return PRIMARY, self.guarded(op, args)
        if value in self.noted:
            return PRIMARY, self.noting(value)
        if op in INFIX:
            sign, own = INFIX[op]
            if op in ("and", "or"):  # operands of the same rank need none, others do
                inner = [self.text(a, own if a.op == op else UNARY) for a in args]
            else:
                inner = [self.text(args[0], own), self.text(args[1], own + 1)]
            return own, f"{inner[0]} {sign} {inner[1]}"
        if op == "neg":
            return UNARY, "-" + self.text(args[0], PRIMARY)
        if op == "not":
            return UNARY, "!" + self.text(args[0], PRIMARY)
        if op == "select":
            if value.type == "bool" or all(self.is_name(a) for a in args[1:]):
                # clang requires parentheses around & and |.
                rank = UNARY if args[0].op in ("and", "or") else CONDITIONAL + 1
                return CONDITIONAL, (f"{self.text(args[0], rank)} ? "
                                     f"{self.text(args[1], CONDITIONAL)} : {self.text(args[2], CONDITIONAL)}")
            return PRIMARY, f"select({', '.join(self.text(a) for a in args)})"
        name = CHOSEN.get(op) or CALLED.get(op, op) + self.emitter.suffix
        return PRIMARY, f"{name}({', '.join(self.text(a) for a in args)})"

    def guarded(self, op, args):
        """A division or a square root as a call of the guard's."""
        if op == "div" and args[0].op == "const" and float(args[0].what) == 1:
            name, args = "reciprocal", args[1:]
        else:
            name = {"div": "quotient", "sqrt": "root"}[op]
        return f"{self.guard}.{name}({', '.join(self.text(a) for a in args)})"

    def noting(self, value):
        """A condition as a call of the guard's."""
        self.noted.discard(value)
        if value.op in ("gt", "lt") and value.args[1].op == "const":
            one, bound = value.args
            if value.op == "gt" and float(bound.what) == 0:
                return f"{self.guard}.positive({self.text(one)})"
            if value.op == "lt" and one.op == "fabs":
                return f"{self.guard}.below({self.text(one.args[0])}, {self.text(bound)})"
        return f"{self.guard}.sees({self.text(value)})"


Emitter.BODY = Body
