/* The file of gauges on --resume: whatever its bytes, the series goes on with rows that a further
 * resume takes up without a warning, or an error names the file. A first byte of the input picks
 * what is measured, and whether there is a checkpoint that knows three rows. */
#include <math.h>
#include <unistd.h>
#include "target.h"
#include "ria/gauges.h"
#include "shown_water.h"

static const ria_place places[] = {{"Vilagarcía", 1, 2, 0}, {"a \"b\",c", 3, 4, 0}};
static const double depths[] = {5, 0};
static const ria_quantity state[] = {{.name = "u", .unit = "1"}, {.name = "v", .unit = "m"}};

static ria_shown shown[8];

static ria_gauges_description describe(int kind) {
  ria_gauges_description of = {.path = "gauges.csv",
                               .has_start = kind & 1,
                               .start = 1772323200,
                               .shown = &shown[kind],
                               .nstate = kind & 2 ? 3 : 4,
                               .places = 2,
                               .place = places,
                               .statics = depths};
  if (kind & 4) {
    ria_show_fields(2, state, &shown[kind]);
    of.nstate = 2;
    of.statics = NULL;
  } else {
    shown_water(1e-3, kind & 2 ? NULL : "tracer", "kg m-3", 0.01, &shown[kind]);
  }
  return of;
}

/* A line "header" at the start of an input becomes the header that ria writes, "rows" three rows.
 */
static char header[8][512], rows[8][1024];
static ria_checkpoint_row row[8][3];
static ria_gauges_known known[8];

static void copy_text(int kind) {
  FILE *file = fopen("gauges.csv", "re");
  target_expect(file && fgets(header[kind], sizeof header[kind], file), "no header");
  rows[kind][fread(rows[kind], 1, sizeof rows[kind] - 1, file)] = '\0';
  fclose(file);
}

static void prepare(void) {
  const double values[] = {5.5, 0.5, 0.25, 1.5, 2, 0, 0, 0};
  for (int kind = 0; kind < 8; kind++) {
    ria_gauges *gauges;
    ria_gauges_description of = describe(kind);
    target_expect(ria_gauges_create(&of, &gauges) == RIA_SUCCESS, "no gauges");
    for (int r = 0; r < 3; r++)
      target_expect(ria_gauges_append(gauges, 300 * r, values) == RIA_SUCCESS, "no row");
    known[kind] = ria_gauges_now(gauges);
    target_expect(known[kind].rows == 3, "not three rows");
    memcpy(row[kind], known[kind].row, sizeof row[kind]);
    known[kind].row = row[kind];
    ria_gauges_destroy(gauges);
    copy_text(kind);
  }
}

static void replace(FILE *file, const char *word, const char *with, const char **data,
                    size_t *size) {
  size_t length = strlen(word);
  if (*size < length || memcmp(*data, word, length) != 0)
    return;
  fputs(with, file);
  *data += length;
  *size -= length;
}

static void write_input(const char *data, size_t size, int kind) {
  FILE *file = fopen("gauges.csv", "we");
  target_expect(file != NULL, "no file");
  replace(file, "header\n", header[kind], &data, &size);
  replace(file, "rows\n", rows[kind], &data, &size);
  fwrite(data, 1, size, file);
  fclose(file);
}

static void go_on(const ria_gauges_description *of, ria_gauges *gauges) {
  const double values[] = {5.5, 0.5, 0.25, 1.5, 2, 0, 0, 0};
  int64_t before = ria_gauges_now(gauges).rows;
  target_expect(ria_gauges_append(gauges, 1e4, values) == RIA_SUCCESS, "no row");
  target_expect(ria_gauges_now(gauges).rows == before + 1, "an appended row does not count");
  target_expect(ria_gauges_write_arrivals(gauges) == RIA_SUCCESS, "no arrivals");
  for (int p = 0; p < 2; p++) {
    const ria_arrival *a = &ria_gauges_arrivals(gauges)[p];
    target_expect(isnan(a->peak) || a->peak > 0, "a peak that is none");
  }
  ria_gauges_destroy(gauges);
  target_expect(ria_gauges_resume(of, 2e4, NULL, &gauges) == RIA_SUCCESS,
                "what was taken up once is refused now");
  target_expect(!*ria_gauges_warning(gauges) && ria_gauges_now(gauges).rows == before + 1,
                "what was taken up once has lost rows");
  ria_gauges_destroy(gauges);
}

static void run(const char *data, size_t size) {
  if (!size)
    return;
  int kind = (unsigned char)data[0] % 8;
  ria_gauges_description of = describe(kind);
  ria_gauges *gauges;
  write_input(data + 1, size - 1, kind);
  unlink("gauges.csv.damaged-1");
  if (ria_gauges_resume(&of, 1000, data[0] & 8 ? &known[kind] : NULL, &gauges) == RIA_SUCCESS) {
    target_expect(!(data[0] & 8) || ria_gauges_now(gauges).rows <= 3, "rows that nobody knew");
    go_on(&of, gauges);
  } else {
    target_expect(strstr(ria_status_detail(), "gauges.csv") != NULL,
                  "an error does not name the file");
    target_expect(!gauges, "there are gauges after an error");
  }
}

FUZZ_TARGET(prepare, run, 512)
