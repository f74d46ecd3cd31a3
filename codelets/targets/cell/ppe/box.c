/* Steps of stencils in boxes: SPE programs that march along z (planes.h). */
#include <ria_cell/planes.h>
#include <ria_cell/tile.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 128, VECTOR = 16, MOST_VECTORS = 64, ROOM_BESIDE = 8192 };

/* A box in a Cell's memory: before the step and after it, lists of pieces, and arguments of
 * SPEs. */
typedef struct {
  const ria_cell_stage *stage;
  int lanes, spes;
  int n[RIA_AXES];
  int vectors, across, down; /* of a row; pieces */
  size_t real, pitch, plane; /* bytes */
  size_t from, to, list, work, bytes;
  char *memory;
  uint64_t ea;
} box;

static int ceil_div(int a, int b) {
  return (a + b - 1) / b;
}

static int cut(int cells, int pieces, int piece) {
  return (int)((long)cells * piece / pieces);
}

static size_t round_up(size_t bytes) {
  return (bytes + LINE - 1) / LINE * LINE;
}

/* Rows of pieces of that width: as many as fit a local store. */
static int rows_that_fit(const ria_cell_stage *stage, int vectors) {
  const size_t room =
      RIA_CELL_LOCAL_STORE - stage->program->code - stage->program->stack - ROOM_BESIDE;
  int rows = 1;
  while (spe_piece_bytes((unsigned long)rows + 1, (unsigned long)vectors) <= room)
    rows++;
  return rows;
}

/* Increases the number of pieces in a column so that all SPEs get equally many, if the box has
 * enough rows. */
static int balanced(const box *b, int least) {
  for (int down = least; down < least + b->spes && down <= b->n[1]; down++)
    if (b->across * down % b->spes == 0)
      return down;
  return least < b->n[1] && b->across * least < b->spes ? b->n[1] : least;
}

static void lay_out(box *b, const ria_cell_stage *stage, int spes, ria_box cells) {
  *b = (box){.stage = stage, .spes = spes, .real = ria_precision_size(stage->precision)};
  for (int a = 0; a < RIA_AXES; a++)
    b->n[a] = ria_box_size(cells, a);
  b->lanes = VECTOR / (int)b->real;
  b->vectors = ceil_div(b->n[0], b->lanes);
  b->across = ceil_div(b->vectors, MOST_VECTORS);
  b->down = ceil_div(b->n[1], rows_that_fit(stage, ceil_div(b->vectors, b->across)));
  b->down = balanced(b, b->down);
  b->pitch = round_up((size_t)(b->vectors + 2) * VECTOR);
  b->plane = (size_t)(b->n[1] + 2) * b->pitch;
  b->from = 0;
  b->to = b->from + (size_t)(b->n[2] + 2) * b->plane;
  b->list = b->to + (size_t)(b->n[2] + 2) * b->plane;
  b->work = b->list + (size_t)(b->across * b->down) * sizeof(spe_piece);
  b->bytes = b->work + (size_t)spes * sizeof(spe_march);
}

/* The address of a row's first cell; ghosts are around it. */
static char *row_of(const box *b, size_t field, int y, int z) {
  return b->memory + field + (size_t)(z + 1) * b->plane + (size_t)(y + 1) * b->pitch + VECTOR;
}

/* The cells of the box with one more on every side, of row-major fields. */
static void put(const box *b, const ria_step_args *args) {
  const ria_box u = args->update;
  for (int z = -1; z <= b->n[2]; z++)
    for (int y = -1; y <= b->n[1]; y++) {
      const ptrdiff_t at = (u.lo[2] + z) * (ptrdiff_t)args->plane +
                           (u.lo[1] + y) * (ptrdiff_t)args->pitch + u.lo[0] - 1;
      memcpy(row_of(b, b->from, y, z) - b->real,
             (const char *)args->src[0] + at * (ptrdiff_t)b->real, (size_t)(b->n[0] + 2) * b->real);
    }
}

static void get(const box *b, const ria_step_args *args) {
  const ria_box u = args->update;
  for (int z = 0; z < b->n[2]; z++)
    for (int y = 0; y < b->n[1]; y++) {
      const ptrdiff_t at =
          (u.lo[2] + z) * (ptrdiff_t)args->plane + (u.lo[1] + y) * (ptrdiff_t)args->pitch + u.lo[0];
      memcpy((char *)args->dst[0] + at * (ptrdiff_t)b->real, row_of(b, b->to, y, z),
             (size_t)b->n[0] * b->real);
    }
}

static spe_piece piece_of(const box *b, int number) {
  const int x = number % b->across, y = number / b->across;
  const int column = cut(b->vectors, b->across, x), row = cut(b->n[1], b->down, y);
  const size_t beside = (size_t)row * b->pitch + (size_t)column * VECTOR;
  return (spe_piece){.from = b->ea + b->from + beside,
                     .to = b->ea + b->to + b->plane + b->pitch + VECTOR + beside,
                     .plane = b->plane,
                     .pitch = (unsigned)b->pitch,
                     .vectors = (unsigned)(cut(b->vectors, b->across, x + 1) - column),
                     .rows = (unsigned)(cut(b->n[1], b->down, y + 1) - row),
                     .planes = (unsigned)b->n[2]};
}

static ria_status run(const box *b, ria_cell *cell, const ria_step_args *args) {
  spe_piece *piece = (spe_piece *)(void *)(b->memory + b->list);
  spe_march *work = (spe_march *)(void *)(b->memory + b->work);
  const int pieces = b->across * b->down;
  for (int n = 0; n < pieces; n++)
    piece[n] = piece_of(b, n);
  for (int n = 0; n < b->spes; n++) {
    const int first = cut(pieces, b->spes, n), end = cut(pieces, b->spes, n + 1);
    work[n] = (spe_march){.list = b->ea + b->list + (size_t)first * sizeof *piece,
                          .count = (unsigned)(end - first),
                          .vectors = (unsigned)ceil_div(b->vectors, b->across),
                          .rows = (unsigned)ceil_div(b->n[1], b->down)};
    for (int s = 0; s < b->stage->nscalar; s++)
      work[n].scalars[s] = args->scalars[s];
    if (first < end)
      RIA_TRY(ria_cell_start(cell, n, b->stage->program, b->ea + b->work + (size_t)n * sizeof *work,
                             0));
  }
  return ria_cell_run(cell);
}

void ria_cell_box_pieces(const ria_cell_stage *stage, int spes, ria_box cells, int *pieces,
                         int *columns, int *rows) {
  box b;
  lay_out(&b, stage, spes, cells);
  *pieces = b.across * b.down;
  *columns = ceil_div(b.vectors, b.across) * b.lanes;
  *rows = ceil_div(b.n[1], b.down);
}

ria_status ria_cell_box_step(ria_cell *cell, int spes, const ria_cell_stage *stage,
                             ria_step_args *args) {
  box b;
  args->rate_max = 0;
  args->bad = 0;
  if (!ria_box_cells(args->update))
    return RIA_SUCCESS;
  lay_out(&b, stage, spes, args->update);
  b.memory = aligned_alloc(LINE, round_up(b.bytes));
  if (!b.memory)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a box of %d x %d x %d cells", b.n[0], b.n[1],
                    b.n[2]);
  memset(b.memory, 0, b.bytes);
  ria_status status = ria_cell_map(cell, b.memory, b.bytes, 1, &b.ea);
  if (status == RIA_SUCCESS) {
    put(&b, args);
    status = run(&b, cell, args);
    ria_cell_unmap(cell, b.ea);
  }
  if (status == RIA_SUCCESS)
    get(&b, args);
  free(b.memory);
  return status;
}
