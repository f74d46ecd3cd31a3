/* Checks that a wall by `default` closes no patch that is open, periodic, or joined in the
 * grid. */
#include "rows.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "ria/exact_math.h"

/* ---- open patches, and periodic faces ---- */

/* Whether the file marks the patch as open. */
static bool is_opening(const ria_node_patch *patch) {
  static const char *const names[] = {"inlet", "exit", "outlet", "inflow", "outflow"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strncasecmp(patch->name, names[i], strlen(names[i])))
      return true;
  return patch->kind == RIA_PATCH_INFLOW || patch->kind == RIA_PATCH_OUTFLOW ||
         patch->kind == RIA_PATCH_FARFIELD || patch->kind == RIA_PATCH_MIXING_PLANE;
}

/* The pitch of a row's passages, rad; 0: the row has none. */
static double pitch_of(const rows *s, int row) {
  const ria_node_row *of = row < 0 ? NULL : &s->grid->row[row];
  return of && of->blades > of->passages && s->grid->system == RIA_NODES_CYLINDRICAL
             ? 2 * M_PI * of->passages / of->blades
             : 0;
}

bool rows_repeats(const rows *s, int row) {
  const ria_block_grid *grid = s->grid;
  for (int j = 0; j < grid->joints; j++)
    if (grid->block[grid->joint[j].block[0]].row == row &&
        fabs(ria_sin(grid->joint[j].offset[2] / 2)) > 1e-9)
      return true;
  return false;
}

/* Whether `default` turns a patch into a wall. */
static bool is_closed(const rows *s, int patch) {
  const int b = s->boundary_of[patch];
  return b >= 0 && s->is_wall[patch] && !strcmp(s->own->boundary[b].name, "default");
}

static ria_status check_names(const rows *s) {
  for (int p = 0; p < s->grid->patches; p++) {
    const ria_node_patch *patch = &s->grid->patch[p];
    const ria_node_block *block = &s->grid->block[patch->block];
    const int b = s->boundary_of[p];
    char face[RIA_FACE_TEXT];
    if (!is_closed(s, p))
      continue;
    ria_block_grid_face_text(s->grid, patch->block, patch->side, face);
    if (is_opening(patch))
      return rows_reject(
          s->the_case, &s->own->boundary[b].place,
          "boundaries: there is no boundary for the patch '%s' (%s), and 'default' would "
          "close it; name it here, or in 'planes'",
          patch->name, face);
    const double pitch = pitch_of(s, block->row);
    if (pitch > 0 && !block->side[patch->side] && !rows_repeats(s, block->row))
      return rows_reject(s->the_case, &s->own->boundary[b].place,
                         "boundaries: the row '%s' has %d blades, but no two of its faces lie %.6g "
                         "deg apart, and 'default' would close %s; expected another number of "
                         "blades or passages in the grid, or a boundary for this face",
                         s->grid->row[block->row].name, s->grid->row[block->row].blades,
                         pitch * 180 / M_PI, face);
  }
  return RIA_SUCCESS;
}

/* ---- faces close to one another ---- */

enum { POINTS = 9, MOST_NEAR = 3000 /* limit on patches: all pairs are compared */ };

typedef struct {
  double at[POINTS][RIA_AXES]; /* corners, middles of edges, centre: x, y, z */
  double edge;                 /* the shortest edge from one of them into the block */
  double inwards[RIA_AXES];    /* the sum of the edges from them into the block */
} outline;

static ria_status find_point(const rows *s, int block, const ria_global at[RIA_AXES],
                             double point[RIA_AXES]) {
  ria_range one;
  for (int a = 0; a < RIA_AXES; a++) {
    one.lo[a] = at[a];
    one.hi[a] = at[a] + 1;
  }
  RIA_TRY(ria_block_grid_nodes(s->grid, block, one, &point[0], &point[1], &point[2]));
  if (s->grid->system == RIA_NODES_CYLINDRICAL) {
    const double r = point[1], theta = point[2];
    point[1] = r * ria_cos(theta);
    point[2] = r * ria_sin(theta);
  }
  return RIA_SUCCESS;
}

static double distance(const double a[RIA_AXES], const double b[RIA_AXES]) {
  double sum = 0;
  for (int i = 0; i < RIA_AXES; i++)
    sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sqrt(sum);
}

static ria_status find_outline(const rows *s, const ria_node_patch *patch, outline *o) {
  const int axis = ria_side_axis(patch->side);
  o->edge = INFINITY;
  memset(o->inwards, 0, sizeof o->inwards);
  for (int c = 0; c < POINTS; c++) {
    ria_global at[RIA_AXES];
    double inside[RIA_AXES];
    for (int a = 0, place = c; a < RIA_AXES; a++) {
      const ria_global last = patch->nodes.hi[a] - 1 - patch->nodes.lo[a];
      at[a] = patch->nodes.lo[a] + (a == axis ? 0 : last * (place % 3) / 2);
      place /= a == axis ? 1 : 3;
    }
    RIA_TRY(find_point(s, patch->block, at, o->at[c]));
    at[axis] += ria_side_is_high(patch->side) ? -1 : 1;
    RIA_TRY(find_point(s, patch->block, at, inside));
    o->edge = fmin(o->edge, distance(o->at[c], inside));
    for (int i = 0; i < RIA_AXES; i++)
      o->inwards[i] += inside[i] - o->at[c][i];
  }
  /* A degenerate face, as on the axis of an annulus, is close to no other. */
  const int corner[] = {0, 2, 8, 6, 0};
  for (int c = 0; c < 4; c++)
    if (!(distance(o->at[corner[c]], o->at[corner[c + 1]]) > 0))
      o->edge = 0;
  return RIA_SUCCESS;
}

/* The largest distance of a point of a face from the nearest one of another face. */
static double apart(const outline *a, const outline *b) {
  double most = 0;
  for (int c = 0; c < POINTS; c++) {
    double least = INFINITY;
    for (int d = 0; d < POINTS; d++)
      least = fmin(least, distance(a->at[c], b->at[d]));
    most = fmax(most, least);
  }
  return most;
}

/* Whether their blocks are on opposite sides: two narrow faces next to each other on a wall are
 * close, too. */
static bool face_each_other(const outline *a, const outline *b) {
  double product = 0;
  for (int i = 0; i < RIA_AXES; i++)
    product += a->inwards[i] * b->inwards[i];
  return product < 0;
}

static ria_status refuse_near(const rows *s, int one, int other, double far) {
  const ria_node_patch *a = &s->grid->patch[one], *b = &s->grid->patch[other];
  char face[2][RIA_FACE_TEXT];
  return rows_reject(s->the_case, rows_block_place(s, b->block),
                     "grid: the faces %s and %s are %.4g m apart and not joined, so that 'default' "
                     "would make walls of them; expected nodes that coincide, a joint in "
                     "'grid.joints', or boundaries for these faces",
                     ria_block_grid_face_text(s->grid, a->block, a->side, face[0]),
                     ria_block_grid_face_text(s->grid, b->block, b->side, face[1]), far);
}

/* Faces closer to one another than half a cell were probably meant to be joined. */
static ria_status compare_outlines(const rows *s, const int *patch, outline *o, int count) {
  for (int i = 0; i < count; i++) {
    RIA_TRY(find_outline(s, &s->grid->patch[patch[i]], &o[i]));
    for (int j = 0; j < i; j++) {
      const double near = 0.5 * fmin(o[i].edge, o[j].edge), far = apart(&o[i], &o[j]);
      if (near > 0 && far <= near && face_each_other(&o[i], &o[j]))
        return refuse_near(s, patch[j], patch[i], far);
    }
  }
  return RIA_SUCCESS;
}

/* Patches that a file or a shape marks as walls may be close: a blade is thin. */
static bool may_be_joined(const rows *s, int patch) {
  const ria_node_patch *p = &s->grid->patch[patch];
  return p->kind == RIA_PATCH_UNKNOWN && strcmp(p->name, "blade") != 0;
}

static ria_status check_near(const rows *s) {
  int count = 0;
  int *patch = malloc(((size_t)s->grid->patches + 1) * sizeof *patch);
  outline *o = malloc(((size_t)s->grid->patches + 1) * sizeof *o);
  ria_status status =
      patch && o ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the patches of a grid");
  for (int p = 0; p < s->grid->patches && status == RIA_SUCCESS; p++)
    if (is_closed(s, p) && may_be_joined(s, p))
      patch[count++] = p;
  if (status == RIA_SUCCESS && count <= MOST_NEAR)
    status = compare_outlines(s, patch, o, count);
  free(patch);
  free(o);
  return status;
}

/* ---- flow paths through the grid ---- */

enum { ENTERS = 1, LEAVES = 2 };

static int part_of(const int *part, int block) {
  while (part[block] != block)
    block = part[block];
  return block;
}

/* Directions of flow through a patch. */
static int ways_of(const rows *s, int patch) {
  static const int of[] = {
      [ROWS_INFLOW] = ENTERS, [ROWS_OUTFLOW] = LEAVES, [ROWS_HELD] = ENTERS | LEAVES};
  const int b = s->boundary_of[patch], side = b < 0 ? rows_plane_side_of(s, patch) : -1;
  if (side >= 0)
    return side % 2 ? ENTERS : LEAVES;
  return of[s->own->boundary[b].kind];
}

static ria_status check_part(const rows *s, int block, int ways) {
  return rows_reject(s->the_case, rows_block_place(s, block),
                     "grid: the block '%s', with those that are joined to it, has %s; expected "
                     "faces that coincide "
                     "with those of other blocks, or boundaries or planes that let the gas through",
                     s->grid->block[block].name,
                     ways == ENTERS   ? "an inflow, but nowhere to flow out"
                     : ways == LEAVES ? "an outflow, but nowhere to flow in"
                                      : "walls only");
}

/* If gas flows through the grid, it flows through all joined blocks. */
static ria_status check_ways(const rows *s) {
  const int blocks = s->grid->blocks;
  int *part = malloc(((size_t)blocks + 1) * sizeof *part),
      *ways = calloc((size_t)blocks + 1, sizeof *ways), all = 0;
  ria_status status =
      part && ways ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the blocks of a grid");
  for (int b = 0; b < blocks && status == RIA_SUCCESS; b++)
    part[b] = b;
  for (int j = 0; j < s->grid->joints && status == RIA_SUCCESS; j++) {
    const int one = part_of(part, s->grid->joint[j].block[0]),
              other = part_of(part, s->grid->joint[j].block[1]);
    part[one > other ? one : other] = one > other ? other : one;
  }
  for (int p = 0; p < s->grid->patches && status == RIA_SUCCESS; p++) {
    const int through = ways_of(s, p);
    all |= through;
    ways[part_of(part, s->grid->patch[p].block)] |= through;
  }
  for (int b = 0; b < blocks && status == RIA_SUCCESS && all == (ENTERS | LEAVES); b++)
    if (part[b] == b && ways[b] != all)
      status = check_part(s, b, ways[b]);
  free(part);
  free(ways);
  return status;
}

ria_status rows_check_closed(const rows *s) {
  RIA_TRY(check_names(s));
  RIA_TRY(check_near(s));
  return check_ways(s);
}
