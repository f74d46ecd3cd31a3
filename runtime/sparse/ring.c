#include "ring.h"
#include <stdlib.h>

ria_status ring_create(ring_matrix *m, int rows, int rings, int64_t columns) {
  *m = (ring_matrix){.rows = rows, .rings = rings, .columns = columns};
  m->row = calloc((size_t)rows + 1, sizeof *m->row);
  m->ring = calloc((size_t)rows + 1, sizeof *m->ring);
  m->place = calloc((size_t)rows + 1, sizeof *m->place);
  m->of = calloc((size_t)rings + 1, sizeof *m->of);
  m->column = calloc((size_t)columns + 1, sizeof *m->column);
  return m->row && m->ring && m->place && m->of && m->column
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for %d rows of a matrix of rings", rows);
}

void ring_destroy(ring_matrix *m) {
  free(m->row);
  free(m->ring);
  free(m->place);
  free(m->of);
  free(m->column);
  *m = (ring_matrix){0};
}

/* One function for both precisions. */
#define DEFINE(real)                                                                               \
  static real value_##real(const ria_ell_memory *memory, int f, int32_t c) {                       \
    if (c < 0)                                                                                     \
      return ((const real *)memory->extra + (size_t)f * memory->extras)[-1 - c];                   \
    return ((const real *)memory->state + (size_t)memory->from[f] * memory->field)[c];             \
  }                                                                                                \
                                                                                                   \
  static void multiply_##real(const ring_matrix *m, const ria_ell_memory *memory, int64_t ticks) { \
    for (int r = 0; r < m->rows; r++) {                                                            \
      const ring_cells *of = &m->of[m->ring[r]];                                                   \
      const int32_t *column = m->column + of->first;                                               \
      int64_t cell, rest, unit;                                                                    \
      double weight[3];                                                                            \
      ring_find(of, m->place[r], ticks, &cell, &rest, &unit);                                      \
      ring_weights((double)rest / (double)unit, weight);                                           \
      const int32_t here = column[cell], before = column[(cell + of->cells - 1) % of->cells],      \
                    after = column[(cell + 1) % of->cells],                                        \
                    behind = column[(cell + 2) % of->cells];                                       \
      for (int f = 0; f < memory->fields; f++) {                                                   \
        real *to = (real *)memory->state + (size_t)memory->to[f] * memory->field + m->row[r];      \
        const real value = value_##real(memory, f, here);                                          \
        if (!rest) {                                                                               \
          *to = value;                                                                             \
          continue;                                                                                \
        }                                                                                          \
        const real low = (real)weight[0] * (value_##real(memory, f, before) - value);              \
        const real high = (real)weight[1] * (value_##real(memory, f, after) - value);              \
        const real higher = (real)weight[2] * (value_##real(memory, f, behind) - value);           \
        *to = value + ((low + higher) + high);                                                     \
      }                                                                                            \
    }                                                                                              \
  }

DEFINE(float)
DEFINE(double)

void ring_multiply(const ring_matrix *m, const ria_ell_memory *memory, int64_t ticks) {
  if (memory->size == sizeof(float))
    multiply_float(m, memory, ticks);
  else
    multiply_double(m, memory, ticks);
}
