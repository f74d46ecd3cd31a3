/* The SDK's intrinsics against their definitions, written out element by element and byte by byte.
 */
#include "tests.h"
#include "cell/intrinsics.h"
#include <ria_cell/cell.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

extern const ria_spe_program ria_spe_intrinsics;

typedef union {
  float f[4];
  double d[2];
  uint32_t u[4];
  int32_t s[4];
  uint64_t l[2];
  uint8_t b[16];
} quadword;

static _Alignas(128) quadword in[IN_COUNT], out[R_COUNT], wanted[R_COUNT];

static const char *const result_name[] = {
#define RESULT(name) #name,
    RESULTS(RESULT)
#undef RESULT
};

static uint64_t seed;
static uint32_t random_bits(void) {
  seed = seed * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(seed >> 32);
}

static void fill_in(void) {
  for (int n = 0; n < 3; n++) {
    for (int i = 0; i < 4; i++) {
      in[IN_F32 + n].f[i] = ((float)random_bits() / 0x1p30f - 2.0f) * (i == 3 ? 1e6f : 1.0f);
      in[IN_U32 + n].u[i] = random_bits() >> random_bits() % 32;
    }
    for (int i = 0; i < 2; i++)
      in[IN_F64 + n].d[i] = (random_bits() / 0x1p30 - 2.0) + random_bits() * 0x1p-60;
  }
  in[IN_F32 + 2].f[1] = in[IN_F32].f[1];
  in[IN_F32 + 2].f[2] = -in[IN_F32].f[2];
  in[IN_F64 + 2].d[1] = in[IN_F64].d[1];
  in[IN_U32 + 2].u[0] = in[IN_U32].u[0];
  in[IN_U32].u[2] = 0;
  for (int n = 0; n < PATTERNS; n++)
    for (int i = 0; i < 16; i++)
      in[IN_PATTERN + n].b[i] = (uint8_t)(n < 4 ? random_bits() % 32 : random_bits());
}

static void want_single(void) {
  const quadword *a = &in[IN_F32], *b = a + 1, *c = a + 2;
  for (int i = 0; i < 4; i++) {
    const float x = a->f[i], y = b->f[i], z = c->f[i];
    wanted[R_ADD].f[i] = x + y;
    wanted[R_SUB].f[i] = x - y;
    wanted[R_MUL].f[i] = x * y;
    wanted[R_MADD].f[i] = fmaf(x, y, z);
    wanted[R_MSUB].f[i] = fmaf(x, y, -z);
    wanted[R_NMSUB].f[i] = fmaf(-x, y, z);
    wanted[R_DIVF4].f[i] = x / y;
    wanted[R_SQRTF4].f[i] = sqrtf(fabsf(x));
    wanted[R_FABSF4].f[i] = fabsf(x);
    wanted[R_CMPGT].u[i] = x > y ? ~0u : 0;
    wanted[R_CMPEQ].u[i] = x == z ? ~0u : 0;
    wanted[R_CMPABSGT].u[i] = fabsf(x) > fabsf(y) ? ~0u : 0;
    wanted[R_CMPABSEQ].u[i] = fabsf(x) == fabsf(z) ? ~0u : 0;
    wanted[R_SEL].f[i] = x > y ? y : x;
    const double scaled = (double)x * 8, unscaled = (double)x * 4;
    wanted[R_CONVTS].s[i] = scaled >= 0x1p31   ? INT32_MAX
                            : scaled < -0x1p31 ? INT32_MIN
                                               : (int32_t)scaled;
    wanted[R_CONVTU].u[i] = unscaled <= 0 ? 0 : (uint32_t)unscaled;
    wanted[R_SPLATS].f[i] = a->f[1];
    wanted[R_INSERT].f[i] = i == 2 ? b->f[3] : x;
    wanted[R_PROMOTE].f[i] = c->f[2];
    /* An estimate is right to 12 bits. */
    const float re = out[R_RE].f[i], root = out[R_RSQRTE].f[i];
    assert_true(fabsf(re * x - 1) < 0x1p-11f);
    assert_true(fabsf(root * root * fabsf(x) - 1) < 0x1p-10f);
    wanted[R_RE].f[i] = re;
    wanted[R_RSQRTE].f[i] = root;
    wanted[R_CONVTF_S].f[i] = (float)in[IN_U32].s[i] / 32;
    wanted[R_CONVTF_U].f[i] = (float)in[IN_U32].u[i] / 2;
  }
  const float x = a->f[0], y = b->f[0];
  float z = x * y - 0.5f;
  if (z < x)
    z = z / y + fabsf(x);
  z += fmaxf(x, y) - fminf(x, 2.0f) * -y;
  for (int i = 0; i < 4; i++)
    wanted[R_SCALARS].f[i] = z;
}

static void want_double(void) {
  const quadword *a = &in[IN_F64], *b = a + 1, *c = a + 2;
  for (int i = 0; i < 2; i++) {
    const double x = a->d[i], y = b->d[i], z = c->d[i];
    wanted[R_ADD_D].d[i] = x + y;
    wanted[R_SUB_D].d[i] = x - y;
    wanted[R_MUL_D].d[i] = x * y;
    wanted[R_MADD_D].d[i] = fma(x, y, z);
    wanted[R_MSUB_D].d[i] = fma(x, y, -z);
    wanted[R_NMSUB_D].d[i] = fma(-x, y, z);
    wanted[R_NMADD_D].d[i] = -fma(x, y, z);
    wanted[R_DIVD2].d[i] = x / y;
    wanted[R_SQRTD2].d[i] = sqrt(fabs(x));
    wanted[R_FABSD2].d[i] = fabs(x);
    wanted[R_CMPGT_D].l[i] = x > y ? ~UINT64_C(0) : 0;
    wanted[R_CMPEQ_D].l[i] = x == z ? ~UINT64_C(0) : 0;
    wanted[R_SEL_D].d[i] = x > y ? y : x;
    wanted[R_EXTEND].d[i] = in[IN_F32].f[2 * i];
    wanted[R_ROUNDTF].f[2 * i] = (float)x;
    wanted[R_SPLATS_D].d[i] = a->d[1];
    wanted[R_INSERT_D].d[i] = i == 0 ? b->d[1] : x;
    wanted[R_EXTRACT_D].l[i] = in[IN_U32].l[1];
  }
  const double x = a->d[0], y = b->d[0];
  double z = x * y - 0.5;
  if (z >= x)
    z = z / y + fabs(x);
  z += sqrt(fabs(x)) - fmin(x, y);
  wanted[R_SCALARS_D].d[0] = wanted[R_SCALARS_D].d[1] = z;
}

static void want_words(void) {
  const quadword *a = &in[IN_U32], *b = a + 1, *c = a + 2;
  static const unsigned each[] = {0, 1, 31, 40};
  for (int i = 0; i < 4; i++) {
    const uint32_t x = a->u[i], y = b->u[i];
    wanted[R_ADD_U].u[i] = x + y;
    wanted[R_SUB_U].u[i] = x - y;
    wanted[R_AND].u[i] = x & y;
    wanted[R_OR].u[i] = x | y;
    wanted[R_XOR].u[i] = x ^ y;
    wanted[R_NAND].u[i] = ~(x & y);
    wanted[R_NOR].u[i] = ~(x | y);
    wanted[R_EQV].u[i] = ~(x ^ y);
    wanted[R_ANDC].u[i] = x & ~y;
    wanted[R_ORC].u[i] = x | ~y;
    wanted[R_CMPGT_U].u[i] = x > y ? ~0u : 0;
    wanted[R_CMPGT_S].u[i] = a->s[i] > b->s[i] ? ~0u : 0;
    wanted[R_CMPEQ_U].u[i] = x == c->u[i] ? ~0u : 0;
    wanted[R_CNTLZ].u[i] = 0;
    for (uint32_t bit = 1u << 31; bit && !(x & bit); bit >>= 1)
      wanted[R_CNTLZ].u[i]++;
    wanted[R_SL_EACH].u[i] = each[i] < 32 ? x << each[i] : 0;
    wanted[R_EXTRACT].u[i] = a->u[3];
    for (int n = 0; n < SHIFTS; n++) {
      quadword *shifted = &wanted[R_SHIFTS + 4 * n];
      shifted[0].u[i] = n < 32 ? x << n : 0;
      shifted[1].u[i] = n % 32 ? x << n % 32 | x >> (32 - n % 32) : x;
      shifted[2].u[i] = n < 32 ? x >> n : 0;
      shifted[3].s[i] = a->s[i] >> (n < 32 ? n : 31);
    }
  }
}

/* The bytes as an SPU numbers them, of elements of a size. */
static void numbered(const quadword *q, int element, uint8_t *bytes) {
  const uint16_t one = 1;
  const bool little = *(const uint8_t *)&one;
  for (int n = 0; n < 16; n++)
    bytes[n] = q->b[little ? n / element * element + element - 1 - n % element : n];
}

static quadword from_numbered(const uint8_t *bytes, int element) {
  quadword q, r;
  memcpy(q.b, bytes, 16);
  numbered(&q, element, r.b);
  return r;
}

static quadword shuffled(const quadword *a, const quadword *b, const uint8_t *pattern,
                         int element) {
  uint8_t both[32], bytes[16];
  numbered(a, element, both);
  numbered(b, element, both + 16);
  for (int n = 0; n < 16; n++)
    bytes[n] = pattern[n] < 0x80   ? both[pattern[n] % 32]
               : pattern[n] < 0xc0 ? 0
               : pattern[n] < 0xe0 ? 0xff
                                   : 0x80;
  return from_numbered(bytes, element);
}

static void want_shuffles(void) {
  const quadword *u = &in[IN_U32], *d = &in[IN_F64];
  uint8_t word[16], turned[3][16];
  numbered(u, 4, word);
  for (int n = 0; n < TURNS; n++) {
    const int left = n % 32;
    for (int i = 0; i < 16; i++) {
      turned[0][i] = word[(i + n) % 16];
      turned[1][i] = i + left < 16 ? word[i + left] : 0;
      turned[2][i] = i >= left ? word[i - left] : 0;
    }
    for (int k = 0; k < 3; k++)
      wanted[R_TURNS + 3 * n + k] = from_numbered(turned[k], 4);
  }
  for (int n = 0; n < PATTERNS; n++) {
    const uint8_t *pattern = in[IN_PATTERN + n].b;
    wanted[R_SHUFFLES + 3 * n] = shuffled(u, u + 1, pattern, 1);
    wanted[R_SHUFFLES + 3 * n + 1] = shuffled(u, u + 1, pattern, 4);
    wanted[R_SHUFFLES + 3 * n + 2] = shuffled(d, d + 1, pattern, 8);
  }
  static const uint8_t mixed[] = {31, 0, 128, 192, 224, 7, 255, 223, 16, 1, 2, 159, 96, 97, 40, 63};
  for (int i = 0; i < 4; i++)
    wanted[R_FIXED_SHUFFLES].u[i] = i < 3 ? u[0].u[i + 1] : u[1].u[0];
  wanted[R_FIXED_SHUFFLES + 1].d[0] = d[0].d[1];
  wanted[R_FIXED_SHUFFLES + 1].d[1] = d[1].d[0];
  wanted[R_FIXED_SHUFFLES + 2] = shuffled(u, u + 1, mixed, 1);
}

static void run(ria_ppe_watch watch) {
  ria_cell *cell;
  uint64_t from, to;
  assert_int_equal(ria_cell_create(1, watch, &cell), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, in, sizeof in, 0, &from), RIA_SUCCESS);
  assert_int_equal(ria_cell_map(cell, out, sizeof out, 1, &to), RIA_SUCCESS);
  assert_int_equal(ria_cell_start(cell, 0, &ria_spe_intrinsics, from, to), RIA_SUCCESS);
  if (ria_cell_run(cell) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  ria_cell_destroy(cell);
}

static void they_are_what_the_sdk_says(void **state) {
  (void)state;
  for (int turn = 0; turn < 20; turn++)
    for (ria_ppe_watch watch = RIA_WATCH_FAST; watch <= RIA_WATCH_MODELLED; watch++) {
      seed = (uint64_t)turn;
      memset(out, 0, sizeof out);
      memset(wanted, 0, sizeof wanted);
      fill_in();
      run(watch);
      want_single();
      want_double();
      want_words();
      want_shuffles();
      for (int n = 0; n < R_COUNT; n++)
        if (memcmp(&out[n], &wanted[n], 16))
          fail_msg("watch %d: result %d (%s) is %08x %08x %08x %08x, not %08x %08x %08x %08x",
                   (int)watch, n, n < R_SHIFTS ? result_name[n] : "shift, turn or shuffle",
                   out[n].u[0], out[n].u[1], out[n].u[2], out[n].u[3], wanted[n].u[0],
                   wanted[n].u[1], wanted[n].u[2], wanted[n].u[3]);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(they_are_what_the_sdk_says)};
  return cmocka_run_group_tests(tests, 0, 0);
}
