/* Exact steps whose dt is known before they begin: a warp claims the largest rate of the next state
 * while this step is still made, out of the few rows that hold it; all go by that, and hold the
 * rates that they find against it. What is the same for all equations; face/steps_claims.j2 has the
 * rest.
 *
 * The domain's cell with the largest rate stays what it is for hundreds of steps, or close to it. A
 * claim is wrong where it moved away. Then the step is made again from its state, which is still
 * there, by the rate that was found. */
#ifndef RIA_CUDA_CLAIMS_H
#define RIA_CUDA_CLAIMS_H

#include "kept.cuh"

namespace {

/* The last entries of each warp's list: the rows around the claimed cell, then the one that it is
 * in.
 */
enum { CLAIMED_ROWS = 3, CLAIM_ENTRIES = CLAIMED_ROWS + 1 };

/* Of a block at least: one claims while another one prepares what it needs. */
enum { CLAIMING_WARPS = 2 };

/* Turns of a warp in a step: the claimed rows' next state, its rates, and the warp's own share. */
enum { TURN_ROWS, TURN_RATES, TURN_OWN };

/* What becomes of an attempt at a step. */
enum { ENDS, GOES_AGAIN, GOES_ON_WELL };

/* The launch's last warp claims; in each block the last one decides dt by that. It also prepares
 * the next step, but where it claims: there the one before it does. */
DEVICE bool is_claiming_block(const struct steps_plan &p) {
  return static_cast<int>(blockIdx.x) == p.blocks - 1;
}

DEVICE int preparing_warp(const struct steps_plan &p) {
  return is_claiming_block(p) ? p.warps - 2 : p.warps - 1;
}

/* Where a meeting's claim is told: the one before may still be read. */
DEVICE unsigned long long *words_of_claim(const struct steps_plan &p, unsigned meeting) {
  return p.claim + 2 * (meeting & 1u);
}

/* No rate: the attempt only finds what it is. */
DEVICE double no_claim() {
  return -1;
}

/* The cells that are claimed: a lane each, as in a segment, in row `y` and those beside it. The
 * westernmost lane's column, and how many rows there are. */
struct claim {
  int west, y, low, rows;
};

DEVICE struct claim claim_of(const struct steps_plan &p, int west, int y) {
  const int low = y > 0 ? y - 1 : y, high = y < p.ny - 1 ? y + 1 : y;
  return {west, y, low, high - low + 1};
}

DEVICE struct claim claim_around(const struct steps_plan &p, int at) {
  const int y = at / p.pitch, x = at - y * p.pitch;
  const int most = p.nx - COLUMNS - 1; /* the easternmost lane is the ghost cell's */
  const int west = x - WARP / 2 < most ? x - WARP / 2 : most;
  return claim_of(p, west > -1 ? west : -1, y);
}

/* As a warp's entries say. */
DEVICE struct claim listed_claim(const struct steps_plan &p, const struct share &mine) {
  const int place = entry_of_share(mine, p.list - 1).place, y = (place + 1) / p.pitch;
  return claim_of(p, place - y * p.pitch, y);
}

/* Whether a lane's rate follows from what the claimed rows hold: its neighbours are among them, or
 * ghost cells. */
DEVICE bool is_claimed(const struct steps_plan &p, const struct claim &c) {
  const int lane = lane_of_thread(), east = c.west + WARP - 1;
  return (lane > 1 || c.west < 0) && (lane < WARP - 2 || east >= p.nx);
}

/* A warp's entries for the rows. By all lanes. */
DEVICE void list_claim(const struct steps_plan &p, const struct share &mine,
                       const struct claim &c) {
  const int n = lane_of_thread(), first = p.list - CLAIM_ENTRIES;
  __syncwarp();
  if (n < CLAIM_ENTRIES) {
    const int y = n < CLAIMED_ROWS ? c.low + n : c.y;
    const unsigned number =
        static_cast<unsigned>((c.west + 1) / COLUMNS * p.ny + (y < p.ny ? y : 0)) << ID_SHIFT | AWAKE;
    mine.list[(first + n) * mine.warps + mine.warp] = {
        y * p.pitch + c.west, number | (n < CLAIMED_ROWS ? (unsigned)GOES_ON : 0) |
                                  (p.nx < COLUMNS ? (unsigned)EASTERNMOST : 0)};
  }
  __syncwarp();
}

/* The ghost cell that a lane has beside rows [low, high) of a claim, at an end of an axis: the side
 * it is of, or -1, and the edge cell. */
DEVICE int claimed_ghost(const struct steps_plan &p, const struct steps_program &program,
                         const struct claim &c, int low, int high, int axis, bool lower, int &edge,
                         int &ghost) {
  const int lane = lane_of_thread();
  const int x = axis == 1 ? c.west + lane : lower ? 0 : p.nx - 1;
  const int y = axis == 0 ? low + lane : lower ? 0 : p.ny - 1;
  const bool beside = axis == 1 ? y >= low && y < high && x >= 0 && x < p.nx
                                : y < high && (lower ? c.west < 0 : c.west + WARP > p.nx);
  const int inward = axis == 0 ? 1 : p.pitch;
  edge = y * p.pitch + x;
  ghost = lower ? edge - inward : edge + inward;
  return beside ? side_beside(p, program, axis, lower, axis == 1 ? x : y) : -1;
}

/* What a warp does, and what a step is: bits. */
enum { CLAIMS = 1, PREPARES = 2, AGAIN = 4, BLIND = 8 };

DEVICE int roles_of_warp(const struct steps_plan &p) {
  const bool claims = is_claiming_block(p) && warp_of_thread() == p.warps - 1;
  return (claims ? CLAIMS : 0) | (warp_of_thread() == preparing_warp(p) ? PREPARES : 0);
}

/* Steps by claims have two of the buffers by turns, and halves of what is known of this step and the
 * next; the third buffer has the claimed rows. Found anew where they are needed: registers are few. */
enum { ASIDE = 2 };

DEVICE int half_of(int step) {
  return opaque(step) & 1;
}

/* What an attempt goes by, of the next one: the clock as it will be if the claim for this step
 * holds, and whether there is a next step then. */
APART bool look_ahead(const struct steps_plan &p, ria_now &now, double claim, int step) {
  if (claim < 0 || !ria_now_accept(&now, &p.pace, claim, false))
    return false;
  return step + 1 < p.steps && is_covered(p, now.time) && !ria_now_reached(&now, &p.request);
}

/* Who found the largest rate tells where; the attempt after it waits for that. */
DEVICE void tell_found(const struct steps_plan &p, unsigned meeting, int at) {
  if (lane_of_thread() == 0)
    store_numbered(p.found, meeting, static_cast<double>(at));
}

} // namespace

#endif
