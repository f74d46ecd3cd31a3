/* `ria info`: shows what a file holds, or what this machine has. */
#include <getopt.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "cli/command.h"
#include "cli/errors.h"
#include "cli/output.h"
#include "machine/report.h"
#include "ria/field_file.h"
#include "ria/number.h"
#include "ria/raster.h"
#include "run/status.h"

static const char help[] =
    "usage: ria info FILE | RUN [--json]\n"
    "       ria info --machine [--json]\n"
    "\n"
    "Show what an HDF5 file is (a checkpoint, a history, a grid file) and what it holds: its "
    "attributes,\n"
    "and for every field its shape, precision, unit, smallest, largest and mean value. The whole "
    "file is\n"
    "read, so that a wrong checksum is found. Of a raster of another format: its format, cells, "
    "bands and\n"
    "units. Of the folder of a run: how it ended, and what its history and newest checkpoint "
    "hold.\n"
    "\n"
    "Or show what this machine has: CPUs, memory, GPUs with their copy speed (measured in a "
    "second),\n"
    "StarPU, MPI, and what that means for a run.\n"
    "\n"
    "  --machine  examine this machine\n"
    "  --json     print JSON\n"
    "\n"
    "Exit codes: 0 done, 2 an error: a missing, truncated or corrupt file.\n";

static void shape_text(const ria_field *f, char *text, size_t size) {
  size_t used = 0;
  text[0] = 0;
  for (int d = 0; d < f->rank && used < size; d++)
    used += (size_t)snprintf(text + used, size - used, "[%lld]", (long long)f->size[d]);
}

static json_t *number(double value) {
  return isfinite(value) ? json_real(value) : json_null();
}

static json_t *field_json(const ria_field *f, const ria_field_statistics *s) {
  json_t *shape = json_array();
  for (int d = 0; d < f->rank; d++)
    json_array_append_new(shape, json_integer(f->size[d]));
  json_t *object = json_pack("{s:s, s:s, s:s?, s:o}", "name", f->name, "type", f->type, "unit",
                             f->unit, "shape", shape);
  json_object_set_new(object, "min", number(s->min));
  json_object_set_new(object, "max", number(s->max));
  json_object_set_new(object, "mean", number(s->mean));
  json_object_set_new(object, "missing", json_integer(s->missing));
  return object;
}

static int print_json(const ria_field_file *file, const ria_field_statistics *statistics) {
  json_t *attributes = json_object(), *fields = json_array();
  for (int a = 0; a < file->attributes; a++) {
    const ria_file_attribute *at = &file->attribute[a];
    json_t *value = at->number ? json_loads(at->text, JSON_DECODE_ANY, NULL) : NULL;
    json_object_set_new(attributes, at->name, value ? value : json_string(at->text));
  }
  for (int f = 0; f < file->fields; f++)
    json_array_append_new(fields, field_json(&file->field[f], &statistics[f]));
  json_t *root = json_pack("{s:s, s:s, s:o, s:o}", "file", file->path, "kind", file->kind,
                           "attributes", attributes, "fields", fields);
  return command_print_json(root);
}

static void print_text(const ria_field_file *file, const ria_field_statistics *statistics) {
  printf("%s: %s\n", file->path, file->kind);
  for (int a = 0; a < file->attributes; a++)
    if (strcmp(file->attribute[a].name, "format"))
      printf("  %-14s %s\n", file->attribute[a].name, file->attribute[a].text);
  if (!file->fields) {
    puts("no numeric fields");
    return;
  }
  printf("\n%-18s %-18s %-8s %14s %14s %14s %10s  %s\n", "field", "shape", "type", "min", "max",
         "mean", "missing", "unit");
  for (int f = 0; f < file->fields; f++) {
    char shape[96];
    const ria_field_statistics *s = &statistics[f];
    shape_text(&file->field[f], shape, sizeof shape);
    ria_printf("%-18s %-18s %-8s %14.7g %14.7g %14.7g %10lld  %s\n", file->field[f].name, shape,
               file->field[f].type, s->min, s->max, s->mean, (long long)s->missing,
               file->field[f].unit ? file->field[f].unit : "");
  }
}

static ria_status read_all(const ria_field_file *file, ria_field_statistics **statistics) {
  *statistics = calloc((size_t)file->fields + 1, sizeof **statistics);
  if (!*statistics)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory", file->path);
  for (int f = 0; f < file->fields; f++)
    RIA_TRY(ria_field_statistics_read(file, &file->field[f], &(*statistics)[f]));
  return RIA_SUCCESS;
}

/* Shows a raster of another format, such as a GeoTIFF; false: the file is not a raster. */
static bool info_of_raster(const char *path, bool json) {
  char detail[1024];
  ria_text text = {0};
  snprintf(detail, sizeof detail, "%s", ria_status_detail());
  if (ria_raster_describe(path, &text) != RIA_SUCCESS || text.failed) {
    ria_fail(RIA_ERROR_CORRUPT, "%s", detail);
    ria_text_destroy(&text);
    return false;
  }
  if (json)
    command_print_json(
        json_pack("{s:s, s:s, s:s}", "file", path, "kind", "raster", "text", text.data));
  else
    printf("%s\n`ria import` makes a grid file of it; gdalinfo tells more\n", text.data);
  ria_text_destroy(&text);
  return true;
}

static int info_of_file(const char *path, bool json) {
  ria_field_file file = {0};
  ria_field_statistics *statistics = NULL;
  ria_status status = ria_field_file_open(path, &file);
  if (status == RIA_SUCCESS)
    status = read_all(&file, &statistics);
  int code = CLI_EXIT_SUCCESS;
  if (status != RIA_SUCCESS && info_of_raster(path, json)) {
    code = CLI_EXIT_SUCCESS;
  } else if (status != RIA_SUCCESS) {
    command_error("info", "%s", ria_status_detail());
    code = CLI_EXIT_ERROR;
  } else if (json) {
    code = print_json(&file, statistics);
  } else {
    print_text(&file, statistics);
  }
  free(statistics);
  ria_field_file_close(&file);
  return code;
}

/* Shows the end of a run and the content of its files. */
static int info_of_run(const char *folder, bool json) {
  static const char *const names[] = {"history.h5", "checkpoints/latest"};
  int code = CLI_EXIT_SUCCESS;
  (void)run_status_show(folder, json); /* a failed run is not a failure of this command */
  for (size_t i = 0; !json && i < sizeof names / sizeof *names; i++) {
    char *path = NULL;
    if (asprintf(&path, "%s/%s", folder, names[i]) < 0)
      return CLI_EXIT_ERROR;
    if (!access(path, F_OK)) {
      putchar('\n');
      code = info_of_file(path, json) ? CLI_EXIT_ERROR : code;
    }
    free(path);
  }
  return code;
}

static int info_of_machine(bool json) {
  machine_report *report = malloc(sizeof *report);
  ria_status status =
      report ? machine_report_make(report) : ria_fail(RIA_ERROR_MEMORY, "no memory");
  char *text = status == RIA_SUCCESS && json ? machine_report_json(report) : NULL;
  if (status == RIA_SUCCESS && json && !text)
    status = ria_fail(RIA_ERROR_MEMORY, "no memory for the report");
  if (status != RIA_SUCCESS)
    command_error("info", "%s", ria_status_detail());
  else if (json)
    puts(text);
  else
    machine_report_print(report, stdout);
  free(text);
  free(report);
  return status == RIA_SUCCESS ? CLI_EXIT_SUCCESS : CLI_EXIT_ERROR;
}

static int run(int argc, char **argv) {
  static const struct option options[] = {
      {"json", no_argument, NULL, 'j'}, {"machine", no_argument, NULL, 'm'}, {0}};
  bool json = false, machine = false;
  int option;
  optind = 0;
  opterr = 0;
  while ((option = getopt_long(argc, argv, "", options, NULL)) != -1) {
    if (option != 'j' && option != 'm')
      return command_error_option("info", argv[optind - 1]);
    json |= option == 'j';
    machine |= option == 'm';
  }
  if (machine && optind == argc)
    return info_of_machine(json);
  if (machine || optind != argc - 1) {
    command_error("info", "give one file or run, or --machine; `ria info --help` tells more");
    return CLI_EXIT_ERROR;
  }
  return run_status_is(argv[optind]) ? info_of_run(argv[optind], json)
                                     : info_of_file(argv[optind], json);
}

const cli_command command_info = {.name = "info",
                                  .summary = "show what a file holds, or what this machine has",
                                  .help = help,
                                  .run = run};
