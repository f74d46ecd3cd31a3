"""Stencils that no kernel of ria has: every strategy for boxes against the serial reference."""

import shutil
import subprocess
import tempfile
import unittest
from unittest import mock
from pathlib import Path

HERE = Path(__file__).resolve().parent

import definitions  # noqa: E402,F401  first: it finds the generator
from generator import kernel, render  # noqa: E402


class Stencils(unittest.TestCase):
    def compiled(self, *arguments, folder):
        subprocess.run(arguments, check=True, cwd=folder)

    def agree(self, name, many):
        c, plus = shutil.which("cc") or shutil.which("gcc"), shutil.which("c++") or shutil.which("g++")
        if not c or not plus:
            self.skipTest("no C and C++ compiler")
        root = HERE.parents[2]
        flags = ["-O1", "-ffp-contract=off", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-D_GNU_SOURCE",
                 *(f"-I{root / folder}" for folder in ("runtime/include", "tests/conformance", "tests/support",
                                                       "codelets/include", "codelets/testing/include",
                                                       "codelets/testing/host_cuda", "codelets/targets/cuda"))]
        path = HERE / "stencils" / f"{name}.c"
        with tempfile.TemporaryDirectory() as folder:
            with mock.patch.object(render, "targets", lambda: ["cpu", "cuda"]):
                for file, text in render.make(kernel.read_kernel(path), path).items():
                    (Path(folder) / file).write_text(text)
            for file in [*Path(folder).glob("*.cu"), *(root / "codelets/testing/host_cuda").glob("*.cc")]:
                self.compiled(plus, "-std=c++17", *flags, "-I" + folder, "-x", "c++", "-c", str(file), "-o",
                              f"{file.name}.o", folder=folder)
            hosts = [f.name for f in Path(folder).glob(f"{name}_cpu_*.c")]
            sums = str(root / "runtime/base/sum.c")
            self.compiled(c, "-std=gnu17", *flags, "-fopenmp-simd", "-c", *hosts, sums, folder=folder)
            hosts = ["sum.o", *(f"{file[:-2]}.o" for file in hosts)]
            devices = [f.name for f in Path(folder).glob("*.o") if f.name not in hosts]
            for table, symbol, objects in ((f"{name}.c", f"ria_kernel_{name}", hosts),
                                           (f"{name}_cuda_executed.c", f"ria_executed_kernel_{name}", hosts + devices)):
                self.compiled(c, "-std=gnu17", *flags, f"-DKERNEL={symbol}", f"-DMANY={int(many)}", "-o", "agree",
                              str(HERE / "agree_in_boxes.c"), table, *objects, "-lcmocka", "-lstdc++", "-lm", folder=folder)
                said = subprocess.run(["./agree"], cwd=folder, capture_output=True, text=True)
                self.assertEqual(said.returncode, 0, said.stdout + said.stderr)

    def test_a_star_of_different_arms(self):
        self.agree("wide_star", many=True)

    def test_edges_corners_and_many_fields(self):
        self.agree("corners", many=False)

    def test_masks_and_indices(self):
        self.agree("marked", many=False)
        self.agree("masks_alone", many=False)

    def test_a_sum_of_masks_and_indices(self):
        self.agree("marked_sum", many=False)

    def test_fields_in_single_precision(self):
        self.agree("in_floats", many=False)
        self.agree("sum_of_floats", many=False)

    def test_boxes_have_more_strategies(self):
        for folder, name in (("solvers/heat/", "heat_box"), ("solvers/poisson/", "poisson_apply"), ("", "cg_update")):
            path = Path(folder) / "kernels" / f"{name}.c"
            boxes = "AXES_XYZ" in path.read_text(encoding="utf-8").splitlines()
            repeats = name == "heat_box"
            files = render.make(kernel.read_kernel(path), path)
            self.assertEqual(sorted(files), sorted(
                file for file, _ in render.outputs(name, "point", boxes=boxes, repeats=repeats)))
            self.assertEqual(any("wavefront" in file for file in files), repeats)
            self.assertEqual(any("plane_queue" in file for file in files), boxes)
            strategies = [s for s in ("blocked", "wavefront", "plane-queue", "streamed") if f'"{s}"' in files[f"{name}.c"]]
            self.assertEqual(strategies, {"heat_box": ["blocked", "wavefront", "plane-queue", "streamed"],
                                          "poisson_apply": ["blocked", "plane-queue"], "cg_update": []}[name])


if __name__ == "__main__":
    unittest.main()
