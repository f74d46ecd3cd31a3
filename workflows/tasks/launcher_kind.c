#include "launcher_kind.h"
#include <string.h>
#include "ria/own_job.h"

static const char *const texts[] = {[RIA_LAUNCHER_LOCAL] = "local",
                                    [RIA_LAUNCHER_ALLOCATION] = "allocation",
                                    [RIA_LAUNCHER_JOBS] = "jobs"};

ria_launcher_kind launcher_kind_of_mode(workflow_mode mode) {
  if (mode == MODE_AUTO && ria_own_job_exists())
    return RIA_LAUNCHER_ALLOCATION;
  return mode == MODE_ALLOCATION ? RIA_LAUNCHER_ALLOCATION
         : mode == MODE_JOBS     ? RIA_LAUNCHER_JOBS
                                 : RIA_LAUNCHER_LOCAL;
}

const char *launcher_kind_text(ria_launcher_kind kind) {
  return texts[kind];
}

ria_launcher_kind launcher_kind_find(const char *text) {
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!strcmp(text, texts[i]))
      return (ria_launcher_kind)i;
  return RIA_LAUNCHER_LOCAL;
}
