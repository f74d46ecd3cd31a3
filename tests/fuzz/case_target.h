/** \file
 * The fuzz target of the case reader: whatever the bytes, a case is valid and its echo reads back
 * to the same case, or there are findings with texts. Lines "# set: key=value" are given as --set.
 */
#ifndef RIA_CASE_TARGET_H
#define RIA_CASE_TARGET_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "../../inputs/src/case_reader.h"

static const char *const target_solvers[] = {"estuary", "tsunami", NULL};
static const char *const target_targets[] = {"cpu", NULL};
static const ria_case_names target_names = {.solvers = target_solvers, .targets = target_targets};

enum { TARGET_SETS = 8, TARGET_SET_BYTES = 256 };

typedef struct {
  int count;
  const char *set[TARGET_SETS];
  char text[TARGET_SETS][TARGET_SET_BYTES];
} target_sets;

static inline void target_find_sets(const char *data, size_t size, target_sets *sets) {
  static const char mark[] = "# set: ";
  const size_t skip = sizeof mark - 1;
  for (size_t i = 0; i + skip < size && sets->count < TARGET_SETS; i++) {
    if (memcmp(data + i, mark, skip))
      continue;
    const char *line = data + i + skip, *end = memchr(line, '\n', size - i - skip);
    size_t length = end ? (size_t)(end - line) : size - i - skip;
    if (length >= TARGET_SET_BYTES || memchr(line, '\0', length))
      continue;
    memcpy(sets->text[sets->count], line, length);
    sets->set[sets->count] = sets->text[sets->count];
    sets->count++;
  }
}

static inline void target_expect(int truth, const char *what) {
  if (truth)
    return;
  fprintf(stderr, "case target: %s\n", what);
  abort();
}

static inline void target_check_echo(const ria_case *first) {
  ria_case again;
  ria_case_errors errors;
  ria_status status = ria_case_read_data("echo.yaml", first->yaml, strlen(first->yaml),
                                         &target_names, 0, NULL, &again, &errors);
  if (status != RIA_SUCCESS)
    fprintf(stderr, "%s\nfrom\n%s\n", ria_status_detail(), first->yaml);
  target_expect(status == RIA_SUCCESS, "the case as run does not read back");
  target_expect(!strcmp(first->hash, again.hash), "the case as run has another hash");
  target_expect(!strcmp(first->yaml, again.yaml), "the case as run changes when read back");
  ria_case_destroy(&again);
  ria_case_errors_destroy(&errors);
}

static inline void case_target(const uint8_t *bytes, size_t size) {
  const char *data = (const char *)bytes;
  target_sets sets = {0};
  ria_case the_case;
  ria_case_errors errors;
  target_find_sets(data, size, &sets);
  ria_status status = ria_case_read_data("case.yaml", data, size, &target_names, sets.count,
                                         sets.set, &the_case, &errors);
  if (status == RIA_SUCCESS) {
    target_expect(errors.count == 0, "a valid case has findings");
    target_check_echo(&the_case);
  } else {
    target_expect(status == RIA_ERROR_CASE, "neither valid nor invalid");
    target_expect(errors.count > 0, "an invalid case has no findings");
    for (int i = 0; i < errors.count; i++)
      target_expect(errors.error[i].text && *errors.error[i].text, "a finding has no text");
  }
  ria_case_destroy(&the_case);
  ria_case_errors_destroy(&errors);
}

#endif
