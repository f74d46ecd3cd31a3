#include "move.h"
#include <string.h>

move_end move_in_tile(const tile_layout *layout, size_t before, ria_box box,
                      const int map[RIA_AXES], int n[RIA_AXES]) {
  const turned_box t = layout_turn(layout, box, map);
  move_end end = {.first = (int64_t)(before + layout_first(layout)) + t.first,
                  .field = (int64_t)layout->field};
  for (int a = 0; a < RIA_AXES; a++) {
    end.stride[a] = t.stride[a];
    if (n)
      n[a] = t.n[a];
  }
  return end;
}

move_end move_in_message(size_t before, size_t cells, const int n[RIA_AXES]) {
  return (move_end){
      .first = (int64_t)before, .stride = {1, n[0], (int64_t)n[0] * n[1]}, .field = (int64_t)cells};
}

/* One function for both precisions; a turned component is computed in double and rounded once. */
#define COPY_ROW(real)                                                                             \
  do {                                                                                             \
    const real *from = memory->from;                                                               \
    real *to = memory->to;                                                                         \
    if (turned)                                                                                    \
      for (int x = 0; x < m->n[0]; x++) {                                                          \
        const real *cell = from + from_row + x * m->from.stride[0];                                \
        double sum = turned->factor[0] * (double)cell[turned->field[0] * m->from.field];           \
        for (int k = 1; k < turned->terms; k++)                                                    \
          sum += turned->factor[k] * (double)cell[turned->field[k] * m->from.field];               \
        to[to_row + x * m->to.stride[0]] = (real)sum;                                              \
      }                                                                                            \
    else                                                                                           \
      for (int x = 0; x < m->n[0]; x++)                                                            \
        to[to_row + x * m->to.stride[0]] = from[from_row + x * m->from.stride[0]];                 \
  } while (0)

/* `from_row` is in the copied field, or for a turned field in field 0. */
static void copy_row(const cell_move *m, const move_memory *memory, const turned_field *turned,
                     int64_t from_row, int64_t to_row) {
  if (!turned && m->from.stride[0] == 1 && m->to.stride[0] == 1)
    memcpy((char *)memory->to + to_row * (int64_t)memory->size,
           (const char *)memory->from + from_row * (int64_t)memory->size,
           (size_t)m->n[0] * memory->size);
  else if (memory->size == sizeof(float))
    COPY_ROW(float);
  else
    COPY_ROW(double);
}

static const turned_field *turned_of(const cell_move *m, int field) {
  const turned_field *of = m->turned ? &m->turned[field] : NULL;
  return of && (of->terms != 1 || of->field[0] != field || of->factor[0] != 1) ? of : NULL;
}

void moves_make(const cell_move *move, int count, const move_memory *memory) {
  for (int i = 0; i < count; i++)
    for (int f = 0; f < memory->fields; f++) {
      const cell_move *m = &move[i];
      const turned_field *turned = turned_of(m, memory->from_field[f]);
      const int64_t from = m->from.first + (turned ? 0 : memory->from_field[f] * m->from.field);
      const int64_t to = m->to.first + memory->to_field[f] * m->to.field;
      for (int z = 0; z < m->n[2]; z++)
        for (int y = 0; y < m->n[1]; y++)
          copy_row(m, memory, turned, from + z * m->from.stride[2] + y * m->from.stride[1],
                   to + z * m->to.stride[2] + y * m->to.stride[1]);
    }
}
