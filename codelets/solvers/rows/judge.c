/* Warns of reversed flow at an exit at the end of a run. */
#include "rows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "ria/patch.h"

/* Inflow below this fraction of a patch's largest flux counts as rounding error. */
static const double least_share = 1e-3;

enum { READ = 4 }; /* density and momentum */

/* The mass flux out of the grid at the nodes of a patch, kg/m2s, in the frame of its row. */
static ria_status fluxes(const rows *s, ria_simulation *simulation, const ria_node_patch *patch,
                         double *flux) {
  const ria_patch part = {patch->block, patch->nodes};
  const int64_t count = ria_patch_cells(&part);
  double *values = calloc((size_t)(READ * count), sizeof *values);
  ria_status status = values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for an exit");
  for (int f = 0; f < READ && status == RIA_SUCCESS; f++)
    status = ria_patch_read(simulation, RHO + f, &part, values + f * count);
  ria_global at[RIA_AXES];
  int64_t n = 0;
  for (at[2] = patch->nodes.lo[2]; at[2] < patch->nodes.hi[2]; at[2]++)
    for (at[1] = patch->nodes.lo[1]; at[1] < patch->nodes.hi[1]; at[1]++)
      for (at[0] = patch->nodes.lo[0]; at[0] < patch->nodes.hi[0] && status == RIA_SUCCESS;
           at[0]++, n++) {
        double normal[RIA_AXES], point[RIA_AXES];
        status = rows_normal_at(s, patch, at, normal);
        if (status == RIA_SUCCESS)
          status = rows_point(s, patch->block, at, point);
        if (status != RIA_SUCCESS)
          break;
        const double radius = s->grid->system == RIA_NODES_CYLINDRICAL ? point[1] : 1;
        const double turning = values[n] * s->omega[patch->block] * radius;
        flux[n] = values[count + n] * normal[0] + values[2 * count + n] * normal[1] +
                  (values[3 * count + n] / radius - turning) * normal[2];
      }
  free(values);
  return status;
}

static void warn(const rows *s, int number, int64_t reversed, int64_t first, ria_tell tell,
                 void *context) {
  const ria_node_patch *patch = &s->grid->patch[number];
  char face[RIA_FACE_TEXT], sentence[RIA_SOLVER_NOTE];
  long long at[RIA_AXES], count = 1;
  for (int a = 0; a < RIA_AXES; a++) {
    const int64_t length = patch->nodes.hi[a] - patch->nodes.lo[a];
    at[a] = patch->nodes.lo[a] + first % length;
    first /= length;
    count *= length;
  }
  snprintf(sentence, sizeof sentence,
           "the flow is reversed at the exit '%s': gas flows in through the face %s at %lld of its "
           "%lld nodes, the first of them (%lld, %lld, %lld); lower the pressure of the exit, or "
           "move it downstream",
           patch->name, ria_block_grid_face_text(s->grid, patch->block, patch->side, face),
           (long long)reversed, count, at[0], at[1], at[2]);
  tell(context, sentence);
}

static ria_status judge_exit(const rows *s, ria_simulation *simulation, int number, ria_tell tell,
                             void *context) {
  const ria_node_patch *patch = &s->grid->patch[number];
  const int64_t count = ria_range_nodes(&patch->nodes);
  int64_t reversed = 0, first = 0;
  double largest = 0, *flux = calloc((size_t)count, sizeof *flux);
  if (!flux)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for an exit");
  const ria_status status = fluxes(s, simulation, patch, flux);
  for (int64_t n = 0; n < count; n++)
    largest = fmax(largest, fabs(flux[n]));
  for (int64_t n = count; n-- > 0;)
    if (flux[n] < -least_share * largest) {
      reversed++;
      first = n;
    }
  if (status == RIA_SUCCESS && reversed)
    warn(s, number, reversed, first, tell, context);
  free(flux);
  return status;
}

ria_status rows_judge(const void *instance, ria_simulation *simulation, ria_tell tell,
                      void *context) {
  const rows *s = instance;
  for (int p = 0; p < s->grid->patches; p++) {
    const int b = s->boundary_of[p];
    if (b >= 0 && s->own->boundary[b].kind == ROWS_OUTFLOW)
      RIA_TRY(judge_exit(s, simulation, p, tell, context));
  }
  return RIA_SUCCESS;
}
