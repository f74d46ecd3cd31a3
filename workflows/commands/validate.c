/* `ria validate`: checks a case or a workflow and reports all errors. */
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "cli/workflow_command.h"
#include "language/step_kind.h"
#include "language/workflow.h"
#include "plan/resource_check.h"
#include "run/chosen.h"
#include "run/forecast.h"
#include "ria/case.h"
#include "ria/number.h"
#include "ria/registry.h"
#include "ria/sbatch_lines.h"
#include "ria/schema.h"
#include "ria/solver.h"
#include "ria/terrain.h"
#include "tasks/gpu_need.h"

static void print_time(const ria_case *c) {
  if (c->time.steps >= 0)
    printf("%lld steps", (long long)c->time.steps);
  else if (c->time.end >= 2 * 86400.)
    ria_printf("%g days", c->time.end / 86400);
  else if (c->time.end >= 2 * 3600.)
    ria_printf("%g hours", c->time.end / 3600);
  else
    ria_printf("%g s", c->time.end);
}

static void print_grid(const ria_case *c) {
  if (c->grid.blocks || c->grid.file) {
    if (c->grid.file)
      printf("the blocks of %s", c->grid.file);
    else
      printf("%d %s%s", c->grid.blocks, ria_case_has_nodes(c) ? "shape" : "block",
             c->grid.blocks > 1 ? "s" : "");
    return;
  }
  if (c->grid.cells[2] > 0)
    printf("%lld x %lld x %lld cells", (long long)c->grid.cells[0], (long long)c->grid.cells[1],
           (long long)c->grid.cells[2]);
  else if (c->grid.cells[0] > 0)
    printf("%lld x %lld cells", (long long)c->grid.cells[0], (long long)c->grid.cells[1]);
  else if (c->grid.resolution > 0)
    ria_printf("cells of %g m", c->grid.resolution);
  else
    printf("the file's cells");
  printf(" on %s",
         c->bathymetry.field.file ? c->bathymetry.field.file : c->bathymetry.field.shape.kind);
}

static const char *plural(int count) {
  return count == 1 ? "" : "s";
}

static void print_case_summary(const ria_case *c) {
  int open = 0;
  for (int i = 0; i < c->boundaries; i++)
    open += c->boundary[i].kind != RIA_BOUNDARY_WALL;
  printf("%s: valid\n  %s: %s in %s precision, ", c->path, c->title ? c->title : c->name, c->solver,
         c->precision == RIA_SINGLE ? "single" : "double");
  print_time(c);
  fputs(", ", stdout);
  print_grid(c);
  if (c->declared && c->declared->nodes) {
    printf("; hash %s\n", c->hash);
    return;
  }
  int releases = 0;
  for (int t = 0; t < c->tracers; t++)
    releases += c->each_tracer[t].releases;
  printf("\n  %d open boundar%s, %d river%s, %d tracer%s, %d release%s, %d gauge%s; hash %s\n",
         open, open == 1 ? "y" : "ies", c->rivers, plural(c->rivers), c->tracers,
         plural(c->tracers), releases, plural(releases), c->gauges, plural(c->gauges), c->hash);
}

static json_t *findings(const ria_case_errors *errors) {
  json_t *list = json_array();
  for (int i = 0; i < errors->count; i++)
    json_array_append_new(list,
                          json_pack("{s:i, s:i, s:s}", "line", errors->error[i].line, "column",
                                    errors->error[i].column, "text", errors->error[i].text));
  return list;
}

/* Returns false without memory. */
static bool print_case_json(const char *path, const ria_case *c, const ria_case_errors *errors,
                            const run_forecast *forecast, ria_status status) {
  json_t *list = findings(errors);
  if (!errors->count && status != RIA_SUCCESS)
    json_array_append_new(
        list, json_pack("{s:i, s:i, s:s}", "line", 0, "column", 0, "text", ria_status_detail()));
  json_t *object =
      json_pack("{s:s, s:b, s:o, s:o, s:o}", "case", path, "valid", status == RIA_SUCCESS, "errors",
                list, "warnings", findings(&c->warnings), "notes", findings(&c->notes));
  if (object && status == RIA_SUCCESS)
    json_object_set_new(object, "hash", json_string(c->hash));
  if (object && status == RIA_SUCCESS)
    json_object_set_new(object, "forecast", run_forecast_json(forecast));
  return command_print_json(object) == CLI_EXIT_SUCCESS;
}

static ria_status try_block(const ria_solver *solver, void *instance, int field, int number,
                            const ria_block *block) {
  enum { ROWS = 64 };
  const ria_global *n = block->cells;
  double *values = malloc((size_t)n[0] * ROWS * sizeof *values);
  ria_status status = values ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "no memory for the start");
  for (ria_global z = 0; z < n[2]; z++)
    for (ria_global y = 0; y < n[1] && status == RIA_SUCCESS; y += ROWS) {
      const ria_range rows = {{0, y, z}, {n[0], y + ROWS < n[1] ? y + ROWS : n[1], z + 1}};
      status = solver->fill_state(instance, field, number, &rows, values);
    }
  free(values);
  return status;
}

/* Computes the whole start, because an error in it stops a run. */
static ria_status try_start(const ria_solver *solver, void *instance, const ria_model *model,
                            const ria_mesh *mesh) {
  for (int f = 0; f < ria_model_lasting(model); f++)
    for (int b = 0; b < mesh->blocks; b++)
      RIA_TRY(try_block(solver, instance, f, b, &mesh->block[b]));
  return RIA_SUCCESS;
}

static ria_status try_strategy(const ria_model *m) {
  const char *missing = ria_target_missing(m->target);
  if (missing)
    return ria_fail(RIA_ERROR_UNSUPPORTED, "target %s: %s", m->target, missing);
  /* A program has kernels of many kinds: each takes the strategy if it has it. */
  for (int i = 0; ria_model_kernel(m, i); i++) {
    const ria_kernel *k = ria_model_kernel(m, i);
    if (!ria_kernel_implementation(k, m->target, NULL))
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "target: the kernel %s has no code for the target '%s', so this case cannot "
                      "run there; expected 'target: cpu' or 'target: cuda'",
                      k->name, m->target);
    if (!ria_kernel_implementation(k, m->target, m->program ? NULL : m->strategy))
      return ria_fail(RIA_ERROR_UNSUPPORTED,
                      "strategy: the kernel %s has no strategy '%s' for the target '%s'; `ria "
                      "kernels` lists them",
                      k->name, m->strategy ? m->strategy : "", m->target);
  }
  return RIA_SUCCESS;
}

/* The first stages of a run: bathymetry, the solver's boundaries and sources, the start. */
static ria_status try_run(ria_case *c, ria_case_errors *errors, run_forecast *forecast) {
  ria_terrain terrain;
  RIA_TRY(ria_terrain_examine(c, &terrain, errors));
  ria_terrain_pass_warnings(&terrain, c);
  const ria_solver *solver = ria_solver_find(c->solver);
  ria_model model;
  void *instance = NULL;
  ria_status status = solver ? ria_solver_create(solver, c, &terrain, &instance, &model)
                             : ria_fail(RIA_ERROR_CASE, "there is no solver '%s'", c->solver);
  if (status == RIA_SUCCESS) {
    ria_shown shown;
    ria_solver_show(solver, c, &terrain, &model, &shown);
    status = run_chosen_check(c, &terrain, &shown);
  }
  if (status == RIA_SUCCESS)
    status = try_strategy(&model);
  if (status == RIA_SUCCESS)
    status = try_start(solver, instance, &model, &terrain.mesh);
  if (status == RIA_SUCCESS)
    status = run_forecast_sizes(c, &terrain, &model, instance, forecast);
  if (solver)
    solver->destroy(instance);
  ria_terrain_destroy(&terrain);
  return status;
}

static int validate_case(const workflow_command *c) {
  ria_case the_case;
  ria_case_errors errors;
  run_forecast forecast = {0};
  ria_status status =
      ria_case_read(c->path, &ria_known_names, c->set.count, c->set.item, &the_case, &errors);
  /* An unusable file is an error of the case that names it. */
  if (status == RIA_SUCCESS) {
    status = try_run(&the_case, &errors, &forecast);
    if (status != RIA_SUCCESS && status != RIA_ERROR_MEMORY)
      status = RIA_ERROR_CASE;
  }
  if (status == RIA_SUCCESS) {
    run_forecast_measure(&the_case, c->set.count, c->set.item, &forecast);
    run_forecast_warn(&forecast, &the_case);
  }
  if (c->json) {
    if (!print_case_json(c->path, &the_case, &errors, &forecast, status))
      command_error("validate", "the findings cannot be written as JSON");
  } else if (status == RIA_SUCCESS) {
    print_case_summary(&the_case);
    run_forecast_print(&forecast, &the_case);
    command_warn_findings(&the_case.warnings);
    for (int i = 0; i < the_case.notes.count; i++)
      fprintf(stderr, "note: %s\n", the_case.notes.error[i].text);
  } else {
    command_warn_findings(&the_case.warnings);
    for (int i = 0; i < errors.count; i++)
      command_error_finding(&errors.error[i]);
    if (!errors.count)
      command_error("validate", "%s", ria_status_detail());
  }
  ria_case_destroy(&the_case);
  ria_case_errors_destroy(&errors);
  return status == RIA_SUCCESS      ? CLI_EXIT_SUCCESS
         : status == RIA_ERROR_CASE ? CLI_EXIT_DIFFERENT
                                    : CLI_EXIT_ERROR;
}

static const char *const mode_texts[] = {[MODE_AUTO] = "here, or under sbatch in its allocation",
                                         [MODE_LOCAL] = "on this machine",
                                         [MODE_ALLOCATION] = "inside the allocation",
                                         [MODE_JOBS] = "as jobs of their own"};

static void print_kinds(const workflow_file *w) {
  const char *before = " (";
  for (const workflow_step_kind *const *kind = step_kinds; *kind; kind++) {
    int count = 0;
    for (int i = 0; i < w->steps; i++)
      count += w->step[i].kind == *kind;
    if (count)
      printf("%s%d %s", before, count, (*kind)->name);
    before = count ? ", " : before;
  }
  fputs(")", stdout);
}

static void print_workflow_summary(const workflow_file *w) {
  int waiting = 0;
  for (int i = 0; i < w->steps; i++)
    for (int j = 0; j < w->step[i].points; j++)
      waiting += w->step[i].point[j].pending;
  printf("%s: valid\n  %s: %d step%s", w->path, w->title, w->steps, w->steps == 1 ? "" : "s");
  print_kinds(w);
  if (w->points > w->steps)
    printf(", %d points", w->points);
  printf(", to run %s\n  study %s\n", mode_texts[w->mode], w->study);
  if (waiting)
    printf("  %d point%s refer%s to results: fully checked when these are known\n", waiting,
           waiting == 1 ? "" : "s", waiting == 1 ? "s" : "");
}

static bool print_workflow_json(const char *path, const workflow_file *w,
                                const ria_case_errors *errors, const char *gpus) {
  const ria_case_errors none = {0};
  json_t *object = json_pack("{s:s, s:b, s:o, s:o}", "workflow", path, "valid", w != NULL, "errors",
                             findings(errors), "warnings", findings(w ? &w->warnings : &none));
  if (object && w)
    json_object_update_new(object, json_pack("{s:s, s:s, s:i, s:i}", "name", w->name, "study",
                                             w->study, "steps", w->steps, "points", w->points));
  if (object && *gpus)
    json_object_set_new(object, "gpus", json_string(gpus));
  return command_print_json(object) == CLI_EXIT_SUCCESS;
}

static int validate_workflow(const workflow_command *c) {
  workflow_file *workflow;
  ria_case_errors errors;
  char note[RESOURCE_NOTE_SIZE] = "";
  ria_status status = workflow_read(c->path, &c->workflow, &workflow, &errors);
  if (status == RIA_SUCCESS)
    status = workflow_check_options(workflow, NULL, &errors);
  if (status == RIA_SUCCESS && errors.count)
    status = RIA_ERROR_CASE;
  if (status == RIA_SUCCESS)
    status = resource_check(workflow, ria_sbatch_lines_exist(workflow->text, workflow->length),
                            NULL, &errors, note);
  char gpus[1400] = "";
  if (workflow && status == RIA_SUCCESS)
    gpu_need_note(workflow, gpus, sizeof gpus);
  if (*note)
    fprintf(stderr, "note: %s\n", note);
  if (*gpus && !c->json)
    fprintf(stderr, "note: %s\n", gpus);
  if (c->json) {
    if (!print_workflow_json(c->path, status == RIA_SUCCESS ? workflow : NULL, &errors, gpus))
      command_error("validate", "the findings cannot be written as JSON");
  } else if (status == RIA_SUCCESS) {
    print_workflow_summary(workflow);
    command_warn_findings(&workflow->warnings);
  } else {
    for (int i = 0; i < errors.count; i++)
      command_error_finding(&errors.error[i]);
    if (!errors.count)
      command_error("validate", "%s", ria_status_detail());
  }
  workflow_destroy(workflow);
  ria_case_errors_destroy(&errors);
  return status == RIA_SUCCESS      ? CLI_EXIT_SUCCESS
         : status == RIA_ERROR_CASE ? CLI_EXIT_DIFFERENT
                                    : CLI_EXIT_ERROR;
}

/* An unreadable file is reported as a case. */
static int validate(const workflow_command *c) {
  bool is_workflow = false;
  if (workflow_is(c->path, &is_workflow) == RIA_SUCCESS && is_workflow)
    return validate_workflow(c);
  return validate_case(c);
}

/* Prints the tables of docs/case.md, or of docs/case-SOLVER.md, for developers; not in the help. */
static int print_keys(const char *solver) {
  char *text = solver ? ria_schema_solver_markdown(&ria_known_names, solver)
                      : ria_schema_markdown(&ria_known_names);
  if (!text) {
    command_error("validate", "%s has no keys", solver ? solver : "a case");
    return CLI_EXIT_ERROR;
  }
  fputs(text, stdout);
  free(text);
  return CLI_EXIT_SUCCESS;
}

static int run(int argc, char **argv) {
  workflow_command c = {0};
  const command_option options[] = {WORKFLOW_COMMAND_OPTIONS(&c), {0}};
  int code = CLI_EXIT_ERROR;
  if ((argc == 2 || argc == 3) && !strcmp(argv[1], "--keys"))
    code = print_keys(argc == 3 ? argv[2] : NULL);
  else if (workflow_command_read(&c, options, argc, argv))
    code = validate(&c);
  workflow_command_free(&c);
  return code;
}

const cli_command command_validate = {
    .name = "validate",
    .summary = "check a case or a workflow and report every error",
    .help = "usage: ria validate FILE.yaml [--set key.path=value]... [--study FOLDER] [--mode "
            "MODE] [--json]\n"
            "\n"
            "Check a case or a workflow (a file with `steps`): keys, units, ranges, files, and how "
            "keys fit\n"
            "together; in a workflow also cycles, sweeps, mistakes in #SBATCH lines (options that "
            "sbatch "
            "does\n"
            "not have are warnings), and whether the requested\n"
            "resources exist: in a Slurm partition for steps that are jobs of their own, else in "
            "the current\n"
            "allocation or on this machine. Reports every error with its line and column, what was "
            "expected, and\n"
            "the nearest known key. For a valid case, prints the cells, steps, run time and "
            "written bytes; "
            "the run\n"
            "time is measured by a second of the run in a temporary folder (RIA_FORECAST=0 skips "
            "that).\n"
            "\n"
            "  --set key.path=value  override a key of the file; may be repeated. In a workflow "
            "also name=value\n"
            "                        for a parameter (RIA_SET, one a line)\n"
            "  --study FOLDER        for a workflow: the study's folder (RIA_STUDY)\n"
            "  --mode MODE           for a workflow: auto, local, allocation or jobs (RIA_MODE)\n"
            "  --json                print the result as JSON (RIA_JSON=1)\n"
            "\n"
            "Exit code: 0 the file is valid, 1 it has errors, 2 it cannot be read.\n"
            "docs/case.md lists every key.\n",
    .run = run,
};
