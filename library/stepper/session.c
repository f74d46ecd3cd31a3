#include "session.h"
#include <string.h>
#include "drive/target.h"
#include "ria/registry.h"

static struct {
  ria_runtime *runtime;
  int users;
} session;

static ria_status start(ria_case *c, ria_model *model) {
  const drive_session how = {.keep_mpi = true};
  ria_status status = drive_start(c, model, &how, &session.runtime);
  if (status == RIA_SUCCESS && ria_runtime_ranks(session.runtime) > 1)
    status = ria_fail(
        RIA_ERROR_UNSUPPORTED,
        "a stepper runs on one rank, but there are %d: start the program without mpirun or srun",
        ria_runtime_ranks(session.runtime));
  if (status != RIA_SUCCESS) {
    ria_runtime_destroy(session.runtime);
    session.runtime = NULL;
  }
  return status;
}

/* Whether the session has the devices that the target of the case needs. */
static bool suits(const ria_case *c) {
  return (!ria_target_is(c->target, RIA_TARGET_DEVICE) || ria_runtime_gpus(session.runtime)) &&
         (!ria_target_is(c->target, RIA_TARGET_CELL) || ria_runtime_cells(session.runtime));
}

ria_status session_join(ria_case *c, ria_model *model, ria_runtime **runtime) {
  *runtime = NULL;
  if (!session.users)
    RIA_TRY(start(c, model));
  else if (!suits(c))
    return ria_fail(RIA_ERROR_UNSUPPORTED,
                    "%s: the target %s was not started with the session of the open steppers; open "
                    "this case first",
                    c->path, c->target);
  else
    RIA_TRY(drive_take_target(c, model, session.runtime));
  session.users++;
  *runtime = session.runtime;
  return RIA_SUCCESS;
}

void session_leave(ria_runtime *runtime) {
  if (!runtime || --session.users)
    return;
  ria_runtime_destroy(session.runtime);
  session.runtime = NULL;
}
