/* Speculative exact steps: dt is known before a step begins. While the launch makes step n, one
 * warp speculates on the largest rate of the next state: it computes the few rows around the cell
 * that had the largest rate. All warps use the speculated rate, and compare it with the rates that
 * they compute. This file has the equation-independent part; face/steps_speculation.j2 has the
 * rest.
 *
 * The cell with the largest rate stays the same, or close to it, for hundreds of steps. A
 * speculation fails where that cell moves away. The step is then redone from its state, which is
 * still there, with the rate that was found. */
#ifndef RIA_CUDA_SPECULATION_H
#define RIA_CUDA_SPECULATION_H

#include "saved_shares.cuh"

namespace {

/* The last entries of each warp's list: the rows around the speculated cell, then its own row. */
enum { SPECULATED_ROWS = 3, SPECULATION_ENTRIES = SPECULATED_ROWS + 1 };

/* At least two warps in a block: one speculates while another one prepares its inputs. */
enum { SPECULATING_WARPS = 2 };

/* Phases of a warp in a step: the next state of the speculated rows, the rates of that state, and
 * the warp's own share. */
enum { TURN_ROWS, TURN_RATES, TURN_OWN };

/* Result of an attempt at a step. */
enum { ENDS, REDO, GOES_ON_WELL };

/* The launch's last warp speculates. In each block the last warp decides dt from its rate, and
 * prepares the next step; in the speculating block the warp before it prepares. */
DEVICE bool is_speculating_block(const struct steps_plan &p) {
  return static_cast<int>(blockIdx.x) == p.blocks - 1;
}

DEVICE int preparing_warp(const struct steps_plan &p) {
  return is_speculating_block(p) ? p.warps - 2 : p.warps - 1;
}

/* Address for the speculated rate of a meeting: the rate of the previous meeting may still be
   read. */
DEVICE unsigned long long *words_of_speculation(const struct steps_plan &p, unsigned meeting) {
  return p.speculated + 2 * (meeting & 1u);
}

/* No rate: the attempt only computes the rate. */
DEVICE double no_speculation() {
  return -1;
}

/* The cells of a speculation, one for each lane, as in a segment, in row `y` and the adjacent
 * rows. The lowest lane's column, and the number of rows. */
struct speculation {
  int low_x, y, low, rows;
};

DEVICE struct speculation speculation_of(const struct steps_plan &p, int low_x, int y) {
  const int low = y > 0 ? y - 1 : y, high = y < p.ny - 1 ? y + 1 : y;
  return {low_x, y, low, high - low + 1};
}

DEVICE struct speculation speculation_around(const struct steps_plan &p, int at) {
  const int y = at / p.pitch, x = at - y * p.pitch;
  const int most = p.nx - COLUMNS - 1; /* the highest lane has the ghost cell */
  const int low_x = x - WARP / 2 < most ? x - WARP / 2 : most;
  return speculation_of(p, low_x > -1 ? low_x : -1, y);
}

/* As in a warp's entries. */
DEVICE struct speculation listed_speculation(const struct steps_plan &p, const struct share &mine) {
  const int place = entry_of_share(mine, p.list - 1).place, y = (place + 1) / p.pitch;
  return speculation_of(p, place - y * p.pitch, y);
}

/* Whether a lane's rate can be computed from the speculated rows: its neighbours are among them,
 * or are ghost cells. */
DEVICE bool is_speculated(const struct steps_plan &p, const struct speculation &c) {
  const int lane = lane_of_thread(), high_x = c.low_x + WARP - 1;
  return (lane > 1 || c.low_x < 0) && (lane < WARP - 2 || high_x >= p.nx);
}

/* A warp's entries for the rows. Called by all lanes. */
DEVICE void list_speculation(const struct steps_plan &p, const struct share &mine,
                             const struct speculation &c) {
  const int n = lane_of_thread(), first = p.list - SPECULATION_ENTRIES;
  __syncwarp();
  if (n < SPECULATION_ENTRIES) {
    const int y = n < SPECULATED_ROWS ? c.low + n : c.y;
    const unsigned number =
        static_cast<unsigned>((c.low_x + 1) / COLUMNS * p.ny + (y < p.ny ? y : 0)) << ID_SHIFT |
        AWAKE;
    mine.list[(first + n) * mine.warps + mine.warp] = {
        y * p.pitch + c.low_x, number | (n < SPECULATED_ROWS ? (unsigned)GOES_ON : 0) |
                                   (p.nx < COLUMNS ? (unsigned)AT_HIGH_X : 0)};
  }
  __syncwarp();
}

/* The ghost cell next to a lane's cell in rows [low, high) of a speculation, at an end of an
 * axis: its side, or -1, and the edge cell. */
DEVICE int speculated_ghost(const struct steps_plan &p, const struct steps_program &program,
                            const struct speculation &c, int low, int high, int axis, bool lower,
                            int &edge, int &ghost) {
  const int lane = lane_of_thread();
  const int x = axis == 1 ? c.low_x + lane : lower ? 0 : p.nx - 1;
  const int y = axis == 0 ? low + lane : lower ? 0 : p.ny - 1;
  const bool beside = axis == 1 ? y >= low && y < high && x >= 0 && x < p.nx
                                : y < high && (lower ? c.low_x < 0 : c.low_x + WARP > p.nx);
  const int inward = axis == 0 ? 1 : p.pitch;
  edge = y * p.pitch + x;
  ghost = lower ? edge - inward : edge + inward;
  return beside ? side_beside(p, program, axis, lower, axis == 1 ? x : y) : -1;
}

/* The work of a warp, and the kind of a step: bits. */
enum { SPECULATES = 1, PREPARES = 2, REDOES = 4, BLIND = 8 };

DEVICE int roles_of_warp(const struct steps_plan &p) {
  const bool speculates = is_speculating_block(p) && warp_of_thread() == p.warps - 1;
  return (speculates ? SPECULATES : 0) | (warp_of_thread() == preparing_warp(p) ? PREPARES : 0);
}

/* Speculative steps alternate between two of the buffers, and between halves of the data of this
 * step and the next; the third buffer has the speculated rows. Recomputed where needed, because
 * registers are scarce. */
enum { ASIDE = 2 };

DEVICE int half_of(int step) {
  return opaque(step) & 1;
}

/* The clock after this step if the speculated rate is right, and whether there is a next step
 * then. */
APART bool look_ahead(const struct steps_plan &p, ria_now &now, double speculated, int step) {
  if (speculated < 0 || !ria_now_accept(&now, &p.pace, speculated, false))
    return false;
  return step + 1 < p.steps && is_covered(p, now.time) && !ria_now_reached(&now, &p.request);
}

/* The warp with the largest rate publishes its cell; the attempt after it waits for that. */
DEVICE void tell_found(const struct steps_plan &p, unsigned meeting, int at) {
  if (lane_of_thread() == 0)
    store_numbered(p.found, meeting, static_cast<double>(at));
}

} // namespace

#endif
