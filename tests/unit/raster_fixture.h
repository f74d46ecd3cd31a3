/** \file
 * Small rasters for tests. */
#ifndef RIA_RASTER_FIXTURE_H
#define RIA_RASTER_FIXTURE_H

#include "tests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/raster.h"

/** Path of a file in a folder; static, good until the next call. */
static inline const char *file_in(const char *folder, const char *name) {
  static char path[4096];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

/** A text file in a folder; its path. */
static inline const char *write_text(const char *folder, const char *name, const char *text) {
  const char *path = file_in(folder, name);
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs(text, file);
  assert_int_equal(fclose(file), 0);
  return path;
}

/** An ESRI ASCII grid of nx x ny cells of 10 m from (1000, 2000): 1 + x + 100 y in cell (x, y) from
 * the south-west, `hole` there if hole_x >= 0. ESRI files go from north to south. */
static inline const char *write_asc(const char *folder, int nx, int ny, int hole_x, int hole_y,
                                    const char *hole) {
  const char *path = file_in(folder, "bed.asc");
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fprintf(file,
          "ncols %d\nnrows %d\nxllcorner 1000\nyllcorner 2000\ncellsize 10\nNODATA_value -9999\n",
          nx, ny);
  for (int y = ny - 1; y >= 0; y--) {
    for (int x = 0; x < nx; x++)
      if (x == hole_x && y == hole_y)
        fprintf(file, "%s ", hole);
      else
        fprintf(file, "%d.5 ", 1 + x + 100 * y);
    fputc('\n', file);
  }
  assert_int_equal(fclose(file), 0);
  return path;
}

/** The value that write_asc writes to cell (x, y). */
static inline double asc_value(ria_global x, ria_global y) {
  return 1.5 + (double)x + 100 * (double)y;
}

/** A piece of land in degrees, geo.asc: a .prj file lies beside the grid. */
static inline const char *write_degrees(const char *folder) {
  write_text(folder, "geo.prj",
             "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563]],"
             "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]");
  char text[40000] = "ncols 40\nnrows 40\nxllcorner -9\nyllcorner 42\ncellsize 0.001\n";
  size_t length = strlen(text);
  for (int y = 39; y >= 0; y--)
    for (int x = 0; x < 40; x++)
      length += (size_t)snprintf(text + length, sizeof text - length, "%d.0%s", x - y,
                                 x == 39 ? "\n" : " ");
  return write_text(folder, "geo.asc", text);
}

static inline void expect_detail(const char *says) {
  if (!strstr(ria_status_detail(), says))
    fail_msg("'%s' does not say '%s'", ria_status_detail(), says);
}

#endif
