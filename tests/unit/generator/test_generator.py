"""Definitions in, intermediate form and C out."""

import re
import shutil
import subprocess
import tempfile
import unittest
from unittest import mock
from pathlib import Path

from definitions import POINT, REDUCE, SLOPE, WAVE, each, in_floats, made, staged, text  # first: it finds the generator
from generator import kernel, passes, render
from generator.definition import Reader
from generator.emit_c import Emitter
from generator import split, stages
from generator.errors import DefinitionError
from generator.tidy import WIDTH, tidy
from targets.cuda.target import CudaEmitter


class Bodies(unittest.TestCase):
    def lines(self, source, body="update", switches=0, precision="single"):
        k = made(source)
        return "\n".join(Emitter(k, precision).body(k.codes[body][switches]))

    def test_order_of_operations_is_kept(self):
        source = text(update="real a = cell.t + (cell.k + 0.5); real b = (a - cell.k) - (a - 1.0);"
                             "real c = a / (b / cell.k) * b;").replace("cell.t + dt", "c + dt")
        lines = self.lines(source)
        self.assertIn("a = cell.t + (cell.k + 0.5f);", lines)
        self.assertIn("b = a - cell.k - (a - 1.0f);", lines)
        self.assertIn("c = a / (b / cell.k) * b;", lines)

    def test_precision_is_a_type(self):
        source = text(update="real a = sqrt(cell.t) + fma(cell.t, 0.1, 2) + fabs(-cell.k);")
        source = source.replace("cell.t + dt", "a + dt")
        single, double = self.lines(source), self.lines(source, precision="double")
        self.assertIn("sqrtf(cell.t) + fmaf(cell.t, 0.1f, 2.0f) + fabsf(-cell.k)", single)
        self.assertIn("sqrt(cell.t) + fma(cell.t, 0.1, 2.0) + fabs(-cell.k)", double)

    def test_if_becomes_select(self):
        source = text(update="real a = 0.0; bool b = cell.t > 1.0;"
                             "if (b && cell.k < 2.0) { a = cell.k; } else if (b) a = cell.t;")
        lines = self.lines(source.replace("cell.t + dt", "a + dt"))
        self.assertIn("b & (cell.k < 2.0f)", lines)
        self.assertIn("?", lines)
        self.assertNotIn("if", lines)

    def test_switches_are_variants(self):
        source = text(update="real a = cell.t; if (linear && true) { a = a + 1.0; }")
        k = made(source.replace("cell.t + dt", "a + dt"))
        self.assertEqual(len(k.distinct("update")), 2)
        self.assertEqual(len(k.distinct("flux")), 1)
        self.assertNotIn("linear", "".join(Emitter(k, "single").body(k.codes["update"][1])))

    def test_helpers_are_inlined(self):
        helpers = ("static real twice(real x) { real y = x + x; return y; }\n"
                   "static real four(real x) { return twice(twice(x)); }")
        lines = self.lines(text(update="real a = four(cell.t);", helpers=helpers)
                           .replace("cell.t + dt", "a + dt"))
        self.assertIn("y = cell.t + cell.t", lines)
        self.assertIn("y + y", lines)
        self.assertNotIn("four", lines)

    def test_dead_code_is_dropped(self):
        lines = self.lines(text(flux="real unused = sqrt(low_cell.t);"), "flux")
        self.assertNotIn("unused", lines)
        lines = self.lines(text(), "rate_flux")
        self.assertNotIn("flow", lines)
        self.assertIn("face.speed = low_cell.k", lines)

    def test_vectors_turn_with_the_axis(self):
        k = made(text(flux="real a = low_cell.qn + high_cell.qt;").replace("low_cell.t - high_cell.t", "a"))
        self.assertEqual(k.read("flux", "low_cell", "high_cell"), ["qn", "qt", "k"])
        files = render.make(k, Path("heat.c"))
        header = files["heat_cpu_single.h"]
        x, y = (re.search(r"side_%s\(.*?\n}" % a, header, re.S).group() for a in "xy")
        self.assertIn(".qn = cell.qx", x)
        self.assertIn(".qn = cell.qy", y)
        self.assertIn(".qt = cell.qx", y)

    def test_a_descriptor_has_the_vectors_of_the_state(self):
        self.assertEqual(made(text()).vectors(), [[1, 2, -1]])
        self.assertIn("ria_vector vector[] = {{ {1, 2, -1} }, };",
                      render.make(made(text()), Path("heat.c"))["heat.c"])
        space = POINT.replace('STATE(FIELD(t, "K", "temperature"))', 'STATE(FIELD(t, "K", "") VECTOR(q, "W", ""))') \
            .replace("UPDATE {", "UPDATE {\n  next.qx = cell.qz; next.qy = cell.qx; next.qz = cell.qy;")
        self.assertEqual(made(space).vectors(), [[1, 2, 3]])
        self.assertEqual(made(POINT).vectors(), [])

    def test_a_descriptor_has_the_fields_that_are_read_and_written(self):
        self.assertIn(".reads = {0x3ULL},\n    .writes = {0x5ULL},", render.make(made(POINT), Path("heat.c"))["heat.c"])
        many = "".join(f'FIELD(a{i}, "1", "")' for i in range(130))
        wide = POINT.replace('OUTPUT(FIELD(w, "1", "made"))', f'OUTPUT(FIELD(w, "1", "made") {many})') \
            .replace("UPDATE {", "UPDATE {\n" + "".join(f"  next.a{i} = cell.u;\n" for i in range(130)))
        self.assertIn(".reads = {0x3ULL},\n    .writes = {0xfffffffffffffffdULL, 0xffffffffffffffffULL, 0x1fULL},",
                      render.make(made(wide), Path("heat.c"))["heat.c"])

    def test_uniform_is_hoisted_and_free(self):
        k = made(text())
        kept, _ = passes.hoisted(k.all_codes())
        self.assertEqual([v.op for v in kept], ["mul"])  # dt * rx
        cost = passes.cost(k.codes["update"][0])
        self.assertEqual((cost.flops, cost.divisions), (5, 0))

    def test_a_negation_is_not_hoisted(self):
        k = made(text(update="real a = fma(-dt, cell.t, cell.k) * (-(dt * rx));").replace("next.t = cell.t", "next.t = a"))
        kept, computed = passes.hoisted(k.all_codes())
        self.assertEqual(([v.op for v in kept], [v.op for v in computed]), (["mul"], ["mul"]))
        lines = " ".join(Emitter(k, "single").body(k.codes["update"][0]))
        self.assertIn("fmaf(-k.dt, cell.t, cell.k) * -k.fixed", lines)

    def test_cost_is_of_what_usually_happens(self):
        plain = made(text()).cost(0)[0]
        k = made(text(flux="real a = unlikely(low_cell.t > 9.0) ? sqrt(low_cell.t) : low_cell.t;").replace("low_cell.t - high_cell.t", "a - high_cell.t"))
        total = k.cost(0)[0]
        self.assertEqual((total.square_roots, total.flops), (0, plain.flops))
        self.assertEqual(total.comparisons, plain.comparisons + 2)  # to see that it does not

    def test_guesses_and_either_of_two(self):
        k = made(text(flux="real a = fmin(low_cell.t, fmax(low_cell.k, inverse_cbrt_guess(high_cell.t)));")
                 .replace("low_cell.t - high_cell.t", "a"))
        files = render.make(k, Path("heat.c"))
        wanted = "either_min(low_cell.t, either_max(low_cell.k, ria_inverse_cbrt_guess%s(high_cell.t)))"
        for suffix, precision in (("f", "single"), ("", "double")):
            for target in "cpu", "cuda":
                self.assertIn(wanted % suffix, " ".join(files[f"heat_{target}_{precision}.h"].split()))
        total = k.cost(0)[0]
        self.assertEqual((total.comparisons, total.choices), (2 * 2, 2 * 8))

    def test_minmod_is_of_four_and_a_sum_with_nothing_free(self):
        k = made(text(flux="real a = minmod(low_cell.t, high_cell.t); real b = fma(a, low_cell.k, 0.0);")
                 .replace("low_cell.t - high_cell.t", "b"))
        files = render.make(k, Path("heat.c"))
        for target, zero in ("cpu", ", k.zero"), ("cuda", ""):
            self.assertIn(f"minmod(low_cell.t, high_cell.t{zero})", files[f"heat_{target}_double.h"])
        self.assertNotIn("zero", render.make(made(text()), Path("heat.c"))["heat_cpu_double.h"].partition("struct constants")[2])
        total, plain = k.cost(0)[0], made(text().replace("low_cell.t - high_cell.t", "low_cell.t * low_cell.k")).cost(0)[0]
        self.assertEqual((total.comparisons, total.multiply_adds), (2 * 4, 0))
        self.assertEqual(total.flops, plain.flops)

    def test_minmod_of_three_is_of_six(self):
        k = made(text(flux="real a = minmod3(low_cell.t, high_cell.t, low_cell.k);").replace("low_cell.t - high_cell.t", "a"))
        files = render.make(k, Path("heat.c"))
        for target, zero in ("cpu", ", k.zero"), ("cuda", ""):
            self.assertIn(f"minmod3(low_cell.t, high_cell.t, low_cell.k{zero})", files[f"heat_{target}_double.h"])
        self.assertEqual(k.cost(0)[0].comparisons, 2 * 6)

    def test_comparisons_with_0_have_a_name_in_cuda(self):
        k = made(text(flux="real a = fmax(low_cell.t, 0.0) + fmin(high_cell.t, 0.0) + fmax(low_cell.k, 1.0);")
                 .replace("low_cell.t - high_cell.t", "a"))
        files = render.make(k, Path("heat.c"))
        self.assertIn("above_zero(low_cell.t) + below_zero(high_cell.t) + either_max(low_cell.k, 1.0)",
                      " ".join(files["heat_cuda_double.h"].split()))
        self.assertIn("either_max(low_cell.t, 0.0)", files["heat_cpu_double.h"])

    def linked(self, flux, switches=0):
        """(what a pair of faces computes, FLUX by it), as C."""
        source = WAVE.replace('FIELD(along, "W", "flow") }', 'FIELD(along, "W", "flow") FIELD(size, "1", "size") }')
        head, _, tail = source.replace("wave.jump =", "wave.size = high_cell.root;\n  wave.jump =").partition("FLUX {")
        k = made(head + "FLUX {" + flux + " face.speed = 0.0; }\nUPDATE" + tail.partition("UPDATE")[2])
        emitter = Emitter(k, "double")
        return ["\n".join(emitter.body(k.codes[body][switches])) for body in ("link", "linked_flux")], k

    def test_a_pair_of_faces_computes_once_what_is_alike_in_both(self):
        (link, flux), k = self.linked("""
          bool first = here.along > 0.0;
          real jump = first ? before.jump : after.jump;
          real along = first ? before.along : after.along;
          real size = first ? before.size : after.size;
          real seen = jump * fma(along, here.along, fma(here.size, size, 1.0));
          face.flow = seen - here.jump;""")
        self.assertEqual(link, "const real t = fma(before.along, after.along, fma(before.size, after.size, 1.0));\n"
                               "link.seen_forth = before.jump * t;\nlink.seen_back = after.jump * t;")
        self.assertIn("const real seen = first ? low.seen_forth : high.seen_back;\n", flux)
        self.assertIn(" = seen - here.jump;\n", flux)
        self.assertEqual(k.link_fields(), ["seen_forth", "seen_back"])

    def test_a_pair_of_faces_leaves_to_each_what_is_not_alike(self):
        (link, flux), _ = self.linked("""
          bool last = here.along < 0.0;
          real jump = last ? after.jump : before.jump;
          real along = last ? after.along : before.along;
          real size = last ? after.size : before.size;
          face.flow = here.jump - jump * fma(along, here.along, fma(size, here.size, 1.0));""")
        self.assertIn("link.shared_forth = before.jump * t;\nlink.shared_back = after.jump * t;", link)
        self.assertIn(" = here.jump - (last ? high.shared_back : low.shared_forth);", flux)

    def test_a_pair_of_faces_computes_nothing_that_costs_it_more(self):
        for flux in ("face.flow = here.along > 0.0 ? before.jump : after.jump;",
                     "face.flow = minmod(here.jump, here.along > 0.0 ? before.jump : after.jump);",
                     "face.flow = (here.along > 0.0 ? before.jump : after.jump)"
                     " * (here.jump > 0.0 ? before.along : after.along);",
                     "face.flow = (here.along > 0.0 ? before.jump : after.along) * here.jump;",
                     "face.flow = here.jump / (here.along > 0.0 ? before.jump : after.jump);"):
            (link, linked), k = self.linked(flux)
            self.assertEqual((link, k.link_fields()), ("", []), flux)
            self.assertEqual(linked, "\n".join(Emitter(k, "double").body(k.codes["flux"][0])), flux)

    def likely(self, flux):
        """(what a pair of faces computes, FLUX by it, noted by a guard) where nothing unlikely happens, as CUDA's C."""
        _, k = self.linked(flux)
        emitter = CudaEmitter(k, "double")
        return ["\n".join(emitter.body(k.codes[body][0], guard="guard", **how)) for body, how in
                (("likely_link", {}), ("likely_linked_flux", {"noted": True, "roughly": True}))], k

    def test_what_is_likely_is_taken_for_granted_and_noted(self):
        (link, flux), k = self.likely("""
          bool first = unlikely(here.along > 0.0);
          real jump = first ? before.jump : after.jump;
          real along = first ? before.along : after.along;
          real size = first ? before.size : after.size;
          real seen = jump * fma(along, here.along, fma(here.size, size, 1.0));
          bool forth = likely(here.size > 0.0);
          real wide = needed(high_cell.t > 2.0 * here.size) ? max(fabs(here.jump), high_cell.t) : fabs(here.jump);
          face.flow = seen - wide * (forth ? before.jump : after.jump);""")
        self.assertEqual(link, "link.seen_back = after.jump * fma(before.along, after.along, fma(before.size, after.size,\n"
                               "    1.0));")
        self.assertIn("const real flow = high.seen_back - fabs(here.jump) * before.jump;", flux)
        for noted in ("negative(here.along)", "positive(here.size)", "within_twice(high_cell.t, here.size)"):
            self.assertIn(f"guard.{noted}", flux)
        self.assertNotIn("guard.sees", flux)
        whole = "\n".join(Emitter(k, "double").body(k.codes["linked_flux"][0]))
        self.assertIn("high.seen_back", whole)
        self.assertIn("low.seen_forth", whole)
        self.assertIn("wide = max(fabs(here.jump), high_cell.t);", whole)

    def test_only_what_the_guard_can_tell_of_sizes_is_noted_roughly(self):
        (_, flux), _ = self.likely("""
          bool forth = likely(here.along > 1.0);
          real wide = needed(high_cell.t > 2.0 * here.size) ? max(here.jump, high_cell.t) : here.jump;
          face.flow = wide * (forth ? before.jump : after.jump);""")
        self.assertIn("guard.sees(here.along > 1.0)", flux)
        self.assertIn("guard.sees(!(high_cell.t > 2.0 * here.size))", flux)
        self.assertNotIn("within_twice", flux)

    def test_a_flux_without_a_hint_has_no_likely_code(self):
        self.assertFalse(self.linked("face.flow = here.jump;")[1].has("likely_linked_flux"))

    def test_the_largest_rate_may_be_that_of_faces(self):
        source, bare = each(WAVE), "rate = rx * low.speed"
        self.assertIn(bare, source)

        def found(rate):
            return made(source.replace(bare, "rate = " + rate), "y").rate_of_faces(0)

        field, factor = found("rx * max(low.speed, max(high.speed, 0.0))")
        self.assertEqual((field, factor.what), ("speed", "rx"))
        field, factor = found("max(high.speed, max(low.speed, 0.0)) * (2.0 * rx)")
        self.assertEqual((field, factor.op), ("speed", "mul"))
        self.assertEqual(found("max(low.speed, max(high.speed, 0.0))"), ("speed", None))
        for other in ("rx * low.speed", "rx * max(low.speed, high.speed)", "rx * max(max(low.speed, high.speed), 0.0)",
                      "rx * max(low.speed, max(high.flow, 0.0))", "rx * max(low.speed, max(low.speed, 0.0))",
                      "rx * max(low.speed, max(high.speed, 1.0))", "rx + max(low.speed, max(high.speed, 0.0))",
                      "rx * max(low.speed, min(high.speed, 0.0))", "low.flow * max(low.speed, max(high.speed, 0.0))"):
            self.assertIsNone(found(other), other)
        self.assertIsNone(made(WAVE).rate_of_faces(0))

    def test_cost_counts_each_face_once(self):
        k = made(text(flux="real a = sqrt(low_cell.t) / high_cell.t; bool b = min(a, low_cell.t) < high_cell.t;")
                 .replace("low_cell.t - high_cell.t", "b ? a : low_cell.t"))
        total, reads, writes = k.cost(0)
        self.assertEqual((total.divisions, total.square_roots, total.comparisons), (2, 2, 4))
        self.assertEqual(total.choices, 2)
        self.assertEqual(total.flops, 2 * 1 + 5 + 2)
        self.assertEqual((reads, writes), (4, 3))

    def test_waves_make_the_radius(self):
        k = made(WAVE)
        self.assertEqual((made(text()).radius, k.radius), (1, 2))
        self.assertEqual(made(WAVE.replace("before.jump : after.jump", "here.jump : low_cell.t")).radius, 1)
        self.assertEqual(k.wave_fields("flux", "before", "after"), ["jump"])
        self.assertEqual(k.wave_fields("rate_flux", "before", "here", "after"), ["along"])
        self.assertEqual(k.prepared_fields("rate_flux", []), [])
        # WAVES and FLUX twice, PREPARE, UPDATE and RATE once.
        self.assertEqual((k.cost(0)[0].square_roots, k.cost(0)[0].flops), (1, 2 * (4 + 3) + 7 + 1))

    def test_slopes_make_the_radius(self):
        k = made(SLOPE)
        self.assertEqual((k.kind, k.radius), ("slope", 2))
        self.assertEqual(k.sloped_fields("flux", ["update"]), ["room", "risex", "risey"])
        self.assertEqual((k.sloped_fields("rate_flux", []), k.prepared_fields("rate_flux", [])), ([], []))
        self.assertEqual(set(k.codes["rate_flux"][0].loads()), {("low_cell", "k")})
        # A face sees slopes turned; usual code leaves out what is for few faces only.
        flux = "\n".join(Emitter(k, "single").body(k.codes["flux"][0]))
        self.assertIn("low_cell.root + 0.5f * low_cell.risen", flux)
        self.assertIn("max(-high_cell.room, ", flux)
        self.assertNotIn("max(", "\n".join(Emitter(k, "single").body(k.codes["usual_flux"][0])))
        # SLOPES once a cell, PREPARE too, FLUX twice.
        self.assertEqual((k.cost(0)[0].square_roots, k.cost(0)[0].flops), (1, 2 + 4 + 2 * 6 + 5 + 2 + 1))

    def test_usual_slopes_leave_out_what_is_unlikely(self):
        k = made(SLOPE.replace("  if (limited) {", "  if (unlikely(cell.t < 0.0)) { cell.risex = max(cell.t, low_x_cell.t); }\n  if (limited) {"))
        whole, usual = ("\n".join(Emitter(k, "single").body(k.codes[body][0])) for body in ("slopes", "usual_slopes"))
        self.assertIn("max(cell.t, low_x_cell.t)", whole)
        self.assertNotIn("max(cell.t, low_x_cell.t)", usual)
        self.assertIn("unusual = cell.t < 0.0f;", usual)
        self.assertNotIn("unusual", whole)

    def test_slopes_are_stored_where_they_are_of_use(self):
        words = render.load_target("cpu").Words
        k = made(SLOPE.replace("next.qy = cell.qy + cell.risey;", "next.qy = cell.qy + (limited ? cell.room : 0.0);")
                 .replace("unlikely(high_cell.room > 1.0)", "limited"))
        of = words(k, Emitter(k, "single"))
        fields = of.sloped_fields("step")
        self.assertEqual(fields, ["room", "risex", "risey"])
        kept = [of.of_use("slopes", k.index("slopes", s), fields) for s in (0, 1)]
        self.assertEqual(kept, [["risex", "risey"], fields])

    def test_a_definition_for_each_axis_is_two_kernels(self):
        source = each(WAVE)
        for axis, low, high in (("x", "low_x", "high_x"), ("y", "low_y", "high_y")):
            k = made(source, axis)
            self.assertEqual((k.name, k.neighbours()), (f"heat_{axis}", [low, high]))
            body = "\n".join(Emitter(k, "single").body(k.codes["update"][0]))
            self.assertIn(f"qn = cell.q{axis} + {low}.flow;", body)
            self.assertIn(f"next.q{axis} = qn;", body)
            self.assertIn(f"{low}.flow - {high}.flow", body)

    def test_offsets_make_the_reach(self):
        k = made(POINT)
        self.assertEqual((k.reach, k.radius, k.sees_corners(), k.axes), ([2, 1, 1], 2, True, 7))
        self.assertEqual((k.mask(k.inputs), k.mask(k.outputs)), (0b011, 0b101))
        self.assertEqual(k.cost(0)[1:], (3, 2))
        self.assertEqual(k.cost(0)[0].square_roots, 1)
        straight = made(POINT.replace("at(t, -2, 1, 0)", "at(t, -2, 0, 0)"))
        self.assertFalse(straight.sees_corners())
        alone = made(re.sub(r"at\((\w), [^)]*\)", r"cell.\1", POINT).replace("AXES_XYZ", ""))
        self.assertEqual((alone.reach, alone.radius, alone.axes), ([0, 0, 0], 0, 7))
        self.assertEqual((made(text()).reach, made(SLOPE).reach, made(each(WAVE), "y").reach),
                         ([1, 1, 0], [2, 2, 0], [0, 2, 0]))
        self.assertEqual([made(s).sees_corners() for s in (text(), SLOPE, WAVE)], [False, True, True])

    def test_masks_and_indices_are_stored_as_they_are(self):
        source = POINT.replace("INPUT(FIELD(u", "INPUT(MASK(u").replace("STATICS(FIELD(k", "STATICS(INDEX(k")
        k = made(source)
        self.assertEqual((k.cost(0)[1:], k.typed_moves(0), k.typed_moves(1)), ((1, 2), (1, 1, 0), (1, 1, 0)))
        self.assertEqual((made(POINT).is_typed(), made(POINT).typed_moves(0)), (False, (0, 0, 0)))
        self.assertEqual(k.typed_rows(), {("u", (0, 0, -1)): (0, 0), ("u", (0, 0, 0)): (0, 0), ("u", (0, 0, 1)): (0, 0),
                                          ("k", (0, -1, 0)): (0, 0), ("k", (0, 0, 0)): (0, 0)})
        beside = made(source.replace("at(u, 0, 0, -1)", "at(u, -2, 0, 1) * at(u, 3, 0, 1)"))
        self.assertEqual(beside.typed_rows()["u", (0, 0, 1)], (2, 3))
        files = render.make(k, Path("heat.c"))
        self.assertIn("const int8_t *u_zm1;", files["heat_cpu_double.h"])
        self.assertIn("(real)row.k_ym1[x]", files["heat_cpu_double.h"])
        self.assertIn("static_cast<const int8_t *>(args.src[1])", files["heat_cuda_single.h"])
        self.assertEqual(re.findall(r"RIA_STORED_(\w+)", files["heat.c"]), ["REAL", "MASK", "REAL", "INDEX"])
        self.assertIn("(const int32_t *)args->statics[0]", files["heat_oracle.c"])

    def test_single_fields_are_floats_in_both_precisions(self):
        k = made(in_floats(POINT).replace("CHECK { valid = next.t >= 0.0 && next.w < 1e9; }", ""))
        self.assertEqual((k.cost(0)[1:], k.typed_moves(0), k.typed_rows()), ((2, 1), (0, 0, 2), {}))
        files = render.make(k, Path("heat.c"))
        self.assertIn("const float *u_zm1;", files["heat_cpu_double.h"])
        self.assertIn("= (real)row.u_zm1[x]", files["heat_cpu_double.h"])
        self.assertIn("line.w[x] = (float)next.w;", files["heat_cpu_double.h"])
        self.assertIn("tile.to.w[at] = static_cast<float>(next.w);", files["heat_cuda_double.h"])
        self.assertIn("tile.from.u = static_cast<const float *>(args.src[1]);", files["heat_cuda_double.h"])
        self.assertEqual(re.findall(r"RIA_STORED_(\w+)", files["heat.c"]), ["REAL", "SINGLE", "SINGLE", "REAL"])

    def test_neighbours_have_names(self):
        lines = "\n".join(Emitter(made(POINT), "single").body(made(POINT).codes["update"][1]))
        self.assertIn("cell.t_xp1 - cell.t_xm2_yp1", lines)
        self.assertIn("cell.k_ym1", lines)
        self.assertIn("sqrtf(cell.u_zm1) / (cell.t + cell.k)", lines)
        header = render.make(made(POINT), Path("heat.c"))["heat_cpu_double.h"]
        self.assertIn(".t_xm2_yp1 = row.t_yp1[x - 2],", header)
        self.assertIn("(const real *)args->src[1] + (z - 1) * plane + y * pitch", header)

    def test_reductions_are_in_double_precision(self):
        files = render.make(made(REDUCE), Path("heat.c"))
        for target, how in ("cpu", "(real)row.t[x]"), ("cuda", "static_cast<real>(t.from.t[at])"):
            header = files[f"heat_{target}_single.h"]
            self.assertIn("typedef float stored;", header)
            self.assertIn("typedef double real;", header)
            self.assertIn("/ (0.1 + cell.k)", header)
            self.assertIn(how, header)
        self.assertIn(".reduction = RIA_REDUCE_SUM,", files["heat.c"])
        self.assertIn(".writes = {0x0ULL},", files["heat.c"])

    def test_implementations_agree_along_one_axis_and_two(self):
        """Kernels with and without PREPARE, RATE, CHECK and REST, along x, y and both, and kernels
        with waves or slopes."""
        compiler = shutil.which("cc") or shutil.which("gcc")
        if not compiler:
            self.skipTest("no C compiler")
        plus = shutil.which("c++") or shutil.which("g++")
        along_x = text().replace("AXES_XY", "AXES_X").replace("low_x, high_x, low_y, high_y", "low, high") \
            .replace(" + (low_y.flow - high_y.flow)", "").replace("low_x", "low").replace("high_x", "high")
        along_y = along_x.replace("AXES_X", "AXES_Y")
        bare = text().replace("RATE { rate = rx * (low_x.speed + high_x.speed); }", "")
        warnings = ["-ffp-contract=off", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Werror",
                    *(f"-I{Path(folder).resolve()}" for folder in
                      ("../runtime/include", "../tests/conformance", "include", "testing/include", "testing/host_cuda", "targets/cuda"))]
        flags = ["-std=gnu17", "-O1", "-fopenmp-simd", *warnings]
        flags_plus = ["-std=c++17", "-O0", *warnings]
        more = ("PREPARE { cell.root = sqrt(cell.t); }\n"
                "CHECK { valid = next.t >= 0.0; }\nREST { rest = cell.t == 0.0; }\n")

        def full(source):
            return source.replace("STATICS(", 'PREPARED(FIELD(root, "1", "root")) STATICS(') \
                .replace("low_cell.t - high_cell.t", "low_cell.root - high_cell.root") \
                .replace("static real rate;", "static real rate; static bool valid, rest;") + more

        unprepared = SLOPE.replace('PREPARED(FIELD(root, "1", "root"))', "").replace("PREPARE { cell.root = sqrt(cell.t); }", "") \
            .replace(".root", ".t").replace("face.speed = low_cell.k", "face.speed = low_cell.room")
        resting = SLOPE.replace("static bool valid;", "static bool valid, rest;") + "REST { rest = cell.t == 0.0; }\n"
        line = POINT.replace("AXES_XYZ", "AXES_X").replace("at(t, -2, 1, 0)", "at(t, -2, 0, 0)") \
            .replace("at(k, 0, -1, 0)", "at(k, -1, 0, 0)").replace("0, 0, -1)", "0, 0, 0)").replace("0, 0, 1)", "1, 0, 0)")
        plane = POINT.replace("AXES_XYZ", "AXES_XY").replace("0, 0, -1)", "-1, -1, 0)").replace("0, 0, 1)", "2, 0, 0)")
        alone = re.sub(r"at\((\w), [^)]*\)", r"cell.\1", plane).replace("AXES_XY", "")
        sources = [(source, None, None) for source in (text(), along_x, along_y, bare, full(text()), full(along_x),
                                                       full(along_y), WAVE, SLOPE, unprepared, resting, line, plane, alone)]
        by_faces = each(WAVE).replace("rate = rx * low.speed", "rate = max(high.speed, max(low.speed, 0.0))")
        # The executor of CUDA source, which every kernel is run with.
        executor = tempfile.TemporaryDirectory()
        self.addCleanup(executor.cleanup)
        executor_objects = []
        for file in Path("testing/host_cuda").glob("*.cc") if plus else ():
            executor_objects.append(f"{executor.name}/{file.name}.o")
            subprocess.run([plus, *flags_plus, "-c", str(file), "-o", executor_objects[-1]], check=True)
        for source, axis, stage in (*sources, (each(WAVE), "x", None), (each(WAVE), "y", None),
                                    (by_faces, "x", None), (by_faces, "y", None),
                                    (staged(full(text()).replace("REST { rest = cell.t == 0.0; }", "")),
                                     None, "full")):
            one = made(source, axis, stage)
            with tempfile.TemporaryDirectory() as folder:
                # What the Cell's programs compute conformance.cell_kernels tells.
                with mock.patch.object(render, "targets", lambda: ["cpu", "cuda"]):
                    files = render.make(one, Path("heat.c"))
                for file, code in files.items():
                    (Path(folder) / file).write_text(code)
                files = [str(f.resolve()) for f in Path(folder).glob("*.c")
                         if "oracle" not in f.name and "executed" not in f.name]
                subprocess.run([compiler, *flags, "-c", *files], check=True, cwd=folder)
                objects = [f"{folder}/{Path(file).stem}.o" for file in files]
                agree = [compiler, *flags, "../tests/unit/generator/agree.c", "-o", folder + "/agree"]
                named = f"-DKERNEL=ria_kernel_{one.name}"
                subprocess.run([*agree, named, *objects, "-lm"], check=True)
                subprocess.run([folder + "/agree"], check=True)
                executed = Path(folder) / f"{one.name}_cuda_executed.c"
                if not plus or source in (text(), along_x, along_y) or not executed.exists():
                    continue
                for file in Path(folder).glob("*.cu"):
                    objects.append(f"{folder}/{file.name}.o")
                    subprocess.run([plus, *flags_plus, "-I" + folder, "-x", "c++", "-c", str(file), "-o", objects[-1]],
                                   check=True)
                named = f"-DKERNEL=ria_executed_kernel_{one.name}"
                subprocess.run([*agree, named, str(executed), *objects, *executor_objects, "-lstdc++", "-lm"], check=True)
                subprocess.run([folder + "/agree"], check=True)

    def test_midpoint_is_two_stages(self):
        half, full = kernel.kernels_of(Reader(staged(WAVE), "heat.c").read())
        self.assertEqual((half.name, full.name, half.interim), ("heat_half", "heat_full", 3))
        names = ["t", "qx", "qy", "t_half", "q_halfx", "q_halfy"]
        self.assertEqual([q.name for q in full.definition.state], names)
        bodies = {(k.stage, body): "\n".join(Emitter(k, "double").body(k.codes[body][0]))
                  for k in (half, full) for body in ("prepare", "waves", "update")}
        self.assertIn("sqrt(cell.t)", bodies["half", "prepare"])
        self.assertIn("sqrt(cell.t_half)", bodies["full", "prepare"])
        self.assertIn("low_cell.k * low_cell.qn", bodies["half", "waves"])
        self.assertIn("low_cell.k * low_cell.q_halfn - high_cell.k * high_cell.q_halft", bodies["full", "waves"])
        self.assertIn("next.t = cell.t;", bodies["half", "update"])
        self.assertIn("next.t_half = t;", bodies["half", "update"])
        self.assertIn("const real t = cell.t + ", bodies["full", "update"])
        self.assertIn("next.t_half = t;", bodies["full", "update"])
        self.assertIn("0.5 * k.dt", "\n".join(Emitter(half, "double").hoisting()))
        self.assertNotIn("0.5 * k.dt", "\n".join(Emitter(full, "double").hoisting()))
        self.assertEqual((half.has("rate"), half.has("check")), (True, False))
        self.assertEqual((full.has("rate"), full.has("check")), (False, True))

    def test_midpoint_needs_a_time_step(self):
        for source, wanted in ((staged(WAVE).replace('SCALAR(dt, "s", "time step")', "")
                                .replace("dt * rx", "rx"), "MIDPOINT without a time step"),
                               (each(staged(WAVE)), "MIDPOINT with AXES_EACH")):
            with self.assertRaises(DefinitionError) as caught:
                kernel.kernels_of(Reader(source, "heat.c").read())
            self.assertIn(wanted, str(caught.exception))

    def test_lines_have_fewer_strategies(self):
        every = {file for file, _ in render.outputs("heat", "face")}
        line = {file for file, _ in render.outputs("heat", "face", lean=True)}
        self.assertTrue(line < every)
        self.assertFalse(any("coarsened" in f or "single_flux" in f or "_steps_" in f for f in line))
        self.assertTrue(any("fused" in f for f in line) and any("_edges_" in f for f in line))

    def test_the_cell_takes_sweeps_alone(self):
        for one, offered in ((made(WAVE), False), (made(each(WAVE), "x"), True)):
            files = render.make(one, Path("heat.c"))
            self.assertEqual(any("_cell_" in file for file in files), offered)
            self.assertEqual(sorted(files), sorted(
                file for file, _ in render.outputs(one.name, one.kind, sweeps=offered)))

    def test_long_fluxes_are_cut_into_stages(self):
        flux = "real a0 = low_cell.t / high_cell.t;" + "".join(
            f"real a{i} = sqrt(a{i - 1} * low_cell.k) + {i}.0;" for i in range(1, 60))
        k = made(text(flux=flux).replace("low_cell.t - high_cell.t", "a59"))
        code = k.codes["flux"][0]
        cut = stages.stages(code)
        self.assertGreater(len(cut), 1)
        computed = [v for stage in cut for v in stage.values]
        self.assertEqual(set(computed), {v for v in code.values() if v.args})
        self.assertEqual({o for stage in cut for o in stage.outputs}, set(code.outputs))
        known = set()
        for stage in cut:  # what a stage reads, an earlier one has written
            self.assertLessEqual(set(stage.reads), known)
            known |= set(stage.writes)
        self.assertEqual(len(stages.stages(made(text()).codes["flux"][0])), 1)

    def test_generation_is_deterministic(self):
        self.assertEqual(render.make(made(text()), Path("heat.c")),
                         render.make(made(text()), Path("heat.c")))

    def held(self, source):
        cut = split.Split(made(source))
        return cut, "\n".join(Emitter(made(source), "single").body(cut.early[0]))

    def test_what_an_update_needs_is_held_until_dt(self):
        cut, early = self.held(text())
        self.assertTrue(cut.possible)
        self.assertEqual(cut.late_scalars, {"dt"})
        # dt * rx comes first: it is of scalars alone, and what it is multiplied with is held.
        self.assertEqual([kind for _, kind in cut.members(0)], ["real"])
        self.assertIn("low_x.flow - high_x.flow + (low_y.flow - high_y.flow)", early)

    def test_dt_in_a_flux_cannot_be_found_later(self):
        self.assertFalse(split.Split(made(text("real lag = dt * low_cell.t;").replace(
            "face.speed = low_cell.k", "face.speed = lag"))).possible)

    def test_what_is_held_may_be_a_condition(self):
        source = text(update="bool warm = low_x.flow > 0.0; real gain = warm ? dt : 0.0;").replace(
            "next.qx = cell.qx", "next.qx = cell.qx + gain")
        cut, _ = self.held(source)
        self.assertIn(("warm", "bool"), cut.members(0))

    def test_generated_lines_are_short(self):
        for file, code in render.make(made(text()), Path("heat.c")).items():
            for line in code.split("\n"):
                self.assertLessEqual(len(line), WIDTH + 3, f"{file}: {line}")

    def test_tidy_never_cuts_a_string(self):
        line = 'x = f("' + "a, " * 60 + '", 1);'
        self.assertIn('"' + "a, " * 60 + '"', tidy(line))


if __name__ == "__main__":
    unittest.main()
