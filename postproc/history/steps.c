/* Writing steps.csv, and resuming it. A checkpoint holds one checksum of the whole file, not one
 * for each row, because there are many more steps than gauge rows. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "file/aside.h"
#include "file/textfile.h"
#include "ria/durable.h"
#include "ria/seal.h"
#include "ria/steps.h"
#include "ria/text.h"

struct ria_steps {
  char *path;
  const ria_program *program;
  int file;
  pthread_mutex_t mutex;
  ria_text added; /* rows that are not written yet; protected by the mutex */
  ria_steps_known written;
  char warning[1024];
};

bool ria_steps_recorded(const ria_program *program) {
  bool any = false;
  for (int i = 0; program && i < program->scalars; i++)
    any |= program->scalar[i].recorded;
  return any;
}

static ria_status allocate(const char *path, const ria_program *program, ria_steps **steps) {
  ria_steps *s = *steps = calloc(1, sizeof *s);
  if (!s)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for steps", path);
  s->program = program;
  s->file = -1;
  s->path = strdup(path);
  pthread_mutex_init(&s->mutex, NULL);
  return s->path ? RIA_SUCCESS : ria_fail(RIA_ERROR_MEMORY, "%s: no memory for steps", path);
}

void ria_steps_destroy(ria_steps *s) {
  if (!s)
    return;
  if (s->file >= 0)
    close(s->file);
  pthread_mutex_destroy(&s->mutex);
  ria_text_destroy(&s->added);
  free(s->path);
  free(s);
}

static ria_status settle(ria_status status, ria_steps **steps) {
  if (status != RIA_SUCCESS) {
    ria_steps_destroy(*steps);
    *steps = NULL;
  }
  return status;
}

/* ---- writing ---- */

static void add_header(const ria_program *program, ria_text *text) {
  ria_text_add(text, "step,time,dt,iterations");
  for (int i = 0; i < program->scalars; i++)
    if (program->scalar[i].recorded)
      ria_text_add(text, ",%s", program->scalar[i].quantity.name);
  ria_text_add(text, "\n");
}

void ria_steps_add(ria_steps *s, const ria_step_record *record) {
  pthread_mutex_lock(&s->mutex);
  ria_text_add(&s->added, "%lld,%.17g,%.17g,%lld", (long long)record->step, record->time,
               record->dt, (long long)record->iterations);
  for (int i = 0; i < s->program->scalars; i++)
    if (s->program->scalar[i].recorded)
      ria_text_add(&s->added, ",%.17g", record->value[i]);
  ria_text_add(&s->added, "\n");
  pthread_mutex_unlock(&s->mutex);
}

/* All or nothing. */
static ria_status write_all(const ria_steps *s, const char *text, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t n = write(s->file, text + done, size - done);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0) {
      int reason = n ? errno : EIO;
      if (ftruncate(s->file, s->written.bytes))
        reason = errno;
      return ria_fail(RIA_ERROR_IO, "%s: cannot be written: %s", s->path, strerror(reason));
    }
    done += (size_t)n;
  }
  return RIA_SUCCESS;
}

ria_status ria_steps_write(ria_steps *s) {
  pthread_mutex_lock(&s->mutex);
  ria_text rows = s->added;
  s->added = (ria_text){0};
  pthread_mutex_unlock(&s->mutex);
  const ria_status status = rows.failed
                                ? ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a row", s->path)
                                : write_all(s, rows.data, rows.length);
  if (status == RIA_SUCCESS && rows.length) {
    s->written.crc = ria_crc(s->written.crc, rows.data, rows.length);
    s->written.bytes += (int64_t)rows.length;
  }
  ria_text_destroy(&rows);
  return status;
}

ria_status ria_steps_sync(const ria_steps *s) {
  return ria_durable_sync(s->file, s->path);
}

ria_steps_known ria_steps_now(const ria_steps *s) {
  return s->written;
}

const char *ria_steps_warning(const ria_steps *s) {
  return s->warning;
}

/* ---- the file ---- */

static ria_status replace(ria_steps *s, const ria_text *text) {
  file_textfile file;
  if (text->failed)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its rows", s->path);
  RIA_TRY(file_textfile_begin(s->path, &file));
  fwrite(text->data, 1, text->length, file.stream);
  RIA_TRY(file_textfile_finish(&file));
  s->file = open(s->path, O_WRONLY | O_APPEND | O_CLOEXEC);
  s->written = (ria_steps_known){.bytes = (int64_t)text->length,
                                 .crc = ria_crc(0, text->data, text->length)};
  return s->file < 0 ? ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", s->path, strerror(errno))
                     : RIA_SUCCESS;
}

ria_status ria_steps_create(const char *path, const ria_program *program, ria_steps **steps) {
  ria_text text = {0};
  ria_status status = allocate(path, program, steps);
  add_header(program, &text);
  if (status == RIA_SUCCESS)
    status = replace(*steps, &text);
  ria_text_destroy(&text);
  return settle(status, steps);
}

/* ---- resuming ---- */

/* The step number of a row that ends at `end`; 0: not a row. */
static int64_t step_of(const char *row, const char *end, int columns) {
  const char *at = row;
  int64_t step = 0;
  for (; at < end && *at >= '0' && *at <= '9' && at - row < 18; at++)
    step = 10 * step + (*at - '0');
  if (at == row || *at != ',')
    return 0;
  int commas = 0;
  for (; at < end; at++) {
    commas += *at == ',';
    if (!*at || !strchr("0123456789+-.,enaif", *at))
      return 0;
  }
  return commas == columns - 1 ? step : 0;
}

static int count_columns(const char *header) {
  int columns = 1;
  for (; *header; header++)
    columns += *header == ',';
  return columns;
}

typedef struct {
  ria_text kept;
  int64_t rows;    /* number of rows that stay */
  int64_t last;    /* step of the last row that stays */
  int64_t damaged; /* lines */
} sieve;

/* Keeps the rows up to a step, in order. A partial last line comes from a killed run. */
static void sift(const char *text, size_t size, int columns, int64_t until, sieve *s) {
  const char *row = text, *end;
  while ((end = memchr(row, '\n', size - (size_t)(row - text)))) {
    const int64_t step = step_of(row, end, columns);
    if (step > s->last && step <= until) {
      ria_text_append(&s->kept, row, (size_t)(end + 1 - row));
      s->last = step;
      s->rows++;
    } else if (step <= until) {
      s->damaged++;
    }
    row = end + 1;
  }
}

static ria_status warn(ria_steps *s, const sieve *found, int64_t until) {
  char aside[FILE_ASIDE_SIZE];
  RIA_TRY(file_move_aside(s->path, ".damaged-%d", false, aside));
  file_warning_add(s->warning, sizeof s->warning, "%s was damaged and is kept as %s", s->path,
                   aside);
  file_warning_add(s->warning, sizeof s->warning, "the rows of %lld of %lld steps are lost",
                   (long long)(until - found->rows), (long long)until);
  return RIA_SUCCESS;
}

/* The rows that a checkpoint lists, or else the readable rows. */
static ria_status keep_rows(ria_steps *s, const ria_text *text, const ria_text *header,
                            int64_t until, const ria_steps_known *known) {
  sieve found = {0};
  const bool sound = known && (uint64_t)known->bytes <= text->length &&
                     ria_crc(0, text->data, (size_t)known->bytes) == known->crc;
  const bool ours =
      text->length >= header->length && !memcmp(text->data, header->data, header->length);
  ria_status status = RIA_SUCCESS;
  if (sound) {
    ria_text_append(&found.kept, text->data, (size_t)known->bytes);
  } else {
    const char *line = memchr(text->data, '\n', text->length);
    const size_t first = ours ? header->length : line ? (size_t)(line + 1 - text->data) : 0;
    ria_text_append(&found.kept, header->data, header->length);
    sift(text->data + first, text->length - first, count_columns(header->data), until, &found);
    if (known || !ours || found.damaged || found.rows < until)
      status = warn(s, &found, until);
  }
  if (status == RIA_SUCCESS)
    status = replace(s, &found.kept);
  ria_text_destroy(&found.kept);
  return status;
}

static ria_status read_all(const char *path, ria_text *text) {
  FILE *in = fopen(path, "re");
  if (!in)
    return ria_fail(RIA_ERROR_IO, "%s: cannot be opened: %s", path, strerror(errno));
  const bool good = ria_text_add_file(text, in, SIZE_MAX - 1);
  const int reason = errno;
  fclose(in);
  ria_text_append(text, "", 0); /* not NULL if the file is empty */
  if (text->failed)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for its rows", path);
  return good ? RIA_SUCCESS
              : ria_fail(RIA_ERROR_IO, "%s: cannot be read: %s", path, strerror(reason));
}

/* A run started by an older ria has no steps.csv. */
static ria_status create_missing(ria_steps *s, const ria_text *header, int64_t until,
                                 const ria_steps_known *known) {
  if (known && until)
    file_warning_add(s->warning, sizeof s->warning,
                     "%s is missing: the rows of %lld steps are lost", s->path, (long long)until);
  return replace(s, header);
}

ria_status ria_steps_resume(const char *path, const ria_program *program, int64_t step,
                            const ria_steps_known *known, ria_steps **steps) {
  ria_text header = {0}, text = {0};
  ria_status status = allocate(path, program, steps);
  add_header(program, &header);
  if (status == RIA_SUCCESS && header.failed)
    status = ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a header", path);
  const bool missing = access(path, F_OK) && errno == ENOENT;
  if (status == RIA_SUCCESS && missing)
    status = create_missing(*steps, &header, step, known);
  else if (status == RIA_SUCCESS)
    status = read_all(path, &text);
  if (status == RIA_SUCCESS && !missing)
    status = keep_rows(*steps, &text, &header, step, known);
  ria_text_destroy(&header);
  ria_text_destroy(&text);
  return settle(status, steps);
}
