"""Templates of a target, and the files generated from them for a kernel."""

import importlib.util
import os
import textwrap
from pathlib import Path
from types import SimpleNamespace

import jinja2

from .emit_c import PRECISIONS, Emitter
from .errors import DefinitionError
from .ir import member
from .kernel import AXES, STAGES, follower, other_component, read_kernel, read_kernels, turned
from .line import InterleavedEmitter, line_of, stages_of, starts_line
from .split import Split
from .tidy import tidy

CODELETS = Path(__file__).resolve().parent.parent
TEMPLATES = [CODELETS / "generator" / "templates", CODELETS / "testing" / "templates"]

# Additional files of a strategy: many steps in one launch, and a tile's whole edge in one.
BESIDES = ("steps", "edges")


def load_target(name):
    """targets/NAME/target.py, which lists the target's strategies."""
    path = CODELETS / "targets" / name / "target.py"
    spec = importlib.util.spec_from_file_location(f"ria_target_{name}", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def targets():
    """Names of all targets, cpu first: the first implementation is the serial reference."""
    names = [p.parent.name for p in (CODELETS / "targets").glob("*/target.py")]
    return sorted(names, key=lambda n: (n != "cpu", n))


def quoted(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def indented(lines, by=2):
    return "\n".join(" " * by + line for line in lines)


def plus(number, times=""):
    """Filters that add a number, or a multiple of another, to an expression."""
    if not number:
        return ""
    factor = " * ".join([str(abs(number))] * (abs(number) != 1 or not times) + [times] * bool(times))
    return f" {'-' if number < 0 else '+'} {factor}"


def environment(folders):
    """Templates in these folders. RIA_TEMPLATE_CACHE names a folder that keeps them compiled
    between runs."""
    kept = os.environ.get("RIA_TEMPLATE_CACHE")
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader([str(f) for f in folders]), trim_blocks=True,
        bytecode_cache=jinja2.FileSystemBytecodeCache(kept) if kept else None,
        lstrip_blocks=True, keep_trailing_newline=True, undefined=jinja2.StrictUndefined)
    env.globals.update(member=member, plus=plus, turned=turned, other_component=other_component)
    env.filters.update(quoted=quoted, indented=indented,
                       shifted=lambda text, by: textwrap.indent(text, " " * by))
    return env


def strategies(target, kind, sweeps=True, lean=False, boxes=True, repeats=True, hints=()):
    """A target's strategies for a kind of kernel, slowest first. `id` is the name as part of
    others, of files and functions; a strategy of a device has `shapes`, or None; with `spe` the
    files are SPE programs; with `parts` a launch processes many boxes; with `adds` it also computes
    sums and fills ghost cells. `sweeps`: the kernel is one of those that a definition makes for
    each axis; a target has strategies only for these if the kind is in its SWEEPS_ONLY. `hints`: of
    the definition; a strategy with `hinted` is generated only if a hint names it, one with
    `compared` unless a hint says `fastest`. `lean`: the kernel works along one axis and is not a
    sweep, or is a stage; strategies with `planes` are not generated for it, nor many steps in one
    launch. `boxes`: the kernel works along x, y and z; required by strategies with `boxes`.
    `repeats`: steps of the kernel can follow each other; required by strategies with many steps at
    once."""
    module = load_target(target)
    if kind in getattr(module, "SWEEPS_ONLY", ()) and not sweeps:
        return []
    found = [dict({"scratch": False, "shapes": None, "executed": [(0, 0, 0)], "steps": False,
                   "edges": False, "through": False, "pair": None, "planes": False, "boxes": False,
                   "line": False, "parts": False, "adds": False, "hinted": False, "compared": False,
                   "spe": module.KIND == "cell"}, **s,
                  target=target, id=s["name"].replace("-", "_"))
             for s in module.STRATEGIES.get(kind, [])]
    return [dict(s, steps=s["steps"] and not lean) for s in found
            if not (lean and s["planes"]) and not (s["boxes"] and not boxes) and not (s["hinted"] and not any(h.holds(target, s["id"]) for h in hints))
            and not ("most_steps" in s and not repeats)
            and not (s["compared"] and any(h.holds(target, "fastest") for h in hints))]


def fastest_last(kernel, lean, found):
    """A single row of cells has no values to keep for the next row, and without divisions a wave is
    recomputed sooner than stored and fetched. A queue of planes of many fields has no room for
    enough warps."""
    total = kernel.cost(0)[0]
    plain = lean and not total.divisions and not total.square_roots
    many = kernel.kind == "point" and len({field for field, offset in kernel.seen_around() if any(offset)}) > 1
    return sorted(found, key=lambda s: (plain and s.get("last_if_plain", False), not (many and s.get("of_one_field", False))))


def verify_hints(definition):
    """HINTS of a target lists the hints that it accepts."""
    known = {target: getattr(load_target(target), "HINTS", {}) for target in targets()}
    for hint in definition.hints:
        if hint.target not in known or hint.what not in known[hint.target] or set(hint.precisions) - set(PRECISIONS):
            taken = ", ".join(f"HINT({target}, {what})" for target, hints in known.items() for what in hints)
            raise DefinitionError(definition.file, definition.line,
                                  f"HINT({', '.join([hint.target, hint.what, *hint.precisions])}) tells no target anything",
                                  f"these are known: {taken}; a precision may follow, {' or '.join(PRECISIONS)}")


def besides(strategy):
    """Additional files of a strategy."""
    return [what for what in BESIDES if strategy[what]]


def devices():
    """Targets with implementations for a device; tests execute them on the host."""
    return [t for t in targets() if load_target(t).KIND == "device"]


def outputs(name, kind, leads=False, sweeps=False, lean=False, first=False, boxes=False, repeats=False, hints=()):
    """[(file, compiled how)] that make() writes for a kernel: "header", "plain" (as the rest of
    ria), "reference" (not vectorised), "fast", "executed" (with the executor), or the name of a target
    that compiles its files in its own way (targets/NAME/target.cmake). `sweeps`: it is one of those that a definition makes for each axis; `leads`: the first;
    `lean`: it works along one axis and is none of those, or is a stage; `first`: of a definition along x
    alone, the only kernel or that of the first stage; `boxes`: it works along x, y and z; `repeats`: a step of it can follow another; `hints`: of the definition."""
    files = [(f"{name}.c", "plain"), (f"{name}_oracle.c", "oracle")]
    if kind == "scalar":
        return files + [(f"{name}_{target}_scalars.{load_target(target).SOURCE}", target) for target in devices()]
    for target in targets():
        source = load_target(target).SOURCE
        for strategy in strategies(target, kind, sweeps, lean, boxes, repeats, hints):
            how = "reference" if strategy["name"] == "reference" else "fast"
            how = target if strategy["spe"] else how
            for precision in PRECISIONS:
                files.append((f"{name}_{target}_{strategy['id']}_{precision}.{source}",
                              how if source == "c" else target))
                if strategy["pair"] and leads:
                    files.append((f"{name}_{target}_pair_{precision}.{source}", target))
                if strategy["line"] and first:
                    files.append((f"{name}_{target}_line_{precision}.{source}", target))
                files += [(f"{name}_{target}_{what}_{precision}.{source}", target)
                          for what in besides(strategy)]
        for precision in PRECISIONS if strategies(target, kind, sweeps, hints=hints) else ():
            files.append((f"{name}_{target}_{precision}.h", "header"))
    for target in devices():
        if strategies(target, kind, sweeps, hints=hints):
            files.append((f"{name}_{target}_executed.c", "executed"))
    return files


def kernels_of(name, each, stages=False):
    """Names of the kernels that a definition makes: one, one for each axis, or one for each stage."""
    return [f"{name}_{part}" for part in (AXES if each else STAGES)] if each or stages else [name]


def companions(kernel, definition_path, kind, handed=False):
    """The kernels of a kind that work on the same cells, perhaps with only the first of their
    statics, by the definitions in the same folder. `handed`: also those with only the first fields
    of the state: the kernel may pass the others to its riders."""
    others = [read_kernel(path) for path in sorted(definition_path.parent.glob("*.c"))
              if f"{kind.upper()}_KERNEL({path.stem}," in path.read_text(encoding="utf-8")]
    said = lambda quantities: [(q.name, q.vector, q.unit) for q in quantities]  # noqa: E731
    own = kernel.definition
    begins = lambda some, all: said(some) == said(all)[:len(some)]  # noqa: E731
    return [other for other in others if begins(other.definition.statics, own.statics) and
            begins(other.definition.state, own.state) and (handed or len(other.definition.state) == len(own.state))]


MOST_TRACKED, MOST_GIVEN = 6, 8  # numbers of fields and scalars of a tracker for which launches of
                                 # steps have room (track.cuh)


def trackers(kernel, definition_path):
    """The POINT kernels in the same folder that track the state of this kernel's cells: besides
    their own fields they read only the state."""
    said = lambda quantities: {(q.name, q.vector, q.unit) for q in quantities}  # noqa: E731
    state, found = said(kernel.definition.state), []
    for path in sorted(definition_path.parent.glob("*.c")):
        if f"POINT_KERNEL({path.stem}," not in path.read_text(encoding="utf-8"):
            continue
        other = read_kernel(path)
        read = [q for q in other.inputs if q not in other.outputs]
        d = other.definition
        if (other.radius == 0 and read and said(read) <= state and not said(other.outputs) & state and not d.statics
                and not d.switches and not other.has("rate") and not other.has("check") and not other.is_typed()
                and len(d.state) <= MOST_TRACKED and len(d.scalars) <= MOST_GIVEN):
            found.append(other)
    return found


def beside(kernel, definition_path, context, many=False):
    """Additional context of templates of a strategy with `edges`: the possible sides, sources and
    trackers. `many`: for many steps, which have no riders."""
    with_emitters = lambda others: [(other, Emitter(other, context["precision"])) for other in others]  # noqa: E731
    emitters = lambda kind, handed=False: with_emitters(companions(kernel, definition_path, kind, handed))  # noqa: E731
    return {"split": Split(kernel), "sides": emitters("boundary", not many), "feeds": emitters("cells"),
            "trackers": with_emitters(kernel.trackers)}


def mirrors(kernel, definition_path, precision):
    """The boundary kernels with ghost cells computed from the mirrored cell alone: where that cell
    is available, no ghost cell need be filled."""
    alone = lambda k: {p for code in k.codes["ghost"] for p, _ in code.loads()} <= {"inner", ""}  # noqa: E731
    found = [other for other in companions(kernel, definition_path, "boundary") if alone(other)]
    return [(other, Emitter(other, precision)) for other in found]


def pair(kernel, then, definition_path, env, module, context):
    """{file: text} of strategies that compute the steps of two kernels, `kernel` along x and `then`
    along y, in one pass."""
    precision, made = context["precision"], {}
    emitter = Emitter(then, precision)
    for strategy in strategies(context["target"], kernel.kind):
        if not strategy["pair"] or kernel.definition.statics:
            continue
        stem = f"{kernel.name}_{context['target']}"
        made[f"{stem}_pair_{precision}.{module.SOURCE}"] = env.get_template(
            f"{kernel.kind}/pair.{module.SOURCE}.j2").render(
                context, strategy=strategy, stem=f"{stem}_{precision}", then=then,
                words_then=module.Words(then, emitter),
                header_then=f"{then.name}_{context['target']}_{precision}.h",
                mirrors=mirrors(kernel, definition_path, precision))
    return made


def many_of_line(kernel, definition_path, env, module, context):
    """{file: text} of many steps of a line, by a kernel and, for a step of two stages, the
    second's."""
    precision, target = context["precision"], context["target"]
    if not any(s["line"] for s in strategies(target, kernel.kind)):
        return {}
    stages = []
    for stage in stages_of(kernel, definition_path):
        emitter = Emitter(stage, precision)
        stages.append(SimpleNamespace(kernel=stage, emitter=emitter, words=module.Words(stage, emitter),
                                      interleaved=InterleavedEmitter(stage, precision),
                                      header=f"{stage.name}_{target}_{precision}.h"))
    ends = [(other, Emitter(other, precision)) for other in companions(kernel, definition_path, "boundary")]
    stem = f"{kernel.name}_{target}_line_{precision}"
    return {f"{stem}.{module.SOURCE}": env.get_template(f"line/line.{module.SOURCE}.j2").render(
        context, stem=stem, line=line_of(stages, ends))}


def make(kernel, definition_path, then=None):
    """{file: text} of a kernel; `then`: the kernel along y of the same definition, for the one
    along x."""
    made, implementations, sweeps = {}, [], bool(kernel.axis)
    lean = not sweeps and (kernel.axes != 3 or bool(kernel.stage))
    kernel.trackers = trackers(kernel, definition_path) if kernel.kind in ("face", "slope") else []
    boxes, repeats = kernel.definition.axes_word == "AXES_XYZ", kernel.repeats()
    shared = {"line_offered": starts_line(kernel), "kernel": kernel, "d": kernel.definition, "precisions": list(PRECISIONS),
              "definition_path": definition_path, "then": then}
    after = follower(kernel, [definition_path.parent, CODELETS / "kernels"])
    verify_hints(kernel.definition)
    for target in targets():
        module = load_target(target)
        offered = (target, kernel.kind, sweeps, lean, boxes, repeats, kernel.definition.hints)
        if not strategies(target, kernel.kind, sweeps, hints=kernel.definition.hints):
            continue
        env = environment([CODELETS / "targets" / target, *TEMPLATES])
        for precision, (real, suffix) in PRECISIONS.items():
            emitter = getattr(module, "EMITTER", Emitter)(
                kernel, "double" if kernel.kind == "reduce" else precision)
            context = dict(shared, target=target, precision=precision, real=real, suffix=suffix,
                           emitter=emitter, words=module.Words(kernel, emitter),
                           follower=after and SimpleNamespace(
                               kernel=after, emitter=getattr(module, "EMITTER", Emitter)(after, "double")),
                           header=f"{kernel.name}_{target}_{precision}.h")
            made[context["header"]] = env.get_template(f"{kernel.kind}/bodies.h.j2").render(context)
            if starts_line(kernel):
                made.update(many_of_line(kernel, definition_path, env, module, context))
            if then:
                made.update(pair(kernel, then, definition_path, env, module, context))
            for strategy in strategies(*offered):
                stem = f"{kernel.name}_{target}_{strategy['id']}_{precision}"
                template = env.get_template(
                    f"{kernel.kind}/{strategy['id']}.{module.SOURCE}.j2")
                more = beside(kernel, definition_path, context) if strategy["edges"] else {}
                made[f"{stem}.{module.SOURCE}"] = template.render(context, strategy=strategy,
                                                                  stem=stem, **more)
                stem = f"{kernel.name}_{target}_steps_{precision}"
                for what in besides(strategy):
                    template = env.get_template(f"{kernel.kind}/{what}.{module.SOURCE}.j2")
                    more = beside(kernel, definition_path, context, what == "steps")
                    made[f"{kernel.name}_{target}_{what}_{precision}.{module.SOURCE}"] = (
                        template.render(context, stem=stem, **more))
        fits = getattr(module, "fits", lambda strategy, kernel: True)
        most_steps = getattr(module, "most_steps", lambda strategy, kernel, precision: 1)
        implementations += [dict(s, most_steps={p: most_steps(s, kernel, p) for p in PRECISIONS})
                            for s in fastest_last(kernel, lean, strategies(*offered))
                            if fits(s, kernel)]
    env = environment(TEMPLATES)
    if kernel.kind == "scalar":
        emitter = Emitter(kernel, "double")
        made = {f"{kernel.name}.c": env.get_template("scalar.c.j2").render(shared, emitter=emitter, devices=devices()),
                f"{kernel.name}_oracle.c": env.get_template("oracle.c.j2").render(shared)}
        for target in devices():
            module = load_target(target)
            env = environment([CODELETS / "targets" / target, *TEMPLATES])
            made[f"{kernel.name}_{target}_scalars.{module.SOURCE}"] = env.get_template(
                f"scalars.{module.SOURCE}.j2").render(
                    shared, target=target, emitter=getattr(module, "EMITTER", Emitter)(kernel, "double"))
        return {file: tidy(text) for file, text in made.items()}
    known = mirrors(kernel, definition_path, "double") if then else []
    shared.update(mirrors=[other.name for other, _ in known],
                  costs=[(*kernel.cost(s), *kernel.typed_moves(s)) for s in kernel.variants], devices=devices(),
                  implementations=implementations)
    made[f"{kernel.name}.c"] = env.get_template("descriptor.c.j2").render(shared)
    made[f"{kernel.name}_oracle.c"] = env.get_template("oracle.c.j2").render(shared)
    for target in devices():
        if not strategies(target, kernel.kind, sweeps):
            continue
        made[f"{kernel.name}_{target}_executed.c"] = env.get_template("executed.c.j2").render(
            shared, target=target)
    return {file: tidy(text) for file, text in made.items()}
