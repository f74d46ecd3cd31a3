"""Bodies of a definition (syntax trees of pycparser) into the intermediate form.

Locals become Values, `if` becomes selects where its branches meet, helper functions are inlined,
and switches are constants: a body is lowered once for each combination of switches.
"""

import re
import struct

from pycparser import c_ast

from .arrays import ORDER, Arrays
from .definition import COMPOSED, FUNCTIONS, HINTS, UNFIT
from .errors import DefinitionError
from .ir import Code
from .passes import zero

BINARY = {"+": "add", "-": "sub", "*": "mul", "/": "div"}
COMPARE = {"<": "lt", "<=": "le", ">": "gt", ">=": "ge", "==": "eq", "!=": "ne"}
NUMBER = re.compile(r"(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?$")


class Lowering(Arrays):
    """One body, one combination of switches."""

    def __init__(self, definition, builder, readable, writable, switches, usual=False,
                 keeps_names=False, renamed=None, halved=()):
        """readable: {(place, field)}; writable: {(place, field): type}, place "" for plain names.
        usual: assumes that no `unlikely` condition holds; `excluded` is true where one does. With
        `keeps_names`, likely and unlikely conditions are kept, and `assumed` has the values that
        usual code assumes for them. renamed: {(place, field)} of the definition -> of the code.
        halved: scalars with half their value."""
        self.definition, self.builder = definition, builder
        self.readable, self.writable = readable, writable
        self.switches, self.renamed, self.halved = switches, renamed or {}, halved
        self.usual, self.excluded = usual, builder.constant(False, "bool")
        self.keeps_names, self.assumed = keeps_names, {}
        self.own = len(builder.known) if keeps_names else 0  # values shared with other code get no
                                                             # name of this body
        self.scalars = {q.name for q in definition.scalars}
        self.outputs = {}
        self.terms = 0  # terms of SUM, from add()
        self.depth = 0  # of inlined calls
        self.line = 0

    def fail(self, node, what, advice):
        line = node.coord.line if node is not None and node.coord else self.line
        file = node.coord.file if node is not None and node.coord else self.definition.file
        raise DefinitionError(file, line, what, advice)

    def body(self, name):
        function = self.definition.bodies[name]
        self.scopes = [{}]
        self.block(function.body)
        wanted = [("", f"term{n}") for n in range(self.terms)] if self.terms else self.writable
        missing = [self.spell(k) for k in wanted if self.outputs.get(k) is None]
        if missing:
            self.fail(function, f"{name} does not set {', '.join(missing)}",
                      "assign it on every path")
        ordered = {self.renamed.get(k, k): self.outputs[k] for k in wanted}
        end = max(self.line, function.coord.line)
        return Code(name.lower(), ordered, (function.coord.file, function.coord.line, end))

    @staticmethod
    def spell(key):
        return ".".join(part for part in key if part)

    # --- statements -----------------------------------------------------------------------------

    def block(self, node):
        """The statements of { }; returns the Value returned by a helper's outermost block."""
        self.scopes.append({})
        result = None
        for item in node.block_items or []:
            if result is not None:
                self.fail(item, "code after return", "return in the last line only")
            if item.coord and not self.depth:
                self.line = self.builder.line = item.coord.line
            result = self.statement(item)
        self.scopes.pop()
        return result

    def statement(self, node):
        if isinstance(node, c_ast.Decl):
            self.declaration(node)
        elif isinstance(node, c_ast.DeclList):
            for decl in node.decls:
                self.declaration(decl)
        elif isinstance(node, c_ast.Assignment):
            self.assignment(node)
        elif isinstance(node, c_ast.If):
            self.branch(node)
        elif isinstance(node, c_ast.Compound):
            return self.block(node)
        elif isinstance(node, c_ast.Return) and self.depth and node.expr is not None:
            return self.expression(node.expr)
        elif isinstance(node, c_ast.EmptyStatement):
            pass
        elif isinstance(node, c_ast.For):
            self.loop(node)
        elif isinstance(node, c_ast.FuncCall):
            self.call(node)
        elif isinstance(node, (c_ast.While, c_ast.DoWhile)):
            self.fail(node, "a loop without a number of turns", "write `for (int i = 0; i < 5; i++)`")
        elif isinstance(node, c_ast.Return):
            self.fail(node, "return in a body", "assign the body's outputs instead")
        else:
            self.fail(node, f"a statement of the kind {type(node).__name__}",
                      "use declarations, assignments and if/else")
        return None

    def call(self, node):
        """A call as a statement: add(term) of SUM, or a function without a result."""
        name = node.name.name if isinstance(node.name, c_ast.ID) else "?"
        arguments = node.args.exprs if node.args else []
        if name == "add" and self.definition.kind == "reduce" and "SUM" in self.definition.bodies:
            if len(arguments) != 1:
                self.fail(node, f"add takes a term, not {len(arguments)}", "call it once for each")
            self.outputs["", f"term{self.terms}"] = self.typed(arguments[0], "real")
            self.terms += 1
        elif name in self.definition.helpers:
            self.inline(node, self.definition.helpers[name], arguments)
        else:
            self.fail(node, f"a call of '{name}' alone", "call a `static void` function of this file")

    def declaration(self, node):
        if isinstance(node.type, c_ast.ArrayDecl):
            return self.declare_array(node)
        kind = self.type_of(node, "int" if node.init is not None else "real")
        if kind == "int":
            self.hidden(node)
            self.scopes[-1][node.name] = ["int", self.whole_number(node.init)]
            return None
        value = None
        if node.init is not None:
            value = self.typed(node.init, kind, node.name)
        self.hidden(node)
        self.scopes[-1][node.name] = [kind, value]
        return None

    def hidden(self, node):
        """Names that a local must not hide."""
        if node.name in self.scopes[-1]:
            self.fail(node, f"'{node.name}' is declared twice", "give it another name")
        if node.name in self.scalars or node.name in FUNCTIONS:
            self.fail(node, f"local '{node.name}' hides a scalar or a function",
                      "give it another name")

    @staticmethod
    def type_name(node):
        names = getattr(getattr(node.type, "type", None), "names", None)
        return names[0] if isinstance(node.type, c_ast.TypeDecl) and names and len(names) == 1 else None

    def type_of(self, node, more="real"):
        kind = self.type_name(node)
        if kind not in ("real", "bool", more):
            self.fail(node, f"'{node.name}' is neither real nor bool",
                      "precision is chosen outside: declare it `real` or `bool`")
        return kind

    def assignment(self, node):
        right = node.rvalue
        if node.op != "=":
            right = c_ast.BinaryOp(node.op[:-1], node.lvalue, right, node.coord)
        target = node.lvalue
        if isinstance(target, c_ast.ID):
            slot = self.local(target.name)
            if slot is not None:
                slot[1] = self.typed(right, slot[0], target.name)
                return
            key = ("", target.name)
        elif isinstance(target, c_ast.StructRef) and isinstance(target.name, c_ast.ID):
            key = (target.name.name, target.field.name)
        elif isinstance(target, c_ast.ArrayRef):
            base, index = self.element(target)
            if not isinstance(base, c_ast.StructRef):
                slot = self.slot_of(target)
                slot[1] = self.typed(right, "real", base.name + "".join(map(str, index)))
                return
            name = self.field_of(target, base.field.name, index)
            if name is None:
                self.zero_by_structure(node, right)
                return
            key = (getattr(base.name, "name", "?"), name)
        else:
            self.fail(node, "cannot assign to this", "assign to a local or to an output")
        if key not in self.writable:
            outputs = ", ".join(self.spell(k) for k in self.writable)
            self.fail(node, f"'{self.spell(key)}' is not an output here", f"these are: {outputs}")
        self.outputs[key] = self.typed(right, self.writable[key], key[1])

    def local(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return None

    def branch(self, node):
        condition = self.typed(node.cond, "bool")
        if condition.op == "const":
            taken = node.iftrue if condition.what else node.iffalse
            if taken is not None:
                self.arm(taken)
            return
        start = self.snapshot()
        self.arm(node.iftrue)
        then = self.snapshot()
        self.restore(start)
        if node.iffalse is not None:
            self.arm(node.iffalse)
        otherwise = self.snapshot()
        locals_, outputs = [], {}
        for before, a_scope, b_scope in zip(start[0], then[0], otherwise[0]):
            locals_.append({name: self.merge(condition, a_scope[name], b_scope[name], name)
                            for name in before})
        for key in {**then[1], **otherwise[1]}:
            outputs[key] = self.merge(condition, then[1].get(key), otherwise[1].get(key), key[1])
        self.restore((locals_, outputs))

    def arm(self, node):
        if self.statement(node) is not None:
            self.fail(node, "return inside an if", "assign to a local, and return it at the end")

    def merge(self, condition, a, b, name):
        if a is b or a is None or b is None:
            return a if a is b else None  # unset on one path: unset
        return self.named(self.builder.select(condition, a, b), name)

    def snapshot(self):
        return [{n: s[1] for n, s in scope.items()} for scope in self.scopes], dict(self.outputs)

    def restore(self, saved):
        for scope, values in zip(self.scopes, saved[0]):
            for name, value in values.items():
                scope[name][1] = value
        self.outputs = dict(saved[1])

    # --- expressions ----------------------------------------------------------------------------

    def named(self, value, name):
        name = re.sub(r"[][]", "", name)
        if name and not value.name and value.op not in ("const", "scalar", "load") and value.order >= self.own:
            value.name = name
        return value

    def typed(self, node, kind, name=""):
        value = self.expression(node)
        if value.type != kind:
            self.fail(node, f"a {value.type} where a {kind} is needed",
                      "compare, or use ?:, to go from one to the other")
        return self.named(value, name)

    def expression(self, node):
        method = getattr(self, "on_" + type(node).__name__, None)
        if method is None:
            self.fail(node, f"an expression of the kind {type(node).__name__}",
                      "see ria_kernel.h for what a body may hold")
        return method(node)

    def on_Constant(self, node):
        if not NUMBER.match(node.value):
            self.fail(node, f"the constant {node.value}",
                      "write a decimal number without a suffix: precision is chosen outside")
        literal = node.value if re.search(r"[.eE]", node.value) else node.value + ".0"
        number = float(literal)
        try:
            single = struct.unpack("f", struct.pack("f", number))[0]
        except OverflowError:
            single = float("inf")
        if number and (single == 0 or single in (float("inf"),)):
            self.fail(node, f"the constant {node.value} does not fit single precision",
                      "keep it between 1e-37 and 1e38")
        return self.builder.constant(literal)

    def on_ID(self, node):
        name = node.name
        slot = self.local(name)
        if slot is not None:
            if slot[0] in ("int", "array"):
                self.fail(node, f"the {slot[0]} '{name}' where a real or bool is needed",
                          "numbers of loops are for indices and comparisons with each other")
            if slot[1] is None:
                self.fail(node, f"'{name}' may be used before it is set", "set it on every path")
            return slot[1]
        if name in self.switches:
            return self.builder.constant(self.switches[name], "bool")
        if name == "absent":
            return self.builder.constant("0.0")
        if name in ("true", "false"):
            return self.builder.constant(name == "true", "bool")
        if name in self.halved:
            return self.builder.make("mul", self.builder.constant("0.5"), self.builder.scalar(name))
        if name in self.scalars and self.definition.kind == "scalar":
            return self.builder.load("given", name)  # no value is uniform over cells: the body
                                                     # reads none
        if name in self.scalars:
            return self.builder.scalar(name)
        key = ("", name)
        if self.outputs.get(key) is not None:
            return self.outputs[key]
        if key in self.readable:
            return self.builder.load("", name)
        return self.fail(node, f"'{name}' is not known here",
                         "declare it: SCALAR(...), SWITCH(...) or a local")

    def on_StructRef(self, node):
        key = (getattr(node.name, "name", "?"), node.field.name)
        if node.type != "." or not isinstance(node.name, c_ast.ID):
            self.fail(node, "a pointer", "use place.field")
        return self.member(node, *key)

    def member(self, node, place, name):
        """The value of a field of a place; `name` None: 0 by structure."""
        key = (place, name)
        if name is None:
            return self.builder.constant("0.0")
        if key in self.writable:
            if self.outputs.get(key) is None:
                self.fail(node, f"'{self.spell(key)}' may be used before it is set",
                          "set it on every path")
            return self.outputs[key]
        if key not in self.readable:
            known = sorted(f for p, f in self.readable if p == key[0])
            places = sorted({p for p, f in self.readable if p})
            advice = (f"its fields here are {', '.join(known)}" if known
                      else f"what can be read here: {', '.join(places)}")
            self.fail(node, f"'{self.spell(key)}' cannot be read here", advice)
        return self.builder.load(*self.renamed.get(key, key))

    def on_UnaryOp(self, node):
        if node.op == "!":
            return self.builder.logic("not", self.typed(node.expr, "bool"))
        if node.op == "-":
            return self.builder.make("neg", self.typed(node.expr, "real"))
        if node.op == "+":
            return self.typed(node.expr, "real")
        return self.fail(node, f"the operator {node.op}", "see ria_kernel.h")

    def on_BinaryOp(self, node):
        if node.op in BINARY:
            a, b = self.typed(node.left, "real"), self.typed(node.right, "real")
            if node.op == "/" and b.op == "const" and float(b.what) == 0:
                self.fail(node, "a division by zero", "divide by something else")
            return self.builder.make(BINARY[node.op], a, b)
        if node.op in COMPARE and self.counts(node):
            whole = ORDER[node.op](self.whole_number(node.left), self.whole_number(node.right))
            return self.builder.constant(whole, "bool")
        if node.op in COMPARE:
            a, b = self.typed(node.left, "real"), self.typed(node.right, "real")
            return self.builder.make(COMPARE[node.op], a, b, type="bool")
        if node.op in ("&&", "||"):
            a = self.typed(node.left, "bool")
            if self.counts(node.left) and a.op == "const" and a.what == (node.op == "||"):
                return a  # the other branch may index elements that do not exist
            b = self.typed(node.right, "bool")
            return self.builder.logic("and" if node.op == "&&" else "or", a, b)
        return self.fail(node, f"the operator {node.op}", "see ria_kernel.h")

    def on_TernaryOp(self, node):
        condition = self.typed(node.cond, "bool")
        if self.counts(node.cond) and condition.op == "const":
            return self.expression(node.iftrue if condition.what else node.iffalse)
        a, b = self.expression(node.iftrue), self.expression(node.iffalse)
        if a.type != b.type:
            self.fail(node, f"?: between a {a.type} and a {b.type}", "make both the same type")
        return self.builder.select(condition, a, b)

    def on_FuncCall(self, node):
        name = node.name.name if isinstance(node.name, c_ast.ID) else "?"
        arguments = node.args.exprs if node.args else []
        if name in FUNCTIONS:
            if len(arguments) != FUNCTIONS[name]:
                self.fail(node, f"{name} takes {FUNCTIONS[name]} arguments, not {len(arguments)}",
                          "see ria_kernel.h")
            if name in UNFIT.get(self.definition.kind, ()):
                self.fail(node, f"{name} in a {self.definition.kind} kernel",
                          "SPE programs have no such function: use sqrt, or a kernel of another kind")
            return self.builder.make(name, *[self.typed(a, "real") for a in arguments])
        if name in COMPOSED:
            if len(arguments) != COMPOSED[name]:
                self.fail(node, f"{name} takes {COMPOSED[name]} arguments, not {len(arguments)}", "see ria_kernel.h")
            if name == "fma_sparse":
                factor, other, term = [self.typed(a, "real") for a in arguments]
                return term if zero(factor) else self.builder.make("fma", factor, other, term)
            return self.sum_in_any_order([self.typed(a, "real") for a in arguments])
        if name == "at" and self.definition.kind == "point":
            return self.neighbour(node, arguments)
        if name in HINTS:
            if len(arguments) != 1:
                self.fail(node, f"{name} takes a condition, not {len(arguments)} of them",
                          "see ria_kernel.h")
            return self.hint(name, self.typed(arguments[0], "bool"))
        if name not in self.definition.helpers:
            known = ", ".join(list(FUNCTIONS) + list(self.definition.helpers))
            self.fail(node, f"there is no function '{name}'",
                      f"known are {known}; anything else is made of them")
        result = self.inline(node, self.definition.helpers[name], arguments)
        if result is None:
            self.fail(node, f"{name} returns nothing", "call it in a statement of its own")
        return result

    def ordered(self, a, b):
        """Both, the smaller first. min and max return their second operand if the two compare equal
        or are unordered, so that both are kept: a zero's sign and NaN reach the sum in any order of
        the terms."""
        return self.builder.make("min", a, b), self.builder.make("max", b, a)

    def sum_in_any_order(self, terms):
        """sum3 and sum4: (least + largest) + the others, of which there are at most two."""
        make = self.builder.make
        low, high = self.ordered(*terms[:2])
        if len(terms) == 3:
            low, rest = self.ordered(low, terms[2])
            middle, high = self.ordered(rest, high)
        else:
            lower, higher = self.ordered(*terms[2:])
            low, least_but_one = self.ordered(low, lower)
            largest_but_one, high = self.ordered(high, higher)
            middle = make("add", least_but_one, largest_but_one)
        return make("add", make("add", low, high), middle)

    def neighbour(self, node, arguments):
        """at(field, dx, dy, dz)."""
        base, index = self.element(arguments[0]) if arguments else (None, ())
        if len(arguments) != 4 or not isinstance(base, c_ast.ID):
            self.fail(node, "at() of something else than a field and three offsets", "write at(field, dx, dy, dz)")
        field, offset = base.name, self.offset_of(node, arguments[1:])
        if index:
            field = self.field_of(node, field, index)
            if field is None:
                return self.builder.constant("0.0")
        if ("cell", field) not in self.readable:
            known = ", ".join(sorted(f for p, f in self.readable if p == "cell")) or "none"
            self.fail(node, f"'{field}' cannot be read here", f"fields that can: {known}")
        return self.builder.load("cell", field, offset)

    def offset_of(self, node, arguments):
        offset = tuple(self.whole_number(a) for a in arguments)
        along = self.definition.axes if self.definition.axes_word else 0
        for bit, axis in enumerate("xyz"):
            if offset[bit] and not along >> bit & 1:
                self.fail(node, f"a neighbour along {axis}, but the kernel does not work along {axis}",
                          "declare the axes at the top: AXES_X, AXES_Y, AXES_XY or AXES_XYZ")
        return offset

    def hint(self, name, condition):
        """The value of likely(condition), unlikely(condition) and needed(condition). Usual code
        assumes that the first holds and the others do not, and records violations; other code
        computes everything that may be needed, which costs less than a selection."""
        if not self.usual:
            return self.builder.constant(True, "bool") if name == "needed" else condition
        usually = self.builder.constant(name == "likely", "bool")
        other = self.builder.logic("not", condition) if name == "likely" else condition
        self.excluded = self.builder.logic("or", self.excluded, other)
        if not self.keeps_names or name == "needed":
            return usually
        self.assumed[condition] = usually
        return condition

    def inline(self, node, function, arguments):
        if self.depth > 20:
            self.fail(node, "functions that call each other in a circle", "break the circle")
        declared = function.decl.type.args.params if function.decl.type.args else []
        parameters = [p for p in declared if getattr(p, "name", None)]
        if len(parameters) != len(arguments):
            self.fail(node, f"{function.decl.name} takes {len(parameters)} arguments, "
                            f"not {len(arguments)}", "pass as many as it declares")
        scope, arrays = {}, []
        for parameter, argument in zip(parameters, arguments):
            if isinstance(parameter.type, c_ast.ArrayDecl):
                arrays.append((parameter, argument, self.array_argument(argument)))
                continue
            kind = self.type_of(parameter, "int")
            scope[parameter.name] = [kind, self.whole_number(argument) if kind == "int" else self.typed(argument, kind)]
        outer, self.scopes = self.scopes, [scope]
        for parameter, argument, (dimensions, slots) in arrays:
            if self.dimensions_of(parameter) != dimensions:
                self.fail(argument, f"an array of other dimensions than '{parameter.name}' of {function.decl.name}",
                          "pass one of the same")
            self.bind_array(parameter.name, dimensions, slots)
        self.depth += 1
        result = self.block(function.body)
        self.depth -= 1
        self.scopes = outer
        for _, argument, (_, slots) in arrays:
            if not isinstance(argument, c_ast.ID) and any(slot[1].op not in ("load", "const") for slot in slots.values()):
                self.fail(node, f"{function.decl.name} changes fields that it is given", "pass it a local array")
        if function.decl.type.type.type.names == ["void"]:
            return None
        if result is None:
            self.fail(function, f"{function.decl.name} returns nothing at its end",
                      "make `return ...;` its last line")
        wanted = function.decl.type.type.type.names[0]
        if result.type != wanted:
            self.fail(function, f"{function.decl.name} returns a {result.type}, "
                                f"not a {wanted}", "compare, or use ?:")
        return result
