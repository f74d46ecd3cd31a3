#include "fields.h"
#include <string.h>
#include "ria/text.h"

static ria_status missing(const ria_kernel *kernel, const char *what, const char *name,
                          const ria_quantity *has, int count) {
  ria_text list = {0};
  for (int f = 0; f < count; f++)
    ria_text_add(&list, "%s%s", f ? ", " : "", has[f].name);
  const ria_status status =
      ria_fail(RIA_ERROR_ARGUMENT,
               "the kernel %s has '%s' in its %s, and the model's %s has no field of that name; it "
               "has: %s",
               kernel->name, name, what, what, count && list.data ? list.data : "none");
  ria_text_destroy(&list);
  return status;
}

/* Index of a field among the model's. */
static ria_status find(const ria_kernel *kernel, const char *what, const ria_quantity *field,
                       const ria_quantity *has, int count, int *number) {
  *number = ria_quantity_find(has, count, field->name);
  if (*number < 0)
    return missing(kernel, what, field->name, has, count);
  if (strcmp(has[*number].unit, field->unit))
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the kernel %s has '%s' of its %s in %s, and the model has it in %s",
                    kernel->name, field->name, what, field->unit, has[*number].unit);
  return RIA_SUCCESS;
}

static ria_status check_state(const ria_kernel *kernel, int f) {
  const ria_storage stored = ria_kernel_storage(kernel, f);
  if (stored == RIA_STORED_REAL)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "the kernel %s has '%s' of the state as %s, but the state of a model is made "
                  "of reals; %s",
                  kernel->name, kernel->state[f].name, ria_storage_name(stored),
                  stored == RIA_STORED_SINGLE ? "only programs have such fields"
                                              : "declare it in STATICS");
}

static ria_status check_static(const ria_model *model, const ria_kernel *kernel, int f,
                               int number) {
  const ria_storage read = ria_kernel_storage(kernel, kernel->nstate + f);
  const ria_storage stored = ria_model_stored(model, number);
  if (read == stored)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "the kernel %s reads the static '%s' as %s, and the model stores it as %s",
                  kernel->name, kernel->statics[f].name, ria_storage_name(read),
                  ria_storage_name(stored));
}

/* Interim fields, which may hold any values when a step begins, are the model's last fields. */
static ria_status check_interim(const ria_model *model, const ria_kernel *kernel, int f,
                                int number) {
  const bool steps = kernel->kind == RIA_KERNEL_FACE || kernel->kind == RIA_KERNEL_POINT;
  const bool interim = f >= kernel->nstate - kernel->interim;
  const bool handed = number >= model->nstate - model->handed;
  if (!steps || handed || interim == (number >= ria_model_lasting(model)))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "'%s' of the kernel %s %s from step to step, and the model has it among the "
                  "fields that %s; put interim fields last",
                  kernel->state[f].name, kernel->name, interim ? "does not last" : "lasts",
                  interim ? "last" : "do not");
}

static void find_carried(const ria_model *model, const ria_kernel *kernel, kernel_fields *fields) {
  bool written[RIA_MAX_FIELDS] = {false};
  for (int f = 0; f < kernel->nstate; f++)
    written[fields->state[f]] |= ria_kernel_writes(kernel, f);
  for (int f = 0; f < model->nstate && f < RIA_MAX_FIELDS; f++)
    if (!written[f])
      fields->carry[fields->carried++] = f;
}

/* Find a field of a kernel by the name that the model has for it; with a name the unit is the
 * model's. `names`: for the first fields, or NULL. */
static ria_quantity renamed(const ria_kernel *kernel, const char *const *names, int f,
                            const ria_quantity *among, int count) {
  ria_quantity wanted = kernel->state[f];
  if (!names || f >= RIA_RENAMED || !names[f])
    return wanted;
  const int named = ria_quantity_find(among, count, names[f]);
  wanted.name = names[f];
  wanted.unit = named < 0 ? wanted.unit : among[named].unit;
  return wanted;
}

/* The kernels of a program's sides apply to whichever field is filled. `names`: for the first
 * fields, or NULL; a tracer's content has the unit of its concentration. */
static ria_status find_state(const ria_model *model, const ria_kernel *kernel,
                             const char *const *names, int f, int *number) {
  *number = f;
  if (model->program)
    return RIA_SUCCESS;
  const ria_quantity wanted = renamed(kernel, names, f, model->state, model->nstate);
  RIA_TRY(find(kernel, "STATE", &wanted, model->state, model->nstate, number));
  RIA_TRY(check_interim(model, kernel, f, *number));
  return check_state(kernel, f);
}

static ria_status find_statics(const ria_model *model, const ria_kernel *kernel,
                               kernel_fields *fields) {
  for (int f = 0; f < kernel->nstatic; f++) {
    RIA_TRY(find(kernel, "STATICS", &kernel->statics[f], model->statics, model->nstatic,
                 &fields->statics[f]));
    RIA_TRY(check_static(model, kernel, f, fields->statics[f]));
  }
  return RIA_SUCCESS;
}

static ria_status begin(const ria_model *model, const ria_kernel *kernel, const char *const *names,
                        kernel_fields *fields) {
  *fields = (kernel_fields){.nstate = kernel->nstate, .nstatic = kernel->nstatic};
  if (kernel->nstate > RIA_MAX_FIELDS || kernel->nstatic > RIA_MAX_STATICS)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "the kernel %s has %d fields and %d statics; at most %d and %d are possible",
                    kernel->name, kernel->nstate, kernel->nstatic, RIA_MAX_FIELDS, RIA_MAX_STATICS);
  for (int f = 0; f < kernel->nstate; f++)
    RIA_TRY(find_state(model, kernel, names, f, &fields->state[f]));
  return RIA_SUCCESS;
}

ria_status kernel_fields_find(const ria_model *model, const ria_kernel *kernel,
                              const char *const *names, kernel_fields *fields) {
  RIA_TRY(begin(model, kernel, names, fields));
  RIA_TRY(find_statics(model, kernel, fields));
  find_carried(model, kernel, fields);
  return RIA_SUCCESS;
}

/* A rider's statics may be fields of the state. */
ria_status rider_fields_find(const ria_model *model, const ria_kernel *kernel,
                             const char *const *names, rider_fields *fields) {
  *fields = (rider_fields){.handed = false};
  RIA_TRY(begin(model, kernel, names, &fields->own));
  for (int f = 0; f < kernel->nstatic; f++) {
    const ria_quantity *wanted = &kernel->statics[f];
    int *number = &fields->own.statics[f];
    fields->of_state[f] = ria_quantity_find(model->statics, model->nstatic, wanted->name) < 0;
    RIA_TRY(fields->of_state[f]
                ? find(kernel, "STATICS", wanted, model->state, model->nstate, number)
                : find(kernel, "STATICS", wanted, model->statics, model->nstatic, number));
    if (!fields->of_state[f])
      RIA_TRY(check_static(model, kernel, f, *number));
    fields->handed |= fields->of_state[f] && *number >= model->nstate - model->handed;
  }
  return RIA_SUCCESS;
}

void rider_fields_point(const rider_fields *fields, const ria_model *model, void *const *from,
                        void *const *to, void *const *statics, const void **src, void **dst,
                        const void **fixed) {
  const kernel_fields *own = &fields->own;
  for (int f = 0; f < own->nstate; f++) {
    src[f] = from[own->state[f]];
    dst[f] = to[own->state[f]];
  }
  for (int f = 0; f < own->nstatic; f++) {
    const int number = own->statics[f];
    const bool handed = number >= model->nstate - model->handed;
    fixed[f] = !fields->of_state[f] ? statics[number] : handed ? to[number] : from[number];
  }
}

static ria_status check_tracker(const ria_kernel *kernel) {
  if (kernel->kind == RIA_KERNEL_POINT && !kernel->radius && !kernel->has_rate &&
      !kernel->has_check && !kernel->interim)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_ARGUMENT,
                  "the kernel %s cannot track: expected a POINT kernel that reads its own cell "
                  "alone, without RATE, CHECK and INTERIM",
                  kernel->name);
}

/* Fields that it writes are tracked; fields that it only reads may be of the state. */
static ria_status find_tracked(const ria_model *model, const ria_tracker *tracker, int f,
                               int *number, bool *is_tracked) {
  const ria_kernel *kernel = tracker->kernel;
  ria_quantity tracked[RIA_MAX_TRACKED];
  for (int i = 0; i < model->ntracked; i++)
    tracked[i] = model->tracked[i].quantity;
  const ria_quantity field = renamed(kernel, tracker->field, f, model->state, model->nstate);
  *is_tracked = ria_kernel_writes(kernel, f) ||
                ria_quantity_find(model->state, model->nstate, field.name) < 0;
  const ria_quantity own = renamed(kernel, tracker->field, f, tracked, model->ntracked);
  RIA_TRY(*is_tracked ? find(kernel, "STATE", &own, tracked, model->ntracked, number)
                      : find(kernel, "INPUT", &field, model->state, model->nstate, number));
  return check_state(kernel, f);
}

ria_status tracker_fields_find(const ria_model *model, const ria_tracker *tracker,
                               tracker_fields *fields) {
  const ria_kernel *kernel = tracker->kernel;
  *fields = (tracker_fields){.own = {.nstate = kernel->nstate, .nstatic = kernel->nstatic}};
  RIA_TRY(check_tracker(kernel));
  for (int f = 0; f < kernel->nstate; f++)
    RIA_TRY(find_tracked(model, tracker, f, &fields->own.state[f], &fields->is_tracked[f]));
  return find_statics(model, kernel, &fields->own);
}

bool kernel_fields_prefix(const kernel_fields *one, const kernel_fields *other) {
  return one->nstate <= other->nstate && one->nstatic <= other->nstatic &&
         !memcmp(one->state, other->state, (size_t)one->nstate * sizeof *one->state) &&
         !memcmp(one->statics, other->statics, (size_t)one->nstatic * sizeof *one->statics);
}

bool kernel_fields_begin(const kernel_fields *one, const kernel_fields *other) {
  return one->nstate == other->nstate && kernel_fields_prefix(one, other);
}

bool kernel_fields_same(const kernel_fields *one, const kernel_fields *other) {
  return kernel_fields_begin(one, other) && one->nstatic == other->nstatic;
}

bool kernel_fields_straight(const kernel_fields *fields, const ria_model *model) {
  bool straight = fields->nstate == model->nstate && fields->nstatic == model->nstatic;
  for (int f = 0; f < fields->nstate; f++)
    straight &= fields->state[f] == f;
  for (int f = 0; f < fields->nstatic; f++)
    straight &= fields->statics[f] == f;
  return straight && !fields->carried;
}
