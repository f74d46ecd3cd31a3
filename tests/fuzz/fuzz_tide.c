/* Tables of tidal constituents: whatever the bytes, the level that they give is a number, or an
 * error names the file. */
#include <math.h>
#include "target.h"
#include "ria/tide.h"

static void run(const char *data, size_t size) {
  int count = 0;
  ria_constituent *constituent = NULL;
  target_write("tide.csv", data, size);
  ria_told told = {0};
  const ria_status status = ria_tide_read_csv("tide.csv", &count, &constituent, &told);
  for (int i = 0; i < told.warnings.count; i++)
    target_expect(strstr(told.warnings.error[i].text, "tide.csv") != NULL, "a warning of no file");
  ria_told_destroy(&told);
  if (status != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "tide.csv") != NULL,
                  "an error does not name the file");
    target_expect(!constituent, "an unread table is not empty");
    return;
  }
  double sum = 0;
  for (int i = 0; i < count; i++) {
    target_expect(isfinite(constituent[i].amplitude) && isfinite(constituent[i].phase),
                  "a constituent is not finite");
    sum += fabs(constituent[i].amplitude);
  }
  ria_tide *tide = ria_tide_create(count, constituent);
  target_expect(tide != NULL, "no tide");
  double level = ria_tide_level(tide, 1772323200);
  target_expect(sum > 1e300 || fabs(level) <= 4 * sum, "the level is not of these constituents");
  ria_tide_destroy(tide);
  free(constituent);
}

FUZZ_TARGET(NULL, run, 2048)
