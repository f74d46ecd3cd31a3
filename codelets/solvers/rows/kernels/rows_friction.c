/* Adds the viscous stresses of the cells around a node to its gain. A flux through the middle of
 * a cell leaves the nodes on one side and enters those on the other. In place. */
#include "../../../kernels/ria_kernel.h"

POINT_KERNEL(rows_friction, "rows: gain of a node by viscous forces", "")
AXES_XYZ

CELL {
  STATE(FIELD(d1, "N", "gain: axial momentum")
        FIELD(d2, "N", "gain: radial momentum")
        FIELD(d3, "Nm", "gain: moment of momentum")
        FIELD(d4, "W", "gain: energy"))
  INPUT(FIELD(gi1, "1", "flux through the middle of the cell across i: axial momentum")
        FIELD(gi2, "1", "flux through the middle of the cell across i: radial momentum")
        FIELD(gi3, "1", "flux through the middle of the cell across i: moment of momentum")
        FIELD(gi4, "1", "flux through the middle of the cell across i: energy")
        FIELD(gj1, "1", "flux through the middle of the cell across j: axial momentum")
        FIELD(gj2, "1", "flux through the middle of the cell across j: radial momentum")
        FIELD(gj3, "1", "flux through the middle of the cell across j: moment of momentum")
        FIELD(gj4, "1", "flux through the middle of the cell across j: energy")
        FIELD(gk1, "1", "flux through the middle of the cell across k: axial momentum")
        FIELD(gk2, "1", "flux through the middle of the cell across k: radial momentum")
        FIELD(gk3, "1", "flux through the middle of the cell across k: moment of momentum")
        FIELD(gk4, "1", "flux through the middle of the cell across k: energy")
        FIELD(hoop, "N", "stress around the axis, on the sides of an eighth of the cell"))
}
cell, next;

static real sum8(real a, real b, real c, real d, real e, real f, real g, real h) {
  return sum4(a + h, b + g, c + f, d + e);
}

UPDATE {
  real part1_0 = sum3(cell.gi1, cell.gj1, cell.gk1);
  real part1_1 = sum3(-at(gi1, -1, 0, 0), at(gj1, -1, 0, 0), at(gk1, -1, 0, 0));
  real part1_2 = sum3(at(gi1, 0, -1, 0), -at(gj1, 0, -1, 0), at(gk1, 0, -1, 0));
  real part1_3 = sum3(at(gi1, 0, 0, -1), at(gj1, 0, 0, -1), -at(gk1, 0, 0, -1));
  real part1_4 = sum3(-at(gi1, -1, -1, 0), -at(gj1, -1, -1, 0), at(gk1, -1, -1, 0));
  real part1_5 = sum3(-at(gi1, -1, 0, -1), at(gj1, -1, 0, -1), -at(gk1, -1, 0, -1));
  real part1_6 = sum3(at(gi1, 0, -1, -1), -at(gj1, 0, -1, -1), -at(gk1, 0, -1, -1));
  real part1_7 = sum3(-at(gi1, -1, -1, -1), -at(gj1, -1, -1, -1), -at(gk1, -1, -1, -1));
  next.d1 = cell.d1 + sum8(part1_0, part1_1, part1_2, part1_3, part1_4, part1_5, part1_6, part1_7);
  real part2_0 = sum3(cell.gi2, cell.gj2, cell.gk2) - cell.hoop;
  real part2_1 = sum3(-at(gi2, -1, 0, 0), at(gj2, -1, 0, 0), at(gk2, -1, 0, 0)) - at(hoop, -1, 0, 0);
  real part2_2 = sum3(at(gi2, 0, -1, 0), -at(gj2, 0, -1, 0), at(gk2, 0, -1, 0)) - at(hoop, 0, -1, 0);
  real part2_3 = sum3(at(gi2, 0, 0, -1), at(gj2, 0, 0, -1), -at(gk2, 0, 0, -1)) - at(hoop, 0, 0, -1);
  real part2_4 = sum3(-at(gi2, -1, -1, 0), -at(gj2, -1, -1, 0), at(gk2, -1, -1, 0)) - at(hoop, -1, -1, 0);
  real part2_5 = sum3(-at(gi2, -1, 0, -1), at(gj2, -1, 0, -1), -at(gk2, -1, 0, -1)) - at(hoop, -1, 0, -1);
  real part2_6 = sum3(at(gi2, 0, -1, -1), -at(gj2, 0, -1, -1), -at(gk2, 0, -1, -1)) - at(hoop, 0, -1, -1);
  real part2_7 = sum3(-at(gi2, -1, -1, -1), -at(gj2, -1, -1, -1), -at(gk2, -1, -1, -1)) - at(hoop, -1, -1, -1);
  next.d2 = cell.d2 + sum8(part2_0, part2_1, part2_2, part2_3, part2_4, part2_5, part2_6, part2_7);
  real part3_0 = sum3(cell.gi3, cell.gj3, cell.gk3);
  real part3_1 = sum3(-at(gi3, -1, 0, 0), at(gj3, -1, 0, 0), at(gk3, -1, 0, 0));
  real part3_2 = sum3(at(gi3, 0, -1, 0), -at(gj3, 0, -1, 0), at(gk3, 0, -1, 0));
  real part3_3 = sum3(at(gi3, 0, 0, -1), at(gj3, 0, 0, -1), -at(gk3, 0, 0, -1));
  real part3_4 = sum3(-at(gi3, -1, -1, 0), -at(gj3, -1, -1, 0), at(gk3, -1, -1, 0));
  real part3_5 = sum3(-at(gi3, -1, 0, -1), at(gj3, -1, 0, -1), -at(gk3, -1, 0, -1));
  real part3_6 = sum3(at(gi3, 0, -1, -1), -at(gj3, 0, -1, -1), -at(gk3, 0, -1, -1));
  real part3_7 = sum3(-at(gi3, -1, -1, -1), -at(gj3, -1, -1, -1), -at(gk3, -1, -1, -1));
  next.d3 = cell.d3 + sum8(part3_0, part3_1, part3_2, part3_3, part3_4, part3_5, part3_6, part3_7);
  real part4_0 = sum3(cell.gi4, cell.gj4, cell.gk4);
  real part4_1 = sum3(-at(gi4, -1, 0, 0), at(gj4, -1, 0, 0), at(gk4, -1, 0, 0));
  real part4_2 = sum3(at(gi4, 0, -1, 0), -at(gj4, 0, -1, 0), at(gk4, 0, -1, 0));
  real part4_3 = sum3(at(gi4, 0, 0, -1), at(gj4, 0, 0, -1), -at(gk4, 0, 0, -1));
  real part4_4 = sum3(-at(gi4, -1, -1, 0), -at(gj4, -1, -1, 0), at(gk4, -1, -1, 0));
  real part4_5 = sum3(-at(gi4, -1, 0, -1), at(gj4, -1, 0, -1), -at(gk4, -1, 0, -1));
  real part4_6 = sum3(at(gi4, 0, -1, -1), -at(gj4, 0, -1, -1), -at(gk4, 0, -1, -1));
  real part4_7 = sum3(-at(gi4, -1, -1, -1), -at(gj4, -1, -1, -1), -at(gk4, -1, -1, -1));
  next.d4 = cell.d4 + sum8(part4_0, part4_1, part4_2, part4_3, part4_4, part4_5, part4_6, part4_7);
}
