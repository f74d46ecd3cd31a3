#include "resource_check.h"
#include <stdio.h>
#include <string.h>
#include "language/reader.h"
#include "ria/own_job.h"
#include "ria/sbatch_lines.h"
#include "tasks/gpu_need.h"
#include "tasks/launcher_kind.h"

/* Consecutive points with the same request are checked once. */
static bool same_sizes(const ria_resources *a, const ria_resources *b) {
  const char *one = a->partition ? a->partition : "", *two = b->partition ? b->partition : "";
  return a->nodes == b->nodes && a->ranks == b->ranks && a->ranks_per_node == b->ranks_per_node &&
         a->workers == b->workers && a->gpus == b->gpus && a->memory == b->memory &&
         a->core_memory == b->core_memory && a->seconds == b->seconds &&
         a->oversubscribe == b->oversubscribe && !strcmp(one, two);
}

/* Whether the `when` of the point is false already before any step has run. */
static bool is_skipped(const workflow_point *point) {
  name_state known = NAME_KNOWN;
  bool runs = true;
  return point_when(point, NULL, NULL, &known, &runs) == RIA_SUCCESS && known == NAME_KNOWN &&
         !runs;
}

/* Points that are skipped because there is no GPU need no resources. */
static ria_status check_steps(const workflow_file *workflow, ria_launcher *launcher,
                              ria_launcher_kind kind, ria_case_errors *errors) {
  const ria_resources *before = NULL;
  gpu_here here = {0};
  ria_status status = RIA_SUCCESS;
  for (int s = 0; s < workflow->steps; s++) {
    for (int p = 0; p < workflow->step[s].points; p++) {
      const workflow_point *point = &workflow->step[s].point[p];
      if (is_skipped(point))
        continue;
      if (before && same_sizes(before, &point->resources) && (p || status == RIA_SUCCESS))
        continue;
      if (gpu_need_leaves_out(point, kind, &here))
        continue;
      status = ria_launcher_check(launcher, &point->resources);
      if (status == RIA_ERROR_UNSUPPORTED)
        point_complain_resources(point, errors, "%s", ria_status_detail());
      else if (status != RIA_SUCCESS)
        return status;
      before = &point->resources;
    }
  }
  return RIA_SUCCESS;
}

static ria_status check_lines(const workflow_file *workflow, const char *const *options,
                              ria_launcher *partitions, ria_case_errors *errors) {
  int line = 0;
  ria_status status =
      ria_sbatch_lines_check(partitions, workflow->text, workflow->length, options, &line);
  if (status != RIA_ERROR_UNSUPPORTED)
    return status;
  if (line)
    ria_case_complain_at(errors, &workflow->memory->source[0], line, 1,
                         "#SBATCH: the job could never start: %s", ria_status_detail());
  else
    ria_case_complain_at(errors, NULL, 0, 0, "sbatch's options: the job could never start: %s",
                         ria_status_detail());
  return RIA_SUCCESS;
}

/* The first part of Slurm's message. */
static void set_note(char note[RESOURCE_NOTE_SIZE], const char *what) {
  const char *why = ria_status_detail();
  snprintf(note, RESOURCE_NOTE_SIZE, "%s: %.*s", what, (int)strcspn(why, ";"), why);
}

static ria_status check(const workflow_file *workflow, bool for_sbatch, const char *const *options,
                        ria_case_errors *errors, char note[RESOURCE_NOTE_SIZE]) {
  ria_launcher_kind kind = launcher_kind_of_mode(workflow->mode);
  bool submitted = for_sbatch && workflow->mode != MODE_LOCAL && !ria_own_job_exists();
  ria_launcher *launcher = NULL, *partitions = NULL;
  ria_status status = RIA_SUCCESS;
  if (kind == RIA_LAUNCHER_JOBS || submitted)
    status = ria_launcher_create(&partitions, RIA_LAUNCHER_JOBS, NULL);
  if (status != RIA_SUCCESS && status != RIA_ERROR_MEMORY && kind == RIA_LAUNCHER_JOBS)
    set_note(note, "the steps' resources were not compared with Slurm's partitions");
  if (partitions && submitted)
    status = check_lines(workflow, options, partitions, errors);
  if (partitions && kind == RIA_LAUNCHER_JOBS && status == RIA_SUCCESS)
    status = check_steps(workflow, partitions, kind, errors);
  ria_launcher_destroy(partitions);
  if (status == RIA_ERROR_MEMORY || kind == RIA_LAUNCHER_JOBS || submitted)
    return status;
  status = ria_launcher_create(&launcher, kind, NULL);
  if (status == RIA_SUCCESS)
    status = check_steps(workflow, launcher, kind, errors);
  else
    set_note(note, "the steps' resources were not compared with the allocation");
  ria_launcher_destroy(launcher);
  return status;
}

ria_status resource_check(const workflow_file *workflow, bool for_sbatch,
                          const char *const *options, ria_case_errors *errors,
                          char note[RESOURCE_NOTE_SIZE]) {
  int before = errors->count;
  *note = '\0';
  ria_status status = check(workflow, for_sbatch, options, errors, note);
  if (status == RIA_ERROR_MEMORY)
    return status;
  return errors->count == before ? RIA_SUCCESS
                                 : ria_fail(RIA_ERROR_CASE, "%s", errors->error[before].text);
}
