/* Every cell has a number of its own, and so has every node, which its copies share. After an
 * exchange each ghost beyond a face, an edge or a corner of a tile holds the number of the cell or
 * node that a walk over the grid's joints finds there, on 1, 2 and 4 ranks: in a periodic box,
 * eight blocks with turned axes, a disc with edges of three blocks, and passages of blades with
 * edges of five. Where ways around such an edge lead to different places, a ghost holds the number
 * of one of them. */
#include <math.h>
#include "access/simulation.h"
#include "ranks.h"
#include "ria/registry.h"
#include "block_grid_fixture.h" /* last: it has a type turned */

enum { GHOST = 2, BLOCK = 1 << 15 };

static void ranks_expect(bool holds, const char *what) {
  if (holds)
    return;
  fprintf(stderr, "rank: %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 2);
}

/* ---- grids ---- */

static void periodic_box(ria_block_grid *grid) {
  static const double shift[3][RIA_AXES] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const ria_block_match match = {.offsets = 3, .offset = shift};
  ranks_must(
      ria_block_grid_add(grid, &(ria_block_shape){UNIT_BOX, .name = "a", .cells = {7, 6, 5}}));
  ranks_must(ria_block_grid_match(grid, &match));
}

static void eight_blocks(ria_block_grid *grid) {
  for (int b = 0; b < 8; b++) {
    ria_global lo[RIA_AXES], size[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++) {
      lo[a] = b >> a & 1 ? 5 : 0;
      size[a] = b >> a & 1 ? 4 : 5;
    }
    add_turned(grid, (char[]){(char)('a' + b), 0}, lo, size, (11 * b + 3) % 48);
  }
  ranks_must(ria_block_grid_match(grid, NULL));
}

static void disc(ria_block_grid *grid) {
  add_disc(grid, 5);
  ranks_must(ria_block_grid_match(grid, NULL));
}

static void passages(ria_block_grid *grid) {
  ranks_must(ria_block_grid_add(grid, &(ria_block_shape){.kind = "blade-passage",
                                                         .name = "rotor",
                                                         .cells = {8, 8, 4},
                                                         .x = {-0.08, 0.08},
                                                         .r = {0.45, 0.55},
                                                         .blades = 36,
                                                         .copies = 2,
                                                         .chord = 0.08,
                                                         .stagger = 0.5,
                                                         .camber = 0.5,
                                                         .thickness = 0.1}));
  ranks_must(ria_block_grid_match(grid, NULL));
}

static const struct {
  const char *name;
  void (*make)(ria_block_grid *grid);
  bool singular; /* it has edges with a number of blocks other than four */
} grids[] = {{"periodic box", periodic_box, false},
             {"eight blocks", eight_blocks, false},
             {"disc", disc, true},
             {"passages", passages, true}};
enum { GRIDS = sizeof grids / sizeof *grids };

/* ---- numbers ---- */

typedef struct {
  const ria_block_grid *grid;
  ria_block_walk *walk;
  ria_block_stars stars; /* nodes on edges of other than four cells */
  bool nodes;            /* the cells of the mesh are nodes, which blocks share; else cells */
} numbering;

/* The number of a cell of its block, or of the first copy of a node. */
static double number_of(const numbering *n, int block, const ria_global at[RIA_AXES]) {
  ria_node_place own = {.block = block, .at = {at[0], at[1], at[2]}};
  if (n->nodes)
    ria_block_walk_copies(n->walk, block, at, 1, &own);
  return (double)(own.block * BLOCK + (own.at[2] * 32 + own.at[1]) * 32 + own.at[0] + 1);
}

static ria_place_kind look(const numbering *n, int block, const ria_global at[RIA_AXES],
                           ria_node_place *place) {
  return n->nodes ? ria_block_walk_node(n->walk, block, at, place)
                  : ria_block_walk_cell(n->walk, block, at, place);
}

static ria_status fill(void *context, int field, int block, const ria_range *range,
                       double *values) {
  ria_global at[RIA_AXES];
  (void)field;
  for (at[2] = range->lo[2]; at[2] < range->hi[2]; at[2]++)
    for (at[1] = range->lo[1]; at[1] < range->hi[1]; at[1]++)
      for (at[0] = range->lo[0]; at[0] < range->hi[0]; at[0]++)
        *values++ = number_of(context, block, at);
  return RIA_SUCCESS;
}

/* Whether a number is that of a place to which one way around a singular edge leads: beyond one
 * side first, and from there on. */
static bool is_on_a_way(const numbering *n, int block, const ria_global cells[RIA_AXES],
                        const ria_global at[RIA_AXES], double found) {
  for (int first = 0; first < RIA_AXES; first++) {
    ria_node_place place, next;
    ria_global foot[RIA_AXES], far[RIA_AXES];
    for (int a = 0; a < RIA_AXES; a++)
      foot[a] = a == first || (at[a] >= 0 && at[a] < cells[a]) ? at[a]
                : at[a] < 0                                    ? 0
                                                               : cells[a] - 1;
    if (look(n, block, foot, &place) != RIA_PLACE_FOUND)
      continue;
    memcpy(far, place.at, sizeof far);
    for (int a = 0; a < RIA_AXES; a++)
      far[abs(place.map[a]) - 1] += place.map[a] < 0 ? foot[a] - at[a] : at[a] - foot[a];
    if (look(n, place.block, far, &next) == RIA_PLACE_FOUND &&
        number_of(n, next.block, next.at) == found)
      return true;
  }
  return false;
}

/* The star of a node, or NULL. */
static const ria_block_star *star_of(const numbering *n, int block, const ria_global at[RIA_AXES]) {
  for (int64_t i = 0; i < n->stars.stars; i++) {
    const ria_block_star *star = &n->stars.star[i];
    for (int c = 0; c < star->copies; c++) {
      const ria_node_place *copy = &n->stars.copy[star->first_copy + c];
      if (copy->block == block && !memcmp(copy->at, at, sizeof copy->at))
        return star;
    }
  }
  return NULL;
}

/* Whether a number is that of a neighbour of a node on an edge of 3 or 5 cells, where the node
 * beyond depends on the cell that is crossed. */
static bool is_beside_star(const numbering *n, const ria_block_star *star, double found) {
  for (int c = 0; star && c < star->copies; c++) {
    const ria_node_place *copy = &n->stars.copy[star->first_copy + c];
    const ria_range all = ria_block_grid_all_nodes(n->grid, copy->block);
    ria_global at[RIA_AXES];
    for (at[2] = copy->at[2] - GHOST; at[2] <= copy->at[2] + GHOST; at[2]++)
      for (at[1] = copy->at[1] - GHOST; at[1] <= copy->at[1] + GHOST; at[1]++)
        for (at[0] = copy->at[0] - GHOST; at[0] <= copy->at[0] + GHOST; at[0]++)
          if (ria_range_has(&all, at) && number_of(n, copy->block, at) == found)
            return true;
  }
  return false;
}

/* ---- a simulation ---- */

static void make_mesh(const numbering *n, ria_mesh *mesh, ria_block *block, ria_link *link) {
  const int shared = n->nodes ? 1 : 0;
  *mesh = (ria_mesh){
      .ndim = 3, .blocks = n->grid->blocks, .links = n->grid->joints, .block = block, .link = link};
  for (int b = 0; b < n->grid->blocks; b++) {
    block[b] = (ria_block){.name = n->grid->block[b].name};
    for (int a = 0; a < RIA_AXES; a++) {
      block[b].cells[a] = n->grid->block[b].cells[a] + shared;
      block[b].tiles[a] = block[b].cells[a] >= 2 * GHOST ? 2 : 1;
      block[b].spacing[a] = 1;
    }
  }
  for (int j = 0; j < n->grid->joints; j++) {
    const ria_node_joint *joint = &n->grid->joint[j];
    link[j] = (ria_link){.shared = n->nodes};
    memcpy(link[j].map, joint->map, sizeof link[j].map);
    for (int end = 0; end < 2; end++) {
      link[j].block[end] = joint->block[end];
      link[j].side[end] = joint->side[end];
      link[j].range[end] = joint->nodes[end];
      for (int a = 0; a < RIA_AXES; a++)
        link[j].range[end].hi[a] -= 1 - shared;
    }
  }
}

/* Compare the ghosts of a tile. `beyond`: how many were found beyond 1, 2 and 3 sides of the tile,
 * and how many where ways differ. */
static void check_tile(const numbering *n, const ria_simulation *s, tile_data *tile,
                       long beyond[RIA_AXES + 1]) {
  void *fields[RIA_MAX_FIELDS];
  const ria_global *cells = s->mesh.block[tile->at.block].cells;
  const int *size = tile->layout.n;
  int c[RIA_AXES];
  starpu_data_acquire(tile->state_handle, STARPU_R);
  char *state = (char *)starpu_data_get_local_ptr(tile->state_handle) + tile->before;
  tile_fields(tile, 1, state, 0, fields);
  for (c[2] = -GHOST; c[2] < size[2] + GHOST; c[2]++)
    for (c[1] = -GHOST; c[1] < size[1] + GHOST; c[1]++)
      for (c[0] = -GHOST; c[0] < size[0] + GHOST; c[0]++) {
        ria_global at[RIA_AXES];
        int sides = 0;
        for (int a = 0; a < RIA_AXES; a++) {
          at[a] = tile->at.cells.lo[a] + c[a];
          sides += c[a] < 0 || c[a] >= size[a];
        }
        if (!sides)
          continue;
        const double found =
            ((const double *)fields[0])[layout_at(&tile->layout, c[0], c[1], c[2])];
        ria_node_place place;
        ria_global foot[RIA_AXES];
        for (int a = 0; a < RIA_AXES; a++)
          foot[a] = at[a] < 0 ? 0 : at[a] < cells[a] ? at[a] : cells[a] - 1;
        const ria_place_kind kind = look(n, tile->at.block, at, &place);
        const double wanted = kind == RIA_PLACE_FOUND ? number_of(n, place.block, place.at) : 0;
        bool singular = kind == RIA_PLACE_SINGULAR;
        bool right = singular ? is_on_a_way(n, tile->at.block, cells, at, found) : found == wanted;
        if (!right && n->nodes && memcmp(foot, at, sizeof at))
          singular = right = is_beside_star(n, star_of(n, tile->at.block, foot), found);
        if (right) {
          beyond[singular ? RIA_AXES : sides - 1] += singular || wanted > 0;
          continue;
        }
        char words[160];
        snprintf(words, sizeof words,
                 "block %s, %s (%d, %d, %d) of %d x %d x %d: the ghost holds %.0f, expected %.0f%s",
                 s->mesh.block[tile->at.block].name, n->nodes ? "node" : "cell", (int)at[0],
                 (int)at[1], (int)at[2], (int)cells[0], (int)cells[1], (int)cells[2], found, wanted,
                 singular ? " or that of another way" : "");
        ranks_expect(false, words);
      }
  starpu_data_release(tile->state_handle);
}

/* Two applications of jacobi a step, so that one exchange serves two cells around all corners. The
 * step's initial state stays in buffer 0. */
static void check_grid(ria_runtime *runtime, const numbering *n, bool singular) {
  enum { MOST = 32, MOST_LINKS = 96 };
  static ria_block block[MOST];
  static ria_link link[MOST_LINKS];
  static const ria_quantity field[] = {{"T", "1", "number"}};
  const ria_stage stage[2] = {{.kernel = ria_kernel_find("jacobi")},
                              {.kernel = ria_kernel_find("jacobi")}};
  ria_mesh mesh;
  ria_simulation *s;
  long beyond[RIA_AXES + 1] = {0}, all[RIA_AXES + 1];
  ranks_expect(n->grid->blocks <= MOST && n->grid->joints <= MOST_LINKS, "too many blocks");
  make_mesh(n, &mesh, block, link);
  const ria_model model = {.mesh = &mesh,
                           .precision = RIA_DOUBLE,
                           .nstate = 1,
                           .state = field,
                           .stages = 2,
                           .stage = stage,
                           .step = RIA_STEP_FIXED,
                           .window = 1,
                           .fixed_dt = 1,
                           .target = "cpu"};
  ranks_must(ria_simulation_create(runtime, &model, &s));
  ranks_must(ria_simulation_fill(s, fill, NULL, (void *)n));
  ranks_must(ria_simulation_advance(s, 1e9, false, 1e9, 1, NULL, NULL));
  for (int t = 0; t < s->tiles; t++)
    check_tile(n, s, &s->tile[t], beyond);
  simulation_take_mpi(s);
  MPI_Allreduce(beyond, all, RIA_AXES + 1, MPI_LONG, MPI_SUM, s->runtime->comm);
  for (int sides = 0; sides < RIA_AXES; sides++)
    ranks_expect(all[sides] > 0, "no ghosts beyond a face, an edge or a corner were found");
  ranks_expect((all[RIA_AXES] > 0) == singular, "ghosts at edges of 3 or 5 blocks");
  ria_simulation_destroy(s);
}

static int run_all(void) {
  ria_runtime *runtime;
  alarm(RANKS_PATIENCE);
  ranks_must(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime));
  for (int g = 0; g < GRIDS; g++)
    for (int nodes = 0; nodes < 2; nodes++) {
      ria_block_grid grid = {0};
      numbering n = {.grid = &grid, .nodes = nodes};
      grids[g].make(&grid);
      ranks_must(ria_block_walk_create(&grid, &n.walk));
      ranks_must(ria_block_walk_stars(n.walk, &n.stars));
      check_grid(runtime, &n, grids[g].singular);
      ria_block_stars_destroy(&n.stars);
      ria_block_walk_destroy(n.walk);
      ria_block_grid_destroy(&grid);
    }
  ria_runtime_destroy(runtime);
  return 0;
}

static void ghosts_hold_the_numbers_of_their_owners(void **state) {
  (void)state;
  char *folder = test_folder_create();
  for (int ranks = 1; ranks <= 4; ranks *= 2)
    ranks_start(ranks, folder);
  test_folder_remove(folder);
}

int main(int argc, char **argv) {
  (void)argv;
  if (ria_runtime_is_rank())
    return argc == 3 ? run_all() : 9;
  const struct CMUnitTest tests[] = {cmocka_unit_test(ghosts_hold_the_numbers_of_their_owners)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
