/** \file
 * Fixture of the case reader's tests: a folder with the files of cases, and cases from text.
 */
#ifndef RIA_CASE_FIXTURE_H
#define RIA_CASE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/solver.h"
#include "tests.h"

typedef struct {
  char *folder;
  ria_case the_case;
  ria_case_errors errors;
  ria_status status;
} case_fixture;

/** The smallest valid case. */
#define SMALL_CASE "time: 6 h\ngrid: 100 m\nbathymetry: bed.asc\n"

static inline void write_file(const char *folder, const char *name, const char *text,
                              size_t length) {
  char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  assert_int_equal(fwrite(text, 1, length, file), length);
  assert_int_equal(fclose(file), 0);
}

static inline void write_text(const char *folder, const char *name, const char *text) {
  write_file(folder, name, text, strlen(text));
}

static inline int case_setup(void **state) {
  case_fixture *f = calloc(1, sizeof *f);
  f->folder = test_folder_create();
  write_text(f->folder, "bed.asc", "ncols 1\n");
  write_text(f->folder, "level.csv", "time,value\n0,1\n3600,1.5\n");
  write_text(f->folder, "dates.csv",
             "time,value\n2024-03-01T00:00:00Z,1\n2024-03-01T01:00:00Z,2\n");
  write_text(f->folder, "tide.csv", "name,amplitude,phase\nM2,1.08,77\nS2,0.38,106\n");
  *state = f;
  return 0;
}

static inline void case_forget(case_fixture *f) {
  ria_case_destroy(&f->the_case);
  ria_case_errors_destroy(&f->errors);
}

static inline int case_teardown(void **state) {
  case_fixture *f = *state;
  case_forget(f);
  test_folder_remove(f->folder);
  free(f);
  return 0;
}

/** Read `length` bytes as case.yaml with settings. */
static inline void read_bytes(case_fixture *f, const char *text, size_t length, int sets,
                              const char *const *set) {
  char path[4096];
  case_forget(f);
  write_file(f->folder, "case.yaml", text, length);
  snprintf(path, sizeof path, "%s/case.yaml", f->folder);
  f->status = ria_case_read(path, &ria_known_names, sets, set, &f->the_case, &f->errors);
}

static inline void read_text(case_fixture *f, const char *text) {
  read_bytes(f, text, strlen(text), 0, NULL);
}

static inline void read_set(case_fixture *f, const char *text, int sets, const char *const *set) {
  read_bytes(f, text, strlen(text), sets, set);
}

static inline void print_errors(const case_fixture *f) {
  for (int i = 0; i < f->errors.count; i++)
    print_message("  %s\n", f->errors.error[i].text);
}

static inline void assert_valid(const case_fixture *f) {
  if (f->status != RIA_SUCCESS)
    print_errors(f);
  assert_int_equal(f->status, RIA_SUCCESS);
  assert_int_equal(f->errors.count, 0);
}

/** Whether a finding at this place contains `part`; column 0: at any place. */
static inline bool has_error(const case_fixture *f, int line, int column, const char *part) {
  for (int i = 0; i < f->errors.count; i++) {
    const ria_case_error *e = &f->errors.error[i];
    if (e->line == line && e->column == column && strstr(e->text, part))
      return true;
  }
  return false;
}

#endif
