/* Going on with a gauge series. The checkpoint knows a checksum of every row that belongs to it: a
 * row that matches one is sound, whatever happened around it. Without such a list, of an old
 * checkpoint, a row that can be read is taken for sound. */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file/aside.h"
#include "gauges_file.h"

static void warn(ria_gauges *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void warn(ria_gauges *g, const char *format, ...) {
  size_t length = strlen(g->warning);
  if (length)
    length += (size_t)snprintf(g->warning + length, sizeof g->warning - length, "; ");
  if (length >= sizeof g->warning)
    return;
  va_list args;
  va_start(args, format);
  vsnprintf(g->warning + length, sizeof g->warning - length, format, args);
  va_end(args);
}

/* Bytes with a zero behind them. */
static ria_status read_file(const char *path, char **text, size_t *size) {
  *text = NULL;
  *size = 0;
  FILE *in = fopen(path, "re");
  if (!in)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  size_t room = 0, n = 1;
  ria_status status = RIA_SUCCESS;
  while (n && status == RIA_SUCCESS) {
    if (room - *size < 2) {
      room = room ? 2 * room : 1 << 16;
      char *grown = realloc(*text, room);
      if (!grown) {
        status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory to read it", path);
        break;
      }
      *text = grown;
    }
    n = fread(*text + *size, 1, room - *size - 1, in);
    *size += n;
    if (!n && ferror(in))
      status = ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(errno));
  }
  fclose(in);
  if (status == RIA_SUCCESS)
    (*text)[*size] = 0;
  else
    free(*text);
  return status;
}

/* ---- one row ---- */

/* A line without its end is no number's end for strtod: the text ends with a zero byte. */
static bool read_time(const ria_gauges *g, const char *row, const char *end, double *time,
                      char **stop) {
  const char *at = row;
  if (g->has_start) {
    at = memchr(row, ',', (size_t)(end - row));
    if (!at)
      return false;
    at++;
  }
  *time = strtod(at, stop);
  return *stop != at && *stop <= end && isfinite(*time);
}

/* Whether the columns are there; arrivals are found again from a row that stays. */
static bool read_columns(ria_gauges *g, char *stop, const char *end, double time, bool stays) {
  const char *at;
  int columns = g->has_water ? 3 + g->has_tracer : g->nstate;
  for (int c = 1; c <= columns * g->places; c++) {
    at = memchr(stop, ',', (size_t)(end - stop));
    if (!at)
      return false;
    stop = (char *)++at;
    /* Empty at a dry place; strtod would go on to the next line for a number. */
    if (stays && g->has_tracer && c % columns == 0 && *at != ',' && *at != '\n')
      ria_gauges_notice(g, (c - 1) / columns, time, strtod(at, NULL));
  }
  return true;
}

/* ---- which rows stay ---- */

typedef struct {
  ria_gauges *g;
  const ria_gauges_known *of; /* NULL: there is no such list */
  int64_t next;               /* the first row of it that was not found so far */
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

/* The number of a row among those of the checkpoint that were not found yet; -1: it is none. */
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
  return ria_gauges_count(s->g, time, row, size);
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

/* A last line that was cut short is of a killed run if nothing more was to come. */
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

/* Whether these are the columns of other gauges, rather than ours with some damage. The checkpoint
 * knows what its columns were; without it, a whole line that begins as ours do. */
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
  char aside[RIA_ASIDE_SIZE];
  RIA_TRY(ria_aside(g->path, ".damaged-%d", false, aside));
  warn(g, "%s was damaged%s and is kept as %s", g->path, header ? "" : " at its header", aside);
  if (s->lost)
    warn(g, "%lld of its rows, from %.10g s to %.10g s, are lost", (long long)s->lost, s->lost_from,
         s->lost_to);
  else if (s->damaged && !s->of)
    warn(g, "%d of its rows cannot be read and are left out", s->damaged);
  else
    warn(g, "no row of it is lost");
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
  return ria_gauges_rewrite(g, header, s->kept, s->size);
}

/* Nothing is there. */
static ria_status begin_anew(ria_gauges *g, const char *header, const sieve *s) {
  if (s->of && s->of->rows)
    warn(g, "there was no %s: its %lld rows, from %.10g s to %.10g s, are lost", g->path,
         (long long)s->of->rows, s->of->row[0].time, s->of->row[s->of->rows - 1].time);
  return ria_gauges_rewrite(g, header, "", 0);
}

static ria_status go_on(const ria_gauges_description *of, ria_gauges *g, const char *header,
                        sieve *s) {
  char *text;
  size_t size;
  if (access(of->path, F_OK) && errno == ENOENT)
    return begin_anew(g, header, s);
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
  RIA_TRY(ria_gauges_allocate(of, gauges));
  sieve s = {.g = *gauges, .of = known, .until = time};
  char *header = ria_gauges_header(of);
  ria_status status = header ? go_on(of, *gauges, header, &s)
                             : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a header", of->path);
  free(header);
  return ria_gauges_settle(status, gauges);
}

const char *ria_gauges_warning(const ria_gauges *g) {
  return g->warning;
}
