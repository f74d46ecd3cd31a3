/* `ria submit`: sbatch of a workflow, checked first. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/command.h"
#include "ria/submit.h"
#include "ria/text.h"
#include "ria/workflow.h"
#include "study_command.h"

static const char help[] =
    "usage: ria submit WORKFLOW.yaml [--set NAME=VALUE]... [--study DIR] [--mode MODE] [--json]\n"
    "                  [-- SBATCH-OPTION...]\n\n"
    "Checks a workflow as `ria validate` does, also against the partitions of the cluster, and "
    "hands\n"
    "it to sbatch. Options after -- are sbatch's own and stand above the #SBATCH lines.\n\n"
    "  --set NAME=VALUE  set a parameter; may be repeated (RIA_SET, one a line)\n"
    "  --study DIR       the folder of the study (RIA_STUDY)\n"
    "  --mode MODE       allocation or jobs (RIA_MODE)\n"
    "  --json            the job's id as JSON (RIA_JSON=1)\n\n"
    "Exit codes: 0 submitted, 2 an error.\n";

typedef struct {
  const char *file, *study, *mode, **set;
  int sets;
  bool json;
} chosen;

static int parse(int argc, char **argv, chosen *c) {
  static const struct option options[] = {{"set", 1, NULL, 's'},
                                          {"study", 1, NULL, 'd'},
                                          {"mode", 1, NULL, 'm'},
                                          {"json", 0, NULL, 'j'},
                                          {0}};
  c->study = getenv("RIA_STUDY");
  c->mode = getenv("RIA_MODE");
  c->json = study_command_flag("RIA_JSON");
  optind = 0;
  for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (o == '?')
      return -1;
    if (o == 's')
      c->set[c->sets++] = optarg;
    if (o == 'd')
      c->study = optarg;
    if (o == 'm')
      c->mode = optarg;
    c->json |= o == 'j';
    if (o == 'm' && !strcmp(optarg, "local"))
      return fputs("ria submit: --mode local needs no Slurm: `ria run` it\n", stderr), -1;
  }
  return 0;
}

/* The engine in the job is started by the script's first line, without options: they travel in the
 * environment, which sbatch takes along. */
static ria_status pass_options(const chosen *c, const ria_workflow *workflow) {
  const char *before = getenv("RIA_SET");
  ria_text sets = {0};
  if (before)
    ria_text_add(&sets, "%s\n", before);
  for (int i = 0; i < c->sets; i++) {
    if (strchr(c->set[i], '\n')) {
      ria_text_destroy(&sets);
      return ria_fail(RIA_ERROR_ARGUMENT, "--set takes one line; write longer texts into the file");
    }
    ria_text_add(&sets, "%s\n", c->set[i]);
  }
  bool failed = sets.failed || (sets.data && setenv("RIA_SET", sets.data, 1)) ||
                setenv("RIA_STUDY", workflow->study, 1) ||
                (c->mode && setenv("RIA_MODE", c->mode, 1));
  ria_text_destroy(&sets);
  return failed ? ria_fail(RIA_ERROR_MEMORY, "no memory to submit the workflow") : RIA_SUCCESS;
}

/* What each point asks for, against the partitions: one question to Slurm for all. */
static int check_resources(const ria_workflow *workflow, ria_launcher *launcher) {
  int refused = 0;
  for (int s = 0; s < workflow->steps; s++) {
    const ria_step *step = &workflow->step[s];
    for (int p = 0; p < step->points; p++) {
      if (p && !memcmp(&step->point[p].resources, &step->point[p - 1].resources,
                       sizeof step->point[p].resources))
        continue;
      ria_status status = ria_launcher_check(launcher, &step->point[p].resources);
      if (status != RIA_ERROR_UNSUPPORTED)
        continue;
      fprintf(stderr, "%s:%d:%d: steps.%s.resources: %s\n", workflow->path, step->line,
              step->column, step->name, ria_status_detail());
      refused++;
    }
  }
  return refused;
}

static int tell(const ria_workflow *workflow, const char *id, bool json) {
  if (json)
    return study_command_print(
        json_pack("{s:s, s:s, s:s}", "job", id, "name", workflow->name, "study", workflow->study));
  printf("submitted %s as job %s; `ria watch %s` follows it\n", workflow->name, id,
         workflow->study);
  return RIA_EXIT_SUCCESS;
}

static int submit(const chosen *c, const ria_workflow *workflow, char **options) {
  ria_launcher *launcher = NULL;
  ria_job_id id;
  if (ria_launcher_create(&launcher, RIA_LAUNCHER_JOBS, NULL) != RIA_SUCCESS)
    return study_command_fail("submit");
  int refused = workflow->mode == RIA_MODE_JOBS ? check_resources(workflow, launcher) : 0;
  ria_launcher_destroy(launcher);
  if (refused)
    return RIA_EXIT_ERROR;
  if (pass_options(c, workflow) != RIA_SUCCESS ||
      ria_submit_script(c->file, (const char *const *)options, id) != RIA_SUCCESS)
    return study_command_fail("submit");
  return tell(workflow, id, c->json);
}

static int check_and_submit(const chosen *c, char **options) {
  ria_workflow *workflow = NULL;
  ria_case_errors errors = {0};
  ria_workflow_options how = {.sets = c->sets, .set = c->set, .study = c->study, .mode = c->mode};
  ria_status status = ria_workflow_read(c->file, &how, &workflow, &errors);
  for (int i = 0; i < errors.count; i++)
    fprintf(stderr, "%s\n", errors.error[i].text);
  if (status != RIA_SUCCESS && !errors.count)
    study_command_fail("submit");
  ria_case_errors_destroy(&errors);
  int code = status == RIA_SUCCESS ? submit(c, workflow, options) : RIA_EXIT_ERROR;
  ria_workflow_destroy(workflow);
  return code;
}

/* What stands behind `--` is sbatch's: getopt, which moves words about, sees only what is before.
 */
static int run(int argc, char **argv) {
  chosen c = {.set = calloc((size_t)argc + 1, sizeof *c.set)};
  int ours = 1;
  while (ours < argc && strcmp(argv[ours], "--"))
    ours++;
  char *end = argv[ours];
  argv[ours] = NULL;
  int code = RIA_EXIT_ERROR;
  if (c.set && !parse(ours, argv, &c)) {
    if (optind == ours - 1) {
      c.file = argv[optind];
      code = check_and_submit(&c, end ? argv + ours + 1 : NULL);
    } else {
      fputs("ria submit: expected one workflow; `ria submit --help` tells more\n", stderr);
    }
  }
  free(c.set);
  return code;
}

const ria_command ria_command_submit = {.name = "submit",
                                        .summary = "check a workflow and hand it to sbatch",
                                        .help = help,
                                        .run = run};
