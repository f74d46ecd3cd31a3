/* PLOT3D files of binary numbers: either byte order, single or double precision, with or without
 * Fortran's record lengths and marks. The file does not declare its variant, but only one variant
 * fits its size.
 */
#include "blocks/plot3d.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* An open file, shared by all its blocks. */
typedef struct {
  int users;
  char *path;
  FILE *file;
  bool is_text; /* the file is a temporary one of doubles */
  blocks_plot3d layout;
} source;

/* A block of it. */
typedef struct {
  source *from;
  int block;
} part;

enum { ROW = 4096 /* numbers in one read */ };

void blocks_plot3d_free(blocks_plot3d *layout) {
  free(layout->nodes);
  free(layout->first);
  *layout = (blocks_plot3d){0};
}

int64_t blocks_plot3d_nodes(const ria_global nodes[RIA_AXES]) {
  static const ria_global most = INT64_C(1) << 40;
  int64_t count = 1;
  for (int a = 0; a < RIA_AXES; a++) {
    if (nodes[a] < 2 || nodes[a] > most / count)
      return -1;
    count *= nodes[a];
  }
  return count;
}

/* ---- numbers ---- */

static void swap_bytes(void *data, size_t size) {
  unsigned char *bytes = data;
  for (size_t i = 0; i < size / 2; i++) {
    const unsigned char byte = bytes[i];
    bytes[i] = bytes[size - 1 - i];
    bytes[size - 1 - i] = byte;
  }
}

static bool read_at(const source *s, int64_t at, void *data, size_t bytes) {
  char *to = data;
  while (bytes) {
    const ssize_t got = pread(fileno(s->file), to, bytes, (off_t)at);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    to += got;
    at += got;
    bytes -= (size_t)got;
  }
  return true;
}

static ria_status cannot_read(const source *s) {
  return ria_fail(RIA_ERROR_CORRUPT, "cannot read '%s' to its end: %s", s->path,
                  errno ? strerror(errno) : "it has become shorter");
}

static ria_status read_row(const source *s, int64_t at, ria_global count, double *to) {
  union {
    float single[ROW];
    double twice[ROW];
  } row;
  const size_t digits = (size_t)s->layout.digits;
  for (ria_global done = 0; done < count;) {
    const ria_global some = count - done < ROW ? count - done : ROW;
    errno = 0;
    if (!read_at(s, at + done * s->layout.digits, &row, (size_t)some * digits))
      return cannot_read(s);
    for (ria_global n = 0; n < some; n++) {
      if (s->layout.swapped)
        swap_bytes((char *)&row + (size_t)n * digits, digits);
      to[done + n] = digits == 4 ? (double)row.single[n] : row.twice[n];
    }
    done += some;
  }
  return RIA_SUCCESS;
}

static ria_status part_nodes(void *context, const ria_range *range, double *a, double *b,
                             double *c) {
  const part *p = context;
  const source *s = p->from;
  const ria_global *nodes = s->layout.nodes[p->block], count = range->hi[0] - range->lo[0];
  const int64_t all = blocks_plot3d_nodes(nodes);
  double *to[RIA_AXES] = {a, b, c};
  for (int x = 0; x < RIA_AXES; x++)
    for (ria_global k = range->lo[2]; k < range->hi[2]; k++)
      for (ria_global j = range->lo[1]; j < range->hi[1]; j++) {
        const int64_t node = (k * nodes[1] + j) * nodes[0] + range->lo[0];
        RIA_TRY(read_row(s, s->layout.first[p->block] + (x * all + node) * s->layout.digits, count,
                         to[x]));
        to[x] += count;
      }
  return RIA_SUCCESS;
}

static void release(source *s) {
  if (--s->users > 0)
    return;
  if (s->file)
    fclose(s->file);
  blocks_plot3d_free(&s->layout);
  free(s->path);
  free(s);
}

static void release_part(void *context) {
  part *p = context;
  release(p->from);
  free(p);
}

/* ---- what kind of file it is ---- */

typedef struct {
  bool swapped, records, counted; /* `counted`: the number of blocks comes first */
  int64_t at;
} guess;

static bool next_int(const source *s, guess *g, int64_t *value) {
  int32_t number;
  if (!read_at(s, g->at, &number, sizeof number))
    return false;
  if (g->swapped)
    swap_bytes(&number, sizeof number);
  *value = number;
  g->at += (int64_t)sizeof number;
  return true;
}

/* A record's length, before or after it. */
static bool next_length(const source *s, guess *g, int64_t expected) {
  int64_t length;
  return !g->records || (next_int(s, g, &length) && length == expected);
}

static bool read_counts(const source *s, guess *g, int64_t size, blocks_plot3d *layout) {
  int64_t blocks = 1;
  if (g->counted && (!next_length(s, g, 4) || !next_int(s, g, &blocks) || !next_length(s, g, 4)))
    return false;
  if (blocks < 1 || blocks > BLOCKS_PLOT3D_BLOCKS || 12 * blocks > size)
    return false;
  layout->nodes = calloc((size_t)blocks, sizeof *layout->nodes);
  layout->first = calloc((size_t)blocks, sizeof *layout->first);
  if (!layout->nodes || !layout->first)
    return false;
  layout->blocks = (int)blocks;
  if (!next_length(s, g, 12 * blocks))
    return false;
  for (int b = 0; b < blocks; b++) {
    for (int a = 0; a < RIA_AXES; a++)
      if (!next_int(s, g, &layout->nodes[b][a]))
        return false;
    if (blocks_plot3d_nodes(layout->nodes[b]) < 0)
      return false;
  }
  return next_length(s, g, 12 * blocks);
}

/* Size of the file for a given number size; *first: start of the blocks. */
static double expected_size(const guess *g, const blocks_plot3d *layout, int digits, bool marks) {
  double size = (double)g->at;
  for (int b = 0; b < layout->blocks; b++)
    size += (double)blocks_plot3d_nodes(layout->nodes[b]) * (3 * digits + (marks ? 4 : 0)) +
            (g->records ? 8 : 0);
  return size;
}

static void place_blocks(const guess *g, blocks_plot3d *layout) {
  int64_t at = g->at;
  for (int b = 0; b < layout->blocks; b++) {
    at += g->records ? 4 : 0;
    layout->first[b] = at;
    at += blocks_plot3d_nodes(layout->nodes[b]) * (3 * layout->digits + (layout->marks ? 4 : 0)) +
          (g->records ? 4 : 0);
  }
}

/* Sizes expected by the variants nearest to the file's size, for the message. */
typedef struct {
  double missing; /* the least difference */
  double size[4];
} near_miss;

/* Try one variant of the format. */
static bool try_guess(source *s, guess g, int64_t size, near_miss *miss) {
  blocks_plot3d layout = {.swapped = g.swapped};
  near_miss mine = {.missing = INFINITY};
  bool fits = read_counts(s, &g, size, &layout);
  const bool counts = fits;
  for (int kind = 0; counts && kind < 4; kind++) {
    layout.digits = kind & 1 ? 8 : 4;
    layout.marks = kind & 2;
    mine.size[kind] = expected_size(&g, &layout, layout.digits, layout.marks);
    mine.missing = fmin(mine.missing, fabs(mine.size[kind] - (double)size));
    if ((fits = mine.size[kind] == (double)size))
      break;
  }
  if (fits) {
    place_blocks(&g, &layout);
    s->layout = layout;
    return true;
  }
  if (mine.missing < miss->missing)
    *miss = mine;
  blocks_plot3d_free(&layout);
  return false;
}

static ria_status find_layout(source *s) {
  near_miss miss = {.missing = INFINITY};
  if (fseeko(s->file, 0, SEEK_END))
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", s->path, strerror(errno));
  const int64_t size = (int64_t)ftello(s->file);
  for (int way = 0; way < 8; way++)
    if (try_guess(s, (guess){way & 1, way & 2, !(way & 4), 0}, size, &miss))
      return RIA_SUCCESS;
  if (isfinite(miss.missing))
    return ria_fail(RIA_ERROR_CORRUPT,
                    "'%s' has %lld bytes, but the numbers of nodes at its start ask for %.0f in "
                    "single or %.0f in double precision, with marks %.0f or %.0f: it is truncated, "
                    "or no PLOT3D grid",
                    s->path, (long long)size, miss.size[0], miss.size[1], miss.size[2],
                    miss.size[3]);
  return ria_fail(
      RIA_ERROR_FORMAT,
      "'%s' is neither CGNS nor PLOT3D; expected a grid of blocks in one of these formats",
      s->path);
}

/* Holes are not supported, so all marks must be other than 0. */
static ria_status check_marks(const source *s, int block) {
  const ria_global *n = s->layout.nodes[block];
  const int64_t nodes = blocks_plot3d_nodes(n),
                start = s->layout.first[block] + nodes * 3 * s->layout.digits;
  int32_t marks[ROW];
  for (int64_t done = 0; done < nodes; done += ROW) {
    const int64_t some = nodes - done < ROW ? nodes - done : ROW;
    errno = 0;
    if (!read_at(s, start + 4 * done, marks, 4 * (size_t)some))
      return cannot_read(s);
    for (int64_t m = 0; m < some; m++)
      if (!marks[m])
        return ria_fail(
            RIA_ERROR_FORMAT,
            "node (%lld, %lld, %lld) of block %d of '%s' is marked as a hole; expected a "
            "grid whose blocks are joined at faces, without holes",
            (long long)((done + m) % n[0]), (long long)((done + m) / n[0] % n[1]),
            (long long)((done + m) / (n[0] * n[1])), block + 1, s->path);
  }
  return RIA_SUCCESS;
}

/* ---- the whole file ---- */

static ria_status open_source(source *s) {
  char start[256];
  if (!(s->file = fopen(s->path, "rb")))
    return ria_fail(RIA_ERROR_IO, "cannot read '%s': %s", s->path, strerror(errno));
  const size_t got = fread(start, 1, sizeof start, s->file);
  if (!got)
    return ria_fail(RIA_ERROR_CORRUPT, "'%s' is empty; expected a CGNS or PLOT3D grid", s->path);
  rewind(s->file);
  if (!blocks_plot3d_is_text(start, got)) {
    RIA_TRY(find_layout(s));
    for (int b = 0; s->layout.marks && b < s->layout.blocks; b++)
      RIA_TRY(check_marks(s, b));
    return RIA_SUCCESS;
  }
  s->is_text = true;
  FILE *binary = tmpfile();
  if (!binary)
    return ria_fail(RIA_ERROR_IO, "cannot make a temporary file for '%s': %s", s->path,
                    strerror(errno));
  const ria_status status = blocks_plot3d_convert(s->path, s->file, binary, &s->layout);
  fclose(s->file);
  s->file = binary;
  return status;
}

static ria_status add_part(source *s, int block, ria_block_grid *grid) {
  char name[32];
  ria_global cells[RIA_AXES];
  part *p = malloc(sizeof *p);
  if (!p)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of '%s'", s->path);
  *p = (part){s, block};
  s->users++;
  for (int a = 0; a < RIA_AXES; a++)
    cells[a] = s->layout.nodes[block][a] - 1;
  snprintf(name, sizeof name, "block%d", block + 1);
  return ria_block_grid_add_block(grid, name, name, -1, cells, part_nodes, release_part, p);
}

ria_status ria_block_grid_read_plot3d(const char *path, ria_block_grid *grid) {
  source *s = calloc(1, sizeof *s);
  if (s)
    s->path = strdup(path);
  if (!s || !s->path) {
    free(s);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of '%s'", path);
  }
  s->users = 1;
  ria_status status = open_source(s);
  grid->system = RIA_NODES_CARTESIAN;
  for (int b = 0; b < s->layout.blocks && status == RIA_SUCCESS; b++)
    status = add_part(s, b, grid);
  grid->coarse_digits = s->is_text || s->layout.digits == 4;
  release(s);
  return status;
}
