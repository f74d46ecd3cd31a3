/* Histories: one that ria wrote, changed as the input says (support/hdf5_edits.h). It is viewed,
 * listed, taken for a start and gone on with, or refused with a reason; no id of HDF5 stays open.
 * An input that begins with `fields` changes the history of a solver without water, and one that
 * begins with `nodes` that of a grid of nodes. */
#include <mpi.h>
#include <unistd.h>
#include "target.h"
#include "shown_water.h"
#include "hdf5_edits.h"
#include "ria/compare.h"
#include "ria/field_file.h"
#include "ria/history.h"
#include "ria/terrain.h"

enum { NX = 5, NY = 4, NZ = 3, MOST_CELLS = 1 << 16, RECORDS = 3 };
typedef enum { FIELDS, WATER, NODES, KINDS } file_kind;
static const char *const path_of[KINDS] = {"fields.h5", "water.h5", "nodes.h5"};

static double depth[NY * NX];
static const ria_attribute crs = {.name = "crs", .text = "EPSG:32629"};
static const ria_place places[] = {{"Vilagarcía", 12, 25, 0}, {"O'Grove", 38, 45, 0}};
static const ria_quantity state[] = {{.name = "u", .unit = "1", .what = "first"},
                                     {.name = "v", .unit = "m", .what = "second"}};

static ria_shown shown[KINDS];

static ria_status read_nodes(const void *context, int block, ria_range range, double *a, double *b,
                             double *c) {
  (void)context, (void)block;
  for (ria_global k = range.lo[2]; k < range.hi[2]; k++)
    for (ria_global j = range.lo[1]; j < range.hi[1]; j++)
      for (ria_global i = range.lo[0]; i < range.hi[0]; i++) {
        *a++ = (double)i;
        *b++ = 1 + 0.25 * (double)k;
        *c++ = 0.5 * (double)j;
      }
  return RIA_SUCCESS;
}

static const ria_history_nodes made_nodes = {true, read_nodes, NULL};
static const ria_block block[] = {
    {.name = "a", .cells = {NX, NY, NZ}, .spacing = {1, 1, 1}, .tiles = {1, 1, 1}}};
static const ria_mesh mesh = {.ndim = RIA_AXES, .blocks = 1, .block = (ria_block *)block};

static ria_history_description describe(const char *path, file_kind kind) {
  const bool water = kind == WATER;
  if (water) {
    shown_water(1e-3, "dye", "kg m-3", 0.01, &shown[kind]);
    shown[kind].fixed[0].value = depth;
  } else {
    ria_show_fields(2, state, &shown[kind]);
  }
  return (ria_history_description){.path = path,
                                   .comm = MPI_COMM_SELF,
                                   .grid = {.cells[0] = NX,
                                            .cells[1] = NY,
                                            .spacing[0] = 10,
                                            .spacing[1] = 10,
                                            .tiles[0] = 1,
                                            .tiles[1] = 1},
                                   .precision = RIA_DOUBLE,
                                   .mesh = kind == NODES ? &mesh : NULL,
                                   .nodes = kind == NODES ? &made_nodes : NULL,
                                   .shown = &shown[kind],
                                   .title = "made by hand",
                                   .solver = "estuary",
                                   .case_hash = "0123456789abcdef",
                                   .has_start = true,
                                   .start = 1772323200,
                                   .crs_attributes = water,
                                   .crs_attribute = &crs,
                                   .places = 2,
                                   .place = places};
}

static ria_status append(ria_history *history, const ria_history_description *of, double time) {
  double values[4][NZ * NY * NX];
  ria_snapshot_tile tile = {.n = {NX, NY, of->mesh ? NZ : 1}};
  for (int f = 0; f < 4; f++) {
    for (int i = 0; i < NZ * NY * NX; i++)
      values[f][i] = f ? 0.25 * i : 1 + i;
    tile.values[f] = f < of->shown->fields ? values[f] : NULL;
  }
  return ria_history_append(history, time, 1, &tile);
}

static void write_own(const char *path, file_kind kind) {
  ria_history *history;
  ria_history_description of = describe(path, kind);
  target_expect(ria_history_create(&of, &history) == RIA_SUCCESS, "no history");
  for (int r = 0; r < RECORDS; r++)
    target_expect(append(history, &of, 600 * r) == RIA_SUCCESS, "no record");
  ria_history_destroy(history);
}

static void prepare(void) {
  int is = 0;
  MPI_Initialized(&is);
  if (!is)
    MPI_Init(NULL, NULL);
  for (int i = 0; i < NY * NX; i++)
    depth[i] = i;
  for (file_kind k = 0; k < KINDS; k++)
    write_own(path_of[k], k);
  ria_history_view view;
  target_copy("water.h5", "history.h5");
  hdf5_edit("history.h5", HDF5_EDIT_NOTHING, sizeof HDF5_EDIT_NOTHING - 1);
  target_expect(ria_history_view_open("history.h5", &view) == RIA_SUCCESS, "changes are refused");
  ria_history_view_close(&view);
}

/* Surfaces and layers of a grid of nodes. */
static void use_blocks(ria_history_view *view) {
  static float values[MOST_CELLS];
  static double layer[MOST_CELLS];
  static const ria_surface_choice choice[] = {
      {RIA_SURFACE_BLADES, 0, -1}, {RIA_SURFACE_MERIDIONAL, 0, -1}, {RIA_SURFACE_LAYER, 2, 1}};
  for (int b = 0; b < view->blocks; b++) {
    const ria_global *n = view->block[b].nodes;
    target_expect(n[0] > 0 && n[1] > 0 && n[2] > 0, "a block without nodes");
    if (n[0] > 1000 || n[1] > 1000 || n[2] > 1000 || n[0] * n[1] * n[2] > MOST_CELLS)
      return;
    ria_history_view_layers(view, b, "u", view->records - 1, 0, 1, layer);
  }
  for (size_t c = 0; c < sizeof choice / sizeof *choice; c++)
    if (ria_history_view_choose(view, &choice[c]) == RIA_SUCCESS && view->nx <= MOST_CELLS)
      ria_history_view_read(view, "v", view->records - 1, values);
}

static void use_view(void) {
  static const char *const names[] = {"h", "qx", "hc", "level", "concentration", "u", "time"};
  static float values[MOST_CELLS];
  ria_history_view view;
  if (ria_history_view_open("history.h5", &view) != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "history.h5") != NULL,
                  "an error does not name the file");
    return;
  }
  target_expect(view.records >= 0 && view.nx >= 0 && view.ny >= 0, "a view below nothing");
  bool small = view.nx <= MOST_CELLS && view.ny <= MOST_CELLS && view.nx * view.ny <= MOST_CELLS;
  for (size_t n = 0; small && n < sizeof names / sizeof *names; n++)
    for (int64_t r = view.records - 1; r >= 0 && r > view.records - 3; r--)
      ria_history_view_read(&view, names[n], r, values);
  double sum = 0;
  for (int64_t r = 0; r < view.records; r++)
    sum += view.time[r];
  for (ria_global i = 0; view.ground && i < view.nx * view.ny; i++)
    sum += view.ground[i];
  for (int p = 0; p < view.places; p++)
    sum += view.place[p].x + (double)strlen(view.place[p].name);
  for (int f = 0; f < view.fields; f++)
    sum += (double)(strlen(view.field[f].name) + strlen(view.field[f].unit) +
                    strlen(view.field[f].what));
  (void)sum;
  use_blocks(&view);
  ria_history_view_close(&view);
}

static void use_fields(void) {
  ria_field_file file;
  if (ria_field_file_open("history.h5", &file) != RIA_SUCCESS)
    return;
  for (int f = 0; f < file.fields; f++) {
    ria_field_statistics statistics;
    if (file.field[f].cells <= MOST_CELLS)
      ria_field_statistics_read(&file, &file.field[f], &statistics);
  }
  ria_field_file_close(&file);
}

static void use_start(void) {
  static double values[4][NY * NX];
  double *const fields[] = {values[0], values[1], values[2], values[3]};
  const ria_grid grid = {.cells[0] = NX,
                         .cells[1] = NY,
                         .spacing[0] = 10,
                         .spacing[1] = 10,
                         .tiles[0] = 1,
                         .tiles[1] = 1};
  static const char *const names[] = {"h", "qx", "qy", "hc"};
  ria_start_file_read("history.h5", NULL, &grid, &(ria_start_fields){4, 3, names}, 1, NX, 0, NY - 1,
                      fields);
}

/* On an error the file must stay as it is; one that is damaged is put aside. */
static void go_on(file_kind kind) {
  ria_history *history;
  ria_history_description of = describe("history.h5", kind);
  if (ria_history_resume(&of, 700, -1, &history) != RIA_SUCCESS) {
    target_expect(strstr(ria_status_detail(), "history.h5") != NULL,
                  "an error does not name the file");
    return;
  }
  int64_t records = ria_history_records(history);
  target_expect(records >= 0, "records below nothing");
  ria_status status = append(history, &of, 1e300);
  if (status == RIA_SUCCESS)
    target_expect(ria_history_records(history) >= records, "an appended record is lost");
  ria_history_destroy(history);
}

static void run(const char *data, size_t size) {
  static const char *const word[KINDS] = {[FIELDS] = "fields\n", [NODES] = "nodes\n"};
  file_kind kind = WATER;
  for (int k = 0; k < KINDS; k++)
    if (word[k] && size >= strlen(word[k]) && !memcmp(data, word[k], strlen(word[k])))
      kind = (file_kind)k;
  unlink("history.h5.journal");
  unlink("history.h5.journal.damaged-1");
  unlink("history-damaged-1.h5");
  unlink("history.xdmf");
  target_copy(path_of[kind], "history.h5");
  hdf5_edit("history.h5", data, size);
  long before = hdf5_open_ids();
  use_view();
  use_fields();
  use_start();
  go_on(kind);
  if (hdf5_open_ids() != before)
    fprintf(stderr, "%ld ids were open, now %ld\n", before, hdf5_open_ids());
  target_expect(hdf5_open_ids() == before, "an id of HDF5 stays open");
}

FUZZ_TARGET(prepare, run, 24)
