#include "provenance.h"
#include <ctype.h>
#include <gdal.h>
#include <hdf5.h>
#include <mpi.h>
#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>
#include "ria/durable.h"
#include "ria/registry.h"
#include "ria/version.h"

/* A double-quoted YAML scalar. Bytes above ASCII pass: paths and names are UTF-8. */
static void write_quoted(FILE *out, const char *text) {
  fputc('"', out);
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c == '"' || *c == '\\')
      fprintf(out, "\\%c", *c);
    else if (iscntrl(*c))
      fprintf(out, "\\x%02x", *c);
    else
      fputc(*c, out);
  }
  fputc('"', out);
}

static void write_entry(FILE *out, const char *key, const char *text) {
  fprintf(out, "%s: ", key);
  write_quoted(out, text);
  fputc('\n', out);
}

static void write_run(FILE *out, const run_provenance *p) {
  char started[32];
  struct tm utc;
  gmtime_r(&p->started, &utc);
  strftime(started, sizeof started, "%Y-%m-%dT%H:%M:%SZ", &utc);
  fprintf(out, "started: %s\ncommand: [\"ria\"", started);
  for (int i = 0; i < p->argc; i++) {
    fputs(", ", out);
    write_quoted(out, p->argv[i]);
  }
  fputs("]\n", out);
  if (p->case_hash)
    write_entry(out, "case_hash", p->case_hash);
  if (p->files_hash)
    write_entry(out, "files_hash", p->files_hash);
  fprintf(out, "ranks: %d\nworkers_per_rank: %d\n", p->ranks, p->workers);
  write_entry(out, "precision", p->precision);
  write_entry(out, "target", p->target);
  write_entry(out, "strategy", p->strategy ? p->strategy : "default");
  fputs("seeds: none # nothing in a run is random\n", out);
}

static void write_build(FILE *out) {
  const ria_build *build = ria_build_info();
  fputs("\n# The program.\n", out);
  write_entry(out, "version", RIA_VERSION);
  write_entry(out, "commit", build->commit);
  fprintf(out, "uncommitted_changes: %s\n", build->dirty ? "true" : "false");
  write_entry(out, "compiler", build->compiler);
  write_entry(out, "flags", build->flags);
  write_entry(out, "codelet_flags", build->codelet_flags);
  write_entry(out, "instruction_set", ria_cpu_march());
  write_entry(out, "build_type", build->build_type);
}

static void write_libraries(FILE *out) {
  char mpi[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0, major = 0, minor = 0, release = 0;
  unsigned h5[3] = {0, 0, 0};
  fputs("\n# The libraries as loaded.\n", out);
  starpu_get_version(&major, &minor, &release);
  fprintf(out, "starpu: %d.%d.%d\n", major, minor, release);
  MPI_Get_library_version(mpi, &length);
  write_entry(out, "mpi", mpi);
  H5get_libversion(&h5[0], &h5[1], &h5[2]);
  fprintf(out, "hdf5: %u.%u.%u\n", h5[0], h5[1], h5[2]);
  write_entry(out, "gdal", GDALVersionInfo("RELEASE_NAME"));
}

/* Writes the first "model name" of /proc/cpuinfo, or "unknown". */
static void write_processor(FILE *out) {
  char line[512] = "", *model = NULL;
  FILE *info = fopen("/proc/cpuinfo", "r");
  while (info && !model && fgets(line, sizeof line, info)) {
    if (!strncmp(line, "model name", strlen("model name")))
      model = strchr(line, ':');
  }
  if (info)
    fclose(info);
  if (model) {
    model += strspn(model, ": ");
    model[strcspn(model, "\n")] = '\0';
  }
  write_entry(out, "processor", model ? model : "unknown");
}

static void write_machine(FILE *out) {
  struct utsname name;
  fputs("\n# The machine of rank 0.\n", out);
  if (uname(&name) == 0) {
    char system[sizeof name.sysname + sizeof name.release + 2];
    snprintf(system, sizeof system, "%s %s", name.sysname, name.release);
    write_entry(out, "host", name.nodename);
    write_entry(out, "system", system);
  }
  write_processor(out);
  fprintf(out, "cores: %ld\n", sysconf(_SC_NPROCESSORS_ONLN));
}

static ria_status make_text(const run_provenance *provenance, char **text) {
  size_t size = 0;
  *text = NULL;
  FILE *out = open_memstream(text, &size);
  if (!out)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for provenance.yaml");
  write_run(out, provenance);
  write_build(out);
  write_libraries(out);
  write_machine(out);
  if (fclose(out)) {
    free(*text);
    return ria_fail(RIA_ERROR_MEMORY, "no memory for provenance.yaml");
  }
  return RIA_SUCCESS;
}

ria_status provenance_write(const char *folder, const run_provenance *provenance) {
  char *path = NULL, *text = NULL;
  if (asprintf(&path, "%s/provenance.yaml", folder) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a file name");
  ria_status status = make_text(provenance, &text);
  if (status == RIA_SUCCESS)
    status = ria_durable_write(path, text, strlen(text));
  free(text);
  free(path);
  return status;
}
