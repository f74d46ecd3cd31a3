/** \file
 * Files of ria with one flipped bit, at every position or at a sample: reading ends with an error
 * message or returns the written values, never other values, and never crashes. */
#ifndef RIA_TESTS_FLIPS_H
#define RIA_TESTS_FLIPS_H

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "../unit/history_fixture.h"
#include "ria/checkpoint.h"
#include "ria/compare.h"
#include "ria/raster.h"
#include "ria/seal.h"
#include "test_run.h"
#include "tests.h"

/** Thousands of files are flushed, which takes minutes on a disk, so a file system in memory is
 * used if there is one. */
static inline void flips_begin(void) {
  if (!access("/dev/shm", W_OK))
    setenv("TMPDIR", "/dev/shm", 1);
}

/* ---- files as bytes ---- */

typedef struct {
  char *bytes;
  size_t size;
} flips_image;

static inline flips_image flips_load(const char *path) {
  flips_image m = {0};
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  assert_int_equal(fseek(in, 0, SEEK_END), 0);
  m.size = (size_t)ftell(in);
  rewind(in);
  m.bytes = malloc(m.size + 1);
  assert_non_null(m.bytes);
  assert_int_equal(fread(m.bytes, 1, m.size, in), m.size);
  fclose(in);
  return m;
}

static inline void flips_save(const char *path, const flips_image *m) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_int_equal(fwrite(m->bytes, 1, m->size, out), m->size);
  assert_int_equal(fclose(out), 0);
}

/** Flips one bit of the file, or restores it. */
static inline void flips_turn(const char *path, flips_image *m, size_t at, int bit) {
  m->bytes[at] = (char)(m->bytes[at] ^ 1 << bit);
  flips_save(path, m);
  m->bytes[at] = (char)(m->bytes[at] ^ 1 << bit);
}

/** Calls `trial` for every `stride`-th byte, with the bits in rotation, and for all of the first
 * and last bytes, which hold the structures. */
static inline void flips_all(const char *path, size_t stride, void (*trial)(void *, size_t, int),
                             void *context) {
  enum { EDGE = 48 };
  flips_image m = flips_load(path);
  int bit = 0;
  for (size_t at = 0; at < m.size; bit = (bit + 3) % 8) {
    flips_turn(path, &m, at, bit);
    trial(context, at, bit);
    at += at < EDGE || at + stride + EDGE >= m.size ? 1 : stride;
  }
  flips_save(path, &m);
  free(m.bytes);
}

/* Files kept aside must not fill the folder. */
static inline void flips_tidy(const char *folder) {
  DIR *list = opendir(folder);
  assert_non_null(list);
  for (const struct dirent *entry; (entry = readdir(list));)
    if (strstr(entry->d_name, "damaged"))
      unlinkat(dirfd(list), entry->d_name, 0);
  closedir(list);
}

/* ---- a checkpoint ---- */

static const char flips_case[] =
    "time: {end: 1 min}\n"
    "grid: {extent: [0 km, 0 km, 1.4 km, 1 km], cells: [14, 10]}\n"
    "bathymetry: {shape: {kind: flat, elevation: -5 m}}\n"
    "initial: {shape: {kind: column, x: 500 m, y: 500 m, radius: 300 m, inside: 4 m, outside: 0 "
    "m}}\n";

typedef struct {
  const test_run *run;
  const char *path, *good;
  ria_checkpoint_identity identity;
  int read;
} flips_checkpoint;

static inline void flips_try_checkpoint(void *context, size_t at, int bit) {
  flips_checkpoint *c = context;
  ria_difference difference;
  ria_status status = ria_checkpoint_read(c->run->simulation, &c->identity, c->path, NULL);
  if (status != RIA_ERROR_CORRUPT)
    fail_msg("checkpoint, byte %zu, bit %d: %s: %s", at, bit, ria_status_text(status),
             ria_status_detail());
  assert_non_null(strstr(ria_status_detail(), "checkpoint.h5"));
  status = ria_compare_files(c->path, c->good, &difference);
  if (status != RIA_ERROR_CORRUPT)
    fail_msg("checkpoint compared, byte %zu, bit %d: %s", at, bit, ria_status_text(status));
  c->read++;
}

static inline void flips_of_checkpoint(size_t stride) {
  ria_runtime *runtime;
  if (ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  char *folder = test_folder_create(), path[256], good[256];
  snprintf(path, sizeof path, "%s/checkpoint.h5", folder);
  snprintf(good, sizeof good, "%s/good.h5", folder);
  test_run *run = test_run_new(runtime, flips_case, 0, NULL);
  flips_checkpoint c = {.run = run, .path = path, .good = good, .identity = {.solver = "estuary"}};
  snprintf(c.identity.case_hash, sizeof c.identity.case_hash, "%s", run->the_case.hash);
  test_run_advance(run, 30);
  ria_checkpoint_row row[] = {{0, 1}, {10, 2}, {20, 3}};
  ria_checkpoint_records records = {.known = true,
                                    .gauge_rows = 3,
                                    .gauge_header = 4,
                                    .history_records = 5,
                                    .history_time = 20,
                                    .gauge = row},
                         read;
  ria_snapshot *snapshot;
  assert_int_equal(ria_simulation_snapshot(run->simulation, &snapshot), RIA_SUCCESS);
  assert_int_equal(ria_checkpoint_write(runtime, snapshot, &c.identity, &records, path),
                   RIA_SUCCESS);
  assert_int_equal(ria_checkpoint_write(runtime, snapshot, &c.identity, &records, good),
                   RIA_SUCCESS);
  ria_snapshot_destroy(snapshot);
  flips_all(path, stride, flips_try_checkpoint, &c);
  assert_true(c.read > 100);
  assert_int_equal(ria_checkpoint_read(run->simulation, &c.identity, path, &read), RIA_SUCCESS);
  assert_true(read.known && read.gauge_rows == 3 && read.gauge_header == 4);
  assert_true(read.history_records == 5 && read.history_time == 20);
  assert_true(read.gauge[2].time == 20 && read.gauge[2].crc == 3);
  ria_checkpoint_records_destroy(&read);
  assert_true(ria_simulation_progress(run->simulation).time == 30);
  test_run_free(run);
  test_folder_remove(folder);
  ria_runtime_destroy(runtime);
}

/* ---- a history ---- */

enum { FLIPS_RECORDS = 3 };

typedef struct {
  fixture f;
  const char *path, *folder;
  int whole, partly, anew, noticed;
} flips_history;

static inline bool flips_view_is_whole(const char *path) {
  ria_history_view view;
  float values[NY * NX];
  bool whole = ria_history_view_open(path, &view) == RIA_SUCCESS;
  if (!whole)
    return false;
  for (int64_t r = 0; r < view.records && whole; r++)
    for (int v = 0; v < 6 && whole; v++) {
      static const char *const name[] = {"h", "qx", "qy", "hc", "level", "concentration"};
      whole = ria_history_view_read(&view, name[v], r, values) == RIA_SUCCESS;
    }
  ria_history_view_close(&view);
  return whole;
}

/* Each record in the file equals the one that was written. */
static inline int64_t flips_verify_some(const char *path, size_t at, int bit) {
  ria_history_view view;
  float values[NY * NX];
  if (ria_history_view_open(path, &view) != RIA_SUCCESS)
    fail_msg("history, byte %zu, bit %d: %s", at, bit, ria_status_detail());
  int64_t records = view.records;
  for (int64_t r = 0; r < records; r++) {
    int record = (int)(view.time[r] / 600);
    assert_true(view.time[r] == 600.0 * record && record < FLIPS_RECORDS);
    for (int v = 0; v < 4; v++) {
      static const char *const name[] = {"h", "qx", "qy", "hc"};
      assert_int_equal(ria_history_view_read(&view, name[v], r, values), RIA_SUCCESS);
      for (int c = 0; c < NX * NY; c++)
        assert_true(fabs(values[c] - fixture_value(v, record, c % NX, c / NX)) <= 1e-6);
    }
  }
  ria_history_view_close(&view);
  return records;
}

static inline void flips_try_history(void *context, size_t at, int bit) {
  flips_history *h = context;
  ria_history *history;
  /* Readers get the written values or an error about damage. */
  if (flips_view_is_whole(h->path))
    assert_int_equal(flips_verify_some(h->path, at, bit), FLIPS_RECORDS);
  else
    h->noticed++;
  if (ria_history_resume(&h->f.of, 1e9, FLIPS_RECORDS, &history) != RIA_SUCCESS)
    fail_msg("history, byte %zu, bit %d: %s", at, bit, ria_status_detail());
  const bool warned = *ria_history_warning(history) != 0;
  ria_history_destroy(history);
  int64_t records = flips_verify_some(h->path, at, bit);
  h->whole += records == FLIPS_RECORDS;
  h->anew += records == 0;
  h->partly += records > 0 && records < FLIPS_RECORDS;
  if (!warned && records < FLIPS_RECORDS)
    fail_msg("history, byte %zu, bit %d: %d records, and no warning", at, bit, (int)records);
  flips_tidy(h->folder);
}

static inline void flips_of_history(size_t stride) {
  char *folder = test_folder_create(), path[256];
  snprintf(path, sizeof path, "%s/history.h5", folder);
  flips_history h = {.path = path, .folder = folder};
  ria_history *history;
  fixture_begin(&h.f, path, MPI_COMM_SELF, RIA_SINGLE);
  assert_int_equal(ria_history_create(&h.f.of, &history), RIA_SUCCESS);
  fixture_append(&h.f, history, 0, FLIPS_RECORDS);
  ria_history_destroy(history);
  flips_all(path, stride, flips_try_history, &h);
  print_message("history: noticed %d, none lost %d, some %d, all %d\n", h.noticed, h.whole,
                h.partly, h.anew);
  /* Damage in a record loses only that record. */
  assert_true(h.noticed > 100 && h.partly > 5 && h.anew > 10);
  fixture_verify(path, FLIPS_RECORDS);
  fixture_end(&h.f);
  test_folder_remove(folder);
}

/* ---- a journal ---- */

/* A journal as left by a killed writer: the whole file as it was. */
static inline flips_image flips_make_journal(const flips_image *file) {
  const uint64_t head[] = {file->size, 1, 0, file->size};
  const size_t begin = 16 + sizeof head;
  flips_image m = {.size = begin + file->size + sizeof(uint32_t)};
  m.bytes = malloc(m.size);
  assert_non_null(m.bytes);
  memcpy(m.bytes, "ria journal 2\n\0", 16);
  memcpy(m.bytes + 16, head, sizeof head);
  memcpy(m.bytes + begin, file->bytes, file->size);
  uint32_t crc = ria_crc(0, m.bytes, m.size - sizeof crc);
  memcpy(m.bytes + m.size - sizeof crc, &crc, sizeof crc);
  return m;
}

typedef struct {
  flips_history h;
  const char *journal;
  flips_image now; /* of the history, that the journal belongs to */
  bool sound;
} flips_journal;

static inline void flips_try_journal(void *context, size_t at, int bit) {
  flips_journal *j = context;
  ria_history *history;
  flips_save(j->h.path, &j->now);
  if (ria_history_resume(&j->h.f.of, 1e9, FLIPS_RECORDS, &history) != RIA_SUCCESS)
    fail_msg("journal, byte %zu, bit %d: %s", at, bit, ria_status_detail());
  if (!strstr(ria_history_warning(history), "history.h5.journal.damaged-1"))
    fail_msg("journal, byte %zu, bit %d: '%s'", at, bit, ria_history_warning(history));
  ria_history_destroy(history);
  /* A sound history stays unchanged for any damage to the journal. */
  assert_int_equal(flips_verify_some(j->h.path, at, bit), j->sound ? FLIPS_RECORDS : 0);
  flips_tidy(j->h.folder);
}

static inline void flips_of_journal(size_t stride, bool sound) {
  char *folder = test_folder_create(), path[256], name[300];
  snprintf(path, sizeof path, "%s/history.h5", folder);
  snprintf(name, sizeof name, "%s.journal", path);
  flips_journal j = {.h = {.path = path, .folder = folder}, .journal = name, .sound = sound};
  ria_history *history;
  fixture_begin(&j.h.f, path, MPI_COMM_SELF, RIA_SINGLE);
  assert_int_equal(ria_history_create(&j.h.f.of, &history), RIA_SUCCESS);
  fixture_append(&j.h.f, history, 0, FLIPS_RECORDS);
  ria_history_destroy(history);
  j.now = flips_load(path);
  flips_image journal = flips_make_journal(&j.now);
  if (!sound)
    memset(j.now.bytes + j.now.size / 2, 0, j.now.size / 4);
  flips_save(name, &journal);
  flips_all(name, stride, flips_try_journal, &j);
  /* Without damage, the journal undoes the incomplete write. */
  flips_save(path, &j.now);
  flips_save(name, &journal);
  assert_int_equal(ria_history_resume(&j.h.f.of, 1e9, FLIPS_RECORDS, &history), RIA_SUCCESS);
  assert_string_equal(ria_history_warning(history), "");
  ria_history_destroy(history);
  fixture_verify(path, FLIPS_RECORDS);
  free(journal.bytes);
  free(j.now.bytes);
  fixture_end(&j.h.f);
  test_folder_remove(folder);
}

/* ---- a grid file ---- */

enum { FLIPS_NX = 40, FLIPS_NY = 30 };

typedef struct {
  const char *path;
  const ria_raster *made;
  int noticed;
} flips_grid;

static inline void flips_try_grid(void *context, size_t at, int bit) {
  flips_grid *g = context;
  ria_raster read;
  if (ria_raster_read(g->path, NULL, NULL, &read) != RIA_SUCCESS) {
    assert_true(*ria_status_detail() != 0);
    g->noticed++;
    return;
  }
  bool same = read.nx == g->made->nx && read.ny == g->made->ny && read.x0 == g->made->x0 &&
              read.y0 == g->made->y0 && read.dx == g->made->dx && read.dy == g->made->dy &&
              read.crs && !strcmp(read.crs, g->made->crs) &&
              !memcmp(read.values, g->made->values, FLIPS_NX * FLIPS_NY * sizeof *read.values);
  if (!same)
    fail_msg("grid, byte %zu, bit %d: another bed, and no error", at, bit);
  ria_raster_destroy(&read);
}

static inline void flips_of_grid(size_t stride) {
  char *folder = test_folder_create(), path[256];
  snprintf(path, sizeof path, "%s/grid.h5", folder);
  double values[FLIPS_NX * FLIPS_NY];
  char crs[] = "EPSG:32629";
  ria_raster made = {.nx = FLIPS_NX,
                     .ny = FLIPS_NY,
                     .x0 = 500000,
                     .y0 = 4700000,
                     .dx = 50,
                     .dy = 50,
                     .values = values,
                     .crs = crs};
  for (int i = 0; i < FLIPS_NX * FLIPS_NY; i++)
    values[i] = -10 + 0.01 * i;
  ria_grid_note note = {"a plane", "nothing", "by a test"};
  assert_int_equal(ria_grid_file_write(path, &made, &note), RIA_SUCCESS);
  flips_grid g = {.path = path, .made = &made};
  flips_all(path, stride, flips_try_grid, &g);
  assert_true(g.noticed > 100);
  test_folder_remove(folder);
}

#endif
