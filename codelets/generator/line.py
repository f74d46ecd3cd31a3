"""Many steps of a line: the context of the templates for a kernel along x alone, or for the two
kernels of a midpoint step. See ria/line.h."""

from types import SimpleNamespace

from .emit_c import PRIMARY, Body, Emitter
from .errors import DefinitionError
from .kernel import read_kernels, turned


class InterleavedBody(Body):
    """A body with numbers that stand for several adjacent ones; each operation is done for all of
    them in turn."""

    def spelled(self, value):
        if value.op == "select":
            return PRIMARY, f"select({', '.join(self.text(a) for a in value.args)})"
        return super().spelled(value)


class InterleavedEmitter(Emitter):
    """Codes of one kernel, for several adjacent cells."""
    BODY = InterleavedBody

    def type_of(self, value):
        return "auto"


def starts_line(kernel):
    """Whether a kernel along x alone computes steps of a line: by itself, or as the first of two
    stages."""
    return (kernel.kind in ("face", "wave") and kernel.axes == 1 and not kernel.axis
            and getattr(kernel, "stage", None) != "full")


def stages_of(kernel, definition_path):
    """This kernel, and the kernel of the second stage if there is one."""
    return read_kernels(definition_path) if getattr(kernel, "stage", None) else [kernel]


def is_possible(kernel):
    """Whether a step depends on the state alone, and has no switch."""
    return not kernel.definition.statics and not kernel.definition.switches


def divides(kernel, *bodies):
    """Whether any body divides, or takes roots."""
    return any(v.op in ("div", "sqrt") for body in bodies for code in kernel.codes.get(body, [])
               for v in code.values())


def shown(kernel, row):
    """Fields of a cell that adjacent cells read: those of the state that are in `row`, and those of
    PREPARE that waves and fluxes read."""
    d = kernel.definition
    seen = set(kernel.read("flux", "low_cell", "high_cell")) | set(kernel.read("waves", "low_cell", "high_cell"))
    unseen = [q.name for q in d.state if turned(q) in seen and q.name not in row]
    if unseen:
        raise DefinitionError(d.file, d.line, f"{kernel.name} sees {unseen[0]} of its neighbours",
                              "a stage sees of them what the stage before has written")
    return list(row) + [q.name for q in d.prepared if turned(q) in seen]


def line_of(stages, ends):
    """The context of line/line.cu.j2. `stages`: one or two kernels, each with `kernel`, `words` and
    `header`; `ends`: the available boundary kernels, with their emitters."""
    state = [q.name for q in stages[0].kernel.definition.state]
    if len(stages) == 1:
        rows = {"even": state, "odd": state}
        views = {"odd": [(f, "even") for f in state], "even": [(f, "odd") for f in state]}
    else:
        own = len(state) // 2
        rows = {"even": state[:own], "odd": state[own:]}
        view = [(f, row) for row in ("even", "odd") for f in rows[row]]
        views = {"odd": view, "even": view}
    tiers = []
    for number, (row, source, stage) in enumerate((("odd", "even", stages[0]), ("even", "odd", stages[-1]))):
        ghost = {}
        for other, _ in ends:
            ghost[other.name] = [(q.name, turned(q)) for q in other.definition.state if q.name in rows[source]]
        tiers.append(SimpleNamespace(
            number=number, row=row, source=source, stage=stage, view=views[row], fields=rows[row],
            visible=shown(stage.kernel, rows[source]), ghost=ghost,
            guarded=stage.kernel.has("waves") and divides(stage.kernel, "waves", "flux"),
            face=[q.name for q in stage.kernel.definition.face
                  if q.name in stage.kernel.face_fields(["update"], *stage.kernel.neighbours())],
            guarded_prepare=divides(stage.kernel, "prepare")))
    apart = len(stages) == 2
    stores = [(row, row, list(zip(rows[row], rows[row]))) for row in ("even", "odd")]
    stores += [("interim", "even", list(zip(rows["even"], rows["odd"])))] if apart else []
    hands_on = any(t.guarded for t in tiers)  # computing a face twice would take longer than
                                              # passing it on
    # Whether tiers report the rates of states and bad cells; `judged`: the fields of a face that
    # this additionally needs.
    rates, checks = (any(s.kernel.has(body) for s in stages) for body in ("rate", "check"))
    judges = rates or checks
    for t in tiers:
        more = t.stage.words.face_fields("step", *t.stage.kernel.neighbours()) if judges else []
        t.judged = [f for f in more if f not in t.face]
        t.face += t.judged
    return SimpleNamespace(
        hands_on=hands_on, judges=judges, rates=rates, faces=max(len(t.face) for t in tiers), tiers_apart=apart, stores=stores,
        possible=is_possible(stages[0].kernel), stages=stages, ends=ends, rows=rows, tiers=tiers,
        most_points=4 if hands_on else 8,  # points of a lane: more do not fit the registers
        diamonds=0 if hands_on else 8,  # most points of a lane; a single warp would wait for its
                                        # divisions
        radius=max(s.kernel.radius for s in stages), visible=max(len(t.visible) for t in tiers))
