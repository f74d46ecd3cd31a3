#include "gpu_need.h"
#include <stdio.h>
#include <string.h>
#include "launcher_kind.h"

static bool is_usable(gpu_here *here) {
  ria_gpus gpus;
  if (here->asked)
    return here->usable;
  ria_gpus_find(&gpus, false);
  here->asked = true;
  here->usable = gpus.state == RIA_GPUS_FOUND && ria_gpus_usable(&gpus, here->why);
  if (gpus.state != RIA_GPUS_FOUND)
    snprintf(here->why, sizeof here->why, "%s", gpus.why);
  return here->usable;
}

bool gpu_need_of(const workflow_point *point) {
  const workflow_step_kind *kind = point->step->kind;
  return point->resources.gpus > 0 || (point->object && kind->needs_gpu && kind->needs_gpu(point));
}

bool gpu_need_leaves_out(const workflow_point *point, ria_launcher_kind kind, gpu_here *here) {
  return point->step->without_gpu == WITHOUT_GPU_SKIP && kind != RIA_LAUNCHER_JOBS &&
         gpu_need_of(point) && !is_usable(here);
}

typedef enum { NEEDS_NONE, NEEDS_FAIL, NEEDS_SKIP } need;

static need need_of_step(const workflow_step *step) {
  for (int p = 0; p < step->points; p++)
    if (gpu_need_of(&step->point[p]))
      return step->without_gpu == WITHOUT_GPU_SKIP ? NEEDS_SKIP : NEEDS_FAIL;
  return NEEDS_NONE;
}

static int list_steps(const workflow_file *workflow, need wanted, ria_text *text) {
  int count = 0;
  for (int s = 0; s < workflow->steps; s++)
    if (need_of_step(&workflow->step[s]) == wanted)
      ria_text_add(text, "%s%s", count++ ? ", " : "", workflow->step[s].name);
  return count;
}

void gpu_need_note(const workflow_file *workflow, char *note, size_t size) {
  gpu_here here = {0};
  ria_text fails = {0}, skips = {0};
  int failing = list_steps(workflow, NEEDS_FAIL, &fails),
      skipping = list_steps(workflow, NEEDS_SKIP, &skips);
  bool absent = launcher_kind_of_mode(workflow->mode) != RIA_LAUNCHER_JOBS && !is_usable(&here);
  *note = '\0';
  if (failing + skipping && !fails.failed && !skips.failed) {
    int n = snprintf(note, size, "%s%s%s need%s a GPU", failing ? fails.data : "",
                     failing && skipping ? ", " : "", skipping ? skips.data : "",
                     failing + skipping == 1 ? "s" : "");
    if (absent && n > 0 && (size_t)n < size)
      snprintf(note + n, size - (size_t)n,
               ", and this machine has none that ria can use (%s): %s%s", here.why,
               failing    ? "run on a machine that has one, or with `without_gpu: skip`"
               : skipping ? "their tables will name them as not measured"
                          : "",
               failing && skipping ? "; the steps with `without_gpu: skip` are skipped" : "");
  }
  ria_text_destroy(&fails);
  ria_text_destroy(&skips);
}
