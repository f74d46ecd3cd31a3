/* Runs a case from C, and prints the water level at its first gauge every ten minutes.
 *
 *     level CASE.yaml SECONDS
 */
#include <ria/runtime.h>
#include <ria/solver.h>
#include <stdio.h>
#include <stdlib.h>

/* The level is the depth of the water (field 0) minus the depth of the bed below the reference. */
static ria_status print_levels(ria_simulation *simulation, const ria_case *c,
                               const ria_terrain *terrain, double end) {
  ria_global cell[RIA_AXES];
  int block;
  if (c->gauges == 0 || !terrain->depth ||
      !ria_terrain_find(terrain, (double[]){c->gauge->x, c->gauge->y, 0}, &block, cell))
    return ria_fail(RIA_ERROR_CASE, "%s has no gauge in water", c->path);
  const double bed = terrain->depth[cell[1] * terrain->grid.cells[0] + cell[0]];
  const ria_probe_cells cells = {.count = 1, .at = {&cell[0], &cell[1]}};
  for (double t = 0; t <= end; t += 600) {
    double state[RIA_MAX_FIELDS];
    RIA_TRY(ria_simulation_advance(simulation, t, false, t, -1, NULL, NULL));
    RIA_TRY(ria_simulation_probe(simulation, &cells, state));
    printf("%6.0f s  %s  %+.4f m\n", t, c->gauge->name, state[0] - bed);
  }
  return RIA_SUCCESS;
}

static ria_status run(ria_runtime *runtime, const ria_case *c, const ria_terrain *terrain,
                      double end) {
  const ria_solver *solver = ria_solver_find(c->solver);
  ria_simulation *simulation = NULL;
  void *instance = NULL;
  ria_model model;
  ria_status status = ria_solver_create(solver, c, terrain, &instance, &model);
  model.target = "cpu";
  if (status == RIA_SUCCESS)
    status = ria_simulation_create(runtime, &model, &simulation);
  if (status == RIA_SUCCESS)
    status = ria_simulation_fill(simulation, solver->fill_state, solver->fill_statics, instance);
  if (status == RIA_SUCCESS)
    status = print_levels(simulation, c, terrain, end);
  ria_simulation_destroy(simulation);
  solver->destroy(instance);
  return status;
}

int main(int argc, char **argv) {
  ria_case c = {0};
  ria_case_errors errors = {0};
  ria_terrain terrain = {0};
  ria_runtime *runtime = NULL;
  if (argc != 3)
    return fprintf(stderr, "usage: level CASE.yaml SECONDS\n"), 2;
  ria_status status = ria_case_read(argv[1], &ria_known_names, 0, NULL, &c, &errors);
  for (int i = 0; i < errors.count; i++)
    fprintf(stderr, "%s\n", errors.error[i].text);
  if (status == RIA_SUCCESS)
    status = ria_terrain_load(&c, &terrain);
  if (status == RIA_SUCCESS)
    status = ria_runtime_create(&(ria_runtime_options){0}, &runtime);
  if (status == RIA_SUCCESS)
    status = run(runtime, &c, &terrain, atof(argv[2]));
  if (status != RIA_SUCCESS)
    fprintf(stderr, "level: %s: %s\n", ria_status_text(status), ria_status_detail());
  ria_runtime_destroy(runtime);
  ria_terrain_destroy(&terrain);
  ria_case_destroy(&c);
  ria_case_errors_destroy(&errors);
  return status != RIA_SUCCESS;
}
