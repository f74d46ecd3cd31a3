#include "resume.h"
#include <stdio.h>
#include <stdlib.h>

ria_checkpoint_identity run_resume_identity(const run_subject *s) {
  ria_checkpoint_identity id = {0};
  snprintf(id.solver, sizeof id.solver, "%s", s->the_case->solver);
  snprintf(id.case_hash, sizeof id.case_hash, "%s", s->the_case->hash);
  return id;
}

/* Lists the checkpoints to try: rank 0 reads the folder for all. */
static ria_status list_checkpoints(const run_subject *s, int *count, int64_t **steps) {
  ria_status status = RIA_SUCCESS;
  *count = 0;
  *steps = NULL;
  if (ria_runtime_rank(s->runtime) == 0)
    status = run_folder_checkpoints(s->folder, count, steps);
  RIA_TRY(run_agree(s->runtime, status));
  if (ria_runtime_ranks(s->runtime) == 1)
    return RIA_SUCCESS;
  MPI_Comm comm = ria_runtime_comm(s->runtime);
  MPI_Bcast(count, 1, MPI_INT, 0, comm);
  if (ria_runtime_rank(s->runtime))
    *steps = calloc((size_t)*count + 1, sizeof **steps);
  status = *steps || !*count ? RIA_SUCCESS
                             : ria_fail(RIA_ERROR_MEMORY, "no memory for a list of checkpoints");
  RIA_TRY(run_agree(s->runtime, status));
  if (*count)
    MPI_Bcast(*steps, *count, MPI_INT64_T, 0, comm);
  return RIA_SUCCESS;
}

static ria_status try_checkpoints(const run_subject *s, int count, const int64_t *steps,
                                  bool *resumed, ria_checkpoint_records *records) {
  ria_checkpoint_identity id = run_resume_identity(s);
  ria_status status = RIA_SUCCESS;
  for (int i = 0; i < count && !*resumed; i++) {
    char name[64], path[RUN_PATH];
    run_folder_checkpoint_name(steps[i], name);
    run_folder_join(s->folder, name, path);
    status = run_agree(s->runtime, ria_checkpoint_read(s->simulation, &id, path, records));
    *resumed = status == RIA_SUCCESS;
    if (status != RIA_SUCCESS && status != RIA_ERROR_CORRUPT && status != RIA_ERROR_IO)
      return status;
    if (*resumed && s->log && records->tracked_anew)
      run_log_warn(s->log,
                   "%s lacks some of '%s' to '%s', which are updated after every step: they start "
                   "from this checkpoint",
                   path, s->model->tracked[0].quantity.name,
                   s->model->tracked[s->model->ntracked - 1].quantity.name);
    if (status != RIA_SUCCESS && s->log && i + 1 < count)
      run_log_warn(s->log, "%s; trying an older one", ria_status_detail());
  }
  if (status != RIA_SUCCESS)
    return ria_fail(status,
                    "%s; there is no other checkpoint: put an intact copy in its place, or start "
                    "again with --overwrite",
                    ria_status_detail());
  return status;
}

ria_status run_resume(const run_subject *s, bool *resumed, ria_checkpoint_records *records) {
  int count;
  int64_t *steps;
  *resumed = false;
  ria_status status = list_checkpoints(s, &count, &steps);
  if (status == RIA_SUCCESS)
    status = try_checkpoints(s, count, steps, resumed, records);
  if (status == RIA_SUCCESS && !count && s->log)
    run_log_info(s->log, "no checkpoint in %s: starting from the beginning", s->folder->path);
  free(steps);
  return status;
}
