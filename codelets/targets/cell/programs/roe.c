/* The arithmetic of a shallow-water sweep as one would write it for an SPE by hand: Roe's solver
 * and limited waves (LeVeque, Finite Volume Methods, 6.59-6.60) along the rows of a block that
 * stays in the local store. It shows what such a kernel costs; those of solvers are to be
 * generated. No branches: compare and select. argp: sweeps; envp: the block,
 * [3][ROE_CELLS][ROE_CELLS + a ghost vector at each end]. */
#include <spu_intrinsics.h>
#include <spu_mfcio.h>
#include <simdmath.h>
#include <malloc_align.h>
#include "real.h"
#include "roe.h"

#ifdef SPE_DOUBLE
#define DIVIDE divd2
#define ROOT   sqrtd2
#define ABS    fabsd2
#else
#define DIVIDE divf4
#define ROOT   sqrtf4
#define ABS    fabsf4
#endif

enum { VECTORS = ROE_CELLS / LANES + 2, LARGEST = 16384, FIELD = ROE_CELLS * VECTORS };

typedef struct {
  vec_real h, hu, hv;
} cells;

typedef struct {
  vec_real wave[3], speed[3], flux[3], u, v, c; /* flux: the mean of both sides */
} face;

static inline vec_real larger(vec_real a, vec_real b) {
  return spu_sel(b, a, spu_cmpgt(a, b));
}

static inline vec_real smaller(vec_real a, vec_real b) {
  return spu_sel(a, b, spu_cmpgt(a, b));
}

static inline vec_real weighted(vec_real a, vec_real x, vec_real b, vec_real y, vec_real scale) {
  return spu_mul(spu_add(spu_mul(a, x), spu_mul(b, y)), scale);
}

static inline face solve(cells l, cells r, vec_real g) {
  face f;
  const vec_real one = spu_splats((real)1), half = spu_splats((real)0.5);
  const vec_real root_l = ROOT(l.h), root_r = ROOT(r.h);
  const vec_real per_l = DIVIDE(one, l.h), per_r = DIVIDE(one, r.h);
  const vec_real ul = spu_mul(l.hu, per_l), ur = spu_mul(r.hu, per_r);
  const vec_real vl = spu_mul(l.hv, per_l), vr = spu_mul(r.hv, per_r);
  const vec_real scale = DIVIDE(one, spu_add(root_l, root_r));
  f.u = weighted(root_l, ul, root_r, ur, scale);
  f.v = weighted(root_l, vl, root_r, vr, scale);
  f.c = ROOT(spu_mul(spu_mul(g, half), spu_add(l.h, r.h)));
  f.speed[0] = spu_sub(f.u, f.c);
  f.speed[1] = f.u;
  f.speed[2] = spu_add(f.u, f.c);
  const vec_real dh = spu_sub(r.h, l.h), dhu = spu_sub(r.hu, l.hu), dhv = spu_sub(r.hv, l.hv);
  const vec_real k = DIVIDE(half, f.c);
  f.wave[0] = spu_mul(spu_sub(spu_mul(f.speed[2], dh), dhu), k);
  f.wave[1] = spu_sub(dhv, spu_mul(f.v, dh));
  f.wave[2] = spu_mul(spu_sub(dhu, spu_mul(f.speed[0], dh)), k);
  const vec_real quarter = spu_mul(spu_mul(half, g), half);
  f.flux[0] = spu_mul(half, spu_add(l.hu, r.hu));
  f.flux[1] = spu_add(weighted(l.hu, ul, r.hu, ur, half), weighted(l.h, l.h, r.h, r.h, quarter));
  f.flux[2] = weighted(l.hu, vl, r.hu, vr, half);
  return f;
}

/* |s| w less the limited correction of second order, MC limiter. */
static inline vec_real limited(vec_real s, vec_real w, vec_real low, vec_real high, vec_real rate) {
  const vec_real zero = spu_splats((real)0), one = spu_splats((real)1), two = spu_splats((real)2);
  const vec_real half = spu_splats((real)0.5);
  const vec_real upwind = spu_sel(high, low, spu_cmpgt(s, zero));
  const vec_real t = DIVIDE(upwind, spu_sel(w, one, spu_cmpeq(w, zero)));
  const vec_real mean = spu_mul(half, spu_add(one, t));
  const vec_real phi = larger(zero, smaller(smaller(mean, two), spu_mul(two, t)));
  const vec_real fast = ABS(s);
  return spu_mul(spu_mul(fast, w), spu_sub(one, spu_mul(phi, spu_sub(one, spu_mul(rate, fast)))));
}

static inline vec_real before(vec_real a, vec_real b) {
  const vec_uchar16 pattern = PATTERN_BEFORE;
  return spu_shuffle(a, b, pattern);
}

static inline vec_real after(vec_real a, vec_real b) {
  const vec_uchar16 pattern = PATTERN_AFTER;
  return spu_shuffle(a, b, pattern);
}

static inline cells cells_before(cells a, cells b) {
  cells c;
  c.h = before(a.h, b.h);
  c.hu = before(a.hu, b.hu);
  c.hv = before(a.hv, b.hv);
  return c;
}

static inline cells load(const vec_real *row, int i) {
  cells c;
  c.h = row[i];
  c.hu = row[i + FIELD];
  c.hv = row[i + 2 * FIELD];
  return c;
}

/* A face is to the left of its cell; those of a vector are known when the next one's waves are. */
static void sweep(vec_real *row, vec_real g, vec_real rate) {
  const vec_real half = spu_splats((real)0.5);
  cells old = load(row, 0), now = load(row, 1);
  face low = solve(old, old, g), here = solve(cells_before(old, now), now, g);
  vec_real f[3], flux[3], w[3];
  for (int k = 0; k < 3; k++)
    f[k] = low.flux[k];
  for (int i = 1; __builtin_expect(i < VECTORS - 1, 1); i++) {
    const cells next = load(row, i + 1);
    const face high = solve(cells_before(now, next), next, g);
    for (int k = 0; k < 3; k++)
      w[k] = limited(here.speed[k], here.wave[k], before(low.wave[k], here.wave[k]),
                     after(here.wave[k], high.wave[k]), rate);
    flux[0] = spu_sub(here.flux[0], spu_mul(half, spu_add(w[0], w[2])));
    flux[1] = spu_sub(here.flux[1], weighted(w[0], here.speed[0], w[2], here.speed[2], half));
    flux[2] =
        spu_sub(here.flux[2], spu_mul(half, spu_add(spu_mul(here.v, spu_add(w[0], w[2])), w[1])));
    row[i - 1] = spu_sub(old.h, spu_mul(rate, spu_sub(after(f[0], flux[0]), f[0])));
    row[i - 1 + FIELD] = spu_sub(old.hu, spu_mul(rate, spu_sub(after(f[1], flux[1]), f[1])));
    row[i - 1 + 2 * FIELD] = spu_sub(old.hv, spu_mul(rate, spu_sub(after(f[2], flux[2]), f[2])));
    for (int k = 0; k < 3; k++)
      f[k] = flux[k];
    old = now;
    now = next;
    low = here;
    here = high;
  }
}

static unsigned length(unsigned left) {
  return left < (unsigned)LARGEST ? left : (unsigned)LARGEST;
}

int main(unsigned long long spe, unsigned long long argp, unsigned long long envp) {
  enum { BYTES = 3 * FIELD * 16 };
  (void)spe;
  vec_real *block = (vec_real *)_malloc_align(BYTES, 7);
  for (unsigned at = 0; at < BYTES; at += LARGEST)
    mfc_get((char *)block + at, envp + at, length(BYTES - at), 0, 0, 0);
  mfc_write_tag_mask(1);
  mfc_read_tag_status_all();
  const vec_real g = spu_splats((real)1), rate = spu_splats((real)0.1);
  for (unsigned long long n = 0; n < argp; n++)
    for (int j = 0; j < ROE_CELLS; j++)
      sweep(block + j * VECTORS, g, rate);
  for (unsigned at = 0; at < BYTES; at += LARGEST)
    mfc_put((char *)block + at, envp + at, length(BYTES - at), 0, 0, 0);
  mfc_read_tag_status_all();
  return 0;
}
