/** \file
 * Marks on maps of a case: its sides, structures, rivers, releases and stations.
 */
#ifndef RUN_MARKS_H
#define RUN_MARKS_H

#include "ria/bed_picture.h"
#include "ria/case.h"
#include "ria/terrain.h"

/** Maps of inputs also mark gauges, walls and periodic sides. Maps of results take the gauges from
 * the history and mark only open sides. */
typedef enum { RUN_MARKS_OF_INPUT, RUN_MARKS_OF_RESULT } run_marks_for;

typedef struct {
  int marks, edges;
  ria_map_mark *mark; /**< owned; the names are the case's */
  ria_map_edge *edge; /**< owned; later ones lie on top */
} run_marks;

/** Collect the marks of a case whose domain is a plane. `terrain` is that of the case. Error:
 * RIA_ERROR_MEMORY. */
ria_status run_marks_make(const ria_case *the_case, const ria_terrain *terrain, run_marks_for what,
                          run_marks *marks);
void run_marks_destroy(run_marks *marks);

#endif
