/** \file
 * The errors, warnings and notes about a case or a workflow: a list in the order of the file.
 */
#ifndef RIA_CASE_ERRORS_H
#define RIA_CASE_ERRORS_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ria_yaml ria_yaml;               /* ria/yaml.h */
typedef struct ria_yaml_source ria_yaml_source; /* ria/yaml.h */

/** One error, warning or note: "file:line:column: what; expected ...; did you mean ...?" */
typedef struct {
  int line, column; /**< 1-based; 0: no place */
  char *text;
} ria_case_error;

typedef struct {
  int count;
  ria_case_error *error;
} ria_case_errors;

enum { RIA_CASE_ERRORS_MAX = 200 }; /**< further findings are dropped: users do not read more */

/** Add "file:line:column: key: sentence", or "--set ...: key: sentence" for a value of the command
 * line. `place` may be NULL, `key` NULL or "". */
void ria_case_complain(ria_case_errors *errors, const ria_yaml *place, const char *key,
                       const char *format, ...) __attribute__((format(printf, 4, 5)));

/** The same at a line and column of a source; line 0: the whole file. */
void ria_case_complain_at(ria_case_errors *errors, const ria_yaml_source *source, int line,
                          int column, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/** Whether two sentences differ only in numbers and quoted names. */
bool ria_case_alike(const char *a, const char *b);

/** The number of later findings like this one, or -1 if an earlier finding is like it. Code that
 * prints a list skips findings with -1 and appends ria_case_more_text() to the others. */
int ria_case_errors_more(const ria_case_errors *errors, int index);

enum { RIA_CASE_MORE = 40 };
/** " (and 17 more like it)", or "" for none. */
const char *ria_case_more_text(int more, char text[RIA_CASE_MORE]);

/** Move all of `from` to the end of `to`; `from` is then empty. */
void ria_case_errors_move(ria_case_errors *from, ria_case_errors *to);

void ria_case_errors_destroy(ria_case_errors *errors);

/** Sort in the order of the file; findings without a place come last. */
void ria_case_errors_sort(ria_case_errors *errors);

#ifdef __cplusplus
}
#endif

#endif
