/* The session of MPI and StarPU that all steppers of a process share: a process can have only one.
 */
#ifndef STEPPER_SESSION_H
#define STEPPER_SESSION_H

#include "ria/case.h"
#include "ria/runtime.h"

/* Start the session for a case, or share that of the open steppers; a target `auto` is resolved in
 * the case and the model. End each successful call with session_leave(). Errors: those of
 * ria_runtime_create(); RIA_ERROR_UNSUPPORTED (several ranks; the session was started without the
 * devices of the target). */
ria_status session_join(ria_case *the_case, ria_model *model, ria_runtime **runtime);
/* Leave the session. NULL is fine. */
void session_leave(ria_runtime *runtime);

#endif
