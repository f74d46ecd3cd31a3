"""The C of every README and page of the documentation compiles as ria compiles its own, without a warning: definitions of
kernels as what the generator makes of them for each target, in both precisions; SPE programs in both ways; other C as it is."""

import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from definitions import SLOPE, text  # first: it finds the generator
from generator import kernel, render

ROOT = Path(__file__).resolve().parents[3]
FOLDERS = ("runtime/include", "inputs/include", "jobs/include", "library/include", "postproc/include", "codelets/include",
           "codelets/kernels", "codelets/testing/include", "codelets/testing/host_cuda", "codelets/targets/cuda",
           "codelets/targets/cell/include", "workflows")
FLAGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wvla", "-Werror", "-ffp-contract=off", "-D_GNU_SOURCE",
         "-O0", "-S", "-o", "/dev/null", *(f"-I{ROOT / folder}" for folder in FOLDERS)]
PLUS = ["-std=c++17", *FLAGS, "-x", "c++"]
BARE = text().replace("RATE { rate = rx * (low_x.speed + high_x.speed); }", "RATE { rate = rx; }")


def pages():
    tops = [ROOT / folder for folder in ("docs", "codelets", "workflows", "examples", "runtime", "inputs", "tests")]
    return sorted([*ROOT.glob("*.md"), *(page for top in tops for page in top.rglob("*.md"))])


def examples():
    """(page and line, source) of each block of C."""
    for page in pages():
        source = page.read_text(encoding="utf-8")
        for found in re.finditer(r"^```c\n(.*?)^```", source, re.M | re.S):
            yield f"{page.relative_to(ROOT)}:{source[:found.start()].count(chr(10)) + 1}", found[1]


class Examples(unittest.TestCase):
    def setUp(self):
        self.c = shutil.which("cc") or shutil.which("gcc")
        self.plus = shutil.which("c++") or shutil.which("g++")
        if not self.c or not self.plus:
            self.skipTest("no C and C++ compiler")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def compiles(self, where, *command):
        said = subprocess.run(command, capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, f"{where}: {' '.join(command)}\n{said.stderr}")

    def host_compiles(self, where, path):
        """Headers of ria's host parts include mpi.h."""
        said = subprocess.run(["pkg-config", "--cflags", "ompi-c"], capture_output=True, text=True, check=True)
        self.c_compiles(where, *said.stdout.split(), str(path))

    def c_compiles(self, where, *arguments):
        self.compiles(where, self.c, "-std=gnu17", *FLAGS, *arguments)

    def definition_compiles(self, where, source):
        name = re.search(r"^[A-Z]+_KERNEL\((\w+),", source, re.M)[1]
        folder = self.folder / name
        folder.mkdir()
        path = folder / f"{name}.c"
        path.write_text(source, encoding="utf-8")
        kernels = kernel.read_kernels(path)
        made = folder / "made"
        made.mkdir()
        for one, then in zip(kernels, kernels[1:] + [None]):
            for file, code in render.make(one, path, then if one.axis else None).items():
                (made / file).write_text(code, encoding="utf-8")
        for file in sorted(made.glob("*.c*")):
            beside = [f"-I{made}", f"-I{folder}"]
            if file.suffix == ".cu":
                self.compiles(where, self.plus, *PLUS, *beside, str(file))
            elif "_cell_" in file.name:
                self.spe_compiles(where, file, *beside)
            else:  # an oracle includes the definition as it stands: its warnings are off in CMake, too
                self.c_compiles(where, *beside, "-fopenmp-simd", *(["-w"] if "_oracle" in file.name else []), str(file))

    def spe_compiles(self, where, path, *beside):
        self.c_compiles(where, "-Dmain=fast", *beside, str(path))
        self.compiles(where, self.plus, *PLUS, "-Wno-pedantic", "-DRIA_SPE_CHECKED", "-Dmain=checked", *beside, str(path))

    def test_examples_of_the_pages(self):
        count = 0
        for where, source in examples():
            count += 1
            if re.search(r"^[A-Z]+_KERNEL\(", source, re.M):
                self.definition_compiles(where, source)
                continue
            path = self.folder / f"example_{count}.c"
            path.write_text(source, encoding="utf-8")
            if "spu_intrinsics.h" in source:
                self.spe_compiles(where, path)
            else:
                self.host_compiles(where, path)
        self.assertGreater(count, 8)

    def test_definitions_compile_as_they_stand(self):
        """So that compilers and editors understand them without options."""
        definitions = sorted((ROOT / "codelets").rglob("kernels/*.c"))
        self.assertGreater(len(definitions), 100)
        self.compiles("definitions", self.c, "-std=gnu17", "-fsyntax-only", "-w", *map(str, definitions))

    def test_a_rate_of_scalars_alone(self):
        self.definition_compiles("face", BARE.replace("next;", "next, through;") + "THROUGH { through.t = face.flow; }\n")
        (self.folder / "heat").rename(self.folder / "face")
        self.definition_compiles("slope", re.sub(r"RATE \{.*\}", "RATE { rate = rx; }", SLOPE))


if __name__ == "__main__":
    unittest.main()
