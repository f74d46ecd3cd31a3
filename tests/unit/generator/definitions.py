"""Definitions of kernels that the tests of the generator share, and what is made of them."""

import os
import sys

sys.path.insert(0, os.getcwd())  # codelets/

from generator import kernel  # noqa: E402
from generator.definition import Reader  # noqa: E402

FACE = """#include "ria_kernel.h"
FACE_KERNEL(heat, "diffusion of heat", "Fourier (1822)")
AXES_XY
CELL { STATE(FIELD(t, "K", "temperature") VECTOR(q, "W", "flow")) STATICS(FIELD(k, "1", "share")) }
cell, left, right, next;
FACE { FIELD(flow, "K", "what passes") FIELD(speed, "1", "how fast") }
face, west, east, south, north;
static real rate;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(linear, "no limiter")
@helpers@
FLUX {
  @flux@
  face.flow = left.k * (left.t - right.t);
  face.speed = left.k;
}
UPDATE {
  @update@
  next.t = cell.t + dt * rx * ((west.flow - east.flow) + (south.flow - north.flow));
  next.qx = cell.qx;
  next.qy = cell.qy;
}
RATE { rate = rx * (west.speed + east.speed); }
"""


WAVE = """#include "ria_kernel.h"
WAVE_KERNEL(heat, "advection of heat", "nobody")
AXES_XY
CELL { STATE(FIELD(t, "K", "temperature") VECTOR(q, "W", "flow")) STATICS(FIELD(k, "1", "share"))
       PREPARED(FIELD(root, "1", "root")) }
cell, left, right, next;
WAVE { FIELD(jump, "K", "jump") FIELD(along, "W", "flow") }
wave, before, here, after;
FACE { FIELD(flow, "K", "what passes") FIELD(speed, "1", "how fast") }
face, west, east, south, north;
static real rate;
static bool valid;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(limited, "no new extremes")
PREPARE { cell.root = sqrt(cell.t); }
WAVES {
  wave.jump = right.root - left.root;
  wave.along = left.k * left.qn - right.k * right.qt;
}
FLUX {
  real beside = here.along > 0.0 ? before.jump : after.jump;
  if (limited) {
    beside = max(min(beside, here.jump), 0.0) + min(max(beside, here.jump), 0.0);
  }
  face.flow = here.along * (here.along > 0.0 ? left.t : right.t) - 0.5 * beside;
  face.speed = fabs(here.along);
}
UPDATE {
  next.t = cell.t + dt * rx * ((west.flow - east.flow) + (south.flow - north.flow));
  next.qx = cell.qx + west.flow;
  next.qy = cell.qy + cell.root;
}
RATE { rate = rx * max(max(west.speed, east.speed), max(south.speed, north.speed)); }
CHECK { valid = next.t >= 0.0; }
"""


SLOPE = """#include "ria_kernel.h"
SLOPE_KERNEL(heat, "advection of heat", "nobody")
AXES_XY
CELL { STATE(FIELD(t, "K", "temperature") VECTOR(q, "W", "flow")) STATICS(FIELD(k, "1", "share"))
       PREPARED(FIELD(root, "1", "root")) SLOPED(FIELD(room, "1", "largest difference") VECTOR(rise, "1", "of the root")) }
cell, west_cell, east_cell, south_cell, north_cell, left, right, next;
FACE { FIELD(flow, "K", "what passes") FIELD(speed, "1", "how fast") }
face, west, east, south, north;
static real rate;
static bool valid;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(limited, "no new extremes")
PREPARE { cell.root = sqrt(cell.t); }
SLOPES {
  cell.room = fmax(fabs(cell.t - west_cell.t), fabs(cell.t - north_cell.t));
  cell.risex = 0.5 * (east_cell.root - west_cell.root);
  cell.risey = 0.5 * (north_cell.root - south_cell.root);
  if (limited) {
    cell.risex = minmod3(cell.root - west_cell.root, east_cell.root - cell.root, cell.root - south_cell.root);
  }
}
FLUX {
  face.flow = left.k * ((left.root + 0.5 * left.risen) - (right.root - 0.5 * right.risen));
  if (unlikely(right.room > 1.0)) {
    face.flow = max(-right.room, min(right.room, face.flow));
  }
  face.speed = left.k;
}
UPDATE {
  next.t = cell.t + dt * rx * ((west.flow - east.flow) + (south.flow - north.flow));
  next.qx = cell.qx + west.flow;
  next.qy = cell.qy + cell.risey;
}
RATE { rate = rx * max(max(west.speed, east.speed), max(south.speed, north.speed)); }
CHECK { valid = next.t >= 0.0; }
"""


POINT = """#include "ria_kernel.h"
POINT_KERNEL(heat, "something of neighbours", "nobody")
AXES_XYZ
CELL { STATE(FIELD(t, "K", "temperature")) INPUT(FIELD(u, "1", "speed")) OUTPUT(FIELD(w, "1", "made"))
       STATICS(FIELD(k, "1", "share")) }
cell, next;
static real rate;
static bool valid;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(limited, "no new extremes")
UPDATE {
  real a = at(t, 1, 0, 0) - at(t, -2, 1, 0);
  if (limited) {
    a = max(min(a, cell.u), at(k, 0, -1, 0));
  }
  next.t = cell.t + dt * rx * a;
  next.w = sqrt(at(u, 0, 0, -1)) / (at(t, 0, 0, 0) + cell.k);
}
RATE { rate = rx * fabs(at(u, 0, 0, 1)); }
CHECK { valid = next.t >= 0.0 && next.w < 1e9; }
"""


REDUCE = """#include "ria_kernel.h"
REDUCE_KERNEL(heat, "something of all", "nobody")
CELL { INPUT(FIELD(t, "K", "temperature")) STATICS(FIELD(k, "1", "share")) }
cell;
static real value;
SCALAR(rx, "1/s", "rate")
SUM { value = rx * rx * cell.t / (0.1 + cell.k); }
"""


def each(source):
    """A definition with waves along both axes as one for each of them."""
    return source.replace("AXES_XY", "AXES_EACH").replace("west, east, south, north", "low, high") \
        .replace(" + (south.flow - north.flow)", "").replace("west", "low") \
        .replace("max(max(low.speed, east.speed), max(south.speed, north.speed))", "low.speed") \
        .replace("east", "high").replace("qx", "qn").replace("qy", "qt")


def text(flux="", update="", helpers=""):
    return (FACE.replace("@flux@", flux).replace("@update@", update)
            .replace("@helpers@", helpers))


def made(source, axis=None, stage=None):
    return kernel.Kernel(Reader(source, "heat.c").read(), axis, stage)


def staged(source):
    """The same definition for the midpoint method."""
    return source.replace("AXES_XY", "AXES_XY\nMIDPOINT")
