/* Scalars: partial results of reductions are sent from groups to their rank, merged into one
 * partial a rank, sent to rank 0 and from there to all ranks. Every rank then computes the scalars.
 */
#include "program.h"
#include "submit/task.h"
#include <stdlib.h>
#include <string.h>

typedef struct {
  ria_simulation *simulation;
  int phase, partials;
} argument;

static void *variable(void *buffer) {
  return (void *)STARPU_VARIABLE_GET_PTR((struct starpu_variable_interface *)buffer);
}

/* ---- arithmetic ---- */

static void compute(const ria_op *op, ria_scalars *s) {
  double in[RIA_MAX_SCALARS], out[RIA_MAX_SCALARS];
  for (int i = 0; i < op->kernel->nscalar; i++)
    in[i] = op->bound[i] ? s->value[op->bound[i] - 1] : op->scalars[i].value;
  op->kernel->compute(in, out);
  for (int r = 0; r < op->kernel->nresult; r++)
    ria_scalars_set(s, op->result_of[r], out[r]);
}

static void take_results(const ria_simulation *s, const program_phase *phase,
                         const program_results *results, ria_scalars *scalars) {
  int n = 0;
  for (int i = phase->first; i < phase->first + phase->ops; i++) {
    const ria_op *op = &s->model.program->op[i];
    if (!program_op_reduces(op))
      continue;
    scalars->value[op->result] = results->value[n];
    scalars->place[op->result] = results->place[n++];
  }
}

static void calculate_cpu(void *buffers[], void *given) {
  const argument *a = given;
  const program_memory *m = program_of(a->simulation);
  const program_phase *phase = &m->phase[a->phase];
  ria_scalars *s = variable(buffers[0]);
  if (!program_phase_runs(phase, s))
    return;
  if (phase->results_of >= 0)
    take_results(a->simulation, &m->phase[phase->results_of], variable(buffers[1]), s);
  for (int i = phase->scalar; i < phase->scalar + phase->scalar_ops; i++) {
    const ria_op *op = &a->simulation->model.program->op[i];
    if (op->kind == RIA_OP_COMPUTE)
      compute(op, s);
    else
      ria_scalars_operate(s, &(ria_scalar_term){op->operation, op->result, op->a, op->b});
  }
  const ria_op *loop = program_loop_op(m, phase);
  if (phase->enters >= 0)
    ria_scalars_enter(s, phase->enters, loop->condition, loop->most);
  if (phase->ends >= 0)
    ria_scalars_end_iteration(s, phase->ends, loop->condition, loop->most);
}

static void begin_cpu(void *buffers[], void *given) {
  const argument *a = given;
  const ria_program *p = a->simulation->model.program;
  const step_clock *clock = work_buffer(buffers[1]);
  ria_scalars *s = variable(buffers[0]);
  const bool idle = clock->now.active == 0;
  if (!idle) /* keep the result of the last step */
    memset(s, 0, sizeof *s);
  for (int i = 0, n = 0; i < p->scalars && !idle; i++) {
    const bool goes_on = p->scalar[i].lasts && clock->now.steps > 0;
    s->value[i] = goes_on ? clock->lasting[n] : p->scalar[i].start;
    n += p->scalar[i].lasts;
  }
  if (p->limit && !idle)
    s->value[p->limit - 1] = ria_now_limit(&clock->now);
  s->idle = idle;
  s->on = !idle;
  memset(s->running, 0, sizeof s->running);
}

static void post_cpu(void *buffers[], void *given) {
  (void)given;
  memcpy(variable(buffers[0]), variable(buffers[1]), sizeof(ria_scalars));
}

/* ---- reductions ---- */

/* Merge partials of a phase: of a group of this rank, or, with -1, of a rank whose groups are
 * already merged. */
static void merge(const ria_simulation *s, int number, program_partials *into,
                  const program_partials *other, int group) {
  const program_phase *phase = &program_of(s)->phase[number];
  int n = 0;
  for (int i = phase->first; i < phase->first + phase->ops; i++) {
    const ria_op *op = &s->model.program->op[i];
    if (!program_op_reduces(op))
      continue;
    const program_partial *from = &other->of[n];
    program_partial *to = &into->of[n++];
    if (program_op_sums(op))
      ria_sum_merge(&to->sum, &from->sum);
    else if (op->kind == RIA_OP_DOT)
      to->value = from->value; /* there is no other partial */
    else if (group >= 0 && other->on_device)
      program_offer_extremes(s, group, i, to);
    else
      ria_place_offer(op->kernel->reduction, from->value, &from->place, &to->value, &to->place);
  }
}

/* The groups of this rank come first. */
static program_partials merge_all(const argument *a, void **buffers) {
  const ria_simulation *s = a->simulation;
  program_partials all;
  memset(&all, 0, sizeof all);
  for (int i = 0; i < a->partials; i++)
    merge(s, a->phase, &all, variable(buffers[i]), i < s->groups ? i : -1);
  return all;
}

static void gather_cpu(void *buffers[], void *given) {
  const program_partials all = merge_all(given, buffers + 1);
  memcpy(variable(buffers[0]), &all, sizeof all);
}

static void reduce_cpu(void *buffers[], void *given) {
  const argument *a = given;
  const program_phase *phase = &program_of(a->simulation)->phase[a->phase];
  const program_partials all = merge_all(a, buffers + 1);
  program_results *results = variable(buffers[0]);
  int n = 0;
  for (int i = phase->first; i < phase->first + phase->ops; i++) {
    const ria_op *op = &a->simulation->model.program->op[i];
    if (!program_op_reduces(op))
      continue;
    results->value[n] = program_op_sums(op) ? ria_sum_value(&all.of[n].sum) : all.of[n].value;
    results->place[n] = all.of[n].place;
    n++;
  }
}

/* ---- tasks ---- */

#define SCALAR_CODELET(NAME)                                                                       \
  {                                                                                                \
    .cpu_funcs = {NAME##_cpu}, .cpu_funcs_name = {#NAME "_cpu"},                                   \
    .nbuffers = STARPU_VARIABLE_NBUFFERS, .name = #NAME                                            \
  }
static struct starpu_codelet begin_codelet = SCALAR_CODELET(begin),
                             calculate_codelet = SCALAR_CODELET(calculate),
                             gather_codelet = SCALAR_CODELET(gather),
                             reduce_codelet = SCALAR_CODELET(reduce),
                             post_codelet = SCALAR_CODELET(post);

static ria_status make(ria_simulation *s, struct starpu_codelet *codelet, int buffers,
                       const argument *given, queued_task *task) {
  *task = (queued_task){.codelet = codelet,
                        .name = codelet->name,
                        .priority = PRIORITY_CLOCK,
                        .place = place_of_host(s->runtime),
                        .argument_bytes = sizeof *given};
  RIA_TRY(queued_task_init(task, buffers));
  argument *copy = malloc(sizeof *copy);
  if (!copy)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *copy = *given;
  copy->simulation = s;
  task->argument = copy;
  return RIA_SUCCESS;
}

ria_status program_begin(ria_simulation *s) {
  queued_task task;
  RIA_TRY(make(s, &begin_codelet, 2, &(argument){0}, &task));
  queued_task_add(&task, program_of(s)->scalars_handle, STARPU_RW);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  return queued_task_submit(&task);
}

ria_status program_calculate(ria_simulation *s, int phase) {
  const program_memory *m = program_of(s);
  queued_task task;
  RIA_TRY(make(s, &calculate_codelet, 2, &(argument){.phase = phase}, &task));
  queued_task_add(&task, m->scalars_handle, STARPU_RW);
  if (m->phase[phase].results_of >= 0)
    queued_task_add(&task, m->results_handle, STARPU_R);
  return queued_task_submit(&task);
}

ria_status program_post(ria_simulation *s, int slot) {
  const program_memory *m = program_of(s);
  queued_task task;
  RIA_TRY(make(s, &post_codelet, 2, &(argument){0}, &task));
  queued_task_add(&task, m->post[slot].handle, STARPU_W);
  queued_task_add(&task, m->scalars_handle, STARPU_R);
  return queued_task_submit(&task);
}

ria_status program_wait(ria_simulation *s, int slot, ria_scalars *scalars) {
  const program_memory *m = program_of(s);
  if (starpu_data_acquire(m->post[slot].handle, STARPU_R))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for the scalars of a program");
  *scalars = *m->post[slot].scalars;
  starpu_data_release(m->post[slot].handle);
  return RIA_SUCCESS;
}

/* Tags after those of the clock: one for the results, then one for each rank's partials. */
static int64_t results_tag(const ria_simulation *s) {
  return s->clock_tag + s->runtime->ranks;
}

static void add_groups(const ria_simulation *s, queued_task *task) {
  for (int g = 0; g < s->groups; g++)
    queued_task_add(task, program_of(s)->group[g].handle, STARPU_R);
}

static ria_status refused(void) {
  return ria_fail(RIA_ERROR_MPI, "StarPU-MPI refused to send or receive a reduction");
}

static ria_status reduce_on_root(ria_simulation *s, int phase) {
  const program_memory *m = program_of(s);
  const int ranks = s->runtime->ranks;
  queued_task task;
  for (int r = 1; r < ranks; r++)
    if (starpu_mpi_irecv_detached(m->rank_handle[r], r, results_tag(s) + r, s->runtime->comm, NULL,
                                  NULL))
      return refused();
  const argument given = {.phase = phase, .partials = s->groups + ranks - 1};
  RIA_TRY(make(s, &reduce_codelet, 1 + given.partials, &given, &task));
  queued_task_add(&task, m->results_handle, STARPU_W);
  add_groups(s, &task);
  for (int r = 1; r < ranks; r++)
    queued_task_add(&task, m->rank_handle[r], STARPU_R);
  RIA_TRY(queued_task_submit(&task));
  for (int r = 1; r < ranks; r++)
    if (starpu_mpi_isend_detached(m->results_handle, r, results_tag(s), s->runtime->comm, NULL,
                                  NULL))
      return refused();
  return RIA_SUCCESS;
}

static ria_status reduce_elsewhere(ria_simulation *s, int phase) {
  const program_memory *m = program_of(s);
  queued_task task;
  const argument given = {.phase = phase, .partials = s->groups};
  RIA_TRY(make(s, &gather_codelet, 1 + given.partials, &given, &task));
  queued_task_add(&task, m->rank_handle[0], STARPU_W);
  add_groups(s, &task);
  RIA_TRY(queued_task_submit(&task));
  if (starpu_mpi_isend_detached(m->rank_handle[0], 0, results_tag(s) + s->runtime->rank,
                                s->runtime->comm, NULL, NULL) ||
      starpu_mpi_irecv_detached(m->results_handle, 0, results_tag(s), s->runtime->comm, NULL, NULL))
    return refused();
  return RIA_SUCCESS;
}

ria_status program_reduce(ria_simulation *s, int phase) {
  return s->runtime->rank ? reduce_elsewhere(s, phase) : reduce_on_root(s, phase);
}

/* ---- memory ---- */

static void *register_new(size_t bytes, starpu_data_handle_t *handle) {
  void *memory = pages_alloc(bytes);
  if (memory)
    starpu_variable_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)memory, bytes);
  return memory;
}

ria_status program_scalars_create(ria_simulation *s) {
  program_memory *m = program_of(s);
  const int ranks = s->runtime->rank ? 1 : s->runtime->ranks;
  m->scalars = register_new(sizeof *m->scalars, &m->scalars_handle);
  m->results = register_new(sizeof *m->results, &m->results_handle);
  m->rank = pages_alloc((size_t)ranks * sizeof *m->rank);
  m->rank_handle = calloc((size_t)ranks, sizeof *m->rank_handle);
  bool good = m->scalars && m->results && m->rank && m->rank_handle;
  for (int i = 0; i < 2 && good; i++) {
    m->post[i].scalars = register_new(sizeof *m->post[i].scalars, &m->post[i].handle);
    good = m->post[i].scalars;
  }
  if (!good)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for the scalars of a program");
  for (int r = 0; r < ranks; r++)
    starpu_variable_data_register(&m->rank_handle[r], STARPU_MAIN_RAM, (uintptr_t)&m->rank[r],
                                  sizeof *m->rank);
  return RIA_SUCCESS;
}

static void release(starpu_data_handle_t handle, void *memory) {
  if (handle)
    starpu_data_unregister(handle);
  free(memory);
}

void program_scalars_destroy(ria_simulation *s) {
  program_memory *m = program_of(s);
  const int ranks = s->runtime->rank ? 1 : s->runtime->ranks;
  release(m->scalars_handle, m->scalars);
  release(m->results_handle, m->results);
  for (int i = 0; i < 2; i++)
    release(m->post[i].handle, m->post[i].scalars);
  for (int r = 0; r < ranks && m->rank_handle; r++)
    release(m->rank_handle[r], NULL);
  free(m->rank_handle);
  free(m->rank);
}
