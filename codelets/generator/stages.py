"""Splitting a long code into stages that run one after the other over a block of cells.

A processor runs operations of several turns of a loop at once, as many as its window holds. A turn
of a few hundred operations with a long chain of dependent ones fills the window by itself, and the
chain's latency becomes the time of a turn. Split into two loops, with a buffer for values used in
both, each chain is shorter and more turns overlap. The order of operations within a value stays, so
no bit changes; cheap values are recomputed instead of stored.
"""

import functools
from dataclasses import dataclass, field

from .passes import uniform

# A model of a current processor with wide vectors: cycles until a result can be used, operations
# started in a cycle, operations in the window of its vector units. Only the split depends on it.
LATENCY = {"add": 2, "sub": 2, "mul": 3, "fma": 4, "div": 11, "sqrt": 15, "min": 2, "max": 2, "fmin": 2, "fmax": 2, "minmod": 6, "minmod3": 8,
           "neg": 1, "fabs": 1, "select": 3, "inverse_cbrt_guess": 8, "and": 1, "or": 1, "not": 1}
COMPARE = 5
BUSY = {"div": 10, "sqrt": 18, "minmod": 3, "minmod3": 5, "inverse_cbrt_guess": 8}  # slots of an
                                                                                    # operation
                                                                                    # besides its
                                                                                    # own
WIDTH = 4
WINDOW = 160
WAITING = 97  # of these, number that may wait for their operands
CARRY = 2  # slots of a store and a load
CHEAP = ("add", "sub", "mul", "min", "max", "fmin", "fmax", "neg", "fabs")


@dataclass
class Stage:
    values: list  # Values to compute, in order
    reads: list = field(default_factory=list)  # Values of earlier stages, from buffers
    writes: list = field(default_factory=list)  # Values for later stages, into buffers
    outputs: dict = field(default_factory=dict)  # (place, field) -> Value


def seconds(values, window):
    """Modelled cycles of a turn of a loop over `values`."""
    ready, slots = {}, 0
    for value in values:
        start = max([ready.get(a, 0) for a in value.args], default=0)
        ready[value] = start + LATENCY.get(value.op, COMPARE)
        slots += 1 + BUSY.get(value.op, 0)
    chain = max(ready.values(), default=0)
    return max(slots / WIDTH, chain * len(values) / window)


def crossing(work, second, done):
    """Of the Values in `done`: (those to store for `second`, those to recompute there)."""
    carried, again, seen = set(), set(), set()
    waiting = [a for v in second for a in v.args]
    while waiting:
        value = waiting.pop()
        if value in seen or value not in done:
            continue
        seen.add(value)
        cheap = value.op in CHEAP and not any(a in work for a in value.args)
        if value.type == "bool" or cheap:
            again.add(value)
            waiting.extend(value.args)
        else:
            carried.add(value)
    return carried, again


def best_cut(work, values, done, window):
    """The position at which splitting `values` gains most, or None."""
    best, found = 0.95 * seconds(values, window), None
    for at in range(8, len(values) - 8):
        first, second = values[:at], values[at:]
        carried, again = crossing(work, second, done | set(first))
        new = carried & set(first)
        rest = sorted(set(second) | again, key=lambda v: v.order)
        cost = seconds(first, window) + seconds(rest, window) + CARRY * len(new) / WIDTH
        if cost < best:
            best, found = cost, at
    return found


@functools.lru_cache(maxsize=None)  # cached: both precisions and several strategies request the
                                    # same
def stages(code, window=WINDOW):
    """[Stage] of a code; one if it is short enough for a `window` of that many operations."""
    free = set(uniform(code.values()))
    values = [v for v in code.values() if v.args and v not in free]
    work = set(values)
    pieces, waiting = [], [values]
    while waiting:
        piece = waiting.pop(0)
        done = set().union(*pieces) if pieces else set()
        at = best_cut(work, piece, done, window)
        if at is None:
            pieces.append(piece)
        else:
            waiting[:0] = [piece[:at], piece[at:]]
    made, done = [], set()
    for piece in pieces:
        carried, again = crossing(work, piece, done)
        made.append(Stage(sorted(set(piece) | again, key=lambda v: v.order),
                          sorted(carried, key=lambda v: v.order)))
        done |= set(piece)
    home = {v: n for n, piece in enumerate(pieces) for v in piece}
    wanted = {v for stage in made for v in stage.reads}
    for stage, piece in zip(made, pieces):
        stage.writes = [v for v in piece if v in wanted]
    for key, value in code.outputs.items():
        made[home.get(value, len(made) - 1)].outputs[key] = value
    return made
