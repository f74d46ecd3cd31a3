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
cell, low_cell, high_cell, next;
FACE { FIELD(flow, "K", "what passes") FIELD(speed, "1", "how fast") }
face, low_x, high_x, low_y, high_y;
static real rate;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(linear, "no limiter")
@helpers@
FLUX {
  @flux@
  face.flow = low_cell.k * (low_cell.t - high_cell.t);
  face.speed = low_cell.k;
}
UPDATE {
  @update@
  next.t = cell.t + dt * rx * ((low_x.flow - high_x.flow) + (low_y.flow - high_y.flow));
  next.qx = cell.qx;
  next.qy = cell.qy;
}
RATE { rate = rx * (low_x.speed + high_x.speed); }
"""


WAVE = """#include "ria_kernel.h"
WAVE_KERNEL(heat, "advection of heat", "nobody")
AXES_XY
CELL { STATE(FIELD(t, "K", "temperature") VECTOR(q, "W", "flow")) STATICS(FIELD(k, "1", "share"))
       PREPARED(FIELD(root, "1", "root")) }
cell, low_cell, high_cell, next;
WAVE { FIELD(jump, "K", "jump") FIELD(along, "W", "flow") }
wave, before, here, after;
FACE { FIELD(flow, "K", "what passes") FIELD(speed, "1", "how fast") }
face, low_x, high_x, low_y, high_y;
static real rate;
static bool valid;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(limited, "no new extremes")
PREPARE { cell.root = sqrt(cell.t); }
WAVES {
  wave.jump = high_cell.root - low_cell.root;
  wave.along = low_cell.k * low_cell.qn - high_cell.k * high_cell.qt;
}
FLUX {
  real beside = here.along > 0.0 ? before.jump : after.jump;
  if (limited) {
    beside = max(min(beside, here.jump), 0.0) + min(max(beside, here.jump), 0.0);
  }
  face.flow = here.along * (here.along > 0.0 ? low_cell.t : high_cell.t) - 0.5 * beside;
  face.speed = fabs(here.along);
}
UPDATE {
  next.t = cell.t + dt * rx * ((low_x.flow - high_x.flow) + (low_y.flow - high_y.flow));
  next.qx = cell.qx + low_x.flow;
  next.qy = cell.qy + cell.root;
}
RATE { rate = rx * max(max(low_x.speed, high_x.speed), max(low_y.speed, high_y.speed)); }
CHECK { valid = next.t >= 0.0; }
"""


SLOPE = """#include "ria_kernel.h"
SLOPE_KERNEL(heat, "advection of heat", "nobody")
AXES_XY
CELL { STATE(FIELD(t, "K", "temperature") VECTOR(q, "W", "flow")) STATICS(FIELD(k, "1", "share"))
       PREPARED(FIELD(root, "1", "root")) SLOPED(FIELD(room, "1", "largest difference") VECTOR(rise, "1", "of the root")) }
cell, low_x_cell, high_x_cell, low_y_cell, high_y_cell, low_cell, high_cell, next;
FACE { FIELD(flow, "K", "what passes") FIELD(speed, "1", "how fast") }
face, low_x, high_x, low_y, high_y;
static real rate;
static bool valid;
SCALAR(dt, "s", "time step")
SCALAR(rx, "1/s", "rate")
SWITCH(limited, "no new extremes")
PREPARE { cell.root = sqrt(cell.t); }
SLOPES {
  cell.room = fmax(fabs(cell.t - low_x_cell.t), fabs(cell.t - high_y_cell.t));
  cell.risex = 0.5 * (high_x_cell.root - low_x_cell.root);
  cell.risey = 0.5 * (high_y_cell.root - low_y_cell.root);
  if (limited) {
    cell.risex = minmod3(cell.root - low_x_cell.root, high_x_cell.root - cell.root, cell.root - low_y_cell.root);
  }
}
FLUX {
  face.flow = low_cell.k * ((low_cell.root + 0.5 * low_cell.risen) - (high_cell.root - 0.5 * high_cell.risen));
  if (unlikely(high_cell.room > 1.0)) {
    face.flow = max(-high_cell.room, min(high_cell.room, face.flow));
  }
  face.speed = low_cell.k;
}
UPDATE {
  next.t = cell.t + dt * rx * ((low_x.flow - high_x.flow) + (low_y.flow - high_y.flow));
  next.qx = cell.qx + low_x.flow;
  next.qy = cell.qy + cell.risey;
}
RATE { rate = rx * max(max(low_x.speed, high_x.speed), max(low_y.speed, high_y.speed)); }
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


def in_floats(point):
    """POINT with a field that it reads, and one that it writes, in single precision."""
    return point.replace('FIELD(u, "1", "speed")', 'SINGLE(FIELD(u, "1", "speed"))') \
        .replace('FIELD(w, "1", "made")', 'SINGLE(FIELD(w, "1", "made"))')


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
    return source.replace("AXES_XY", "AXES_EACH").replace("low_x, high_x, low_y, high_y", "low, high") \
        .replace(" + (low_y.flow - high_y.flow)", "").replace("low_x", "low") \
        .replace("max(max(low.speed, high_x.speed), max(low_y.speed, high_y.speed))", "low.speed") \
        .replace("high_x", "high").replace("qx", "qn").replace("qy", "qt")


def text(flux="", update="", helpers=""):
    return (FACE.replace("@flux@", flux).replace("@update@", update)
            .replace("@helpers@", helpers))


def made(source, axis=None, stage=None):
    return kernel.Kernel(Reader(source, "heat.c").read(), axis, stage)


def staged(source):
    """The same definition for the midpoint method."""
    return source.replace("AXES_XY", "AXES_XY\nMIDPOINT")
