/* Writing gauges.csv, and resuming it.
 *
 * A checkpoint holds a checksum of each of its rows. A row that matches a checksum is intact, even
 * next to damaged rows. Old checkpoints have no checksums; then every readable row counts as
 * intact.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "calendar.h"
#include "file/aside.h"
#include "file/textfile.h"
#include "ria/durable.h"
#include "ria/exact_math.h"
#include "ria/gauges.h"
#include "ria/number.h"
#include "ria/seal.h"
#include "ria/text.h"

struct ria_gauges {
  char *path, **name;
  int file;
  bool has_start;
  double start, last; /* last: time of the last row, or -INFINITY */
  const ria_shown *shown;
  int columns; /* columns of a place */
  const ria_variable *column[RIA_SHOWN_VARIABLES];
  int followed; /* column whose arrival is followed, or -1 */
  double parameter[RIA_SHOWN_PARAMETERS];
  int nstate, places;
  double *statics; /* [places][shown->statics] */
  ria_arrival *arrival;
  ria_checkpoint_row *row; /* [rows], the rows below the header */
  int64_t rows, row_capacity;
  uint32_t header; /* its checksum */
  char warning[1024];
};

void ria_gauges_destroy(ria_gauges *g) {
  if (!g)
    return;
  if (g->file >= 0)
    close(g->file);
  for (int p = 0; g->name && p < g->places; p++)
    free(g->name[p]);
  free(g->name);
  free(g->path);
  free(g->statics);
  free(g->arrival);
  free(g->row);
  free(g);
}

static void choose_columns(ria_gauges *g) {
  const ria_shown *shown = g->shown;
  for (int v = 0; v < shown->variables; v++) {
    const ria_variable *variable = &shown->variable[v];
    if (!(variable->where & RIA_SHOWN_IN_GAUGES))
      continue;
    if (shown->arrival && !strcmp(variable->name, shown->arrival))
      g->followed = g->columns;
    g->column[g->columns++] = variable;
  }
  for (int p = 0; p < shown->parameters; p++)
    g->parameter[p] = shown->parameter[p].value;
}

static ria_status allocate(const ria_gauges_description *of, ria_gauges **gauges) {
  *gauges = NULL;
  if (!of->path || !of->shown || of->places < 0 || of->nstate < of->shown->fields ||
      !of->statics != !of->shown->statics)
    return ria_fail(RIA_ERROR_ARGUMENT,
                    "gauges need a path, shown variables and the values of their statics");
  ria_gauges *g = calloc(1, sizeof *g);
  const size_t count = (size_t)of->places, statics = count * (size_t)of->shown->statics;
  if (!g)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for gauges", of->path);
  *g = (ria_gauges){.path = strdup(of->path),
                    .name = calloc(count + 1, sizeof *g->name),
                    .file = -1,
                    .has_start = of->has_start,
                    .start = of->start,
                    .shown = of->shown,
                    .followed = -1,
                    .last = -INFINITY,
                    .nstate = of->nstate,
                    .places = of->places,
                    .statics = calloc(statics + 1, sizeof *g->statics),
                    .arrival = calloc(count + 1, sizeof *g->arrival)};
  bool good = g->path && g->name && g->statics && g->arrival;
  for (int p = 0; good && p < of->places; p++) {
    g->arrival[p] = (ria_arrival){NAN, NAN, NAN};
    good = (g->name[p] = strdup(of->place[p].name)) != NULL;
  }
  if (good && statics)
    memcpy(g->statics, of->statics, statics * sizeof *g->statics);
  if (!good) {
    ria_gauges_destroy(g);
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for gauges", of->path);
  }
  choose_columns(g);
  *gauges = g;
  return RIA_SUCCESS;
}

/* ---- text ---- */

/* Write a header's field in quotes; its own quotes are doubled, line ends become blanks.
 * Spreadsheets take a text that begins with one of these characters for a formula, even in quotes;
 * an apostrophe makes it text. */
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

static char *make_header(const ria_gauges_description *of, const ria_gauges *g) {
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return NULL;
  fprintf(out, "%sseconds", of->has_start ? "time," : "");
  for (int p = 0; p < of->places; p++) {
    for (int c = 0; c < g->columns; c++) {
      fputc(',', out);
      put_field(out, of->place[p].name, g->column[c]->name, g->column[c]->unit);
    }
  }
  fputc('\n', out);
  if (fclose(out)) {
    free(text);
    return NULL;
  }
  return text;
}

static double value_of(const ria_gauges *g, const ria_variable *v, int p, const double *state) {
  return v->value ? v->value(state, &g->statics[p * g->shown->statics], g->parameter)
                  : state[v->field];
}

static const char *write_value(const ria_variable *v, double value, char text[RIA_NUMBER_SIZE]) {
  return v->step < 0 ? ria_number_exact(value, text) : ria_number_short(value, v->step, text);
}

static void put_gauge(FILE *out, const ria_gauges *g, int p, const double *state) {
  char text[RIA_NUMBER_SIZE];
  for (int c = 0; c < g->columns; c++) {
    const ria_variable *v = g->column[c];
    const double value = value_of(g, v, p, state);
    fputc(',', out);
    if (isfinite(value))
      fputs(write_value(v, value, text), out);
    else if (!v->value || !isnan(value))
      fputs(isnan(value) ? "nan" : value < 0 ? "-inf" : "inf", out);
  }
}

/* A value rounded as in the table: a resumed run finds arrivals in the table, and must find the
 * same ones. */
static double as_written(const ria_variable *v, double value) {
  char text[RIA_NUMBER_SIZE];
  return isfinite(value) ? ria_strtod(write_value(v, value, text), NULL) : value;
}

static void update_arrival(ria_gauges *g, int p, double time, double value) {
  ria_arrival *a = &g->arrival[p];
  if (!(value > 0))
    return;
  if (isnan(a->time) && g->shown->threshold > 0 && value >= g->shown->threshold)
    a->time = time;
  if (isnan(a->peak) || value > a->peak) {
    a->peak = value;
    a->peak_time = time;
  }
}

/* ---- writing ---- */

static ria_status open_for_rows(ria_gauges *g) {
  g->file = open(g->path, O_WRONLY | O_APPEND | O_CLOEXEC);
  return g->file < 0 ? ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", g->path, strerror(errno))
                     : RIA_SUCCESS;
}

static ria_status rewrite(ria_gauges *g, const char *header, const char *rows, size_t size) {
  file_textfile file;
  RIA_TRY(file_textfile_begin(g->path, &file));
  fputs(header, file.stream);
  fwrite(rows, 1, size, file.stream);
  g->header = ria_crc(0, header, strlen(header));
  RIA_TRY(file_textfile_finish(&file));
  return open_for_rows(g);
}

static ria_status begin(const ria_gauges_description *of, ria_gauges *g) {
  char *header = make_header(of, g);
  if (!header)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a header", of->path);
  ria_status status = rewrite(g, header, "", 0);
  free(header);
  return status;
}

static ria_status settle(ria_status status, ria_gauges **gauges) {
  if (status != RIA_SUCCESS) {
    ria_gauges_destroy(*gauges);
    *gauges = NULL;
  }
  return status;
}

ria_status ria_gauges_create(const ria_gauges_description *of, ria_gauges **gauges) {
  RIA_TRY(allocate(of, gauges));
  return settle(begin(of, *gauges), gauges);
}

/* Write a whole row at once, so that a killed process leaves at most one partial row. */
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

static ria_status count_row(ria_gauges *g, double time, const char *text, size_t size) {
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
  char *text = NULL, date[HISTORY_DATE_SIZE], digits[RIA_NUMBER_SIZE];
  size_t size;
  FILE *out = open_memstream(&text, &size);
  if (!out)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a row", g->path);
  if (g->has_start)
    fprintf(out, "%s,", history_date_iso(g->start + time, date));
  /* Enough digits to find the row again when a run resumes from a checkpoint. */
  fputs(ria_number_exact(time, digits), out);
  for (int p = 0; p < g->places; p++)
    put_gauge(out, g, p, values + (size_t)p * (size_t)g->nstate);
  fputc('\n', out);
  ria_status status = fclose(out) ? ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a row", g->path)
                                  : write_row(g, text, size);
  if (status == RIA_SUCCESS)
    status = count_row(g, time, text, size);
  free(text);
  RIA_TRY(status);
  for (int p = 0; p < g->places; p++) {
    const double *state = values + (size_t)p * (size_t)g->nstate;
    if (g->followed >= 0)
      update_arrival(
          g, p, time,
          as_written(g->column[g->followed], value_of(g, g->column[g->followed], p, state)));
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
  char date[HISTORY_DATE_SIZE];
  if (g->has_start)
    fprintf(out, ",%s", isnan(time) ? "" : history_date_iso(g->start + time, date));
  fputc(',', out);
  if (!isnan(time))
    ria_fprintf(out, "%.10g", time);
}

ria_status ria_gauges_write_arrivals(const ria_gauges *g) {
  if (!g->shown->arrival)
    return RIA_SUCCESS;
  const char *slash = strrchr(g->path, '/');
  char *path = NULL;
  if (asprintf(&path, "%.*sarrivals.csv", slash ? (int)(slash + 1 - g->path) : 0, g->path) < 0)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", g->path);
  file_textfile file;
  ria_status status = file_textfile_begin(path, &file);
  free(path);
  RIA_TRY(status);
  FILE *out = file.stream;
  const bool arrivals = g->shown->threshold > 0;
  fprintf(out, "gauge%s%s,peak_%s%s,peak_seconds\n", arrivals && g->has_start ? ",arrival" : "",
          arrivals ? ",arrival_seconds" : "", g->shown->arrival, g->has_start ? ",peak" : "");
  for (int p = 0; p < g->places; p++) {
    put_field(out, g->name[p], NULL, NULL);
    if (arrivals)
      put_moment(out, g, g->arrival[p].time);
    fputc(',', out);
    if (!isnan(g->arrival[p].peak))
      ria_fprintf(out, "%.6g", g->arrival[p].peak);
    put_moment(out, g, g->arrival[p].peak_time);
    fputc('\n', out);
  }
  return file_textfile_finish(&file);
}

/* ---- resuming ---- */

/* Read a whole file and append a zero byte. */
static ria_status read_file(const char *path, char **text, size_t *size) {
  *text = NULL;
  *size = 0;
  FILE *in = fopen(path, "re");
  if (!in)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  ria_text read = {0};
  const bool good = ria_text_add_file(&read, in, SIZE_MAX - 1);
  const int reason = errno;
  fclose(in);
  *size = read.length;
  *text = ria_text_take(&read);
  if (!*text)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory to read it", path);
  if (good)
    return RIA_SUCCESS;
  free(*text);
  return ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(reason));
}

/* ---- one row ---- */

/* The zero byte at the end stops strtod in a line without an end. */
static bool read_time(const ria_gauges *g, const char *row, const char *end, double *time,
                      char **stop) {
  const char *at = row;
  if (g->has_start) {
    at = memchr(row, ',', (size_t)(end - row));
    if (!at)
      return false;
    at++;
  }
  *time = ria_strtod(at, stop);
  return *stop != at && *stop <= end && isfinite(*time);
}

/* Whether the row has all columns; a row that stays also updates the arrivals. */
static bool read_columns(ria_gauges *g, char *stop, const char *end, double time, bool stays) {
  const char *at;
  for (int c = 0; c < g->columns * g->places; c++) {
    at = memchr(stop, ',', (size_t)(end - stop));
    if (!at)
      return false;
    stop = (char *)++at;
    /* strtod would read an empty cell's number from the next line. */
    if (stays && c % g->columns == g->followed && *at != ',' && *at != '\n')
      update_arrival(g, c / g->columns, time, ria_strtod(at, NULL));
  }
  return true;
}

/* ---- which rows stay ---- */

typedef struct {
  ria_gauges *g;
  const ria_gauges_known *of; /* NULL: no list */
  int64_t next;               /* the first row of the list that has not been found yet */
  double until;
  char *kept; /* text of the rows that stay */
  size_t size;
  int damaged, newer; /* lines */
  double lost_from, lost_to;
  int64_t lost;
} sieve;

static void lose(sieve *s, double from, double to, int64_t rows) {
  if (rows < 1)
    return;
  if (!s->lost)
    s->lost_from = from;
  s->lost_to = to;
  s->lost += rows;
}

/* The row's number among the checkpoint's rows that were not found yet, or -1. */
static int64_t find(const sieve *s, const char *row, size_t size) {
  uint32_t crc = ria_crc(0, row, size);
  for (int64_t i = s->next; i < s->of->rows; i++)
    if (s->of->row[i].crc == crc)
      return i;
  return -1;
}

static ria_status keep(sieve *s, double time, const char *row, char *stop, size_t size) {
  memmove(s->kept + s->size, row, size);
  s->size += size;
  read_columns(s->g, stop, row + size - 1, time, true);
  return count_row(s->g, time, row, size);
}

static ria_status sift_known(sieve *s, const char *row, size_t size) {
  double time = 0;
  char *stop = NULL;
  const char *end = row + size - 1;
  bool readable = read_time(s->g, row, end, &time, &stop);
  int64_t found = find(s, row, size);
  if (found < 0 || !readable) {
    if (readable && time > s->until && s->next == s->of->rows)
      s->newer++;
    else
      s->damaged++;
    return RIA_SUCCESS;
  }
  if (found > s->next)
    lose(s, s->of->row[s->next].time, s->of->row[found - 1].time, found - s->next);
  s->next = found + 1;
  return keep(s, time, row, stop, size);
}

static ria_status sift_unknown(sieve *s, const char *row, size_t size) {
  double time = 0;
  char *stop = NULL;
  const char *end = row + size - 1;
  bool readable =
      read_time(s->g, row, end, &time, &stop) && read_columns(s->g, stop, end, time, false);
  if (readable && time > s->until) {
    s->newer++;
    return RIA_SUCCESS;
  }
  if (!readable || !(time > s->g->last)) {
    s->damaged++;
    return RIA_SUCCESS;
  }
  return keep(s, time, row, stop, size);
}

/* A partial last line comes from a killed run and is not damage unless rows are missing. */
static ria_status sift(sieve *s, const char *text, size_t size) {
  const char *row = text, *end;
  while ((end = memchr(row, '\n', size - (size_t)(row - text)))) {
    size_t length = (size_t)(end + 1 - row);
    RIA_TRY(s->of ? sift_known(s, row, length) : sift_unknown(s, row, length));
    row = end + 1;
  }
  if (s->of && s->next < s->of->rows)
    lose(s, s->of->row[s->next].time, s->of->row[s->of->rows - 1].time, s->of->rows - s->next);
  return RIA_SUCCESS;
}

/* ---- the file ---- */

/* Whether the header belongs to other gauges, and is not ours with damage. The checkpoint has a
 * checksum of its header; without it, a complete line that starts as ours but differs belongs to
 * other gauges. */
static bool is_of_others(const sieve *s, const char *header, const char *text, size_t size) {
  const ria_gauges *g = s->g;
  if (s->of)
    return s->of->header != ria_crc(0, header, strlen(header));
  const char *begin = g->has_start ? "time,seconds" : "seconds";
  const char *end = memchr(text, '\n', size);
  size_t length = strlen(begin);
  if (!end || (size_t)(end - text) < length || memcmp(text, begin, length))
    return false;
  for (const char *c = text; c < end; c++)
    if ((unsigned char)*c < ' ')
      return false;
  return end[-1] == '"';
}

static ria_status report(ria_gauges *g, const sieve *s, bool header) {
  if (header && !s->damaged && !s->lost)
    return RIA_SUCCESS;
  char aside[FILE_ASIDE_SIZE];
  RIA_TRY(file_move_aside(g->path, ".damaged-%d", false, aside));
  file_warning_add(g->warning, sizeof g->warning, "%s was damaged%s and is kept as %s", g->path,
                   header ? "" : " at its header", aside);
  if (s->lost)
    file_warning_add(g->warning, sizeof g->warning,
                     "%lld of its rows, from %.10g s to %.10g s, are lost", (long long)s->lost,
                     s->lost_from, s->lost_to);
  else if (s->damaged && !s->of)
    file_warning_add(g->warning, sizeof g->warning,
                     "%d of its rows cannot be read and are left out", s->damaged);
  else
    file_warning_add(g->warning, sizeof g->warning, "no row of it is lost");
  return RIA_SUCCESS;
}

static ria_status keep_rows(ria_gauges *g, const char *header, const char *text, size_t size,
                            sieve *s) {
  size_t length = strlen(header);
  bool good = size >= length && !memcmp(text, header, length);
  if (!good && is_of_others(s, header, text, size))
    return ria_fail(RIA_ERROR_MISMATCH,
                    "%s: its columns are not those of this case's gauges; choose another output "
                    "folder",
                    g->path);
  const char *line = memchr(text, '\n', size);
  const char *rows = good ? text + length : line ? line + 1 : text + size;
  RIA_TRY(sift(s, rows, size - (size_t)(rows - text)));
  RIA_TRY(report(g, s, good));
  return rewrite(g, header, s->kept, s->size);
}

/* The file is missing. */
static ria_status create_missing(ria_gauges *g, const char *header, const sieve *s) {
  if (s->of && s->of->rows)
    file_warning_add(g->warning, sizeof g->warning,
                     "%s is missing: its %lld rows, from %.10g s to %.10g s, are lost", g->path,
                     (long long)s->of->rows, s->of->row[0].time, s->of->row[s->of->rows - 1].time);
  return rewrite(g, header, "", 0);
}

static ria_status resume_file(const ria_gauges_description *of, ria_gauges *g, const char *header,
                              sieve *s) {
  char *text;
  size_t size;
  if (access(of->path, F_OK) && errno == ENOENT)
    return create_missing(g, header, s);
  RIA_TRY(read_file(of->path, &text, &size));
  s->kept = malloc(size + 1);
  ria_status status = s->kept ? keep_rows(g, header, text, size, s)
                              : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its rows", of->path);
  free(s->kept);
  free(text);
  return status;
}

ria_status ria_gauges_resume(const ria_gauges_description *of, double time,
                             const ria_gauges_known *known, ria_gauges **gauges) {
  RIA_TRY(allocate(of, gauges));
  sieve s = {.g = *gauges, .of = known, .until = time};
  char *header = make_header(of, *gauges);
  ria_status status = header ? resume_file(of, *gauges, header, &s)
                             : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a header", of->path);
  free(header);
  return settle(status, gauges);
}

const char *ria_gauges_warning(const ria_gauges *g) {
  return g->warning;
}
