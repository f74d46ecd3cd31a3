#include "drift.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct run_drift {
  const ria_solver *solver;
  void *instance;
  ria_simulation *simulation;
  ria_runtime *runtime;
  MPI_Comm comm; /* a separate communicator: the writer's thread uses the runtime's */
  ria_currents_reading reading;
  ria_particles_description of;
  ria_particles *particles;
  /* Currents requested at a time. The particles follow the state with a delay of one reading, so
   * that the simulation continues while currents are read and particles move. */
  ria_fields *fields;
  double **value; /* [fields of the reading][ny][nx] */
  double asked;   /* s: time of the request; NAN: none */
  double latest;  /* s: time that the particles have reached or are moving to */
};

/* ---- life ---- */

static ria_status take_fields(run_drift *d) {
  const size_t cells = (size_t)(d->of.grid.cells[0] * d->of.grid.cells[1]);
  d->value = calloc((size_t)d->reading.fields + 1, sizeof *d->value);
  for (int i = 0; d->value && i < d->reading.fields; i++)
    if (!(d->value[i] = malloc(cells * sizeof **d->value)))
      return ria_fail(RIA_ERROR_MEMORY, "no memory for the currents that carry particles");
  if (!d->value)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the currents that carry particles");
  return ria_fields_create(d->simulation, d->reading.fields, &d->fields);
}

static ria_status create(run_drift *d) {
  RIA_TRY(d->solver->particles(d->instance, &d->of, &d->reading));
  d->of.rank = ria_runtime_rank(d->runtime);
  d->of.ranks = ria_runtime_ranks(d->runtime);
  d->of.threads = ria_runtime_cores(d->runtime);
  if (!d->of.groups)
    return RIA_SUCCESS;
  RIA_TRY(take_fields(d));
  return ria_particles_create(&d->of, &d->particles);
}

ria_status run_drift_create(const ria_solver *solver, void *instance, ria_simulation *simulation,
                            ria_runtime *runtime, run_drift **drift) {
  *drift = NULL;
  if (!solver->particles)
    return RIA_SUCCESS;
  run_drift *d = calloc(1, sizeof *d);
  if (d)
    *d = (run_drift){.solver = solver,
                     .instance = instance,
                     .simulation = simulation,
                     .runtime = runtime,
                     .comm = MPI_COMM_NULL,
                     .asked = NAN,
                     .latest = -INFINITY};
  const ria_status status =
      ria_agree(ria_runtime_comm(runtime),
                d ? create(d) : ria_fail(RIA_ERROR_MEMORY, "no memory for particles"));
  if (status != RIA_SUCCESS || !d->particles) {
    run_drift_destroy(d);
    return status;
  }
  if (MPI_Comm_dup(ria_runtime_comm(runtime), &d->comm)) {
    run_drift_destroy(d);
    return ria_fail(RIA_ERROR_MPI, "MPI gives no communicator");
  }
  *drift = d;
  return RIA_SUCCESS;
}

void run_drift_destroy(run_drift *d) {
  if (!d)
    return;
  if (d->comm != MPI_COMM_NULL)
    MPI_Comm_free(&d->comm);
  ria_particles_destroy(d->particles);
  ria_fields_destroy(d->fields);
  for (int i = 0; d->value && i < d->reading.fields; i++)
    free(d->value[i]);
  free(d->value);
  free(d);
}

int64_t run_drift_all(const run_drift *d) {
  return ria_particles_all(d->particles);
}

double run_drift_interval(const run_drift *d) {
  return d ? d->reading.interval : 0;
}

const ria_particles_description *run_drift_description(const run_drift *d) {
  return d ? &d->of : NULL;
}

/* ---- moving ---- */

/* Moves the particles to the time of the requested currents. */
static ria_status follow(run_drift *d) {
  ria_currents currents = {.time = 0};
  if (isnan(d->asked))
    return RIA_SUCCESS;
  const double time = d->asked,
               before = ria_particles_time(d->particles); /* the particles no longer move */
  d->asked = NAN;
  RIA_TRY(ria_agree(d->comm, ria_fields_answer(d->fields, d->value)));
  RIA_TRY(ria_agree(d->comm, d->solver->currents(d->instance, time, d->value, &currents)));
  if (isinf(before))
    ria_particles_begin(d->particles, &currents);
  else
    ria_particles_advance(d->particles, &currents);
  d->latest = time;
  return RIA_SUCCESS;
}

ria_status run_drift_advance(run_drift *d) {
  if (!d)
    return RIA_SUCCESS;
  const double now = ria_simulation_progress(d->simulation).time;
  if (now <= d->latest || now == d->asked)
    return RIA_SUCCESS;
  RIA_TRY(follow(d));
  RIA_TRY(ria_fields_ask(d->fields));
  d->asked = now;
  return d->reading.at_once ? follow(d) : RIA_SUCCESS;
}

/* ---- in checkpoints ---- */

static const char currents_name[] = "currents";

int run_drift_columns(const run_drift *d, ria_checkpoint_column column[RIA_CHECKPOINT_COLUMNS],
                      size_t *count) {
  *count = 0;
  if (!d)
    return 0;
  const int64_t all = ria_particles_all(d->particles);
  for (int c = 0; c <= RIA_PARTICLE_COLUMNS; c++) {
    const bool particles = c < RIA_PARTICLE_COLUMNS;
    column[c] = (ria_checkpoint_column){
        .count = particles ? all : (int64_t)ria_particles_kept(d->particles)};
    snprintf(column[c].name, sizeof column[c].name, "%s%s", particles ? "particle_" : "",
             particles ? ria_particle_column_names[c] : currents_name);
    *count += (size_t)column[c].count;
  }
  return RIA_PARTICLE_COLUMNS + 1;
}

/* Offset and number of each rank's particles: [ranks] each, as MPI counts. */
static ria_status find_shares(const run_drift *d, int **count, int **from) {
  const int64_t all = ria_particles_all(d->particles);
  const int ranks = d->of.ranks;
  int64_t first = 0;
  int mine[2] = {(int)ria_particles_own(d->particles, &first), 0};
  mine[1] = (int)first;
  int *shares = malloc(4 * (size_t)ranks * sizeof *shares);
  if (!shares)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the particles of all ranks");
  if (all > INT32_MAX) {
    free(shares);
    return ria_fail(RIA_ERROR_UNSUPPORTED, "2^31 particles or more");
  }
  MPI_Allgather(mine, 2, MPI_INT, shares + 2 * ranks, 2, MPI_INT, d->comm);
  for (int r = 0; r < ranks; r++) {
    shares[r] = shares[2 * ranks + 2 * r];
    shares[ranks + r] = shares[2 * ranks + 2 * r + 1];
  }
  *count = shares;
  *from = shares + ranks;
  return RIA_SUCCESS;
}

static ria_status gather_columns(const run_drift *d, double *values) {
  int *count = NULL, *from = NULL;
  int64_t first;
  const int64_t own = ria_particles_own(d->particles, &first),
                all = ria_particles_all(d->particles);
  double *mine = malloc(((size_t)own + 1) * sizeof *mine);
  ria_status status =
      mine ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the particles");
  status = ria_agree(d->comm, status);
  if (status == RIA_SUCCESS)
    status = ria_agree(d->comm, find_shares(d, &count, &from));
  for (int c = 0; c < RIA_PARTICLE_COLUMNS && status == RIA_SUCCESS; c++) {
    ria_particles_get(d->particles, c, mine);
    if (MPI_Gatherv(mine, (int)own, MPI_DOUBLE, values ? values + c * all : NULL, count, from,
                    MPI_DOUBLE, 0, d->comm))
      status = ria_fail(RIA_ERROR_MPI, "MPI cannot gather the particles");
  }
  free(mine);
  free(count);
  return status;
}

ria_status run_drift_gather(run_drift *d, double *values) {
  if (!d)
    return RIA_SUCCESS;
  RIA_TRY(follow(d));
  if (!ria_runtime_threads(d->runtime))
    ria_simulation_drain(d->simulation);
  const bool root = d->of.rank == 0;
  RIA_TRY(ria_agree(d->comm, root && !values
                                 ? ria_fail(RIA_ERROR_MEMORY, "no memory for the particles")
                                 : RIA_SUCCESS));
  return gather_columns(d, root ? values : NULL);
}

void run_drift_keep(const run_drift *d, double *values) {
  ria_particles_keep(d->particles, values);
}

static const double *find_column(const ria_checkpoint_records *records,
                                 const ria_checkpoint_column *wanted) {
  for (int i = 0; i < records->columns; i++)
    if (!strcmp(records->column[i].name, wanted->name) && records->column[i].count == wanted->count)
      return records->column[i].value;
  return NULL;
}

ria_status run_drift_resume(run_drift *d, const ria_checkpoint_records *records) {
  ria_checkpoint_column column[RIA_CHECKPOINT_COLUMNS];
  size_t count;
  const int columns = run_drift_columns(d, column, &count);
  for (int c = 0; c < columns; c++) {
    const double *values = find_column(records, &column[c]);
    if (!values)
      return ria_fail(RIA_ERROR_CORRUPT, "the checkpoint has no '%s' of the particles",
                      column[c].name);
    if (c < RIA_PARTICLE_COLUMNS)
      ria_particles_set(d->particles, c, values);
    else
      ria_particles_resume(d->particles, values);
  }
  d->latest = ria_particles_time(d->particles);
  return RIA_SUCCESS;
}

/* ---- counts ---- */

ria_status run_drift_count(run_drift *d, int64_t (**counts)[RIA_PARTICLE_STATES]) {
  *counts = NULL;
  if (!d)
    return RIA_SUCCESS;
  RIA_TRY(follow(d));
  if (!ria_runtime_threads(d->runtime))
    ria_simulation_drain(d->simulation);
  int64_t first;
  const int64_t own = ria_particles_own(d->particles, &first);
  const size_t numbers = (size_t)d->of.groups * RIA_PARTICLE_STATES;
  double *state = malloc(((size_t)own + 1) * sizeof *state);
  int64_t(*found)[RIA_PARTICLE_STATES] = calloc(numbers + 1, sizeof(int64_t));
  const ria_status status = ria_agree(
      d->comm, state && found ? RIA_SUCCESS
                              : ria_fail(RIA_ERROR_MEMORY, "no memory to count the particles"));
  if (status == RIA_SUCCESS) {
    ria_particles_get(d->particles, RIA_PARTICLE_STATE, state);
    for (int64_t n = 0; n < own; n++)
      found[ria_particles_group(d->particles, first + n)][(int)state[n]]++;
    MPI_Reduce(d->of.rank ? (void *)found : MPI_IN_PLACE, d->of.rank ? NULL : (void *)found,
               (int)numbers, MPI_INT64_T, MPI_SUM, 0, d->comm);
  }
  free(state);
  if (status == RIA_SUCCESS && d->of.rank == 0)
    *counts = found;
  else
    free(found);
  return status;
}
