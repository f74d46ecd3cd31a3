/* Chooses the implementation of a kernel for a model. */
#include "choose.h"
#include "ria/device_kernel.h"
#include <stdio.h>

/* The targets of a kernel as text: "cpu, cuda". */
static const char *targets_of(const ria_kernel *kernel, char *text, size_t room) {
  size_t length = 0;
  text[0] = 0;
  for (int i = 0; i < kernel->implementations; i++) {
    const char *target = kernel->implementation[i].target->name;
    if (ria_kernel_implementation(kernel, target, NULL) != &kernel->implementation[i])
      continue; /* not the last implementation of its target */
    const int more = snprintf(text + length, room - length, "%s%s", length ? ", " : "", target);
    if (more < 0 || (size_t)more >= room - length)
      break;
    length += (size_t)more;
  }
  return text;
}

static ria_status find_implementation(const ria_kernel *kernel, const char *target,
                                      const char *strategy, const ria_implementation **found) {
  *found = ria_kernel_implementation(kernel, target, strategy);
  if (*found && (ria_implementation_on_host(*found) || ria_implementation_on_device(*found)))
    return RIA_SUCCESS;
  if (*found)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "this ria was built without the target '%s'", target);
  char targets[64];
  if (!ria_kernel_implementation(kernel, target, NULL))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "the kernel %s is not made for the target '%s'; choose one of its targets with "
                    "--target: %s",
                    kernel->name, target, targets_of(kernel, targets, sizeof targets));
  return ria_fail(
      RIA_ERROR_UNSUPPORTED,
      "the kernel %s has no strategy '%s' for the target '%s'; `ria kernels` lists them",
      kernel->name, strategy ? strategy : "(default)", target);
}

const ria_target *model_host(const ria_model *m) {
  return m->stage[0].kernel->implementation[0].target;
}

const ria_target *model_target(const ria_model *m) {
  const ria_implementation *one = ria_kernel_implementation(m->stage[0].kernel, m->target, NULL);
  return one ? one->target : model_host(m);
}

/* The PPE of a Cell is a CPU: it fills the edges of the domain. */
static const char *target_of(const kernel_choice *choice, const ria_kernel *kernel) {
  const bool whole = kernel->kind == RIA_KERNEL_FACE || kernel->kind == RIA_KERNEL_POINT;
  const bool on_ppe = choice->target->kind == RIA_TARGET_CELL && !whole;
  return on_ppe ? model_host(choice->model)->name : choice->model->target;
}

ria_status kernel_choose(const kernel_choice *choice, const ria_kernel *kernel,
                         const char *strategy, const ria_implementation **one) {
  RIA_TRY(find_implementation(kernel, target_of(choice, kernel), strategy, one));
  hybrid_implementation(choice->hybrid, kernel, one);
  return RIA_SUCCESS;
}

ria_status kernel_choose_asked(const kernel_choice *choice, const ria_kernel *kernel,
                               const ria_implementation **one) {
  const char *asked = choice->model->strategy;
  const bool has = asked && ria_kernel_implementation(kernel, target_of(choice, kernel), asked);
  return kernel_choose(choice, kernel, has ? asked : NULL, one);
}
