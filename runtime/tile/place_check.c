/* Checks that tiles fit into the memory of their GPUs, before it is allocated. */
#include "place.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Number of staged tiles that a GPU holds at a time: the one being computed, the one being loaded
 * and the one being stored. */
enum { STAGED_AT_ONCE = 3, STRIP_GENERATIONS = 2 };

/* Upper bound of a tile's data on the GPU: state, statics, both generations of its own strips and
 * of its neighbours', and a snapshot's copy. */
static size_t tile_bytes(const ria_simulation *s, const tile_data *tile) {
  const tile_layout *l = &tile->layout;
  const size_t state = (size_t)s->model.nstate * l->size;
  const size_t across = (size_t)l->ghost[0], along = (size_t)l->ghost[1];
  const size_t around =
      2 * ((size_t)l->n[0] * along + (size_t)l->n[1] * across + 2 * across * along);
  return tile_state_bytes(s, tile) + tile_statics_bytes(s, tile) +
         2 * STRIP_GENERATIONS * around * state +
         (size_t)l->n[0] * (size_t)l->n[1] * (size_t)ria_model_kept(&s->model) * l->size;
}

/* Bytes that a GPU's tiles need at a time. */
typedef struct {
  int worker, tiles;
  size_t all, largest, room;
} load;

static load load_of(const ria_simulation *s, int worker) {
  load sum = {.worker = worker, .room = session_gpu_room(s->runtime, worker)};
  for (int i = 0; i < s->tiles; i++) {
    if (s->tile[i].place.worker != worker)
      continue;
    size_t bytes = tile_bytes(s, &s->tile[i]);
    sum.tiles++;
    sum.all += bytes;
    sum.largest = bytes > sum.largest ? bytes : sum.largest;
  }
  return sum;
}

static bool is_staged(const ria_simulation *s) {
  return s->model.gpu_memory == RIA_GPU_STAGED;
}

static size_t needed(const ria_simulation *s, const load *l) {
  const size_t staged = STAGED_AT_ONCE * l->largest;
  return is_staged(s) && staged < l->all ? staged : l->all;
}

/* Number of tile rows of which three at a time would fit; 0: more than the grid has. */
static int fitting_rows(const ria_simulation *s, const load *l) {
  const ria_block *b = s->mesh.block;
  const double shares = 1.1 * STAGED_AT_ONCE * (double)l->all / (double)(l->room + 1); /* rows may
                                                                                          be uneven
                                                                                        */
  const double gpus = (double)ria_mesh_tiles(&s->mesh) / l->tiles;
  const double rows = ceil(gpus) * (floor(shares) + 1);
  return rows <= (double)b->cells[1] / (s->ghost[1] > 0 ? s->ghost[1] : 1) ? (int)rows : 0;
}

/* The remedy at the end of the message. */
static void what_fits(const ria_simulation *s, const load *l, char *text, size_t size) {
  const bool single =
      s->model.precision == RIA_DOUBLE && (double)needed(s, l) / 2 <= (double)l->room;
  const char *first = single ? "single precision would fit (--precision single); " : "";
  const int rows = fitting_rows(s, l);
  if (!rows)
    snprintf(text, size, "%suse more GPUs, or a coarser grid", first);
  else if (is_staged(s))
    snprintf(text, size, "%s--tiles 1x%d would fit", first, rows);
  else
    snprintf(
        text, size,
        "%s--gpu-memory staged --tiles 1x%d would fit: tiles then lie in main memory, and take "
        "the time that copying takes",
        first, rows);
}

static ria_status check_room(const ria_simulation *s, int worker) {
  const load l = load_of(s, worker);
  const size_t need = needed(s, &l);
  char name[128], fits[320];
  if (need <= l.room)
    return RIA_SUCCESS;
  const int gpu = starpu_worker_get_devid(worker);
  device_name(gpu, name, sizeof name);
  what_fits(s, &l, fits, sizeof fits);
  return ria_fail(RIA_ERROR_MEMORY,
                  "GPU %d (%s) is too small: %s %zu bytes (%.3g GiB) are needed, %zu are free, and "
                  "%zu are missing; %s",
                  gpu, name, is_staged(s) ? "for three of the tiles" : "for its tiles", need,
                  (double)need / 0x1p30, l.room, need - l.room, fits);
}

/* Kernels count the reals of a field in 32 bits. */
static ria_status check_size(const ria_simulation *s, const tile_data *tile) {
  if (tile->layout.field <= (size_t)INT32_MAX)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_UNSUPPORTED,
                  "a tile of %d x %d cells is too large for the target %s, whose tiles have fewer "
                  "than 2^31 cells: use more tiles (--tiles)",
                  tile->layout.n[0], tile->layout.n[1], s->target->name);
}

ria_status place_check(const ria_simulation *s) {
  int before = -1;
  for (int i = 0; i < s->tiles; i++) {
    const tile_data *tile = &s->tile[i];
    if (!place_on_device(&tile->place))
      continue;
    RIA_TRY(check_size(s, tile));
    if (tile->place.worker != before)
      RIA_TRY(check_room(s, tile->place.worker));
    before = tile->place.worker;
  }
  return RIA_SUCCESS;
}
