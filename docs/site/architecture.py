#!/usr/bin/env python3
"""Draws the parts of ria, their folders and the arrows between them, from the folders and #include lines of a checkout:
docs/site/architecture.py [CHECKOUT] > architecture.svg"""
import os
import re
import sys
from html import escape

# The purpose of each part, and its column of three; its folders and its height are computed. codelets/solvers is a separate part.
PARTS = {
    "workflows": ("the command ria, studies, campaigns", 0, 2),
    "solvers": ("a folder for each equation", 2, 1),
    "codelets": ("kernels as equations, and the generator of their code", 2, 1),
    "jobs": ("programs under mpirun and Slurm", 0, 1),
    "postproc": ("histories, maps, tables, reports", 1, 1),
    "inputs": ("cases, rasters, tides, weather", 2, 1),
    "runtime": ("tasks over tiles and ranks; knows no equations and no YAML. A folder includes only those further right", 0, 3),
}
NOT_FOLDERS = ("include", "src", "generated", "templates", "cases", "completion")
WIDTH, MARGIN, GAP, ROW, HEAD = 1060, 10, 46, 24, 46
STYLE = """
  .part { fill: var(--color-background-secondary, #f8f9fb); stroke: var(--color-background-border, #bbb); }
  .folder { fill: var(--color-background-primary, #fff); stroke: var(--color-background-border, #bbb); }
  text { font: 12px sans-serif; fill: var(--color-foreground-primary, #000); }
  .name { font-weight: bold; font-size: 15px; }
  .about { fill: var(--color-foreground-secondary, #555); }
  .arrow { stroke: var(--color-brand-primary, #0b5c7a); fill: none; stroke-width: 1.5; }
  .head { fill: var(--color-brand-primary, #0b5c7a); }
"""


def folder_of(part):
    return "codelets/solvers" if part == "solvers" else part


def part_of(path):
    return "solvers" if path.startswith("codelets/solvers/") else path.split("/")[0]


def read_includes(root):
    """(including file, included file) of all files of the parts."""
    files = []
    for part in PARTS:
        for place, _, names in os.walk(os.path.join(root, folder_of(part))):
            files += [os.path.relpath(os.path.join(place, name), root) for name in names if name.endswith((".c", ".h", ".cu", ".cuh"))]
    files = sorted(set(files))
    public = {path.split("/include/")[1]: path for path in files if "/include/" in path}
    known = set(files)
    found = []
    for path in files:
        with open(os.path.join(root, path), encoding="utf-8") as file:
            for include in re.findall(r'^#include "([^"]+)"', file.read(), re.M):
                near = [os.path.normpath(os.path.join(os.path.dirname(path), include)), f"{path.split('/')[0]}/{include}"]
                target = public.get(include) or next((other for other in near if other in known), None)
                if target:
                    found.append((path, target))
    return found


def edges_between(pairs, name):
    edges = {}
    for a, b in pairs:
        if name(a) and name(b) and name(a) != name(b):
            edges.setdefault(name(a), set()).add(name(b))
    return edges


def levels(names, edges):
    """How many arrows lead from each name down to the lowest ones, at most. Exits if arrows go round."""
    level = {}

    def visit(name, above):
        if name in above:
            sys.exit("the includes go round: " + " -> ".join((*above, name)))
        if name not in level:
            level[name] = 1 + max([visit(other, (*above, name)) for other in edges.get(name, ())], default=-1)
        return level[name]

    for name in names:
        visit(name, ())
    return level


def without_detours(edges):
    """The arrows that no longer way replaces."""
    def reached(name):
        return set().union(*({other} | reached(other) for other in edges.get(name, ())))

    return {(a, b) for a, others in edges.items() for b in others if not any(b in reached(other) for other in others if other != b)}


def folders(root, part):
    place = os.path.join(root, folder_of(part))
    return sorted(name for name in os.listdir(place)
                  if os.path.isdir(os.path.join(place, name)) and name not in NOT_FOLDERS and not name.startswith("__")
                  and not (part == "codelets" and name in ("solvers", "testing")))


def rows_of(names, width):
    """Folders in rows that fit."""
    rows, used = [[]], 0
    for name in names:
        if rows[-1] and used + chip(name) > width:
            rows.append([])
            used = 0
        rows[-1].append(name)
        used += chip(name)
    return rows


def columns_of(names, pairs):
    """The folders of the runtime, those that include others further left."""
    def name(path):
        pieces = path.split("/")
        return pieces[1] if pieces[0] == "runtime" and pieces[1] in names else None

    level = levels(names, edges_between(pairs, name))
    return [[n for n in names if level[n] == l] for l in sorted(set(level.values()), reverse=True)]


def chip(name):
    return 7 * len(name) + 20


def draw(root):
    pairs = read_includes(root)
    edges = edges_between(pairs, lambda path: part_of(path) if part_of(path) in PARTS else None)
    level = levels(PARTS, edges)
    out, box, y = [], {}, MARGIN
    column = (WIDTH - 2 * MARGIN - 2 * GAP) / 3
    for height in sorted(set(level.values()), reverse=True):
        beside = [part for part in PARTS if level[part] == height]
        placed = {part: place_folders(part, folders(root, part), pairs, width_of(part, column)) for part in beside}
        tall = HEAD + 6 + max(top + ROW for chips in placed.values() for _, _, top in chips)
        for part in beside:
            box[part] = (MARGIN + PARTS[part][1] * (column + GAP), y, width_of(part, column), tall)
            out += draw_part(part, placed[part], *box[part])
        y += tall + GAP
    for a, b in sorted(without_detours(edges)):
        out += draw_arrow(box[a], box[b])
    tall = y - GAP + MARGIN
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall:.0f}" role="img" aria-label="The parts of ria">\n'
            f"<style>{STYLE}</style>\n" + "\n".join(out) + "\n</svg>\n")


def width_of(part, column):
    span = PARTS[part][2]
    return span * column + (span - 1) * GAP


def place_folders(part, names, pairs, width):
    """(folder, x, y) inside the box of a part."""
    if part == "runtime":
        columns = columns_of(names, pairs)
        step = (width - 10) / len(columns)
        return [(name, 8 + step * c, ROW * r) for c, column in enumerate(columns) for r, name in enumerate(column)]
    placed = []
    for number, row in enumerate(rows_of(names, width - 16)):
        x = 8
        for name in row:
            placed.append((name, x, ROW * number))
            x += chip(name)
    return placed


def place_of(part, others, other, box):
    """Where along its side a box has the arrow to another one: arrows do not cross."""
    x, _, width, _ = box[part]
    order = sorted(others, key=lambda name: box[name][0] + box[name][2] / 2)
    return x + width * (order.index(other) + 1) / (len(order) + 1)


def draw_part(part, placed, x, y, width, tall):
    out = [f'<rect class="part" x="{x:.1f}" y="{y}" width="{width:.1f}" height="{tall}" rx="6"/>',
           f'<text class="name" x="{x + 10:.1f}" y="{y + 20}">{folder_of(part)}/</text>',
           f'<text class="about" x="{x + 10:.1f}" y="{y + 37}">{escape(PARTS[part][0])}</text>']
    for name, left, top in placed:
        left, top = x + left, y + HEAD + top
        out.append(f'<rect class="folder" x="{left:.1f}" y="{top}" width="{chip(name) - 6}" height="{ROW - 5}" rx="4"/>')
        out.append(f'<text x="{left + (chip(name) - 6) / 2:.1f}" y="{top + 14}" text-anchor="middle">{escape(name)}</text>')
    return out


def draw_arrow(above, below):
    """Straight down, or around a corner to the side of a box that is not below."""
    left, right = max(above[0], below[0]), min(above[0] + above[2], below[0] + below[2])
    top = above[1] + above[3]
    if left < right:
        x, bottom = (left + right) / 2, below[1]
        return [f'<path class="arrow" d="M{x:.1f},{top} V{bottom - 7}"/>',
                f'<path class="head" d="M{x:.1f},{bottom} l-5,-9 l10,0 z"/>']
    x, y = above[0] + above[2] - 30, below[1] + below[3] / 2
    return [f'<path class="arrow" d="M{x:.1f},{top} V{y:.1f} H{below[0] - 7:.1f}"/>',
            f'<path class="head" d="M{below[0]:.1f},{y:.1f} l-9,-5 l0,10 z"/>']


if __name__ == "__main__":
    here = os.path.dirname(os.path.abspath(__file__))
    sys.stdout.write(draw(sys.argv[1] if len(sys.argv) > 1 else os.path.dirname(os.path.dirname(here))))
