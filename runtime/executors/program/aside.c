/* Operations that CPU workers compute while the GPUs go on. A task on the tile's GPU copies the
 * fields that they need out of the state, a task of a CPU worker computes the operations in these
 * copies, and a task on the GPU copies the results back into the state before an operation needs
 * them. StarPU moves the copies. Between the first task and the last one the state is free for the
 * operations of the GPU. */
#include "program.h"
#include "submit/task.h"
#include "trace/task_timer.h"
#include <stdlib.h>
#include <string.h>

/* Reads RIA_PROGRAM_ASIDE, by which tests compare the ways. */
static ria_status ask(bool *always) {
  static const char variable[] = "RIA_PROGRAM_ASIDE";
  const char *asked = getenv(variable);
  *always = asked && *asked;
  if (*always && strcmp(asked, "always"))
    return ria_fail(RIA_ERROR_ARGUMENT, "%s is '%s'; expected always", variable, asked);
  return RIA_SUCCESS;
}

ria_status program_ask_aside(const ria_simulation *s, bool *wanted) {
  bool always;
  RIA_TRY(ask(&always));
  *wanted =
      ria_program_has_aside(s->model.program) && (always || s->target->kind == RIA_TARGET_DEVICE);
  return RIA_SUCCESS;
}

ria_status program_implement_aside(const ria_kernel *kernel,
                                   const ria_implementation **implementation) {
  *implementation = ria_kernel_on(kernel, RIA_TARGET_HOST);
  return *implementation ? RIA_SUCCESS
                         : ria_fail(RIA_ERROR_UNSUPPORTED,
                                    "the kernel %s has no CPU implementation", kernel->name);
}

/* ---- which fields ---- */

bool program_touches(const ria_op *op, int field) {
  const int count = op->kind == RIA_OP_APPLY || op->kind == RIA_OP_REDUCE ? op->kernel->nstate
                    : op->kind == RIA_OP_EXCHANGE                         ? op->fields
                    : op->kind == RIA_OP_SPMV || op->kind == RIA_OP_DOT   ? 2 * op->fields
                                                                          : 0;
  bool touches = false;
  for (int i = 0; i < count; i++)
    touches |= op->field[i] == field;
  return touches;
}

bool program_gives_back(const ria_op *op, int field) {
  bool gives = false;
  for (int i = 0; i < op->kernel->nstate && op->aside == RIA_ASIDE; i++)
    gives |= op->field[i] == field && ria_kernel_writes(op->kernel, i);
  return gives;
}

/* How operations aside use a field. */
typedef struct {
  bool taken, written, given_back;
} use;

static ria_status find_uses(const ria_program *p, const program_phase *phase, use *uses) {
  for (int n = phase->first; n < phase->first + phase->ops; n++) {
    const ria_op *op = &p->op[n];
    for (int i = 0; i < op->kernel->nstate; i++) {
      use *u = &uses[op->field[i]];
      if (ria_kernel_reads(op->kernel, i) && !u->written)
        u->taken = true;
      if (!ria_kernel_writes(op->kernel, i))
        continue;
      if (u->taken)
        return ria_fail(RIA_ERROR_ARGUMENT,
                        "operation %d of the program, which is computed aside, writes a field that "
                        "operations aside have read before",
                        n);
      u->written = true;
      u->given_back |= op->aside == RIA_ASIDE;
    }
  }
  return RIA_SUCCESS;
}

/* First the fields that are copied to the CPU, then those that are copied back, then the others. */
static void number_fields(program_aside *a, const use *uses, int nstate) {
  for (int f = 0; f < nstate; f++)
    if (uses[f].taken)
      a->field[a->ins++] = f;
  a->fields = a->ins;
  for (int f = 0; f < nstate; f++)
    if (uses[f].given_back)
      a->field[a->fields++] = f;
  a->outs = a->fields - a->ins;
  for (int f = 0; f < nstate; f++)
    if (uses[f].written && !uses[f].given_back)
      a->field[a->fields++] = f;
}

/* ---- memory ---- */

/* Reals of a field of a tile; a group stores the tiles one after the other. */
static size_t reals_of(const ria_simulation *s, const tile_data *tile) {
  const tile_data *next = tile + 1;
  const bool last = next == s->tile + s->tiles || next->state_handle != tile->state_handle;
  const size_t end = last ? tile->layout.field * tile->layout.size : next->before;
  return (end - tile->before) / tile->layout.size;
}

static size_t scratch_of(const ria_simulation *s, const program_phase *phase,
                         const tile_data *tile) {
  size_t most = 0;
  for (int n = phase->first; n < phase->first + phase->ops; n++) {
    const ria_implementation *one = program_of(s)->implementation[n];
    const int width = (int)tile->layout.pitch + 2 * s->most_radius;
    const size_t bytes = one->scratch_bytes ? one->scratch_bytes(width, s->model.precision) : 0;
    most = bytes > most ? bytes : most;
  }
  return most;
}

/* Vectors of 128-byte elements, because StarPU stores their length as a 32-bit number. */
enum { UNIT = 128 };

static void register_fields(starpu_data_handle_t *handle, void *memory, size_t bytes) {
  starpu_vector_data_register(handle, STARPU_MAIN_RAM, (uintptr_t)memory, (uint32_t)(bytes / UNIT),
                              UNIT);
}

static ria_status create_tile(const ria_simulation *s, const program_aside *a,
                              const program_phase *phase, const tile_data *tile,
                              program_aside_tile *mine) {
  const size_t reals = reals_of(s, tile), size = tile->layout.size;
  const size_t scratch = scratch_of(s, phase, tile);
  mine->bytes = (reals * size + UNIT - 1) / UNIT * UNIT;
  mine->layout = tile->layout;
  mine->layout.field = mine->bytes / size;
  mine->copied = reals * size;
  mine->memory = pages_alloc((size_t)a->fields * mine->bytes);
  mine->scratch = pages_alloc(scratch + UNIT);
  if (!mine->memory || !mine->scratch)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for operations that CPUs compute beside GPUs");
  mine->pinned = place_on_device(&tile->place);
  if (mine->pinned)
    starpu_memory_pin(mine->memory, (size_t)a->fields * mine->bytes);
  register_fields(&mine->in, mine->memory, (size_t)a->ins * mine->bytes);
  register_fields(&mine->out, (char *)mine->memory + (size_t)a->ins * mine->bytes,
                  (size_t)a->outs * mine->bytes);
  return RIA_SUCCESS;
}

static ria_status create(const ria_simulation *s, program_aside *a, const program_phase *phase) {
  use uses[RIA_MAX_OPERANDS] = {{false, false, false}};
  RIA_TRY(find_uses(s->model.program, phase, uses));
  number_fields(a, uses, s->model.nstate);
  if (!a->ins || !a->outs)
    return ria_fail(
        RIA_ERROR_ARGUMENT,
        "operation %d of the program, which is computed aside, reads no field or writes none",
        phase->first);
  a->tile = calloc((size_t)s->tiles + 1, sizeof *a->tile);
  if (!a->tile)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a program");
  for (int t = 0; t < s->tiles; t++)
    RIA_TRY(create_tile(s, a, phase, &s->tile[t], &a->tile[t]));
  return RIA_SUCCESS;
}

static void destroy_tile(const program_aside *a, program_aside_tile *mine) {
  if (mine->in)
    starpu_data_unregister(mine->in);
  if (mine->out)
    starpu_data_unregister(mine->out);
  if (mine->pinned)
    starpu_memory_unpin(mine->memory, (size_t)a->fields * mine->bytes);
  free(mine->memory);
  free(mine->scratch);
}

void program_aside_destroy(const ria_simulation *s) {
  program_memory *m = program_of(s);
  for (int i = 0; i < m->asides; i++) {
    for (int t = 0; t < s->tiles && m->aside[i].tile; t++)
      destroy_tile(&m->aside[i], &m->aside[i].tile[t]);
    free(m->aside[i].tile);
  }
}

/* ---- tasks ---- */

enum { BUFFER_SCALARS, BUFFER_CLOCK, BUFFER_FIELDS, BUFFER_OTHERS, BUFFERS };

typedef struct {
  ria_simulation *s;
  int tile, aside;
  int phase; /* the task runs if this phase does */
  int group; /* of the tile */
  bool back; /* of copies: into the state */
} argument;

static bool runs(const argument *a, void *buffers[]) {
  const ria_scalars *scalars = (void *)STARPU_VARIABLE_GET_PTR(buffers[BUFFER_SCALARS]);
  return program_phase_runs(&program_of(a->s)->phase[a->phase], scalars);
}

/* Copy between the state and the fields next to it; `stream`: of a GPU that holds both. Returns an
 * error code. */
static int copy(const argument *a, void *buffers[], void *stream) {
  const program_aside *aside = &program_of(a->s)->aside[a->aside];
  const program_aside_tile *mine = &aside->tile[a->tile];
  const tile_data *tile = &a->s->tile[a->tile];
  char *state = work_buffer(buffers[BUFFER_FIELDS]);
  char *fields = work_buffer(buffers[BUFFER_OTHERS]);
  const size_t size = tile->layout.size;
  const int first = a->back ? aside->ins : 0, count = a->back ? aside->outs : aside->ins;
  int code = 0;
  for (int i = 0; i < count && !code; i++) {
    char *in_state =
        state + (size_t)aside->field[first + i] * tile->layout.field * size + tile->before;
    char *beside = fields + (size_t)i * mine->bytes;
    char *to = a->back ? in_state : beside, *from = a->back ? beside : in_state;
    if (stream)
      code = device_copy(stream, to, from, mine->copied);
    else
      memcpy(to, from, mine->copied);
  }
  return code;
}

static void copy_cpu(void *buffers[], void *given) {
  if (runs(given, buffers))
    copy(given, buffers, NULL);
}

static void copy_on_device(void *buffers[], void *given) {
  const argument *a = given;
  const int code = runs(a, buffers) ? copy(a, buffers, device_stream()) : 0;
  if (code)
    simulation_device_failed(a->s, code);
}

/* The fields that the operations use; those of other numbers are NULL. */
static void find_fields(const program_aside *aside, const program_aside_tile *mine, void *buffers[],
                        void *fields[RIA_MAX_OPERANDS]) {
  const void *in = work_buffer(buffers[BUFFER_FIELDS]);
  const void *out = work_buffer(buffers[BUFFER_OTHERS]);
  for (int i = 0; i < aside->fields; i++) {
    const bool taken = i < aside->ins, given_back = !taken && i < aside->ins + aside->outs;
    const void *memory = taken ? in : given_back ? out : mine->memory;
    fields[aside->field[i]] = layout_origin(&mine->layout, memory, given_back ? i - aside->ins : i);
  }
}

static void operate(const argument *a, const tile_work *work, const ria_scalars *scalars,
                    program_part_clock *clock) {
  const program_memory *m = program_of(a->s);
  const program_phase *phase = &m->phase[a->phase];
  const program_group *group = &m->group[a->group];
  const int tile = a->tile - a->s->group[a->group].first;
  for (int n = phase->first; n < phase->first + phase->ops; n++) {
    double values[RIA_MAX_SCALARS];
    const ria_op *op = &a->s->model.program->op[n];
    program_part_enter(clock, op);
    program_resolve(work, op, scalars, values);
    for (int i = 0; i < group->parts[n]; i++)
      if (group->part[n][i].tile == tile)
        program_apply_in(
            work, n, &(program_launch){.values = values, .box = group->part[n][i].box, .also = -1});
  }
}

static void aside_cpu(void *buffers[], void *given) {
  const argument *a = given;
  const program_aside *aside = &program_of(a->s)->aside[a->aside];
  program_aside_tile *mine = &aside->tile[a->tile];
  step_report report = {0};
  void *fields[RIA_MAX_OPERANDS] = {NULL};
  task_timer timer;
  if (!runs(a, buffers))
    return;
  const tile_work work = {.s = a->s,
                          .tile = &a->s->tile[a->tile],
                          .fields = fields,
                          .clock = work_buffer(buffers[BUFFER_CLOCK]),
                          .report = &report, /* its kernels have no CHECK */
                          .scratch = mine->scratch};
  const task_parts parts = {.step = work.clock->now.steps, .steps = 1, .works = true};
  task_timer_begin(&timer, a->s, work.tile, &parts, NULL);
  task_timer_mark(&timer, TIMER_UNPACKED);
  program_part_begin(&mine->clock, a->s, false);
  find_fields(aside, mine, buffers, fields);
  operate(a, &work, (void *)STARPU_VARIABLE_GET_PTR(buffers[BUFFER_SCALARS]), &mine->clock);
  program_part_end(&mine->clock);
  task_timer_mark(&timer, TIMER_WORKED);
  task_timer_mark(&timer, TIMER_PACKED);
}

static int nodes[BUFFERS] = {[BUFFER_SCALARS] = STARPU_SPECIFIC_NODE_CPU,
                             [BUFFER_CLOCK] = STARPU_SPECIFIC_NODE_CPU,
                             [BUFFER_FIELDS] = STARPU_SPECIFIC_NODE_LOCAL,
                             [BUFFER_OTHERS] = STARPU_SPECIFIC_NODE_LOCAL};

static struct starpu_codelet copy_codelet = {.cpu_funcs = {copy_cpu},
                                             .cpu_funcs_name = {"copy_cpu"},
                                             CODELET_ON_DEVICE(copy_on_device),
                                             .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                             .specific_nodes = 1,
                                             .dyn_nodes = nodes,
                                             .name = "copy aside"};

static struct starpu_codelet aside_codelet = {.cpu_funcs = {aside_cpu},
                                              .cpu_funcs_name = {"aside_cpu"},
                                              .nbuffers = STARPU_VARIABLE_NBUFFERS,
                                              .name = "aside"};

/* Submit a task of a tile with a field buffer and one other buffer. */
static ria_status submit(struct starpu_codelet *codelet, const argument *given, task_place place,
                         const starpu_data_handle_t handle[2],
                         const enum starpu_data_access_mode mode[2]) {
  ria_simulation *s = given->s;
  queued_task task = {.codelet = codelet,
                      .name = codelet->name,
                      .priority = PRIORITY_EDGE,
                      .place = place,
                      .argument_bytes = sizeof *given};
  RIA_TRY(queued_task_init(&task, BUFFERS));
  argument *copied = task.argument = malloc(sizeof *copied);
  if (!copied)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a task");
  *copied = *given;
  queued_task_add(&task, program_of(s)->scalars_handle, STARPU_R);
  queued_task_add(&task, s->clock_handle, STARPU_R);
  for (int i = 0; i < 2; i++)
    queued_task_add(&task, handle[i], mode[i]);
  return queued_task_submit(&task);
}

static ria_status submit_tile(ria_simulation *s, argument *a, bool back) {
  const program_aside_tile *mine = &program_of(s)->aside[a->aside].tile[a->tile];
  const tile_data *tile = &s->tile[a->tile];
  static const enum starpu_data_access_mode there[] = {STARPU_R, STARPU_W},
                                            back_again[] = {STARPU_RW, STARPU_R};
  a->back = back;
  const starpu_data_handle_t copied[] = {tile->state_handle, back ? mine->out : mine->in};
  RIA_TRY(submit(&copy_codelet, a, tile->place, copied, back ? back_again : there));
  if (back)
    return RIA_SUCCESS;
  const starpu_data_handle_t used[] = {mine->in, mine->out};
  return submit(&aside_codelet, a, place_of_host(s->runtime), used, there);
}

static ria_status submit_all(ria_simulation *s, int aside, int phase, bool back) {
  for (int g = 0; g < s->groups; g++)
    for (int t = 0; t < s->group[g].tiles; t++) {
      argument a = {
          .s = s, .tile = s->group[g].first + t, .aside = aside, .phase = phase, .group = g};
      RIA_TRY(submit_tile(s, &a, back));
    }
  return RIA_SUCCESS;
}

ria_status program_aside_create(const ria_simulation *s) {
  program_memory *m = program_of(s);
  for (int p = 0; p < m->phases; p++)
    if (m->phase[p].aside >= 0)
      RIA_TRY(create(s, &m->aside[m->phase[p].aside], &m->phase[p]));
  return RIA_SUCCESS;
}

ria_status program_submit_aside(ria_simulation *s, int phase) {
  return submit_all(s, program_of(s)->phase[phase].aside, phase, false);
}

ria_status program_take_back(ria_simulation *s, int phase) {
  return submit_all(s, program_of(s)->phase[phase].takes, phase, true);
}
