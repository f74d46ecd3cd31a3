/* Multigrid for Poisson's equation. On level l a cell is 2^l cells wide. A cycle averages the
 * residual over the cells of each level, solves there for a correction, and interpolates it back
 * from level to level; on each level sweeps of Jacobi's method damp the errors that the coarser one
 * cannot represent. All operations except the sweeps on the grid itself are products of sparse
 * matrices.
 *
 * The value of a coarse cell is stored at the cell after its middle, which differs between levels.
 * A correction starts from that of the coarser level alone, so coarse levels need no residual. Rows
 * list cells in the order of space, so that blocks with other axes get the same bits. */
#include "poisson.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "ria/exact_math.h"

enum {
  MOST_LEVELS = 12,
  COARSE_SWEEPS = 3, /* sweeps on a level: an odd number, since guesses alternate between two
                        fields */
  FINE_SWEEPS = 4,   /* an even number */
  LAST_SWEEPS = 7,   /* on the coarsest level, odd */
  MOST_ENTRIES = 8
};

/* On the coarsest level sweeps reduce the error to less than a third. */
static const double least_eigenvalue = 0.09;

/* ---- cells of a level ---- */

/* A block, and those around it. */
typedef struct {
  const poisson *s;
  int number;
  const ria_block *block;
  ria_range cells;
  int axis[RIA_AXES]; /* of the block, along each axis of space */
  bool backwards[RIA_AXES];
  double coupling[RIA_AXES]; /* of neighbours along an axis of space, over the diagonal */
  int images;
  ria_mesh_image *image; /* owned */
} place;

/* Couplings are equal on all levels, since cells keep their shape. */
static ria_status begin(const poisson *s, int number, place *p) {
  const ria_block *block = &s->terrain->mesh.block[number];
  double sum = 0;
  *p = (place){.s = s, .number = number, .block = block, .cells = ria_block_cells(block)};
  for (int a = 0; a < RIA_AXES; a++) {
    bool backwards;
    const int axis = ria_block_axis(block, a, &backwards);
    p->axis[axis] = a;
    p->backwards[axis] = backwards;
    p->coupling[axis] = 1 / (block->spacing[a] * block->spacing[a]);
  }
  for (int a = 0; a < RIA_AXES; a++)
    sum += 2 * p->coupling[a];
  for (int a = 0; a < RIA_AXES; a++)
    p->coupling[a] /= sum;
  return ria_mesh_images(&s->terrain->mesh, number, &p->image, &p->images);
}

/* The cell of a block at which the value of a cell's coarse cell is stored. */
static ria_global middle(ria_global cell, int level) {
  const ria_global width = (ria_global)1 << level;
  return cell / width * width + width / 2;
}

/* The cell after the middle of a coarse cell, in a block or in one next to it; false: the coarse
 * cell lies beyond the edge of the domain. */
static bool find(const place *p, int level, const ria_global coarse[RIA_AXES], ria_entry *entry) {
  ria_global at[RIA_AXES];
  for (int a = 0; a < RIA_AXES; a++)
    at[a] = coarse[a] * ((ria_global)1 << level) + ((ria_global)1 << level) / 2;
  if (ria_range_has(&p->cells, at)) {
    entry->block = p->number;
    memcpy(entry->cell, at, sizeof at);
    return true;
  }
  for (int i = 1; i < p->images; i++) { /* the first one is the block */
    const ria_mesh_image *image = &p->image[i];
    const ria_range cells =
        ria_mesh_image_cells(image, ria_block_cells(&p->s->terrain->mesh.block[image->block]));
    if (!ria_range_has(&cells, at))
      continue;
    entry->block = image->block;
    for (int a = 0; a < RIA_AXES; a++)
      entry->cell[image->to[a]] =
          middle(image->shift[a] + (image->backwards[a] ? -at[a] : at[a]), level);
    return true;
  }
  return false;
}

/* Beyond the edge of the domain values are negative mirror images: for a coarse cell beyond a
 * face, an edge or a corner, of the nearest one in the domain. `weight` is for the value beyond. */
static void find_or_mirror(const place *p, int level, const ria_global coarse[RIA_AXES],
                           double weight, ria_entry *entry) {
  static const int order[] = {0, 1, 2, 4, 3, 5, 6, 7}; /* axes along which to mirror */
  ria_global at[RIA_AXES];
  *entry = (ria_entry){.block = p->number, .weight = 0};
  for (size_t o = 0; o < sizeof order / sizeof *order; o++) {
    bool outside = true;
    entry->weight = weight;
    for (int a = 0; a < RIA_AXES; a++) {
      const ria_global cells = p->block->cells[a] >> level;
      at[a] = coarse[a];
      if (!(order[o] >> a & 1))
        continue;
      outside &= at[a] < 0 || at[a] >= cells;
      at[a] = at[a] < 0 ? -1 - at[a] : 2 * cells - 1 - at[a];
      entry->weight = -entry->weight;
    }
    if (outside && find(p, level, at, entry))
      return;
  }
  entry->weight = 0; /* not reached: the coarse cell itself is in the domain */
}

/* Add an entry; entries of the same cell are summed. */
static void add_to(ria_entry entry[MOST_ENTRIES], int *entries, const ria_entry *more) {
  for (int e = 0; e < *entries; e++)
    if (entry[e].block == more->block && !memcmp(entry[e].cell, more->cell, sizeof more->cell)) {
      entry[e].weight += more->weight;
      return;
    }
  entry[(*entries)++] = *more;
}

/* ---- rows ---- */

/* Restriction: the mean of the finer cells in a coarse cell, of level - 1; on level 1 over the
 * diagonal of the level's matrix, on the others over the factor by which it grows. */
static ria_status restriction_row(const place *p, const level_matrix *m,
                                  const ria_global coarse[RIA_AXES],
                                  const ria_global cell[RIA_AXES], ria_rows *out) {
  ria_entry entry[MOST_ENTRIES];
  for (int e = 0; e < MOST_ENTRIES; e++) {
    entry[e] = (ria_entry){.block = p->number, .weight = m->weight / MOST_ENTRIES};
    for (int a = 0; a < RIA_AXES; a++) {
      const int high = (e >> a & 1) != p->backwards[a];
      const ria_global finer = 2 * coarse[p->axis[a]] + high;
      entry[e].cell[p->axis[a]] = middle(finer * ((ria_global)1 << (m->level - 1)), m->level - 1);
    }
  }
  return ria_rows_add(out, cell, entry, MOST_ENTRIES);
}

/* Interpolation: linear between the coarse cells of level + 1 around the middle of a cell. */
static ria_status prolongation_row(const place *p, const level_matrix *m,
                                   const ria_global fine[RIA_AXES], const ria_global cell[RIA_AXES],
                                   ria_rows *out) {
  ria_entry entry[MOST_ENTRIES], one;
  int entries = 0;
  for (int e = 0; e < MOST_ENTRIES; e++) {
    double weight = 1;
    ria_global at[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      const bool far = e >> a & 1;
      const ria_global i = fine[p->axis[a]];
      at[p->axis[a]] = i / 2 + (!far ? 0 : i % 2 ? 1 : -1);
      weight *= far ? 0.25 : 0.75;
    }
    find_or_mirror(p, m->level + 1, at, weight, &one);
    add_to(entry, &entries, &one);
  }
  return ria_rows_add(out, cell, entry, entries);
}

/* 1 minus the weight times the level's matrix over its diagonal. */
static ria_status sweep_row(const place *p, const level_matrix *m,
                            const ria_global coarse[RIA_AXES], const ria_global cell[RIA_AXES],
                            ria_rows *out) {
  ria_entry entry[MOST_ENTRIES], one = {.block = p->number, .weight = 1 - m->weight};
  int entries = 0;
  memcpy(one.cell, cell, sizeof one.cell);
  add_to(entry, &entries, &one);
  for (int a = 0; a < RIA_AXES; a++)
    for (int high = 0; high < 2; high++) {
      ria_global at[RIA_AXES] = {coarse[0], coarse[1], coarse[2]};
      at[p->axis[a]] += high != p->backwards[a] ? 1 : -1;
      find_or_mirror(p, m->level, at, m->weight * p->coupling[a], &one);
      add_to(entry, &entries, &one);
    }
  return ria_rows_add(out, cell, entry, entries);
}

static ria_status source_row(const place *p, const level_matrix *m,
                             const ria_global coarse[RIA_AXES], const ria_global cell[RIA_AXES],
                             ria_rows *out) {
  ria_entry one = {.block = p->number, .weight = m->weight};
  (void)coarse;
  memcpy(one.cell, cell, sizeof one.cell);
  return ria_rows_add(out, cell, &one, 1);
}

typedef ria_status (*row_function)(const place *p, const level_matrix *m,
                                   const ria_global coarse[RIA_AXES],
                                   const ria_global cell[RIA_AXES], ria_rows *out);

/* A row for each coarse cell of the level with a value stored in a range. */
static ria_status rows_of(const level_matrix *m, int block, const ria_range *cells,
                          row_function row, ria_rows *out) {
  place p;
  ria_status status = begin(m->s, block, &p);
  ria_global at[RIA_AXES], low[RIA_AXES];
  const ria_global width = (ria_global)1 << m->level;
  for (int a = 0; a < RIA_AXES; a++)
    low[a] = (cells->lo[a] + width - 1 - width / 2) / width;
  for (at[2] = low[2]; at[2] * width + width / 2 < cells->hi[2]; at[2]++)
    for (at[1] = low[1]; at[1] * width + width / 2 < cells->hi[1]; at[1]++)
      for (at[0] = low[0]; at[0] * width + width / 2 < cells->hi[0] && status == RIA_SUCCESS;
           at[0]++) {
        ria_global cell[RIA_AXES];
        for (int a = 0; a < RIA_AXES; a++)
          cell[a] = at[a] * width + width / 2;
        status = row(&p, m, at, cell, out);
      }
  free(p.image);
  return status;
}

static ria_status restriction(void *m, int block, const ria_range *cells, ria_rows *out) {
  return rows_of(m, block, cells, restriction_row, out);
}

static ria_status prolongation(void *m, int block, const ria_range *cells, ria_rows *out) {
  return rows_of(m, block, cells, prolongation_row, out);
}

static ria_status sweep(void *m, int block, const ria_range *cells, ria_rows *out) {
  return rows_of(m, block, cells, sweep_row, out);
}

static ria_status source(void *m, int block, const ria_range *cells, ria_rows *out) {
  return rows_of(m, block, cells, source_row, out);
}

/* ---- levels ---- */

/* The smallest eigenvalue of a level's matrix over its diagonal, in the box of the domain. */
static double smallest_eigenvalue(const poisson *s, int level) {
  const ria_block *block = s->terrain->mesh.block;
  double sum = 0, weights = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    bool backwards;
    const int axis = ria_block_axis(block, a, &backwards);
    const double spacing = block->spacing[a], weight = 1 / (spacing * spacing);
    const double cells = (s->high[axis] - s->low[axis]) / (spacing * (double)(1 << level));
    weights += weight;
    if (!ria_mesh_periodic(&s->terrain->mesh, 0, a))
      sum += weight * (1 - ria_cos(M_PI / fmax(1, cells)));
  }
  return sum / weights;
}

/* The smallest eigenvalue of errors that a coarser grid cannot represent: they alternate along an
   axis.
 */
static double smallest_rough(const poisson *s) {
  const ria_block *block = s->terrain->mesh.block;
  double least = INFINITY, weights = 0;
  for (int a = 0; a < RIA_AXES; a++) {
    const double weight = 1 / (block->spacing[a] * block->spacing[a]);
    weights += weight;
    least = fmin(least, weight);
  }
  return least / weights;
}

/* The weights of sweeps that reduce errors with eigenvalues from `least` to 2 equally. */
static double weight_of(int number, int sweeps, double least) {
  return 1 / (0.5 * (2 + least) +
              0.5 * (2 - least) * ria_cos(M_PI * (2 * number + 1) / (2.0 * sweeps)));
}

/* The number of levels: how often 2 divides every number of cells. */
static ria_status find_levels(poisson *s) {
  const ria_mesh *mesh = &s->terrain->mesh;
  int odd_block = 0, odd_axis = 0;
  bool even = true;
  for (s->levels = 0; even && s->levels < MOST_LEVELS;) {
    for (int b = 0; b < mesh->blocks && even; b++)
      for (int a = 0; a < RIA_AXES && even; a++) {
        even = mesh->block[b].cells[a] % ((ria_global)2 << s->levels) == 0;
        odd_block = b;
        odd_axis = a;
      }
    s->levels += even;
  }
  if (s->levels && smallest_eigenvalue(s, s->levels) > least_eigenvalue)
    return RIA_SUCCESS;
  const ria_block *block = &mesh->block[odd_block];
  return ria_fail(
      RIA_ERROR_CASE,
      "%s: poisson.method: multigrid makes the grid coarser by halves until a few cells "
      "are left, but %s%s%s has %lld cells along %c, which %d does not divide; expected "
      "a small number times a power of two, such as 96 or 128, or conjugate-gradients",
      s->the_case->path, block->name ? "block '" : "the grid", block->name ? block->name : "",
      block->name ? "'" : "", (long long)block->cells[odd_axis],
      block->name ? "ijk"[odd_axis] : "xyz"[odd_axis], 2 << s->levels);
}

/* ---- a cycle ---- */

static void add_matrix(poisson *s, const char *name, ria_rows_function rows, int level,
                       double weight, const char *from, const char *to, bool plus) {
  level_matrix *m = &s->matrix[s->matrices++];
  *m = (level_matrix){s, level, weight, {.name = name, .rows = rows, .context = m}};
  builder_multiply(&s->program, &m->matrix, NAMES(from), NAMES(to), plus);
}

/* The field of a level's right side: adjacent levels use different fields. */
static const char *right_side(int level) {
  return level % 2 ? "b" : "c";
}

/* Sweeps on a coarse level, from the guess in one field to that in the other. `zero`: the guess is
 * 0. */
static void add_sweeps(poisson *s, int level, int sweeps, double least, bool zero) {
  const char *from = zero ? "g" : "e";
  for (int n = 0; n < sweeps; n++) {
    const double weight = weight_of(n, sweeps, least);
    const char *to = *from == 'e' ? "g" : "e";
    const bool first = zero && n == 0;
    if (!first)
      add_matrix(s, "sweep", sweep, level, weight, from, to, false);
    add_matrix(s, "source", source, level, weight, right_side(level), to, !first);
    from = to;
  }
}

/* On entry a level's corrections are in e, on exit in g. */
static void add_correction(poisson *s) {
  const ria_block *block = s->terrain->mesh.block;
  double diagonal = 0;
  for (int a = 0; a < RIA_AXES; a++)
    diagonal += 2 / (4 * block->spacing[a] * block->spacing[a]);
  for (int l = 1; l <= s->levels; l++)
    add_matrix(s, "restriction", restriction, l, l == 1 ? 1 / diagonal : 4,
               l == 1 ? "r" : right_side(l - 1), right_side(l), false);
  for (int l = s->levels; l > 0; l--) {
    const bool last = l == s->levels;
    if (!last)
      add_matrix(s, "prolongation", prolongation, l, 1, "g", "e", false);
    add_sweeps(s, l, last ? LAST_SWEEPS : COARSE_SWEEPS,
               last ? smallest_eigenvalue(s, l) : smallest_rough(s), last);
  }
  add_matrix(s, "prolongation", prolongation, 0, 1, "g", "u", true);
}

static void add_fine_sweeps(poisson *s) {
  const ria_block *block = s->terrain->mesh.block;
  double diagonal = 0;
  for (int a = 0; a < RIA_AXES; a++)
    diagonal += 2 / (block->spacing[a] * block->spacing[a]);
  for (int n = 0; n < FINE_SWEEPS; n++) {
    const char *from = n % 2 ? "v" : "u", *to = n % 2 ? "u" : "v";
    poisson_add_stencil(s, "poisson_sweep", RENAMED({"u", from}, {"better", to}), from);
    builder_bind(&s->program, "factor", weight_of(n, FINE_SWEEPS, smallest_rough(s)) / diagonal);
  }
}

static void add_residual(poisson *s) {
  poisson_add_stencil(s, "poisson_residual", NULL, "u");
  poisson_add_product(s, "r", "r", "residual_squared");
  poisson_add_test(s);
}

ria_status poisson_make_multigrid(poisson *s) {
  RIA_TRY(find_levels(s));
  poisson_add_product(s, "f", "f", "limit_squared");
  builder_operate(&s->program, "limit_squared", "limit_squared", RIA_SCALAR_MULTIPLY,
                  "tolerance_squared");
  add_residual(s);
  poisson_add_loop(s);
  add_correction(s);
  add_fine_sweeps(s);
  add_residual(s);
  builder_end(&s->program);
  return RIA_SUCCESS;
}
