/* The case reader: whatever the bytes, a case is valid and its echo reads back to the same case, or
 * there are findings with texts. Lines "# set: key=value" are given as --set. */
#include "target.h"
#include "../../inputs/schema/reader.h"
#include "ria/solver.h"

static void check_echo(const ria_case *first) {
  ria_case again;
  ria_case_errors errors;
  ria_status status = ria_case_read_data("echo.yaml", first->yaml, strlen(first->yaml),
                                         &ria_known_names, 0, NULL, &again, &errors);
  if (status != RIA_SUCCESS)
    fprintf(stderr, "%s\nfrom\n%s\n", ria_status_detail(), first->yaml);
  target_expect(status == RIA_SUCCESS, "the case as run does not read back");
  target_expect(!strcmp(first->hash, again.hash), "the case as run has another hash");
  target_expect(!strcmp(first->yaml, again.yaml), "the case as run changes when read back");
  ria_case_destroy(&again);
  ria_case_errors_destroy(&errors);
}

static void run(const char *data, size_t size) {
  target_sets sets = {0};
  ria_case the_case;
  ria_case_errors errors;
  target_find_sets(data, size, &sets);
  ria_status status = ria_case_read_data("case.yaml", data, size, &ria_known_names, sets.count,
                                         sets.set, &the_case, &errors);
  if (status == RIA_SUCCESS) {
    target_expect(errors.count == 0, "a valid case has findings");
    check_echo(&the_case);
  } else {
    target_expect(status == RIA_ERROR_CASE, "neither valid nor invalid");
    target_expect(errors.count > 0, "an invalid case has no findings");
    for (int i = 0; i < errors.count; i++)
      target_expect(errors.error[i].text && *errors.error[i].text, "a finding has no text");
  }
  ria_case_destroy(&the_case);
  ria_case_errors_destroy(&errors);
}

static void write_text(const char *name, const char *text) {
  target_write(name, text, strlen(text));
}

static void prepare(void) {
  write_text("bed.asc", "ncols 1\n");
  write_text("x.csv", "time,value\n0,1\n60,2\n");
  write_text("tide.csv", "name,amplitude,phase\nM2,1.08,77\n");
}

FUZZ_TARGET(prepare, run, 2048)
