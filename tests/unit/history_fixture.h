/** \file
 * A history of made-up tiles, the same on any number of ranks, for the tests of history and plots.
 */
#ifndef RIA_TEST_HISTORY_FIXTURE_H
#define RIA_TEST_HISTORY_FIXTURE_H

#include <math.h>
#include <hdf5.h>
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include "ria/history.h"
#include "ria/raster.h"
#include "shown_water.h"
#include "tests.h"

enum { NX = 23, NY = 17, TILES_X = 3, TILES_Y = 2, FIELDS = 4 };

static const ria_grid fixture_grid = {.cells = {NX, NY},
                                      .origin = {497600, 4698000},
                                      .spacing = {50, 40},
                                      .tiles = {TILES_X, TILES_Y}};

static const ria_place fixture_place[] = {{"Vilagarcía", 498000, 4698300, 0},
                                          {"O'Grove", 498300, 4698100, 0}};

static double fixture_depth(ria_global x, ria_global y) {
  return x < 4 ? -2.5 : 1 + 0.25 * (double)y;
}

/* Land where x < 4; elsewhere a tilted surface that rises from record to record, and a patch of
 * tracer. */
static double fixture_value(int field, int record, ria_global x, ria_global y) {
  double h = x < 4 ? 0 : fixture_depth(x, y) + 0.125 * record + 0.0625 * (double)x;
  switch (field) {
  case 0:
    return h;
  case 1:
    return x < 4 ? 0 : 0.5 * (double)y;
  case 2:
    return x < 4 ? 0 : -0.25 * (double)x;
  default:
    return x < 10 ? 0 : h * (0.5 + 0.015625 * record);
  }
}

typedef struct {
  ria_history_description of;
  ria_shown shown;
  ria_crs_mapping crs;
  double depth[NY * NX];
  int count;
  ria_snapshot_tile tile[TILES_X * TILES_Y];
} fixture;

static inline void fixture_begin(fixture *f, const char *path, MPI_Comm comm,
                                 ria_precision precision) {
  int rank, ranks;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &ranks);
  memset(f, 0, sizeof *f);
  shown_water(1e-3, "dye", "kg m-3", 0.01, &f->shown);
  f->shown.fixed[0].value = f->depth;
  assert_int_equal(ria_crs_map("EPSG:32629", &f->crs), RIA_SUCCESS);
  f->of = (ria_history_description){.path = path,
                                    .comm = comm,
                                    .grid = fixture_grid,
                                    .precision = precision,
                                    .shown = &f->shown,
                                    .title = "A made-up estuary",
                                    .solver = "estuary",
                                    .case_hash = "0123456789abcdef",
                                    .has_start = true,
                                    .start = 1709251200, /* 2024-03-01 */
                                    .crs_attributes = f->crs.attributes,
                                    .crs_attribute = f->crs.attribute,
                                    .places = 2,
                                    .place = fixture_place};
  for (int y = 0; y < NY; y++)
    for (int x = 0; x < NX; x++)
      f->depth[y * NX + x] = fixture_depth(x, y);
  for (int ty = 0; ty < TILES_Y; ty++) {
    for (int tx = 0; tx < TILES_X; tx++) {
      if ((ty * TILES_X + tx) * ranks / (TILES_X * TILES_Y) != rank)
        continue;
      ria_snapshot_tile *t = &f->tile[f->count++];
      t->lo[0] = ria_mesh_cut(NX, TILES_X, tx);
      t->lo[1] = ria_mesh_cut(NY, TILES_Y, ty);
      t->n[0] = (int)(ria_mesh_cut(NX, TILES_X, tx + 1) - t->lo[0]);
      t->n[1] = (int)(ria_mesh_cut(NY, TILES_Y, ty + 1) - t->lo[1]);
      t->n[2] = 1;
      for (int v = 0; v < FIELDS; v++) {
        t->values[v] = malloc((size_t)t->n[0] * (size_t)t->n[1] * sizeof(double));
        assert_non_null(t->values[v]);
      }
    }
  }
}

static inline void fixture_record(fixture *f, int record) {
  for (int i = 0; i < f->count; i++) {
    ria_snapshot_tile *t = &f->tile[i];
    for (int v = 0; v < FIELDS; v++) {
      for (int y = 0; y < t->n[1]; y++) {
        for (int x = 0; x < t->n[0]; x++) {
          double value = fixture_value(v, record, t->lo[0] + x, t->lo[1] + y);
          if (f->of.precision == RIA_SINGLE)
            ((float *)t->values[v])[y * t->n[0] + x] = (float)value;
          else
            ((double *)t->values[v])[y * t->n[0] + x] = value;
        }
      }
    }
  }
}

static inline void fixture_end(fixture *f) {
  ria_crs_mapping_destroy(&f->crs);
  for (int i = 0; i < f->count; i++)
    for (int v = 0; v < FIELDS; v++)
      free((void *)f->tile[i].values[v]);
}

/* Append records [from, to), 600 s apart. */
static inline void fixture_append(fixture *f, ria_history *history, int from, int to) {
  for (int r = from; r < to; r++) {
    fixture_record(f, r);
    if (ria_history_append(history, 600.0 * r, f->count, f->tile) != RIA_SUCCESS)
      fail_msg("%s", ria_status_detail());
  }
}

/* Checks that each value of each record is the one written. */
static inline void fixture_verify(const char *path, int64_t records) {
  ria_history_view view;
  if (ria_history_view_open(path, &view) != RIA_SUCCESS)
    fail_msg("%s", ria_status_detail());
  assert_int_equal(view.records, records);
  assert_int_equal(view.nx, NX);
  assert_int_equal(view.ny, NY);
  static const char *const name[] = {"h", "qx", "qy", "hc", "level", "concentration"};
  float values[NY * NX];
  for (int64_t r = 0; r < records; r++) {
    assert_true(view.time[r] == 600.0 * (double)r);
    for (int v = 0; v < 6; v++) {
      assert_int_equal(ria_history_view_read(&view, name[v], r, values), RIA_SUCCESS);
      for (int c = 0; c < NX * NY; c++) {
        int x = c % NX, y = c / NX;
        double h = fixture_value(0, (int)r, x, y);
        double expected = v < 4    ? fixture_value(v, (int)r, x, y)
                          : v == 4 ? h - fixture_depth(x, y)
                                   : fixture_value(3, (int)r, x, y) / h;
        if (v >= 4 && x < 4)
          assert_true(isnan(values[c]));
        else
          assert_true(fabs(values[c] - expected) <= 1e-6);
      }
    }
  }
  ria_history_view_close(&view);
}

#endif
