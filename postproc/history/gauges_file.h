/** \file
 * Private: a gauge series as its two files see it, writing and going on.
 */
#ifndef RIA_POSTPROC_GAUGES_FILE_H
#define RIA_POSTPROC_GAUGES_FILE_H

#include "ria/gauges.h"
#include "ria/seal.h"

struct ria_gauges {
  char *path, **name;
  int file;
  bool has_start, has_water, has_tracer;
  double start, dry, threshold, last; /* last: time of the last row, -INFINITY with none */
  int nstate, places;
  double *depth;
  ria_arrival *arrival;
  ria_checkpoint_row *row; /* [rows], what the file holds below its header */
  int64_t rows, row_capacity;
  uint32_t header; /* its checksum */
  char warning[1024];
};

ria_status ria_gauges_allocate(const ria_gauges_description *of, ria_gauges **gauges);
/** On an error: destroys it. Returns `status`. */
ria_status ria_gauges_settle(ria_status status, ria_gauges **gauges);
/** The header with its line end; owned, NULL: no memory. */
char *ria_gauges_header(const ria_gauges_description *of);
/** The file anew, durably: the header and rows that stay; it is then open for more. */
ria_status ria_gauges_rewrite(ria_gauges *gauges, const char *header, const char *rows,
                              size_t size);
/** A row that is in the file: its text, with its line end, is not kept. */
ria_status ria_gauges_count(ria_gauges *gauges, double time, const char *text, size_t size);
/** A concentration at place `p`: the arrival and the peak follow from it. */
void ria_gauges_notice(ria_gauges *gauges, int p, double time, double concentration);

#endif
