"""Loops, arrays, components and blocks: what becomes of them, and what is said of mistakes."""

import tempfile
import unittest
from pathlib import Path

from definitions import made  # first: it finds the generator
from generator import kernel, render
from generator.emit_c import Emitter
from generator.errors import DefinitionError

SOURCE = """#include "ria_kernel.h"
POINT_KERNEL(heat, "a product", "nobody")
AXES_XYZ
CELL {
  INPUT(COMPONENTS(x, 3, "1", "vector:") BLOCK(a, 3, 3, "110 011 001", "1", "matrix:"))
  OUTPUT(COMPONENTS(y, 3, "1", "product:"))
}
cell, next;
SCALAR(dt, "s", "time step")
@helpers@
UPDATE {
  real s[3];
  for (int l = 0; l < 3; l++) {
    s[l] = 0.0;
    for (int m = 0; m < 3; m++) {
      s[l] = fma_sparse(cell.a[l][m], at(x[m], 0, 0, l - 1), s[l]);
    }
  }
  @update@
  for (int l = 0; l < 3; l++) {
    next.y[l] = s[l];
  }
}
"""

SUMS = """#include "ria_kernel.h"
REDUCE_KERNEL(heat, "a product", "nobody")
CELL { INPUT(COMPONENTS(a, 2, "1", "one:") FIELD(b, "1", "other")) }
cell;
SUM {
  for (int i = 0; i < 2; i++) {
    add(cell.a[i] * cell.b);
  }
}
"""


def filled(update="", helpers="", source=SOURCE):
    return source.replace("@update@", update).replace("@helpers@", helpers)


def lines(source):
    k = made(source)
    return "\n".join(Emitter(k, "double").body(k.codes["update"][0]))


class Arrays(unittest.TestCase):
    def fails(self, source, *words):
        with self.assertRaises(DefinitionError) as caught:
            render.make(made(source), Path("heat.c"))
        for word in words:
            self.assertIn(word, str(caught.exception))

    def test_loops_are_unrolled_and_zeros_left_out(self):
        k = made(filled())
        self.assertEqual([q.name for q in k.inputs], ["x0", "x1", "x2", "a00", "a01", "a11", "a12", "a22"])
        code = lines(filled())
        self.assertIn("s0_2 = fma(cell.a01, cell.x1_zm1, s0);", code)
        self.assertIn("s2 = fma(cell.a22, cell.x2_zp1, 0.0)", code)
        self.assertNotIn("a10", code)

    def test_functions_write_arrays(self):
        helpers = ("static void twice(real v[3], const real w[3], int n) {"
                   "for (int i = 0; i < n; i++) { v[i] = w[i] + w[i]; } }")
        code = lines(filled("twice(s, at(x, 1, 0, 0), 2);", helpers))
        self.assertIn("cell.x0_xp1 + cell.x0_xp1", code)
        self.assertIn("next.y2 = ", code)
        self.assertIn("cell.a22", code)

    def test_branches_on_ints_are_taken_here(self):
        code = lines(filled("for (int i = 2; i >= 0; i--) { if (i == 1 && dt > 0.0) { s[i] = 1.0; } "
                            "s[i == 2 ? 0 : i] = i == 1 ? s[i] : 2.0; }"))
        self.assertEqual(code.count("select(") + code.count("?"), 1)

    def test_branches_merge_elements(self):
        self.assertIn("?", lines(filled("if (dt > 1.0) { s[1] = dt; }")))
        self.fails(filled("real t[2]; if (dt > 1.0) { t[0] = dt; } s[0] = t[0];"), "'t' may be used before it is set")

    def test_sums_of_several_terms(self):
        k = made(SUMS)
        self.assertEqual(len(k.terms()), 2)
        text = render.make(k, Path("heat.c"))["heat_cpu_simd_double.c"]
        self.assertIn("value_1_of(", text)

    def test_definitions_share_functions(self):
        with tempfile.TemporaryDirectory() as folder:
            path, shared = Path(folder) / "heat.c", Path(folder) / "shared.h"
            path.write_text(filled("s[0] = twice(s[0]) * extra;", '#include "shared.h"'))
            shared.write_text('SCALAR(extra, "1", "more")\nstatic real twice(real x) { return x + x; }\n')
            self.assertEqual([q.name for q in kernel.read_kernel(path).definition.scalars], ["extra", "dt"])
            shared.write_text("static real twice(real x) {\n  return nix; }\n")
            with self.assertRaises(DefinitionError) as caught:
                kernel.read_kernel(path)
            self.assertIn("shared.h:2: 'nix' is not known here", str(caught.exception))
            path.write_text('#include "shared.h"\nREDUCE_KERNEL(heat, "sum", "")\nCELL { INPUT(TWO MASK(m, "1", "mark")) }\ncell;\n')
            shared.write_text('#include "more.h"\n#include "more.h"\nstatic real value;\nSUM { /* of both */ value = twice(cell.a) + cell.m; }\n')
            (Path(folder) / "more.h").write_text(
                '#define TWO FIELD(a, "1", "one") \\\n  FIELD(b, "1", "other")\nstatic real twice(real x) { return x + x; }\n')
            with self.assertRaises(DefinitionError) as caught:
                kernel.read_kernel(path)
            self.assertIn("heat.c:2: 'b' is never read", str(caught.exception))
            shared.write_text("AXES_X\n")
            with self.assertRaises(DefinitionError) as caught:
                kernel.read_kernel(path)
            self.assertIn("shared.h:1: 'AXES_X' in a file that is included", str(caught.exception))
        self.fails(filled(helpers='#include "nix.h"'), "no file 'nix.h'")

    def test_mistakes(self):
        self.fails(filled("for (int i = 0; i < dt; i++) { }"), "no whole number")
        self.fails(filled("for (int i = 0; i < 65; i++) { }"), "too many turns")
        self.fails(filled("for (;;) { }"), "does not declare an int")
        self.fails(filled("for (int i = 0; i < 2; i = i + 1) { }"), "does not count by 1")
        self.fails(filled("while (dt > 1.0) { }"), "a loop without a number of turns")
        self.fails(filled("s[3] = 1.0;"), "'s[3]' is not in s[3]")
        self.fails(filled("s[0][1] = 1.0;"), "is not in s[3]")
        self.fails(filled("s[0] = s;"), "the array 's' where a real or bool is needed")
        self.fails(filled("for (int i = 0; i < 2; i++) { s[i] = i; }"), "the int 'i' where a real or bool is needed")
        self.fails(filled("real t[2] = 0.0;"), "an array with an initializer")
        self.fails(filled("dt[0] = 1.0;"), "an index of something that is no array")
        self.fails(filled("s[0] = cell.x[3];"), "'x[3]' is not in x[3]")
        self.fails(filled("next.y[0] = next.z[0];"), "'z' has no elements")
        self.fails(filled("twice(s);", "static void twice(real v[2]) { v[0] = 0.0; }"), "other dimensions than 'v'")
        self.fails(filled("twice(cell.x);", "static void twice(real v[3]) { v[0] = dt; }"), "changes fields")
        self.fails(filled("s[0] = twice(s);", "static void twice(real v[3]) { v[0] = dt; }"), "twice returns nothing")
        self.fails(filled().replace('"110 011 001"', '"110 011"'), "a pattern of another shape")
        self.fails(filled().replace('COMPONENTS(y, 3', 'COMPONENTS(y, 0'), "write a number from 1 to 10")
        self.fails(filled("next.b[1][0] = 1.0;").replace('OUTPUT(', 'OUTPUT(BLOCK(b, 2, 2, "11 01", "1", "made:") '),
                   "0 by its pattern")
        self.fails(filled().replace('OUTPUT(', 'OUTPUT(FIELD(y1, "1", "made") '), "field 'y1' is declared twice")
        self.fails(SUMS.replace("add(cell.a[i] * cell.b)", "add(cell.a[i], cell.b)"), "add takes a term")


if __name__ == "__main__":
    unittest.main()
