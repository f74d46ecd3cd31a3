/* The executor of programs. Phases and scalars are submitted ahead. The iterations of an innermost
 * loop are submitted in batches; the host checks for the end of a batch while the next one runs. */
#include "program.h"
#include <stdlib.h>
#include <string.h>
#include "kernel/choose.h"

static ria_status ask(ria_simulation *s, bool *asked) {
  *asked = s->model.program != NULL;
  return RIA_SUCCESS;
}

/* With many tiles, those of a GPU are best processed in one launch, unless the case says otherwise.
 */
static const ria_implementation *one_that_takes_parts(const ria_simulation *s,
                                                      const ria_kernel *kernel,
                                                      const ria_implementation *chosen) {
  if (!ria_implementation_on_device(chosen) || s->model.strategy || ria_mesh_tiles(&s->mesh) == 1)
    return chosen;
  for (int i = 0; i < kernel->implementations; i++)
    if (kernel->implementation[i].target == chosen->target &&
        ria_device_functions_of(&kernel->implementation[i], s->model.precision)->takes_parts)
      return &kernel->implementation[i];
  return chosen;
}

static ria_status choose_implementations(ria_simulation *s, program_memory *m) {
  const ria_program *p = s->model.program;
  const kernel_choice choice = {&s->model, s->target, s->hybrid};
  for (int i = 0; i < p->ops; i++) {
    const ria_kernel *kernel = p->op[i].kernel;
    if (p->op[i].kind != RIA_OP_APPLY && p->op[i].kind != RIA_OP_REDUCE)
      continue;
    if (m->beside && p->op[i].aside) {
      RIA_TRY(program_implement_aside(kernel, &m->implementation[i]));
      continue;
    }
    RIA_TRY(kernel_choose_asked(&choice, kernel, &m->implementation[i]));
    m->implementation[i] = one_that_takes_parts(s, kernel, m->implementation[i]);
  }
  return RIA_SUCCESS;
}

/* Whether diagonal neighbours are read: by a kernel, or because ghost cells are computed. */
static bool sees_corners(const ria_simulation *s, const program_memory *m) {
  bool seen = false;
  for (int i = 0; i < s->model.program->ops; i++) {
    const ria_op *op = &s->model.program->op[i];
    seen |= op->kind == RIA_OP_APPLY && ria_kernel_sees_corners(op->kernel);
    for (int a = 0; a < RIA_AXES; a++)
      seen |= m->margins.margin[i].low[a] || m->margins.margin[i].high[a];
  }
  return seen;
}

static ria_status fits(ria_simulation *s, bool *fits) {
  if (!s->model.program)
    return RIA_SUCCESS;
  const ria_step_mode mode = s->model.program->step ? RIA_STEP_PROGRAM : RIA_STEP_FIXED;
  if (s->model.step != mode || s->model.window != 1 || s->model.scheme == RIA_TILING_SWEPT ||
      s->model.depth > 1)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "a program makes single steps, of a fixed length or one that it computes, with "
                    "its own exchanges: use time_tiling classic");
  if (s->target->kind == RIA_TARGET_CELL || s->hybrid)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "programs run on CPUs or on GPUs: use --target cpu or cuda, and gpu.workers 0");
  RIA_TRY(program_check_dots(s));
  program_memory *m = s->executor_data = calloc(1, sizeof *m);
  if (!m)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  RIA_TRY(program_ask_aside(s, &m->beside));
  RIA_TRY(choose_implementations(s, m));
  RIA_TRY(program_find_margins(s->model.program, s->model.nstate, s->model.nstatic, &m->margins));
  for (int a = 0; a < s->mesh.ndim; a++) {
    const int ghost = m->margins.ghost[a];
    s->ghost[a] = s->exchanged[a] = ghost > s->ghost[a] ? ghost : s->ghost[a];
  }
  m->corners = sees_corners(s, m);
  s->applications = 0; /* fields are updated in place: the base buffer stays the same */
  *fits = true;
  return RIA_SUCCESS;
}

static ria_status create_group(const ria_simulation *s, int number) {
  program_group *mine = &program_of(s)->group[number];
  mine->partials = pages_alloc(sizeof *mine->partials);
  if (!mine->partials)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  RIA_TRY(program_parts_create(s, number));
  mine->pinned = place_on_device(&s->tile[s->group[number].first].place);
  if (mine->pinned) {
    starpu_memory_pin(mine->partials, sizeof *mine->partials);
    mine->extreme = device_pinned_alloc((size_t)(mine->extremes + 1) * sizeof *mine->extreme);
    if (!mine->extreme)
      return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  }
  starpu_variable_data_register(&mine->handle, STARPU_MAIN_RAM, (uintptr_t)mine->partials,
                                sizeof *mine->partials);
  return RIA_SUCCESS;
}

/* Kernels also process cells beyond sides with ghost cells that a matrix fills. */
static void open_sides(ria_simulation *s) {
  for (int i = 0; i < s->model.program->ops; i++) {
    const ria_sparse *matrix = s->model.program->op[i].matrix;
    for (int n = 0; matrix && n < matrix->sides; n++)
      for (int t = 0; t < s->tiles; t++) {
        tile_data *tile = &s->tile[t];
        const ria_side side = matrix->side[n].side;
        const int axis = ria_side_axis(side);
        const ria_global last = s->mesh.block[tile->at.block].cells[axis];
        if (tile->at.block == matrix->side[n].block &&
            (ria_side_is_high(side) ? tile->at.cells.hi[axis] == last
                                    : tile->at.cells.lo[axis] == 0))
          tile->has_neighbour[side] = true;
      }
  }
}

static ria_status create(ria_simulation *s) {
  program_memory *m = program_of(s);
  m->zero = s->on_device ? device_pinned_alloc(sizeof *m->zero) : NULL;
  m->group = calloc((size_t)s->groups + 1, sizeof *m->group);
  if (!m->group || (s->on_device && !m->zero))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  program_nodes_create();
  open_sides(s);
  for (int g = 0; g < s->groups; g++)
    RIA_TRY(create_group(s, g));
  program_groups_of_all all = {.s = s};
  ria_status status = program_number_groups(&all);
  if (status == RIA_SUCCESS)
    status = program_halo_create(&all);
  if (status == RIA_SUCCESS)
    status = program_matrices_create(&all);
  free(all.of_tile);
  free(all.owner);
  RIA_TRY(status);
  RIA_TRY(program_cut(s->model.program, m));
  program_find_chains(s->model.program, m);
  RIA_TRY(program_aside_create(s));
  RIA_TRY(program_scalars_create(s));
  return program_device_create(s);
}

static void destroy_group(program_group *mine) {
  if (mine->handle)
    starpu_data_unregister(mine->handle);
  if (mine->pinned)
    starpu_memory_unpin(mine->partials, sizeof *mine->partials);
  device_free(mine->on_device);
  device_free(mine->extreme_on_device);
  device_free(mine->place_on_device);
  device_pinned_free(mine->extreme);
  program_parts_destroy(mine);
  free(mine->partials);
}

static void destroy(ria_simulation *s) {
  program_memory *m = program_of(s);
  program_device_destroy(s);
  program_aside_destroy(s);
  program_scalars_destroy(s);
  program_halo_destroy(s);
  program_matrices_destroy(s);
  for (int g = 0; g < s->groups && m->group; g++)
    destroy_group(&m->group[g]);
  free(m->group);
  device_pinned_free(m->zero);
}

/* ---- submitting ---- */

static ria_status submit_phase(ria_simulation *s, int number) {
  const program_phase *phase = &program_of(s)->phase[number];
  if (phase->takes >= 0)
    RIA_TRY(program_take_back(s, number));
  if (phase->aside >= 0)
    RIA_TRY(program_submit_aside(s, number));
  else if (phase->ops || phase->unpack >= 0 || phase->pack >= 0)
    RIA_TRY(program_submit_phase(s, number));
  if (phase->reductions)
    RIA_TRY(program_reduce(s, number));
  if (phase->results_of >= 0 || phase->scalar_ops || phase->enters >= 0 || phase->ends >= 0)
    RIA_TRY(program_calculate(s, number));
  return RIA_SUCCESS;
}

int64_t program_batch(int64_t expected, int64_t submitted, bool goes_on) {
  enum { FEW = 8, MANY = 64 };
  const int64_t left = expected - submitted, more = 1 + submitted / FEW;
  if (expected < 0)
    return FEW;
  if (left > 0)
    return left < MANY ? left : MANY;
  return !submitted && !goes_on ? 0 : more < FEW ? more : FEW;
}

/* Every rank sees the same scalars at the same time, so all submit the same batches. One batch runs
 * while the host waits for the preceding one, unless the loop is expected not to run. */
static ria_status submit_ahead(ria_simulation *s, int number) {
  program_loop *loop = &program_of(s)->loop[number];
  ria_scalars seen = {.iterations = {0}};
  int64_t submitted = 0;
  seen.running[number] = 1;
  for (int batch = 0; seen.running[number]; batch++) {
    const int64_t wanted = program_batch(loop->expected, submitted, batch > 0);
    const int64_t most = loop->op->most - submitted, count = wanted < most ? wanted : most;
    for (int64_t i = 0; i < count; i++)
      for (int phase = loop->first; phase < loop->end; phase++)
        RIA_TRY(submit_phase(s, phase));
    submitted += count;
    RIA_TRY(program_post(s, batch % 2));
    if (batch || !count)
      RIA_TRY(program_wait(s, batch ? (batch - 1) % 2 : 0, &seen));
  }
  if (!seen.idle)
    loop->expected = seen.turns[number];
  return RIA_SUCCESS;
}

static ria_status submit_phases(ria_simulation *s, int first, int end);

static ria_status drive(ria_simulation *s, int number) {
  const program_loop *loop = &program_of(s)->loop[number];
  for (;;) {
    ria_scalars seen;
    RIA_TRY(program_post(s, 0));
    RIA_TRY(program_wait(s, 0, &seen));
    if (!seen.running[number])
      return RIA_SUCCESS;
    RIA_TRY(submit_phases(s, loop->first, loop->end));
  }
}

static ria_status submit_phases(ria_simulation *s, int first, int end) {
  const program_memory *m = program_of(s);
  for (int number = first; number < end;) {
    const int loop = m->phase[number].enters;
    RIA_TRY(submit_phase(s, number++));
    if (loop < 0)
      continue;
    RIA_TRY(m->loop[loop].holds ? drive(s, loop) : submit_ahead(s, loop));
    number = m->loop[loop].end;
  }
  return RIA_SUCCESS;
}

static ria_status submit(ria_simulation *s) {
  RIA_TRY(program_begin(s));
  if (program_of(s)->device)
    return program_device_submit(s);
  return submit_phases(s, 0, program_of(s)->phases);
}

static bool waits(const ria_simulation *s) {
  return program_of(s)->loops > 0 && !program_of(s)->device;
}

/* ---- report to the clock ---- */

static starpu_data_handle_t news(const ria_simulation *s) {
  const program_memory *m = program_of(s);
  const ria_program *p = s->model.program;
  bool any = p->end || p->step || p->failed || m->loops;
  for (int i = 0; i < p->scalars; i++)
    any |= p->scalar[i].lasts || p->scalar[i].recorded;
  return any ? m->scalars_handle : NULL;
}

static void take_news(const ria_simulation *s, const void *told, step_clock *clock) {
  const ria_program *p = s->model.program;
  const ria_scalars *scalars = told;
  if (scalars->failed || (p->failed && scalars->value[p->failed - 1] != 0)) {
    clock->now.verdict = RIA_VERDICT_PROGRAM;
    return;
  }
  for (int i = 0, n = 0; i < p->scalars; i++)
    if (p->scalar[i].lasts)
      clock->lasting[n++] = scalars->value[i];
  if (p->step)
    ria_now_take_length(&clock->now, scalars->value[p->step - 1]);
  clock->now.ended = p->end && scalars->value[p->end - 1] != 0;
}

static bool records(const ria_program *p) {
  bool any = false;
  for (int i = 0; i < p->scalars; i++)
    any |= p->scalar[i].recorded;
  return any;
}

/* Count iterations of innermost loops only: outer loops are not iterations of a method. */
static int64_t count_iterations(const ria_simulation *s, const ria_scalars *scalars) {
  const program_memory *m = program_of(s);
  int64_t count = 0;
  for (int i = 0; m && i < m->loops; i++)
    count += m->loop[i].holds ? 0 : scalars->iterations[i];
  return count;
}

static void record(const ria_simulation *s, const void *told, const step_clock *clock, double dt) {
  const ria_scalars *scalars = told;
  ria_step_record step = {
      .step = clock->now.steps, .time = clock->now.time, .dt = dt, .value = scalars->value};
  step.iterations = count_iterations(s, scalars);
  if (records(s->model.program))
    s->record(s->record_context, &step);
}

static void wait_for_messages(const ria_simulation *s) {
  const program_memory *m = program_of(s);
  const int ranks = s->runtime->rank ? 1 : s->runtime->ranks;
  if (!m)
    return;
  program_halo_wait(s);
  program_matrices_wait(s);
  handle_wait(m->results_handle);
  for (int r = 0; r < ranks && m->rank_handle; r++)
    handle_wait(m->rank_handle[r]);
}

/* Get the scalars of the last step, on any rank. */
static ria_status read_scalars(const ria_simulation *s, ria_scalars *scalars) {
  const program_memory *m = program_of(s);
  if (starpu_data_acquire(m->scalars_handle, STARPU_R))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for the scalars of a program");
  *scalars = *m->scalars;
  starpu_data_release(m->scalars_handle);
  return RIA_SUCCESS;
}

static ria_status explain_loop(const ria_simulation *s, int loop, int64_t step) {
  const ria_op *op = program_of(s)->loop[loop].op;
  return ria_fail(
      RIA_ERROR_NUMERIC,
      "no end after %lld iterations in step %lld: %s still holds; allow more iterations "
      "or a larger tolerance",
      (long long)op->most, (long long)step, s->model.program->scalar[op->condition].quantity.what);
}

static ria_status explain(const ria_simulation *s) {
  const ria_program *p = s->model.program;
  const ria_now *now = &s->latest->now;
  ria_scalars scalars;
  RIA_TRY(read_scalars(s, &scalars));
  if (scalars.failed)
    return explain_loop(s, scalars.failed - 1, now->steps + 1);
  if (p->explain)
    RIA_TRY(p->explain(p->context, &(ria_program_failure){.step = now->steps + 1,
                                                          .time = now->time,
                                                          .value = scalars.value,
                                                          .place = scalars.place}));
  return ria_fail(RIA_ERROR_NUMERIC, "step %lld, which began at %g s, has failed: %s is %g",
                  (long long)now->steps + 1, now->time, p->scalar[p->failed - 1].quantity.what,
                  scalars.value[p->failed - 1]);
}

ria_status ria_simulation_program(const ria_simulation *s, ria_program_result *result) {
  ria_scalars scalars;
  *result = (ria_program_result){0};
  if (!s->model.program)
    return RIA_SUCCESS;
  RIA_TRY(read_scalars(s, &scalars));
  result->iterations = count_iterations(s, &scalars);
  memcpy(result->loop, scalars.iterations, sizeof result->loop);
  result->failed = scalars.failed;
  memcpy(result->value, scalars.value, sizeof result->value);
  return RIA_SUCCESS;
}

const tile_executor program_executor = {
    .traits = {.host = true, .own_halo = true, .in_place = true, .groups = true},
    .ask = ask,
    .fits = fits,
    .create = create,
    .destroy = destroy,
    .submit = submit,
    .waits = waits,
    .news = news,
    .take_news = take_news,
    .record = record,
    .wait = wait_for_messages,
    .explain = explain};
