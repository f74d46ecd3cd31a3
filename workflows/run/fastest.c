#include "fastest.h"
#include <math.h>
#include <ria/patch.h>
#include <stdlib.h>
#include <string.h>

enum { BAND = 16 }; /* rows that are read at a time */

typedef struct {
  double speed, first; /* of the state: the depth */
  ria_global cell[2];
} fastest;

static const ria_variable *speed_of(const ria_shown *shown) {
  for (int v = 0; v < shown->variables; v++)
    if (!strcmp(shown->variable[v].name, "speed"))
      return &shown->variable[v];
  return NULL;
}

static void look(const ria_shown *shown, const ria_variable *speed, const ria_grid *grid,
                 const ria_patch *band, const double *values, fastest *found) {
  const int64_t cells = ria_patch_cells(band);
  double state[RIA_MAX_KEPT] = {0}, fixed[RIA_SHOWN_STATICS] = {0},
         parameter[RIA_SHOWN_PARAMETERS] = {0};
  for (int p = 0; p < shown->parameters; p++)
    parameter[p] = shown->parameter[p].value;
  for (int64_t c = 0; c < cells; c++) {
    for (int f = 0; f < shown->fields; f++)
      state[f] = values[f * cells + c];
    for (int s = 0; s < shown->statics; s++)
      fixed[s] = shown->fixed[s].value[band->cells.lo[1] * grid->cells[0] + c];
    const double here = speed->value ? speed->value(state, fixed, parameter) : state[speed->field];
    if (here > found->speed)
      *found = (fastest){
          here,
          state[0],
          {(ria_global)(c % grid->cells[0]), band->cells.lo[1] + (ria_global)(c / grid->cells[0])}};
  }
}

static ria_status find(ria_simulation *simulation, const ria_grid *grid, const ria_shown *shown,
                       const ria_variable *speed, fastest *found) {
  double *values = malloc((size_t)(BAND * grid->cells[0]) * (size_t)shown->fields * sizeof *values);
  ria_status status = values ? RIA_SUCCESS : RIA_ERROR_MEMORY;
  for (ria_global y = 0; y < grid->cells[1] && status == RIA_SUCCESS; y += BAND) {
    const ria_global end = y + BAND < grid->cells[1] ? y + BAND : grid->cells[1];
    const ria_patch band = {.cells = {.lo = {0, y, 0}, .hi = {grid->cells[0], end, 1}}};
    for (int f = 0; f < shown->fields && status == RIA_SUCCESS; f++)
      status = ria_patch_read(simulation, f, &band, values + f * ria_patch_cells(&band));
    if (status == RIA_SUCCESS)
      look(shown, speed, grid, &band, values, found);
  }
  free(values);
  return status;
}

ria_status run_fastest_tell(ria_simulation *simulation, const ria_terrain *terrain,
                            const ria_model *model, const ria_shown *shown, ria_status failure) {
  const ria_variable *speed = speed_of(shown);
  if (!speed || !terrain->depth || shown->fields > model->nstate)
    return failure;
  char *detail = strdup(ria_status_detail());
  const ria_grid *grid = &terrain->grid;
  fastest found = {0};
  if (detail && find(simulation, grid, shown, speed, &found) == RIA_SUCCESS && found.speed > 0)
    ria_fail(
        failure,
        "%s. The speed is largest in cell (%lld, %lld), at (%.10g m, %.10g m): %g %s, %s %g %s. "
        "Look at the bed, the sides and the sources there, or try a smaller 'time.cfl'",
        detail, (long long)found.cell[0], (long long)found.cell[1],
        grid->origin[0] + ((double)found.cell[0] + 0.5) * grid->spacing[0],
        grid->origin[1] + ((double)found.cell[1] + 0.5) * grid->spacing[1], found.speed,
        speed->unit, model->state[0].name, found.first, model->state[0].unit);
  else if (detail)
    ria_fail(failure, "%s", detail);
  free(detail);
  return failure;
}
