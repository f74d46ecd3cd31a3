/* Reads the case of a run with the settings of its options. */
#include "run.h"
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/launch.h"
#include "ria/own_job.h"
#include "ria/solver.h"
#include "ria/registry.h"
#include "ria/yaml.h"

char *run_command_line(const run_options *options) {
  size_t size = sizeof "ria";
  for (int i = 0; i < options->argc; i++)
    size += strlen(options->argv[i]) + 1;
  char *text = malloc(size), *end = text;
  if (!text)
    return NULL;
  end = stpcpy(end, "ria");
  for (int i = 0; i < options->argc; i++) {
    *end++ = ' ';
    end = stpcpy(end, options->argv[i]);
  }
  return text;
}

/* A case given to sbatch is read from Slurm's copy, but its data lie next to the original file. */
static ria_status read_script(const char *copy, const char *script, const run_options *options,
                              ria_case *the_case, ria_case_errors *errors) {
  char *data = NULL;
  size_t length = 0;
  *the_case = (ria_case){0};
  RIA_TRY(ria_yaml_load(copy, &data, &length));
  ria_status status = ria_case_read_data(script, data, length, &ria_known_names, options->sets,
                                         (const char *const *)options->set, the_case, errors);
  free(data);
  return status;
}

ria_status run_read_case(const run_options *options, ria_case *the_case) {
  ria_case_errors errors = {0};
  char *script = ria_own_job_script(options->case_path);
  ria_status status = script ? read_script(options->case_path, script, options, the_case, &errors)
                             : ria_case_read(options->case_path, &ria_known_names, options->sets,
                                             (const char *const *)options->set, the_case, &errors);
  free(script);
  /* All ranks find the same errors in a case, but a single one may be unable to read it. */
  const bool own = status == RIA_ERROR_IO || status == RIA_ERROR_MEMORY;
  const int rank = ria_launch_rank();
  if (errors.count && rank == 0)
    command_warn_findings(&the_case->warnings);
  for (int i = 0; i < errors.count && rank == 0; i++)
    command_error_finding(&errors.error[i]);
  if (rank && own)
    command_error("run", "rank %d: %s", rank, ria_status_detail());
  const char *missing = status == RIA_SUCCESS ? ria_target_missing(the_case->target) : NULL;
  if (missing && ria_launch_rank() == 0)
    command_error("run", "target %s: %s", the_case->target, missing);
  ria_case_errors_destroy(&errors);
  if (missing)
    status = ria_fail(RIA_ERROR_UNSUPPORTED, "target %s: %s", the_case->target, missing);
  if (status != RIA_SUCCESS)
    ria_case_destroy(the_case);
  return status;
}
