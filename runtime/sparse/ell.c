#include "ria/ell.h"
#include <stdlib.h>
#include <string.h>

ria_status ria_ell_create(ria_ell *m, int rows, const int32_t *length, ria_precision precision) {
  const int slices = ria_ell_slices(rows);
  *m = (ria_ell){.rows = rows};
  m->row = calloc((size_t)rows + 1, sizeof *m->row);
  m->length = calloc((size_t)rows + 1, sizeof *m->length);
  m->start = calloc((size_t)slices + 1, sizeof *m->start);
  if (!m->row || !m->length || !m->start)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for %d rows of a matrix", rows);
  for (int s = 0; s < slices; s++) {
    int most = 0;
    for (int r = s * RIA_ELL_ROWS; r < rows && r < (s + 1) * RIA_ELL_ROWS; r++)
      most = length[r] > most ? length[r] : most;
    m->start[s + 1] = m->start[s] + (int64_t)most * RIA_ELL_ROWS;
  }
  memcpy(m->length, length, (size_t)rows * sizeof *length);
  m->same = rows ? length[0] : 0;
  for (int r = 1; r < rows && m->same; r++)
    m->same = length[r] == m->same ? m->same : 0;
  m->column = calloc((size_t)m->start[slices] + 1, sizeof *m->column);
  m->weight = calloc((size_t)m->start[slices] + 1, ria_precision_size(precision));
  return m->column && m->weight
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_MEMORY, "no memory for %lld entries of a matrix",
                        (long long)m->start[slices]);
}

void ria_ell_destroy(ria_ell *m) {
  free(m->row);
  free(m->length);
  free(m->start);
  free(m->column);
  free(m->weight);
  *m = (ria_ell){0};
}

/* Value of an entry's column. */
#define VALUE(c) ((c) >= 0 ? from[c] : extra[-1 - (c)])

/* One function for both precisions. Rows of a slice with the same number of entries are added up in
 * parallel, each in its order. */
#define DEFINE(real)                                                                               \
  static void add_slice_##real(const ria_ell *m, int first, int rows, int entries,                 \
                               const real *from, const real *extra, real sum[RIA_ELL_ROWS]) {      \
    const int64_t start = m->start[first / RIA_ELL_ROWS];                                          \
    const int32_t *column = m->column + start;                                                     \
    const real *weight = (const real *)m->weight + start;                                          \
    for (int r = 0; r < rows; r++)                                                                 \
      sum[r] = entries ? weight[r] * VALUE(column[r]) : 0;                                         \
    for (int e = 1; e < entries; e++) {                                                            \
      column += RIA_ELL_ROWS;                                                                      \
      weight += RIA_ELL_ROWS;                                                                      \
      for (int r = 0; r < rows; r++)                                                               \
        sum[r] += weight[r] * VALUE(column[r]);                                                    \
    }                                                                                              \
  }                                                                                                \
                                                                                                   \
  static real add_row_##real(const ria_ell *m, int row, const real *from, const real *extra) {     \
    real sum = 0;                                                                                  \
    for (int e = 0; e < m->length[row]; e++) {                                                     \
      const int64_t at = ria_ell_at(m, row, e);                                                    \
      const real product = ((const real *)m->weight)[at] * VALUE(m->column[at]);                   \
      sum = e ? sum + product : product;                                                           \
    }                                                                                              \
    return sum;                                                                                    \
  }                                                                                                \
                                                                                                   \
  static void multiply_##real(const ria_ell *m, const ria_ell_memory *memory) {                    \
    for (int first = 0; first < m->rows; first += RIA_ELL_ROWS)                                    \
      for (int f = 0; f < memory->fields; f++) {                                                   \
        const int left = m->rows - first, rows = left < RIA_ELL_ROWS ? left : RIA_ELL_ROWS;        \
        const real *from = (const real *)memory->state + (size_t)memory->from[f] * memory->field;  \
        const real *extra = (const real *)memory->extra + (size_t)f * memory->extras;              \
        real *to = (real *)memory->state + (size_t)memory->to[f] * memory->field;                  \
        real sum[RIA_ELL_ROWS];                                                                    \
        if (m->same)                                                                               \
          add_slice_##real(m, first, rows, m->same, from, extra, sum);                             \
        else                                                                                       \
          for (int r = 0; r < rows; r++)                                                           \
            sum[r] = add_row_##real(m, first + r, from, extra);                                    \
        for (int r = 0; r < rows; r++) {                                                           \
          real *one = &to[m->row[first + r]];                                                      \
          *one = memory->add ? *one + sum[r] : sum[r];                                             \
        }                                                                                          \
      }                                                                                            \
  }                                                                                                \
                                                                                                   \
  static void gather_##real(const int32_t *place, size_t count, const ria_ell_memory *memory,      \
                            real *dense) {                                                         \
    for (int f = 0; f < memory->fields; f++) {                                                     \
      const real *from = (const real *)memory->state + (size_t)memory->from[f] * memory->field;    \
      for (size_t i = 0; i < count; i++)                                                           \
        dense[(size_t)f * count + i] = from[place[i]];                                             \
    }                                                                                              \
  }

DEFINE(float)
DEFINE(double)

void ria_ell_multiply(const ria_ell *m, const ria_ell_memory *memory) {
  if (memory->size == sizeof(float))
    multiply_float(m, memory);
  else
    multiply_double(m, memory);
}

void ria_ell_gather(const int32_t *place, size_t count, const ria_ell_memory *memory, void *dense) {
  if (memory->size == sizeof(float))
    gather_float(place, count, memory, dense);
  else
    gather_double(place, count, memory, dense);
}
