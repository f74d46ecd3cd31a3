/* Tables of tidal constituents: whatever the bytes, the level that they give is a number, or an
 * error names the file. */
#include <math.h>
#include "target.h"
#include "ria/tide.h"

static void run(const char *data, size_t size) {
  int count = 0;
  ria_constituent *constituent = NULL;
  target_write("tide.csv", data, size);
  char *left_out = NULL;
  if (ria_tide_read_csv("tide.csv", &count, &constituent, &left_out) != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "tide.csv") != NULL,
                  "an error does not name the file");
    target_expect(!constituent && !left_out, "an unread table is not empty");
    return;
  }
  double sum = 0;
  target_expect(!left_out || strstr(left_out, "tide.csv"), "what is left out is of no file");
  free(left_out);
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
