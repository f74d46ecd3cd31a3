/* The session of MPI and StarPU that all steppers of a process share: both are one a process. */
#ifndef STEPPER_SESSION_H
#define STEPPER_SESSION_H

#include "ria/case.h"
#include "ria/runtime.h"

/* Start the session for a case, or share the one of the steppers that are open; a target `auto` is
 * chosen in the case and the model. Each success is ended by session_leave(). Errors: those of
 * ria_runtime_create(); RIA_ERROR_UNSUPPORTED (several ranks; the session was started without the
 * devices of the target). */
ria_status session_join(ria_case *the_case, ria_model *model, ria_runtime **runtime);
/* NULL is fine. */
void session_leave(ria_runtime *runtime);

#endif
