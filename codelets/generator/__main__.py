"""The generator's command line.

    python3 -m generator targets                   "name kind workers" of each target
    python3 -m generator list NAME:KIND[:WORD]...  of definitions with such lines of WORDs, files that `make` writes: "name kernel how file"
    python3 -m generator make DEFINITION FOLDER [DEPFILE]
                                                   write the files of one definition, and for Ninja what
                                                   they were made of
"""

import os
import sys
from pathlib import Path

from . import kernel, render
from .declarations import hint_of
from .definition import FILES_READ
from .errors import DefinitionError


def write(path, text):
    """Replaces a file atomically, so that an interrupted build leaves no partial file. An unchanged
    file keeps its time stamp, so that files that depend on it are not rebuilt."""
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return
    temporary = path.with_name(path.name + ".new")
    temporary.write_text(text, encoding="utf-8")
    os.replace(temporary, path)


def main(arguments):
    if arguments == ["targets"]:
        for target in sorted(render.targets()):
            module = render.load_target(target)
            print(target, module.KIND, module.WORKERS)
        return 0
    if arguments[:1] == ["list"]:
        for item in arguments[1:]:
            name, kind, *words = item.split(":")
            each, stages = "AXES_EACH" in words, "MIDPOINT" in words and kind != "boundary"
            lean = stages or "AXES_X" in words or "AXES_Y" in words
            names = render.kernels_of(name, each, stages)
            for kernel_name in names:
                leads = each and kernel_name == names[0]
                first = "AXES_X" in words and kernel_name == names[0]
                boxes = "AXES_XYZ" in words
                repeats = "REPEATS" in words
                hints = [hint_of(word) for word in words if word.startswith("HINT(")]
                for file, how in render.outputs(kernel_name, kind, leads, each, lean, first, boxes, repeats,
                                                hints):
                    print(name, kernel_name, how, file)
        return 0
    if arguments[:1] == ["make"] and len(arguments) in (3, 4):
        definition, folder = Path(arguments[1]), Path(arguments[2])
        try:
            made = {}
            kernels = kernel.read_kernels(definition)
            for one, then in zip(kernels, kernels[1:] + [None]):
                made.update(render.make(one, definition.resolve(), then if one.axis else None))
        except DefinitionError as error:
            print(error, file=sys.stderr)
            return 1
        folder.mkdir(parents=True, exist_ok=True)
        for file, text in made.items():
            write(folder / file, text)
        if len(arguments) == 4:
            made_of = " ".join(sorted(str(file).replace(" ", "\\ ") for file in FILES_READ))
            Path(arguments[3]).write_text(f"{folder / kernels[0].name}.c: {made_of}\n", encoding="utf-8")
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
