/* Marks and lines on a map with their names, and the legend that explains colours, marks, lines and
 * arrows. Private to postproc/maps. */
#ifndef MAPS_LEGEND_H
#define MAPS_LEGEND_H

#include <stdio.h>
#include "frame.h"
#include "map.h"
#include "palette.h"

typedef enum {
  MAPS_ROW_COLOUR,
  MAPS_ROW_LINE,
  MAPS_ROW_MARK,
  MAPS_ROW_ARROW,
  MAPS_ROW_CLOUD,
} maps_row_kind;

typedef struct {
  maps_row_kind kind;
  int which;          /* line or mark: ria_edge_kind or ria_mark_kind; cloud: its number
                       */
  maps_colour colour; /* for MAPS_ROW_COLOUR */
  double length;      /* for MAPS_ROW_ARROW: length of the arrow, pixels */
  char text[64];
} maps_legend_row;

enum { MAPS_LEGEND_ROWS = RIA_EDGES + RIA_MARKS + MAPS_CLOUDS + 4 };

typedef struct {
  int rows, width; /* width: pixels */
  maps_legend_row row[MAPS_LEGEND_ROWS];
} maps_legend;

/* gnuplot's colour of a cloud, by its number. */
extern const char *const maps_cloud_colours[MAPS_CLOUDS];

/* The rows that a map needs. */
void maps_legend_make(const maps_map *map, const map_style *style, maps_legend *legend);

/* Write the legend at its place in a laid out frame. */
void maps_legend_script(const maps_legend *legend, const maps_frame *frame, FILE *script);

/* Write marks and lines of the map with their names; `unit`: unit of the axes in m. */
void maps_marks_script(const maps_map *map, const maps_frame *frame, double unit, FILE *script);

#endif
