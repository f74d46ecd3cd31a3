/* `ria export RUN_DIR --cgns FILE`: the grid and the last state of a run for other programs. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "ria/history.h"
#include "ria/number.h"
#include "ria/solver.h"

static const char help[] =
    "usage: ria export RUN_DIR --cgns FILE [--record N]\n"
    "\n"
    "Write the grid of a run on blocks of nodes, and its last state, to a CGNS file: a zone for "
    "each "
    "block\n"
    "with its coordinates x, y, z, joints, boundaries and rows, and a FlowSolution with the "
    "variables "
    "of\n"
    "history.h5 on the nodes.\n"
    "\n"
    "  --cgns FILE   the file; another CGNS file of that name is replaced\n"
    "  --record N    write this record of history.h5, from 0 on; default: the last\n"
    "\n"
    "Exit codes: 0 done, 2 an error.\n";

typedef struct {
  const char *run, *target;
  int64_t record; /* -1: the last */
  ria_case the_case;
  ria_block_grid grid;
  ria_history_view view;
} exporter;

/* ---- the run ---- */

static ria_status read_grid(exporter *e) {
  char *path = NULL;
  ria_case_errors errors = {0};
  if (asprintf(&path, "%s/case.yaml", e->run) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  ria_status status = ria_case_read(path, &ria_known_names, 0, NULL, &e->the_case, &errors);
  if (status != RIA_SUCCESS && errors.count)
    status = ria_fail(status, "%s", errors.error[0].text);
  if (status == RIA_SUCCESS && !ria_case_has_nodes(&e->the_case))
    status = ria_fail(RIA_ERROR_ARGUMENT,
                      "%s: the grid has no blocks of nodes, so it cannot be written as CGNS", path);
  if (status == RIA_SUCCESS)
    status = ria_case_make_nodes(&e->the_case, &e->grid, NULL);
  ria_case_errors_destroy(&errors);
  free(path);
  return status;
}

static bool fits(const exporter *e, int block) {
  const ria_history_block *found = &e->view.block[block];
  bool same = !strcmp(found->name, e->grid.block[block].name);
  for (int a = 0; a < RIA_AXES; a++)
    same &= found->nodes[a] == e->grid.block[block].cells[a] + 1;
  return same;
}

static ria_status open_history(exporter *e) {
  char *path = NULL;
  if (asprintf(&path, "%s/history.h5", e->run) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  ria_status status = ria_history_view_open(path, &e->view);
  bool same = status == RIA_SUCCESS && e->view.blocks == e->grid.blocks;
  for (int b = 0; b < e->grid.blocks && same; b++)
    same = fits(e, b);
  if (status == RIA_SUCCESS && !same)
    status = ria_fail(RIA_ERROR_MISMATCH,
                      "%s: its blocks differ from those of the case.yaml in its folder", path);
  const int64_t records = status == RIA_SUCCESS ? e->view.records : 0;
  if (e->record < 0)
    e->record = records - 1;
  if (status == RIA_SUCCESS && (e->record < 0 || e->record >= records))
    status = ria_fail(RIA_ERROR_ARGUMENT,
                      "%s: it has %lld records, but no record %lld; records count from 0", path,
                      (long long)records, (long long)e->record);
  free(path);
  return status;
}

/* ---- the file ---- */

typedef struct {
  const exporter *e;
  const char *name[RIA_SHOWN_VARIABLES], *variable[RIA_SHOWN_VARIABLES];
} variables;

static ria_status read_layer(const void *context, int block, int field, ria_global k,
                             double *values) {
  const variables *v = context;
  return ria_history_view_layers(&v->e->view, block, v->variable[field], v->e->record, k, k + 1,
                                 values);
}

static ria_status write_file(const exporter *e, const char *path) {
  variables v = {.e = e};
  ria_block_solution solution = {.name = v.name,
                                 .single = e->the_case.precision == RIA_SINGLE,
                                 .read = read_layer,
                                 .context = &v};
  for (int f = 0; f < e->view.fields && solution.fields < RIA_SHOWN_VARIABLES; f++) {
    const ria_history_field *field = &e->view.field[f];
    if (field->component[0])
      continue;
    v.name[solution.fields] = field->cgns_name ? field->cgns_name : field->name;
    v.variable[solution.fields++] = field->name;
  }
  RIA_TRY(ria_block_grid_write_cgns(&e->grid, path));
  return ria_block_grid_add_cgns_solution(&e->grid, path, &solution);
}

/* The file gets its name when it is complete. */
static ria_status replace_file(const exporter *e) {
  char *partial = NULL;
  if (asprintf(&partial, "%s.partial", e->target) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a name");
  ria_status status = write_file(e, partial);
  if (status == RIA_SUCCESS && rename(partial, e->target))
    status = ria_fail(RIA_ERROR_IO, "%s: cannot be named: %s", e->target, strerror(errno));
  if (status != RIA_SUCCESS)
    unlink(partial);
  free(partial);
  return status;
}

static ria_status check_target(const exporter *e) {
  return access(e->target, F_OK) || ria_block_grid_is_cgns(e->target)
             ? RIA_SUCCESS
             : ria_fail(RIA_ERROR_IO, "%s exists and is not a CGNS file; name another file",
                        e->target);
}

/* A run cannot continue if its grid file is replaced. */
static ria_status keep_grid(const exporter *e) {
  struct stat grid, target;
  const char *file = e->the_case.grid.file;
  const bool same = file && !stat(file, &grid) && !stat(e->target, &target) &&
                    grid.st_dev == target.st_dev && grid.st_ino == target.st_ino;
  return same ? ria_fail(RIA_ERROR_ARGUMENT, "%s is the grid of the run; name another file",
                         e->target)
              : RIA_SUCCESS;
}

static ria_status export_run(exporter *e) {
  RIA_TRY(check_target(e)); /* before the library has another file open */
  RIA_TRY(read_grid(e));
  RIA_TRY(keep_grid(e));
  RIA_TRY(open_history(e));
  return replace_file(e);
}

/* ---- the command ---- */

static bool read_record(const char *text, int64_t *record) {
  char *end;
  errno = 0;
  *record = strtoll(text, &end, 10);
  if (!errno && end != text && !*end && *record >= 0)
    return true;
  command_error("export", "--record takes a whole number, not '%s'", text);
  return false;
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"cgns", required_argument, NULL, 'c'}, {"record", required_argument, NULL, 'r'}, {0}};
  exporter e = {.record = -1};
  opterr = 0;
  optind = 0;
  for (int option; (option = getopt_long(argc, argv, "", options, NULL)) != -1;) {
    if (option == '?')
      return command_error_option("export", argv[optind - 1]);
    if (option == 'c')
      e.target = optarg;
    if (option == 'r' && !read_record(optarg, &e.record))
      return CLI_EXIT_ERROR;
  }
  if (optind != argc - 1 || !e.target) {
    command_error("export", "give one run folder and --cgns FILE; `ria export --help` tells more");
    return CLI_EXIT_ERROR;
  }
  e.run = argv[optind];
  ria_status status = export_run(&e);
  if (status == RIA_SUCCESS)
    ria_printf("%s: %d zones, %.0f nodes, %s %.10g\n", e.target, e.grid.blocks,
               ria_block_grid_size(&e.grid), e.view.steps ? "after steps:" : "at second",
               e.view.time[e.record]);
  ria_history_view_close(&e.view);
  ria_block_grid_destroy(&e.grid);
  ria_case_destroy(&e.the_case);
  if (status == RIA_SUCCESS)
    return CLI_EXIT_SUCCESS;
  command_error("export", "%s", ria_status_detail());
  return CLI_EXIT_ERROR;
}

const cli_command command_export = {
    .name = "export", .summary = "write a run's grid and state as CGNS", .help = help, .run = run};
