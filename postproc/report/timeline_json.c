/* A trace in Chrome's trace format, which Perfetto and chrome://tracing show: a process for each
 * rank, a thread for each worker and for each row of messages. Times are in microseconds. */
#include <inttypes.h>
#include <stdio.h>
#include "file/textfile.h"
#include "ria/number.h"
#include "ria/replaced.h"
#include "ria/timeline.h"

enum { ROWS = 10000 }; /* threads of a lane at most */

static const char *const names[] = {
    [RIA_SPAN_WORK_EDGE] = "work, boundary tile",  [RIA_SPAN_WORK] = "work",
    [RIA_SPAN_UNPACK] = "unpack strips",           [RIA_SPAN_PACK] = "pack strips",
    [RIA_SPAN_FETCH] = "strips coming to the GPU", [RIA_SPAN_CLOCK] = "common time step",
    [RIA_SPAN_SNAPSHOT] = "copy for a file",       [RIA_SPAN_TRAVEL] = "strip from another rank"};

/* Names of lanes come from ria and need no escapes. */
static void put_thread(const ria_lane *lane, int number, FILE *file) {
  for (int row = 0; row < lane->rows; row++)
    fprintf(file,
            ",\n{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,"
            "\"args\":{\"name\":\"%s\"}}",
            lane->rank, number * ROWS + row, lane->name);
}

static void put_span(const ria_lane *lane, int number, const ria_span *s, FILE *file) {
  ria_fprintf(file,
              ",\n{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%.3f,\"dur\":%.3f,"
              "\"args\":{\"step\":%" PRId64 ",\"tile\":%d}}",
              names[s->kind], lane->rank, number * ROWS + s->row, 1e6 * s->begin,
              1e6 * (s->end - s->begin), s->step, s->tile);
}

static void put_all(const ria_timeline *t, FILE *file) {
  fputs("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[", file);
  for (int rank = 0; rank < t->ranks; rank++)
    fprintf(file,
            "%s\n{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"args\":{\"name\":\"rank "
            "%d\"}}",
            rank ? "," : "", rank, rank);
  for (int i = 0; i < t->lanes; i++) {
    put_thread(&t->lane[i], i, file);
    for (int k = 0; k < t->lane[i].spans; k++)
      put_span(&t->lane[i], i, &t->lane[i].span[k], file);
  }
  fputs("\n]}\n", file);
}

ria_status ria_timeline_write(const ria_timeline *t, const char *path) {
  file_textfile file;
  RIA_TRY(ria_replaced_check(path, RIA_REPLACED_JSON));
  RIA_TRY(file_textfile_begin(path, &file));
  put_all(t, file.stream);
  return file_textfile_finish_soon(&file);
}
