#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "calendar.h"
#include "gauges_file.h"
#include "ria/durable.h"
#include "ria/exact_math.h"
#include "file/textfile.h"

void ria_gauges_destroy(ria_gauges *g) {
  if (!g)
    return;
  if (g->file >= 0)
    close(g->file);
  for (int p = 0; g->name && p < g->places; p++)
    free(g->name[p]);
  free(g->name);
  free(g->path);
  free(g->depth);
  free(g->arrival);
  free(g->row);
  free(g);
}

ria_status ria_gauges_allocate(const ria_gauges_description *of, ria_gauges **gauges) {
  *gauges = NULL;
  if (!of->path || of->places < 0 || of->nstate < 1 ||
      (!of->state && (of->nstate < 3 || of->nstate > 4)))
    return ria_fail(RIA_ERROR_ARGUMENT, "gauges need a path and, of water, three or four fields");
  ria_gauges *g = calloc(1, sizeof *g);
  size_t count = (size_t)of->places;
  if (!g)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for gauges", of->path);
  *g = (ria_gauges){.path = strdup(of->path),
                    .name = calloc(count + 1, sizeof *g->name),
                    .file = -1,
                    .has_start = of->has_start,
                    .has_water = !of->state,
                    .has_tracer = !of->state && of->nstate > 3,
                    .start = of->start,
                    .dry = of->dry,
                    .threshold = of->threshold,
                    .last = -INFINITY,
                    .nstate = of->nstate,
                    .places = of->places,
                    .depth = calloc(count + 1, sizeof *g->depth),
                    .arrival = calloc(count + 1, sizeof *g->arrival)};
  bool good = g->path && g->name && g->depth && g->arrival;
  for (int p = 0; good && p < of->places; p++) {
    g->depth[p] = of->state ? 0 : of->depth[p];
    g->arrival[p] = (ria_arrival){NAN, NAN, NAN};
    good = (g->name[p] = strdup(of->place[p].name)) != NULL;
  }
  if (!good) {
    ria_gauges_destroy(g);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for gauges", of->path);
  }
  *gauges = g;
  return RIA_SUCCESS;
}

/* ---- text ---- */

/* A field of a header: quoted, with its own quotes doubled; line ends would break the table. A
 * spreadsheet takes what begins with one of these characters for a formula, quoted or not: an
 * apostrophe before it makes it text. */
static void put_field(FILE *out, const char *name, const char *rest, const char *unit) {
  fputs(*name && strchr("=+-@", *name) ? "\"'" : "\"", out);
  for (const char *c = name; *c; c++) {
    if (*c == '"')
      fputc('"', out);
    fputc((unsigned char)*c < ' ' ? ' ' : *c, out);
  }
  if (rest)
    fprintf(out, " %s", rest);
  if (unit)
    fprintf(out, " (%s)", unit);
  fputc('"', out);
}

static void put_water_columns(FILE *out, const ria_gauges_description *of, const char *name) {
  static const char *const what[] = {"level", "speed", "direction"};
  static const char *const unit[] = {"m", "m/s", "degrees"};
  for (int q = 0; q < 3; q++) {
    fputc(',', out);
    put_field(out, name, what[q], unit[q]);
  }
  if (of->nstate > 3) {
    fputc(',', out);
    put_field(out, name, "concentration", of->tracer_unit ? of->tracer_unit : "1");
  }
}

char *ria_gauges_header(const ria_gauges_description *of) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  fprintf(out, "%sseconds", of->has_start ? "time," : "");
  for (int p = 0; p < of->places; p++) {
    if (!of->state)
      put_water_columns(out, of, of->place[p].name);
    for (int f = 0; of->state && f < of->nstate; f++) {
      fputc(',', out);
      put_field(out, of->place[p].name, of->state[f].name, of->state[f].unit);
    }
  }
  fputc('\n', out);
  if (fclose(out)) {
    free(text);
    return NULL;
  }
  return text;
}

static void put_gauge(FILE *out, const ria_gauges *g, int p, const double *w) {
  if (!g->has_water) {
    for (int f = 0; f < g->nstate; f++)
      fprintf(out, ",%.9g", w[f]);
    return;
  }
  if (!(w[0] > g->dry)) {
    fputs(g->has_tracer ? ",,,," : ",,,", out);
    return;
  }
  double u = w[1] / w[0], v = w[2] / w[0], speed = ria_hypot(u, v);
  fprintf(out, ",%.6g,%.6g,", w[0] - g->depth[p], speed);
  if (speed > 0) {
    double degrees = ria_atan2(u, v) * (180 / M_PI);
    fprintf(out, "%.1f", degrees < 0 ? degrees + 360 : degrees);
  }
  if (g->has_tracer)
    fprintf(out, ",%.6g", w[3] / w[0]);
}

void ria_gauges_notice(ria_gauges *g, int p, double time, double concentration) {
  ria_arrival *a = &g->arrival[p];
  if (!(concentration > 0))
    return;
  if (isnan(a->time) && g->threshold > 0 && concentration >= g->threshold)
    a->time = time;
  if (isnan(a->peak) || concentration > a->peak) {
    a->peak = concentration;
    a->peak_time = time;
  }
}

/* ---- writing ---- */

static ria_status open_for_rows(ria_gauges *g) {
  g->file = open(g->path, O_WRONLY | O_APPEND | O_CLOEXEC);
  return g->file < 0 ? ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", g->path, strerror(errno))
                     : RIA_SUCCESS;
}

ria_status ria_gauges_rewrite(ria_gauges *g, const char *header, const char *rows, size_t size) {
  ria_textfile file;
  RIA_TRY(ria_textfile_begin(g->path, &file));
  fputs(header, file.stream);
  fwrite(rows, 1, size, file.stream);
  g->header = ria_crc(0, header, strlen(header));
  RIA_TRY(ria_textfile_finish(&file));
  return open_for_rows(g);
}

static ria_status begin(const ria_gauges_description *of, ria_gauges *g) {
  char *header = ria_gauges_header(of);
  if (!header)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a header", of->path);
  ria_status status = ria_gauges_rewrite(g, header, "", 0);
  free(header);
  return status;
}

ria_status ria_gauges_settle(ria_status status, ria_gauges **gauges) {
  if (status != RIA_SUCCESS) {
    ria_gauges_destroy(*gauges);
    *gauges = NULL;
  }
  return status;
}

ria_status ria_gauges_create(const ria_gauges_description *of, ria_gauges **gauges) {
  RIA_TRY(ria_gauges_allocate(of, gauges));
  return ria_gauges_settle(begin(of, *gauges), gauges);
}

/* A whole row goes out in one write, so that a killed process leaves at most one part of a row. */
static ria_status write_row(ria_gauges *g, const char *text, size_t size) {
  off_t end = lseek(g->file, 0, SEEK_END);
  size_t done = 0;
  while (done < size) {
    ssize_t n = write(g->file, text + done, size - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      int reason = n ? errno : EIO;
      if (end >= 0 && ftruncate(g->file, end))
        reason = errno;
      return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", g->path, strerror(reason));
    }
    done += (size_t)n;
  }
  return RIA_SUCCESS;
}

ria_status ria_gauges_count(ria_gauges *g, double time, const char *text, size_t size) {
  if (g->rows == g->row_capacity) {
    int64_t capacity = g->row_capacity ? 2 * g->row_capacity : 256;
    ria_checkpoint_row *grown = realloc(g->row, (size_t)capacity * sizeof *grown);
    if (!grown)
      return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a row", g->path);
    g->row = grown;
    g->row_capacity = capacity;
  }
  g->row[g->rows++] = (ria_checkpoint_row){.time = time, .crc = ria_crc(0, text, size)};
  g->last = time;
  return RIA_SUCCESS;
}

ria_status ria_gauges_append(ria_gauges *g, double time, const double *values) {
  if (!(time > g->last))
    return RIA_SUCCESS;
  char *text = NULL, date[RIA_DATE_SIZE];
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a row", g->path);
  if (g->has_start)
    fprintf(out, "%s,", ria_date_iso(g->start + time, date));
  /* Enough digits to find the row again when a run goes on from a checkpoint. */
  fprintf(out, "%.17g", time);
  for (int p = 0; p < g->places; p++)
    put_gauge(out, g, p, values + (size_t)p * (size_t)g->nstate);
  fputc('\n', out);
  ria_status status = fclose(out) ? ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a row", g->path)
                                  : write_row(g, text, size);
  if (status == RIA_SUCCESS)
    status = ria_gauges_count(g, time, text, size);
  free(text);
  RIA_TRY(status);
  for (int p = 0; p < g->places; p++) {
    const double *w = values + (size_t)p * (size_t)g->nstate;
    if (g->has_tracer && w[0] > g->dry)
      ria_gauges_notice(g, p, time, w[3] / w[0]);
  }
  return RIA_SUCCESS;
}

ria_status ria_gauges_sync(const ria_gauges *g) {
  return ria_durable_sync(g->file, g->path);
}

ria_gauges_known ria_gauges_now(const ria_gauges *g) {
  return (ria_gauges_known){.header = g->header, .rows = g->rows, .row = g->row};
}

/* ---- arrivals ---- */

const ria_arrival *ria_gauges_arrivals(const ria_gauges *g) {
  return g->arrival;
}

static void put_moment(FILE *out, const ria_gauges *g, double time) {
  char date[RIA_DATE_SIZE];
  if (g->has_start)
    fprintf(out, ",%s", isnan(time) ? "" : ria_date_iso(g->start + time, date));
  fputc(',', out);
  if (!isnan(time))
    fprintf(out, "%.10g", time);
}

ria_status ria_gauges_write_arrivals(const ria_gauges *g) {
  if (!g->has_water)
    return RIA_SUCCESS;
  const char *slash = strrchr(g->path, '/');
  char *path = NULL;
  if (asprintf(&path, "%.*sarrivals.csv", slash ? (int)(slash + 1 - g->path) : 0, g->path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", g->path);
  ria_textfile file;
  ria_status status = ria_textfile_begin(path, &file);
  free(path);
  RIA_TRY(status);
  FILE *out = file.stream;
  const bool arrivals = g->threshold > 0;
  fprintf(out, "gauge%s%s,peak_concentration%s,peak_seconds\n",
          arrivals && g->has_start ? ",arrival" : "", arrivals ? ",arrival_seconds" : "",
          g->has_start ? ",peak" : "");
  for (int p = 0; p < g->places; p++) {
    put_field(out, g->name[p], NULL, NULL);
    if (arrivals)
      put_moment(out, g, g->arrival[p].time);
    fputc(',', out);
    if (!isnan(g->arrival[p].peak))
      fprintf(out, "%.6g", g->arrival[p].peak);
    put_moment(out, g, g->arrival[p].peak_time);
    fputc('\n', out);
  }
  return ria_textfile_finish(&file);
}
