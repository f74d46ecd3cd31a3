/** \file
 * Short runs of the ready cases, and hashes of the fields at their end. The recorded hashes are in
 * tests/validation/field_hashes.csv. Functions fail the test on any error. */
#ifndef RIA_TESTS_FIELD_HASHES_H
#define RIA_TESTS_FIELD_HASHES_H

#include <ria/kernel.h>

enum { FIELD_NAME = 32, SHORT_RUN_SETS = 16 };

typedef struct {
  char name[FIELD_NAME];
  uint64_t hash;
} field_hash;

/** Hashes of a state's fields, sorted by name. The time is the last field. */
typedef struct {
  long long steps;
  int rows; /* of the grid; 1: a line. Not in the list */
  int count;
  field_hash field[RIA_MAX_FIELDS + 1];
} state_hashes;

/** A short run of a case, and its recorded state. */
typedef struct {
  char the_case[128]; /* path below inputs/cases/ */
  char settings[256]; /* key.path=value, with blanks between them */
  char precision[8];
  state_hashes recorded; /* at the last step of the run */
} short_run;

typedef struct {
  char *head; /* the lines above the table */
  int count;
  short_run *run;
} short_runs;

/** Reads the list. The root of the checkout is $RIA_SOURCE_DIR, or else the current folder. */
short_runs *short_runs_read(void);
/** Writes the list anew. */
void short_runs_write(const short_runs *runs);
void short_runs_free(short_runs *runs);

/** Writes the path of the run's case into `path` and returns it. */
const char *short_run_path(const short_run *run, char *path, size_t size);
/** Fills `set` with the settings of the run ("key.path=value"): those of the list, the precision
 * and the steps. The strings lie in `text`. Returns their number. */
int short_run_sets(const short_run *run, char text[512], const char *set[SHORT_RUN_SETS]);

/** Adds values of a field to its hash: 64-bit FNV-1a of the values as little-endian IEEE numbers. A
 * field of several blocks is added block by block. */
void state_hashes_add(state_hashes *state, const char *name, const void *values, size_t count,
                      ria_precision precision);
/** Sorts the fields by name and adds the time. */
void state_hashes_finish(state_hashes *state, double time);

/** Hashes the fields of a checkpoint, whichever groups they are in. */
void state_hashes_read(const char *checkpoint, state_hashes *state);

/** Prints each difference from the recorded state and returns their number. `how` says how the
 * state was computed. */
int short_run_compare(const short_run *run, const state_hashes *got, const char *how);

#endif
