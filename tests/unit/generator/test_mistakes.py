"""The generator's messages about wrong definitions."""

import unittest
from pathlib import Path

from definitions import POINT, REDUCE, SLOPE, WAVE, each, in_floats, made, staged, text  # first: it finds the generator
from generator import kernel, render
from generator.errors import DefinitionError


class Mistakes(unittest.TestCase):
    """Every message says the file and line, what is wrong, and what to do."""

    def fails(self, source, *words, axis=None):
        with self.assertRaises(DefinitionError) as caught:
            render.make(made(source, axis), Path("heat.c"))
        message = str(caught.exception)
        self.assertRegex(message, r"^heat\.c:\d+: .+; .+")
        for word in words:
            self.assertIn(word, message)
        return caught.exception

    def test_line_is_right(self):
        error = self.fails(text(update="next.t = cell.nix;"), "'cell.nix' cannot be read here")
        wanted = text(update="@").split("\n")
        self.assertEqual(wanted[error.line - 1].strip(), "@")

    def test_unknown_names(self):
        self.fails(text(update="next.t = nix;"), "'nix' is not known here")
        self.fails(text(update="next.t = exp(cell.t);"), "no function 'exp'", "sqrt")
        self.fails(text(update="next.t = low_cell.t;"), "'low_cell.t' cannot be read here", "cell")
        self.fails(text(update="cell.t = 1.0;"), "'cell.t' is not an output here", "next.t")
        self.fails(text(flux="real a = low_cell.qx;"), "'low_cell.qx' cannot be read here", "qn")

    def test_types(self):
        self.fails(text(update="float a = 1.0;"), "neither real nor bool")
        self.fails(text(update="real a = cell.t > 1.0;"), "a bool where a real is needed")
        self.fails(text(update="bool a = cell.t;"), "a real where a bool is needed")
        self.fails(text(update="if (cell.t) { }"), "a real where a bool is needed")
        self.fails(text(update="real a = 1.0f;"), "1.0f", "without a suffix")
        self.fails(text(update="real a = 1e300;"), "does not fit single precision")

    def test_what_c_allows_and_kernels_do_not(self):
        self.fails(text(update="for (;;) { }"), "a loop that does not declare an int")
        self.fails(text(update="real a = cell.t / 0.0;"), "division by zero")
        self.fails(text(update="return;"), "return")
        self.fails(text(update="real a; real b = a;"), "may be used before it is set")
        self.fails(text(update="real a; if (cell.t > 0.0) { a = 1.0; } real b = a;"),
                   "may be used before it is set")
        self.fails(text(update="real dt = 1.0;"), "hides a scalar")
        self.fails(text(helpers="static real f(real x) { return f(x); }",
                        update="real a = f(cell.t);"), "circle")
        self.fails(text(helpers="static real f(real x) { if (x > 0.0) { return x; } return 0.0; }",
                        update="real a = f(cell.t);"), "return inside an if")
        self.fails(text(update="real a = min(cell.t);"), "takes 2 arguments, not 1")
        self.fails(WAVE.replace("sqrt(cell.t)", "inverse_cbrt_guess(cell.t)"),
                   "inverse_cbrt_guess in a wave kernel")

    def test_what_follows(self):
        after = lambda name: POINT.replace("AXES_XYZ", f"AXES_XYZ\nFOLLOWED_BY({name})")  # noqa: E731
        self.fails(after("nix"), "there is no nix.c", "name a REDUCE kernel")
        self.fails(after("nix)\nFOLLOWED_BY(nix"), "a second FOLLOWED_BY")
        self.fails(REDUCE.replace("CELL {", "FOLLOWED_BY(dot5)\nCELL {", 1), "FOLLOWED_BY in a reduce kernel")
        kernels = render.CODELETS / "kernels"
        self.assertEqual(kernel.follower(made(after("dot5")), [kernels]).name, "dot5")
        for other in "jacobi", "smallest":  # a step; not by SUM
            with self.assertRaisesRegex(DefinitionError, "no REDUCE kernel by SUM"):
                kernel.follower(made(after(other)), [kernels])

    def test_rest_holds_whatever_scalars_become(self):
        resting = text().replace("static real rate;", "static real rate; static bool rest, shut;")
        self.fails(resting + "REST { rest = cell.t == dt; }\n", "REST depends on the SCALAR 'dt'", "fields of cells")
        self.fails(resting + "REST { rest = cell.t == 0.0; }\nSHUT { shut = low_cell.t == rx; }\n", "SHUT depends on the SCALAR 'rx'")

    def test_hints(self):
        hinted = lambda words: POINT.replace("AXES_XYZ", f"AXES_XYZ\nHINT({words})")  # noqa: E731
        self.fails(hinted("cuda, nix"), "HINT(cuda, nix) tells no target anything", "HINT(cuda, read_late)")
        self.fails(hinted("nix, read_late"), "HINT(nix, read_late)")
        self.fails(hinted("cuda, read_late, half"), "single or double")
        self.fails(hinted("cuda"), "a HINT without words")

    def test_outputs_must_be_set(self):
        self.fails(text().replace("next.qy = cell.qy;", ""), "UPDATE does not set next.qy")
        self.fails(text().replace("face.speed = low_cell.k;", "if (low_cell.k > 0.0) face.speed = low_cell.k;"),
                   "FLUX does not set face.speed")

    def test_declarations(self):
        self.fails(text().replace("SCALAR(rx", "SCALAR(dt"), "'dt' is already declared in line 9")
        self.fails(text().replace("AXES_XY", "NONSENSE"), "'NONSENSE' is no word")
        self.fails(text().replace("STATE(FIELD", "STATE(FEELD"), "'FEELD'", "use FIELD, VECTOR")
        self.fails(text().replace("UPDATE", "CHECK"), "no UPDATE")
        self.fails(text() + "static bool shut;\nSHUT { shut = low_cell.t == high_cell.t; }\n",
                   "SHUT without REST", "write REST")
        self.fails(text().replace("FACE_KERNEL(heat", "CELLS_KERNEL(heat"), "no APPLY")
        self.fails(text().replace('FIELD(flow, "K"', 'VECTOR(flow, "K"'), "a VECTOR in FACE")
        self.fails(POINT.replace("AXES_XYZ\n", "").replace('FIELD(u, "1", "speed")', 'VECTOR(v, "1", "speed")'),
                   "a VECTOR in a point kernel for boxes of any dimensions", "write AXES_XY or AXES_XYZ")
        self.fails("SCALAR(a, \"\", \"\")\n", "no FACE_KERNEL")
        self.fails(text().replace("UPDATE {", "UPDATE { {"), "'{' is never closed")
        self.fails(text(update="real a = 1.0"), "not C")

    def test_waves(self):
        self.fails(WAVE.replace("WAVES {", "REST {"), "no WAVES")
        self.fails(WAVE + "REST { }", "REST in a wave kernel")
        self.fails(WAVE.replace("before.jump", "before.jmup"), "'before.jmup' cannot be read here",
                   "along, jump")
        self.fails(WAVE.replace("wave.jump =", "real jump ="), "WAVES does not set wave.jump")
        self.fails(WAVE.replace('FIELD(along, "W"', 'VECTOR(along, "W"'), "a VECTOR in FACE or WAVE")
        self.fails(text().replace("AXES_XY", "AXES_EACH"), "AXES_EACH in a face kernel")
        self.fails(each(WAVE).replace("low.flow - high", "low.flow - high_x"),
                   "'high_x.flow' cannot be read here", "low", axis="x")

    def test_slopes(self):
        self.fails(SLOPE.replace("SLOPES {", "REST {"), "no SLOPES")
        self.fails(SLOPE.replace('SLOPED(FIELD(room, "1", "largest difference") VECTOR(rise, "1", "of the root"))', ""),
                   "SLOPED fields and SLOPES one without the other")
        self.fails(text() + "SLOPES { }", "SLOPES in a face kernel")
        self.fails(text().replace("STATICS(", 'SLOPED(FIELD(rise, "1", "rise")) STATICS('),
                   "SLOPED fields and SLOPES one without the other")
        self.fails(SLOPE.replace("cell.risey = 0.5", "real rise = 0.5"), "SLOPES does not set cell.risey")
        self.fails(SLOPE.replace("low_y_cell.root", "low_corner_cell.root"), "'low_corner_cell.root' cannot be read here",
                   "low_x_cell")
        self.fails(SLOPE.replace("low_y_cell.root", "low_y_cell.room"), "'low_y_cell.room' cannot be read here", "root")
        self.fails(SLOPE.replace("low_cell.risen", "low_cell.risex"), "'low_cell.risex' cannot be read here", "risen")
        self.fails(SLOPE.replace("cell.root = sqrt(cell.t)", "cell.root = sqrt(low_x_cell.t)"),
                   "'low_x_cell.t' cannot be read here")
        self.fails(SLOPE.replace("AXES_XY", "AXES_X"), "a slope kernel along one axis", "AXES_XY")
        self.fails(SLOPE.replace("AXES_XY", "AXES_EACH"), "a slope kernel along one axis")
        self.fails(staged(SLOPE), "MIDPOINT", "slope kernel")
        self.fails(SLOPE.replace("FIELD(room", "FIELD(root"), "field 'root' is declared twice")

    def test_points(self):
        self.fails(POINT.replace("UPDATE {", "FLUX {"), "no UPDATE")
        self.fails(POINT.replace("at(t, 1, 0, 0)", "at(t, 1, 0)"), "write at(field, dx, dy, dz)")
        self.fails(POINT.replace("at(t, 1, 0, 0)", "at(cell.t, 1, 0, 0)"), "write at(field, dx, dy, dz)")
        self.fails(POINT.replace("at(t, 1, 0, 0)", "at(t, rx, 0, 0)"), "no whole number", "-1")
        self.fails(POINT.replace("at(t, 1, 0, 0)", "at(t, 1.0, 0, 0)"), "no whole number")
        self.fails(POINT.replace("at(t, 1, 0, 0)", "at(nix, 1, 0, 0)"), "'nix' cannot be read here", "t, u")
        self.fails(POINT.replace("AXES_XYZ", "AXES_XY"), "a neighbour along z", "AXES_XYZ")
        self.fails(POINT.replace("AXES_XYZ", ""), "a neighbour along x")
        self.fails(POINT.replace("at(t, 1, 0, 0)", "at(w, 1, 0, 0)"), "'w' cannot be read here")
        self.fails(POINT.replace("real a = at", "real a = cell.w - at"), "'cell.w' cannot be read here")
        self.fails(POINT.replace("next.w = sqrt", "next.u = sqrt"), "'next.u' is not an output here")
        self.fails(POINT.replace("next.w = sqrt", "real w = sqrt"), "UPDATE does not set next.w")
        self.fails(POINT.replace("next.t >= 0.0", "at(t, 0, 0, 0) >= 0.0"), "'t' cannot be read here", "none")
        self.fails(POINT.replace("rx * fabs(at(u, 0, 0, 1))", "rx").replace("min(a, cell.u)", "a")
                   .replace("sqrt(at(u, 0, 0, -1))", "rx"), "'u' is never read", "leave it out")
        self.fails(POINT.replace("OUTPUT(", "STATE("), "'w' is never read", "OUTPUT")
        self.fails(POINT.replace("STATE(", "INPUT(").replace("OUTPUT(", "INPUT("), "no STATE", "OUTPUT")
        self.fails(POINT.replace("AXES_XYZ", "AXES_EACH"), "AXES_EACH in a point kernel")
        self.fails(staged(POINT.replace("AXES_XYZ", "AXES_XY")), "MIDPOINT", "point")
        self.fails(text().replace("STATICS(", "INPUT("), "INPUT in a face kernel", "write STATE")
        self.fails(text().replace("AXES_XY", "AXES_XYZ"), "AXES_XYZ in a face kernel")
        self.fails(text(update="real a = at(t, 0, 0, 0);"), "there is no function 'at'")

    def test_masks_and_indices(self):
        for word in ("MASK", "INDEX"):
            self.fails(POINT.replace('OUTPUT(FIELD(w', f'OUTPUT({word}(w'), f"{word} in OUTPUT", "read only", "INPUT or STATICS")
            self.fails(POINT.replace('STATE(FIELD(t', f'STATE({word}(t'), f"{word} in STATE", "read only")
            self.fails(REDUCE.replace('INPUT(FIELD(t', f'STATE({word}(t'), f"{word} in STATE")
            self.fails(text().replace('STATICS(FIELD(', f'STATICS({word}('), f"{word} in a face kernel", "only point and reduce")
            self.fails(WAVE.replace('FIELD(jump', f'{word}(jump'), f"{word} in a wave kernel")
        self.fails(POINT.replace('STATICS(FIELD(k', 'STATICS(BYTE(k'), "'BYTE' here", "use FIELD, VECTOR, COMPONENTS, BLOCK, MASK, INDEX or SINGLE")
        self.fails(POINT.replace('INPUT(FIELD(u, "1", "speed"))', 'INPUT(MASK(u, "1", "speed") FIELD(u, "1", "speed"))'),
                   "field 'u' is declared twice")
        self.fails(POINT.replace('INPUT(FIELD(u, "1", "speed"))', 'INPUT(MASK(u, "1"))'), "expected ','")

    def test_fields_in_single_precision(self):
        self.fails(in_floats(POINT), "CHECK in a kernel that writes SINGLE fields", "a kernel of its own")
        for section, field in ("STATE", 'FIELD(t, "K", "temperature")'), ("STATICS", 'FIELD(k, "1", "share")'):
            self.fails(POINT.replace(field, f"SINGLE({field})"), f"SINGLE in {section}", "INPUT or OUTPUT")
        self.fails(REDUCE.replace('FIELD(k, "1", "share")', 'SINGLE(FIELD(k, "1", "share"))'), "SINGLE in STATICS")
        self.fails(text().replace("STATICS(", "STATICS(SINGLE("), "SINGLE in a face kernel", "only point and reduce")
        for inside in 'MASK(u, "1", "speed")', 'SINGLE(FIELD(u, "1", "speed"))':
            self.fails(POINT.replace('FIELD(u, "1", "speed")', f"SINGLE({inside})"), "'u' is stored in two ways", "out of SINGLE")
        self.fails(POINT.replace('INPUT(FIELD(u, "1", "speed"))', 'INPUT(SINGLE(u, "1", "speed"))'), "'u' here", "use FIELD")

    def test_reductions(self):
        self.fails(REDUCE.replace("SUM {", "UPDATE {"), "UPDATE in a reduce kernel", "MIN, MAX, SUM")
        self.fails(REDUCE + "MIN { value = cell.t; }", "2 bodies in a reduce kernel")
        self.fails(REDUCE.replace("SUM { value = rx * rx * cell.t / (0.1 + cell.k); }", ""), "0 bodies in a reduce kernel")
        self.fails(REDUCE.replace("INPUT(", "STATE("), "with STATE or OUTPUT")
        self.fails(REDUCE.replace("cell;", "cell;\nAXES_X"), "AXES_X in a reduce kernel")
        self.fails(REDUCE.replace("cell.t /", "at(t, 1, 0, 0) /"), "there is no function 'at'")
        self.fails(REDUCE.replace("cell.k)", "rx)"), "'k' is never read", "leave it out")
        self.fails(REDUCE.replace("value = rx", "real a = rx"), "SUM does not set value")
        self.fails(REDUCE.replace('SCALAR(rx, "1/s", "rate")', 'SCALAR(rx, "1/s", "rate")\nSWITCH(on, "on")'),
                   "a SWITCH in a reduce kernel")


if __name__ == "__main__":
    unittest.main()
