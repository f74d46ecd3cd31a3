"""The gallery: ready cases, run on grids that take seconds, with one picture each."""
import glob
import os
import re
import shutil
import subprocess

from pages import page_of

# A chapter: (case, what the run replaces, field of the picture).
CHAPTERS = {
    "Estuaries and floods": [
        ("arousa/arousa", {"time.end": "12 h 30 min", "grid.resolution": "200 m"}, "speed_max"),
        ("arousa/storm", {"time.end": "18 h", "grid.resolution": "400 m"}, "level_max"),
        ("town/town", {"grid.resolution": "5 m"}, "depth_max"),
        ("public/bg-flood-island", {"time.end": "12 s", "grid.resolution": "0.15 m"}, "level"),
        ("public/anuga-channel", {}, "speed"),
        ("public/anuga-culvert", {}, "speed"),
    ],
    "Water with a known answer": [
        ("thacker-planar/thacker-planar", {}, "level"),
        ("column/column", {"time.end": "0.7 s", "grid.cells": "200x200"}, "level"),
        ("public/telemac-drop", {"time.end": "2.5 s"}, "level"),
        ("macdonald/macdonald", {}, "speed"),
        ("bump/bump", {}, "speed"),
    ],
    "Other equations": [
        ("rows/turbine", {"time.steps": "1000"}, "mach"),
        ("euler/blast", {}, "rho"),
        ("euler/euler", {}, "rho"),
        ("kuramoto/kuramoto", {}, "u"),
        ("poisson/poisson", {}, "u"),
        ("heat/box", {}, "T"),
    ],
}


def add_gallery(source, work, ria, pages):
    """Runs the cases and adds docs/gallery.md, which shows them."""
    os.makedirs(f"{work}/runs")
    text = "# Gallery\n\nCases that come with ria. Each picture takes seconds: its grid is coarser, or its time shorter, than that of the case.\n"
    shown = set()
    for chapter, entries in CHAPTERS.items():
        text += f"\n## {chapter}\n"
        for case, replaced, field in entries:
            path = f"inputs/cases/{case}.yaml"
            shown.add(path)
            name = os.path.basename(case)
            pages.put(f"docs/gallery/{name}.png", picture(source, work, ria, path, name, replaced, field))
            sets = "".join(f' --set {key}="{value}"' for key, value in replaced.items())
            continued = " \\\n   " if len(path + sets) > 60 else ""
            commands = f"ria run {path} -o runs/{name}{continued}{sets}\nria plot runs/{name} --field {field} --every 0"
            text += (f"\n### {title(source, path)}\n\n![{field}](gallery/{name}.png)\n\n[{path}](../{pages.show(path)})\n\n"
                     f"```sh\n{commands}\n```\n")
    text += "\n## More cases\n\n"
    for full in sorted(glob.glob(f"{source}/inputs/cases/*/*.yaml")):
        path = os.path.relpath(full, source)
        if path not in shown:
            text += f"- [{title(source, path)}](../{pages.show(path)})\n"
    pages.add("docs/gallery.md", text)


def title(source, path):
    """The title of a case, else the first sentence of its comment."""
    with open(f"{source}/{path}", encoding="utf-8") as file:
        text = file.read()
    found = re.search(r'^title: "?(.*?)"?$', text, re.M) or re.search(r"^# ([A-Z][^.:\n]*)", text, re.M)
    return found[1] if found else path


def picture(source, work, ria, path, name, replaced, field):
    """The newest map of a field of a run."""
    folder = f"{work}/runs/{name}"
    sets = [word for key, value in {**replaced, "output.maps": "false"}.items() for word in ("--set", f"{key}={value}")]
    for command in ([ria, "run", f"{source}/{path}", "-o", folder, *sets], [ria, "plot", folder, "--field", field, "--every", "0"]):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if done.returncode:
            raise SystemExit(f"{' '.join(command)}:\n{done.stdout}")
    maps = sorted(glob.glob(f"{folder}/maps/{field}*.png"), key=lambda file: ("-time" in file, "-meridional" not in file, file))
    if not maps:
        raise SystemExit(f"{path}: 'ria plot --field {field}' draws nothing")
    with open(maps[-1], "rb") as file:
        content = file.read()
    shutil.rmtree(folder)
    return content
