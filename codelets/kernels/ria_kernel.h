/** \file
 * The language of kernel definitions. A definition is a C file: this header makes it compile as it
 * stands (so that editors, clang-format and `cc -fsyntax-only` understand it); the generator in
 * codelets/generator reads the same text and makes the codelets from it.
 *
 * A definition has a kind, declarations and bodies. Bodies use a subset of C: `real` and `bool`
 * locals, assignment, + - * /, comparisons, && || !, ?:, if/else, calls of the functions below and of
 * `static real f(real ...)` functions of the same file or of headers that it includes, which may take arrays and, as `static void`,
 * write them. `for (int i = 0; i < 5; i++)` repeats what stands in it, and `real a[5]`, `real a[5][5]`
 * are local arrays: loops have a known number of turns, indices are numbers and such ints. No pointers,
 * no division by a literal zero. Every operation is correctly rounded, so every target computes the same
 * bits. Both arms of a condition are computed, except for conditions of ints and SWITCHes.
 * docs/add-a-kernel.md has complete examples.
 *
 *   FACE_KERNEL      a finite-volume step
 *     PREPARE        cell.* -> cell.<prepared>, once a cell
 *     FLUX           low_cell.*, high_cell.* -> face.*, once a face; vectors as normal (n) and tangential (t)
 *     UPDATE         cell.*, low_x/high_x/low_y/high_y.<face> -> next.<state>. A kernel along one axis calls the
 *                    two faces low and high
 *     RATE           the same faces -> rate, 1/s: a time step dt needs dt*rate <= 1. The largest of a step
 *                    counts, without NaN. Along one axis, if it is a factor of scalars, not negative, times
 *                    max(high.a, max(low.a, 0.0)), the largest rate of the faces may be used instead
 *     CHECK          next.* -> valid
 *     THROUGH        face.* -> through.<state>, except vectors: the flux of each conserved field from the
 *                    low to the high side; 0 between two cells at rest. For the ledger of the inflow through
 *                    the domain's edge (ria/ledger.h)
 *     REST           cell.* -> rest: a cell at rest, with all neighbours at rest, keeps its
 *                    bits, and its rate is 0, whatever the SCALARs are; whole blocks of such cells are then skipped
 *     SHUT           with REST: low_cell.*, high_cell.* -> shut: whether the face is closed. A cell at rest with
 *                    one shut face, and all other faces between cells at rest, keeps its bits, and
 *                    its rate is at most that of the cell beyond the shut face
 *   SLOPE_KERNEL     a finite-volume step in which cells read their neighbours before faces are computed:
 *                    as above, and between PREPARE and FLUX
 *     SLOPES         cell.*, low_x_cell.*, high_x_cell.*, low_y_cell.*, high_y_cell.* -> cell.<sloped>, once
 *                    a cell: FLUX and UPDATE read these too. For REST a cell at rest has no slopes
 *   WAVE_KERNEL      a finite-volume step with fluxes that read further faces: as above, without REST, and
 *     WAVES          low_cell.*, high_cell.* -> wave.*, once a face
 *     FLUX           also before.*, here.*, after.*: the waves of the next face on the low side,
 *                    of this face, and of the next one on the high side
 *   BOUNDARY_KERNEL  GHOST: inner.*, edge.*, outward -> ghost.*; vectors as n and t
 *   CELLS_KERNEL     APPLY: cell.*, weight -> next.*
 *   POINT_KERNEL     a stencil: each cell from cells around it, at(field, dx, dy, dz), in lines, planes and boxes.
 *                    Fields are in STATE (read and written), INPUT (only read), OUTPUT (only written) or STATICS
 *     UPDATE         cell.*, at(...) -> next.<state and output>
 *     RATE           cell.*, at(...) -> rate, 1/s: a time step dt needs dt*rate <= 1. As above
 *     CHECK          next.* -> valid
 *   REDUCE_KERNEL    one number from all cells of a box. Fields are in INPUT or STATICS. The body is computed in
 *                    double precision, whatever the precision of the fields. One of
 *     MIN, MAX       cell.* -> value: the least or largest, and the first cell that has it; NaN if one is NaN
 *     SUM            cell.* -> value: the exact sum, rounded once; NaN if a value is not finite. Or several terms of a
 *                    cell, each by add(term). A REDUCE kernel that follows a POINT kernel on the same cells runs in the
 *                    same pass: on a CPU always, on a GPU if the POINT kernel has FOLLOWED_BY
 *   SCALAR_KERNEL    arithmetic on the scalars of a program, in double precision
 *     COMPUTE        SCALARs -> RESULTs
 */
#ifndef RIA_DEFINITION_H
#define RIA_DEFINITION_H

#include <stdbool.h>

typedef double real;

#define POINT_KERNEL(name, what, source)
#define REDUCE_KERNEL(name, what, source)
#define SCALAR_KERNEL(name, what, source)
#define FACE_KERNEL(name, what, source)
#define SLOPE_KERNEL(name, what, source)
#define WAVE_KERNEL(name, what, source)
#define BOUNDARY_KERNEL(name, what, source)
#define CELLS_KERNEL(name, what, source)
#define AXES_X
#define AXES_Y
#define AXES_XY
/* In POINT kernels that see neighbours along z. */
#define AXES_XYZ
/* A definition of two WAVE kernels, NAME_x and NAME_y, each along one axis: all its bodies see
 * vectors as n and t. */
#define AXES_EACH
/* A step in two stages, by the midpoint method. The definition describes one step of dt, from cell
 * to next. It becomes two kernels: NAME_half computes an interim state after half a step; NAME_full
 * computes the whole step: its PREPARE, WAVES and FLUX read the interim state, its UPDATE reads in
 * `cell` the state at the start of the step (with the prepared fields of the interim state). Both have
 * the fields of STATE followed by an interim copy of each. NAME_half computes RATE, NAME_full computes
 * CHECK. In a BOUNDARY_KERNEL: GHOST is for such a step, and fills the ghost cells of both. */
#define MIDPOINT

/* In a POINT_KERNEL: names a REDUCE kernel by SUM, without SCALARs and STATICS, that follows it in programs. A launch on
 * a GPU can then also compute the sums over the cells that it has written, of the fields that it writes or of others. */
#define FOLLOWED_BY(kernel)

/* Advice to a target, at the start of a line: HINT(cuda, room_for_two), or for one precision HINT(cuda,
 * read_late, double). It changes no bit. HINTS in a target's target.py lists the hints and their effects. */
#define HINT(target, ...)

/* Declarations. A VECTOR v is stored as vx, vy (with AXES_XYZ also vz) and seen as vn, vt in FLUX and GHOST. A
 * joint of blocks turns the vectors of the state.
 *
 * COMPONENTS q of a number 5 are the fields q0 to q4, and q[0] to q[4] in bodies; they do not turn. A BLOCK a is
 * a matrix of each cell: a[1][2] is the field a12. Its pattern has a row of 0 and 1 for each of its rows, such as
 * "110 011": an element with a 0 has no field: it reads as `absent`, the only value that may be assigned to it.
 *
 * In INPUT and STATICS of POINT and REDUCE kernels, a MASK holds whole numbers from -128 to 127, stored in 1
 * byte, and an INDEX whole numbers of 32 bits, stored in 4 bytes, in both precisions. Bodies see them as reals.
 *
 * In INPUT and OUTPUT of POINT kernels, and in INPUT of REDUCE kernels, SINGLE(...) encloses fields that are
 * stored in single precision, 4 bytes, in both precisions: SINGLE(BLOCK(...) FIELD(...)). Bodies see them as
 * reals; values are rounded when written, so a kernel with such an output has no CHECK. */
#define FIELD(name, unit, what) real name;
#define MASK(name, unit, what) real name;
#define INDEX(name, unit, what) real name;
#define SINGLE(...) __VA_ARGS__
#define COMPONENTS(name, number, unit, what) real name[number];
#define BLOCK(name, rows, columns, pattern, unit, what) real name[rows][columns];
#define VECTOR(name, unit, what) real name##x, name##y, name##z, name##n, name##t;
#define SCALAR(name, unit, what) static const real name = 1;
#define SWITCH(name, what) static const bool name = true;
/* A result of a SCALAR kernel. */
#define RESULT(name, unit, what) static real name;

#define STATE(...) __VA_ARGS__
#define INPUT(...) __VA_ARGS__
#define OUTPUT(...) __VA_ARGS__
#define STATICS(...) __VA_ARGS__
#define PREPARED(...) __VA_ARGS__
#define SLOPED(...) __VA_ARGS__
#define CELL static struct ria_cell
#define WAVE static struct ria_wave
#define FACE static struct ria_face

/* Bodies. */
#define PREPARE static void prepare(void)
#define SLOPES static void slopes(void)
#define WAVES static void waves(void)
#define FLUX static void flux(void)
#define UPDATE static void update(void)
#define RATE static void rate_of_cell(void)
#define CHECK static void check(void)
#define THROUGH static void through_of_face(void)
#define REST static void rest_of_cell(void)
#define SHUT static void shut_of_face(void)
#define GHOST static void ghost_of_cell(void)
#define APPLY static void apply(void)
#define MIN static void least(void)
#define MAX static void largest(void)
#define SUM static void sum(void)
#define COMPUTE static void compute(void)

/* Further arguments of GHOST and APPLY: -1 on the low side, +1 on the high side; a cell's weight. */
static const real outward = 1, weight = 1;

/* In POINT kernels: a field of the cell at the offset dx, dy, dz from this one; offsets are constants.
 * Along z only with AXES_XYZ, along y only with that or AXES_XY. at(T, 0, 0, 0) is cell.T. */
struct ria_cell;
struct ria_cell ria_cell_at(int dx, int dy, int dz);
#define at(field, dx, dy, dz) (ria_cell_at(dx, dy, dz).field)

/** In SUM: adds a term of the cell, for example the products of components. */
void add(real term);

real sqrt(real x);
real fma(real a, real b, real c);
/** 0 by structure, such as an element of a local matrix that is set to no other value. */
static const real absent = 0;
/** fma(a, b, c), or c where a is `absent` or an element that is 0 by its pattern. */
real fma_sparse(real a, real b, real c);
real fabs(real x);
/** a < b ? a : b, to the bit: b if they compare equal or are unordered. */
real min(real a, real b);
real max(real a, real b);
/** min and max, with a promise: no result depends on which operand is returned where they compare
 * equal (as zeros of either sign do) or are unordered. A target may use its own instruction. */
real fmin(real a, real b);
real fmax(real a, real b);
/** The number nearer to 0 if both have one sign, else 0, with a promise: no result depends on the
 * sign of that 0, nor on the value where a is NaN. Where b is NaN, the result is a. */
real minmod(real a, real b);
/** minmod(minmod(a, b), c). No result depends on the sign of a 0, nor on the value where a number
 * is NaN. Not in WAVE kernels. */
real minmod3(real a, real b, real c);
/** Sums that do not depend on the order of the terms; nor does the sign of a sum of zeros: (least
 * + largest) + the others. Use them where the order of terms follows the numbering of a block's
 * axes, so that blocks with other axes get the same bits. */
real sum3(real a, real b, real c);
real sum4(real a, real b, real c, real d);
/** x to the power -1/3 within 4 %, for x > 0 that is not subnormal: a start for Newton
 * iterations. Computed from the bits of x by shifts, sums and a difference (ria/guess.h), so it is
 * the same number on every target; each precision has its own. Not in WAVE kernels. */
real inverse_cbrt_guess(real x);
/** Returns the condition, with a promise: it holds at few or none of many adjacent cells. A
 * target may compute all of them as if it held nowhere, and again if it does hold. */
bool unlikely(bool condition);
/** Returns the condition, which holds wherever no `unlikely` condition holds. */
bool likely(bool condition);
/** True where the condition holds, which is unlikely; elsewhere true or false, and no result may
 * depend on which. Put code that is needed only there into `if (needed(...)) { }`. */
bool needed(bool condition);

#endif
