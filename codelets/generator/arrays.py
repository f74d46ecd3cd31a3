"""Arrays, whole numbers and loops with a known number of turns: they become single Values during
lowering, before any other pass.

A local array has a slot in the scope for each element, with names such as "a[0][1]", and a slot
that lists these. So branches merge elements like other locals, and a function with an array as
argument writes its elements.
"""

import itertools
import re

from pycparser import c_ast

MOST_TURNS = 64  # of a loop
WHOLE = {"+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b}
ORDER = {"<": lambda a, b: a < b, "<=": lambda a, b: a <= b, ">": lambda a, b: a > b, ">=": lambda a, b: a >= b,
         "==": lambda a, b: a == b, "!=": lambda a, b: a != b}


def every_index(dimensions):
    return list(itertools.product(*map(range, dimensions)))


class Arrays:
    """The part of Lowering for arrays and loops."""

    # --- whole numbers and loops ----------------------------------------------------------------

    def counts(self, node):
        """Whether an expression is one of whole numbers: it contains an int."""
        if isinstance(node, c_ast.ID):
            slot = self.local(node.name)
            return slot is not None and slot[0] == "int"
        if isinstance(node, (c_ast.ArrayRef, c_ast.FuncCall, c_ast.StructRef)):
            return False
        return any(self.counts(child) for _, child in node.children())

    def whole_number(self, node):
        """The value of an expression of numbers and ints."""
        if isinstance(node, c_ast.Constant) and re.fullmatch(r"\d+", node.value):
            return int(node.value)
        if isinstance(node, c_ast.UnaryOp) and node.op in "+-":
            return self.whole_number(node.expr) * (-1 if node.op == "-" else 1)
        if isinstance(node, c_ast.BinaryOp) and node.op in WHOLE:
            return WHOLE[node.op](self.whole_number(node.left), self.whole_number(node.right))
        if isinstance(node, c_ast.TernaryOp) and self.counts(node.cond):
            return self.whole_number(node.iftrue if self.typed(node.cond, "bool").what else node.iffalse)
        if isinstance(node, c_ast.ID) and self.counts(node):
            return self.local(node.name)[1]
        return self.fail(node, "something that is no whole number here",
                         "write a number such as -1, or an int of a loop")

    def loop(self, node):
        """for (int i = a; i < b; i++), with bounds known here."""
        advice = f"write `for (int i = 0; i < 5; i++)`, of at most {MOST_TURNS} turns"
        decls = node.init.decls if isinstance(node.init, c_ast.DeclList) else []
        if len(decls) != 1 or self.type_name(decls[0]) != "int" or decls[0].init is None:
            self.fail(node, "a loop that does not declare an int", advice)
        name, number = decls[0].name, self.whole_number(decls[0].init)
        step, condition = node.next, node.cond
        if not isinstance(step, c_ast.UnaryOp) or step.op not in ("p++", "++", "p--", "--") or step.expr.name != name:
            self.fail(node, "a loop that does not count by 1", advice)
        for _ in range(MOST_TURNS + 1):
            self.scopes.append({name: ["int", number]})
            if not isinstance(condition, c_ast.BinaryOp) or condition.op not in ORDER:
                self.fail(node, "a loop whose number of turns is not known", advice)
            ends = self.whole_number(condition.left), self.whole_number(condition.right)
            goes_on = ORDER[condition.op](*ends)
            if goes_on and self.statement(node.stmt) is not None:
                self.fail(node, "return inside a loop", "assign to a local, and return it at the end")
            self.scopes.pop()
            if not goes_on:
                return
            number += 1 if "+" in step.op else -1
        self.fail(node, "a loop of too many turns", advice)

    # --- arrays ---------------------------------------------------------------------------------

    def declare_array(self, node):
        """real a[5]; or real a[5][5]; with unset elements."""
        dimensions = self.dimensions_of(node)
        if node.init is not None:
            self.fail(node, "an array with an initializer", "set its elements in a loop")
        self.hidden(node)
        self.bind_array(node.name, dimensions, {i: ["real", None] for i in every_index(dimensions)})

    def dimensions_of(self, node):
        dimensions, kind = [], node.type
        while isinstance(kind, c_ast.ArrayDecl):
            if kind.dim is None:
                self.fail(node, f"'{node.name}' has no length", "write its number of elements")
            dimensions.append(self.whole_number(kind.dim))
            kind = kind.type
        if getattr(getattr(kind, "type", None), "names", None) != ["real"] or len(dimensions) > 2:
            self.fail(node, f"'{node.name}' is no array of reals of one or two dimensions", "declare it `real`")
        return tuple(dimensions)

    def bind_array(self, name, dimensions, slots):
        scope = self.scopes[-1]
        scope[name] = ["array", (dimensions, slots)]
        for index, slot in slots.items():
            scope[name + "".join(f"[{i}]" for i in index)] = slot

    def element(self, node):
        """(the indexed expression, the numbers) of a[i] and a[i][j]."""
        index = []
        while isinstance(node, c_ast.ArrayRef):
            index.insert(0, self.whole_number(node.subscript))
            node = node.name
        return node, tuple(index)

    def checked(self, node, name, dimensions, index):
        if len(index) != len(dimensions) or any(not 0 <= i < n for i, n in zip(index, dimensions)):
            self.fail(node, f"'{name}{''.join(f'[{i}]' for i in index)}' is not in {name}"
                            f"{''.join(f'[{n}]' for n in dimensions)}", "keep within its dimensions")
        return index

    def slot_of(self, node):
        """The slot of an element of a local array."""
        base, index = self.element(node)
        slot = self.local(base.name) if isinstance(base, c_ast.ID) else None
        if slot is None or slot[0] != "array":
            self.fail(node, "an index of something that is no array", "declare it: real a[5]; or COMPONENTS(...)")
        dimensions, slots = slot[1]
        return slots[self.checked(node, base.name, dimensions, index)]

    def field_of(self, node, name, index):
        """The field of an element of COMPONENTS or of a BLOCK; None: 0 by structure."""
        array = self.definition.arrays.get(name)
        if array is None:
            self.fail(node, f"'{name}' has no elements", "declare it COMPONENTS(...) or BLOCK(...)")
        return array.element(self.checked(node, name, array.dimensions, index))

    def on_ArrayRef(self, node):
        base, index = self.element(node)
        if isinstance(base, c_ast.StructRef):
            return self.member(node, getattr(base.name, "name", "?"), self.field_of(node, base.field.name, index))
        value = self.slot_of(node)[1]
        if value is None:
            self.fail(node, f"an element of '{base.name}' may be used before it is set", "set it on every path")
        return value

    def array_argument(self, node):
        """The slots of an array argument of a function: those of a local one, or of fields."""
        if isinstance(node, c_ast.ID):
            slot = self.local(node.name)
            if slot is not None and slot[0] == "array":
                return slot[1]
        place, name, offset = self.fields_named(node)
        array = self.definition.arrays.get(name)
        if array is None:
            self.fail(node, "an argument that is no array", "pass a local array, cell.NAME or at(NAME, dx, dy, dz)")
        def value(index):
            field = array.element(index)
            if field is None:
                return self.builder.constant("0.0")
            if (place, field) not in self.readable:
                self.fail(node, f"'{place}.{name}' cannot be read here", "pass what the kernel reads")
            return self.builder.load(place, field, offset)
        return array.dimensions, {i: ["real", value(i)] for i in every_index(array.dimensions)}

    def fields_named(self, node):
        """(place, name, offset) of cell.NAME and at(NAME, dx, dy, dz)."""
        if isinstance(node, c_ast.StructRef) and isinstance(node.name, c_ast.ID):
            return node.name.name, node.field.name, (0, 0, 0)
        if isinstance(node, c_ast.FuncCall) and getattr(node.name, "name", "") == "at" and node.args:
            first, *rest = node.args.exprs
            if isinstance(first, c_ast.ID) and len(rest) == 3:
                return "cell", first.name, self.offset_of(node, rest)
        return "", "", (0, 0, 0)

    def zero_by_structure(self, node, right):
        value = self.typed(right, "real")
        if value.op != "const" or float(value.what) != 0:
            self.fail(node, "a number for an element that is 0 by its pattern", "assign `absent`, or correct the pattern")
