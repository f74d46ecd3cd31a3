/* Tuned shapes of the stages on GPUs, for tiles of this size. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "simulation.h"
#include "ria/tuning.h"

enum { PATH = 4096 };

static int first_gpu(const ria_simulation *s) {
  for (int i = 0; i < s->tiles; i++)
    if (place_on_device(&s->tile[i].place))
      return starpu_worker_get_devid(s->tile[i].place.worker);
  return -1;
}

/* Add a tuned shape to the notice, if there is room for it. */
static void note(ria_simulation *s, int stage) {
  const ria_shape shape = s->stage_shape[stage];
  const size_t used = strlen(s->notice);
  if (shape.columns)
    snprintf(s->notice + used, sizeof s->notice - used, "%s%s in the shape %dx%dx%d",
             used ? ", " : "tuned for this GPU: ", s->model.stage[stage].kernel->name,
             shape.columns, shape.rows, shape.warps);
}

static void look_up(ria_simulation *s, const ria_tuning *tuning, const char *device) {
  const double cells = ria_mesh_cells(&s->mesh) / (double)ria_mesh_tiles(&s->mesh);
  for (int i = 0; i < s->model.stages; i++) {
    if (s->joined >> i & 1) { /* one launch with a shape of its own */
      i++;
      continue;
    }
    const ria_tuned wanted = {s->model.stage[i].kernel, s->stage_implementation[i],
                              s->model.precision, cells, device};
    s->stage_shape[i] = ria_tuning_shape(tuning, &wanted);
    note(s, i);
  }
}

ria_status shapes_create(ria_simulation *s) {
  char path[PATH], device[128];
  const int gpu = s->on_device ? first_gpu(s) : -1;
  s->stage_shape = calloc((size_t)s->model.stages + 1, sizeof *s->stage_shape);
  if (!s->stage_shape)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a simulation");
  if (gpu < 0)
    return RIA_SUCCESS;
  ria_tuning *tuning = NULL;
  if (ria_tuning_read(ria_tuning_path(path, sizeof path), &tuning) != RIA_SUCCESS) {
    snprintf(s->notice, sizeof s->notice, "%s", ria_status_detail());
    return RIA_SUCCESS; /* use the defaults */
  }
  device_name(gpu, device, sizeof device);
  look_up(s, tuning, device);
  ria_tuning_destroy(tuning);
  return RIA_SUCCESS;
}

const char *ria_simulation_notice(const ria_simulation *simulation) {
  return *simulation->notice ? simulation->notice : NULL;
}
