#include "ria/job.h"
#include <stddef.h>

#define TEXT(name, text) text,

const char *ria_job_state_text(ria_job_state state) {
  static const char *const text[] = {RIA_JOB_STATE_LIST(TEXT)};
  return (size_t)state < sizeof text / sizeof *text ? text[state] : "unknown";
}

const char *ria_job_cause_text(ria_job_cause cause) {
  static const char *const text[] = {RIA_JOB_CAUSE_LIST(TEXT)};
  return (size_t)cause < sizeof text / sizeof *text ? text[cause] : "unknown";
}
