/* The executor of programs: phases and scalars are submitted ahead; a loop's iterations in batches,
 * whose end the host looks at while the next ones are under way. */
#include "program.h"
#include "program/simulation.h"
#include <stdlib.h>
#include <string.h>

/* Iterations a batch: enough to hide the host's look at the scalars; at most two batches are
 * submitted in vain. */
enum { BATCH = 8 };

static ria_status ask(ria_simulation *s, bool *asked) {
  *asked = s->model.program != NULL;
  return RIA_SUCCESS;
}

/* Of many tiles, those of a GPU are best worked on in one launch, where nothing else is asked for.
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

static ria_status choose_implementations(ria_simulation *s, ria_program_memory *m) {
  const ria_program *p = s->model.program;
  for (int i = 0; i < p->ops; i++) {
    const ria_kernel *kernel = p->op[i].kernel;
    if (p->op[i].kind != RIA_OP_APPLY && p->op[i].kind != RIA_OP_REDUCE)
      continue;
    RIA_TRY(ria_simulation_choose(s, kernel, &m->implementation[i]));
    m->implementation[i] = one_that_takes_parts(s, kernel, m->implementation[i]);
  }
  return RIA_SUCCESS;
}

/* Whether cells aside along two axes are read: by a kernel, or because ghost cells are computed. */
static bool sees_corners(const ria_simulation *s, const ria_program_memory *m) {
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
  if (s->model.step != RIA_STEP_FIXED || s->model.window != 1 ||
      s->model.scheme == RIA_TILING_SWEPT || s->model.depth > 1)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "a program makes single steps of a fixed length, with an exchange where it "
                    "says so: use time_tiling classic");
  if (s->target->kind == RIA_TARGET_CELL || s->hybrid)
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "programs run on CPUs or on GPUs: use --target cpu or cuda, and gpu.workers 0");
  ria_program_memory *m = s->executor_data = calloc(1, sizeof *m);
  if (!m)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  RIA_TRY(choose_implementations(s, m));
  RIA_TRY(
      ria_program_find_margins(s->model.program, s->model.nstate, s->model.nstatic, &m->margins));
  for (int a = 0; a < s->mesh.ndim; a++) {
    const int ghost = m->margins.ghost[a];
    s->ghost[a] = s->exchanged[a] = ghost > s->ghost[a] ? ghost : s->ghost[a];
  }
  s->corners = sees_corners(s, m);
  s->applications = 0; /* in place: the base buffer stays */
  *fits = true;
  return RIA_SUCCESS;
}

static ria_status create_group(const ria_simulation *s, int number) {
  ria_program_group *mine = &ria_program_of(s)->group[number];
  mine->partials = ria_pages_alloc(sizeof *mine->partials);
  if (!mine->partials)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  RIA_TRY(ria_program_parts_create(s, number));
  mine->pinned = ria_place_on_device(&s->tile[s->group[number].first].place);
  if (mine->pinned)
    starpu_memory_pin(mine->partials, sizeof *mine->partials);
  starpu_variable_data_register(&mine->handle, STARPU_MAIN_RAM, (uintptr_t)mine->partials,
                                sizeof *mine->partials);
  return RIA_SUCCESS;
}

/* Kernels work beyond sides whose ghost cells a matrix fills. */
static void open_sides(ria_simulation *s) {
  for (int i = 0; i < s->model.program->ops; i++) {
    const ria_sparse *matrix = s->model.program->op[i].matrix;
    for (int n = 0; matrix && n < matrix->sides; n++)
      for (int t = 0; t < s->tiles; t++) {
        ria_tile *tile = &s->tile[t];
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
  ria_program_memory *m = ria_program_of(s);
  m->zero = s->on_device ? ria_device_pinned_alloc(sizeof *m->zero) : NULL;
  m->group = calloc((size_t)s->groups + 1, sizeof *m->group);
  if (!m->group || (s->on_device && !m->zero))
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  ria_program_nodes_create();
  open_sides(s);
  for (int g = 0; g < s->groups; g++)
    RIA_TRY(create_group(s, g));
  ria_groups_of_all all = {.s = s};
  ria_status status = ria_program_number_groups(&all);
  if (status == RIA_SUCCESS)
    status = ria_program_halo_create(&all);
  if (status == RIA_SUCCESS)
    status = ria_program_matrices_create(&all);
  free(all.of_tile);
  free(all.owner);
  RIA_TRY(status);
  RIA_TRY(ria_program_cut(s->model.program, m));
  return ria_program_scalars_create(s);
}

static void destroy_group(ria_program_group *mine) {
  if (mine->handle)
    starpu_data_unregister(mine->handle);
  if (mine->pinned)
    starpu_memory_unpin(mine->partials, sizeof *mine->partials);
  ria_device_free(mine->on_device);
  ria_program_parts_destroy(mine);
  free(mine->partials);
}

static void destroy(ria_simulation *s) {
  ria_program_memory *m = ria_program_of(s);
  ria_program_scalars_destroy(s);
  ria_program_halo_destroy(s);
  ria_program_matrices_destroy(s);
  for (int g = 0; g < s->groups && m->group; g++)
    destroy_group(&m->group[g]);
  free(m->group);
  ria_device_pinned_free(m->zero);
}

/* ---- submitting ---- */

static ria_status submit_phase(ria_simulation *s, int number) {
  const ria_phase *phase = &ria_program_of(s)->phase[number];
  if (phase->ops || phase->unpack >= 0 || phase->pack >= 0)
    RIA_TRY(ria_program_submit_phase(s, number));
  if (phase->reductions)
    RIA_TRY(ria_program_reduce(s, number));
  if (phase->reductions || phase->scalar_ops || phase->before_loop || phase->last_of_loop)
    RIA_TRY(ria_program_calculate(s, number));
  return RIA_SUCCESS;
}

static ria_status submit_phases(ria_simulation *s, int first, int end) {
  for (int number = first; number < end; number++)
    RIA_TRY(submit_phase(s, number));
  return RIA_SUCCESS;
}

/* Every rank sees the same scalars at the same time, so all submit the same number of batches. */
static ria_status submit_loop(ria_simulation *s) {
  const ria_program_memory *m = ria_program_of(s);
  ria_scalars seen = {.running = 1};
  for (int batch = 0; seen.running; batch++) {
    for (int i = 0; i < BATCH; i++)
      RIA_TRY(submit_phases(s, m->loop, m->loop_end));
    RIA_TRY(ria_program_post(s, batch % 2));
    if (batch)
      RIA_TRY(ria_program_wait(s, (batch - 1) % 2, &seen));
  }
  return RIA_SUCCESS;
}

static ria_status submit(ria_simulation *s) {
  const ria_program_memory *m = ria_program_of(s);
  RIA_TRY(ria_program_begin(s));
  if (m->loop < 0)
    return submit_phases(s, 0, m->phases);
  RIA_TRY(submit_phases(s, 0, m->loop));
  RIA_TRY(submit_loop(s));
  return submit_phases(s, m->loop_end, m->phases);
}

/* ---- news for the clock ---- */

static starpu_data_handle_t news(const ria_simulation *s) {
  bool any = s->model.program->end > 0;
  for (int i = 0; i < s->model.program->scalars; i++)
    any |= s->model.program->scalar[i].lasts;
  return any ? ria_program_of(s)->scalars_handle : NULL;
}

static void take_news(const ria_simulation *s, const void *told, ria_clock *clock) {
  const ria_program *p = s->model.program;
  const ria_scalars *scalars = told;
  for (int i = 0, n = 0; i < p->scalars; i++)
    if (p->scalar[i].lasts)
      clock->lasting[n++] = scalars->value[i];
  clock->now.ended = p->end && scalars->value[p->end - 1] != 0;
}

static void wait_for_messages(const ria_simulation *s) {
  const ria_program_memory *m = ria_program_of(s);
  const int ranks = s->runtime->rank ? 1 : s->runtime->ranks;
  if (!m)
    return;
  ria_program_halo_wait(s);
  ria_program_matrices_wait(s);
  ria_handle_wait(m->results_handle);
  for (int r = 0; r < ranks && m->rank_handle; r++)
    ria_handle_wait(m->rank_handle[r]);
}

static ria_status check(const ria_simulation *s) {
  ria_program_result result;
  RIA_TRY(ria_simulation_program(s, &result));
  if (!result.failed)
    return RIA_SUCCESS;
  const ria_program_memory *m = ria_program_of(s);
  return ria_fail(RIA_ERROR_NUMERIC,
                  "no end after %lld iterations: %s still holds; allow more iterations or a larger "
                  "tolerance",
                  (long long)result.iterations,
                  s->model.program->scalar[m->loop_op->condition].quantity.what);
}

ria_status ria_simulation_program(const ria_simulation *s, ria_program_result *result) {
  const ria_program_memory *m = ria_program_of(s);
  *result = (ria_program_result){0};
  if (!s->model.program)
    return RIA_SUCCESS;
  if (starpu_data_acquire(m->scalars_handle, STARPU_R))
    return ria_fail(RIA_ERROR_STARPU, "StarPU cannot wait for the scalars of a program");
  result->iterations = m->scalars->iterations;
  result->failed = m->scalars->failed;
  memcpy(result->value, m->scalars->value, sizeof result->value);
  starpu_data_release(m->scalars_handle);
  return RIA_SUCCESS;
}

const ria_executor ria_program_executor = {.host = true,
                                           .own_halo = true,
                                           .in_place = true,
                                           .groups = true,
                                           .ask = ask,
                                           .fits = fits,
                                           .create = create,
                                           .destroy = destroy,
                                           .submit = submit,
                                           .news = news,
                                           .take_news = take_news,
                                           .wait = wait_for_messages,
                                           .check = check};
