/* Checkpoints: one that ria wrote, changed as the input says (support/hdf5_edits.h): a simulation
 * goes on from it, it is a start for another case, or it is refused with a reason; no id of HDF5
 * stays open. */
#include <unistd.h>
#include "target.h"
#include "hdf5_edits.h"
#include "test_run.h"
#include "ria/checkpoint.h"
#include "ria/field_file.h"
#include "ria/seal.h"
#include "ria/terrain.h"

enum { NX = 6, NY = 4 };

static const char yaml[] =
    "name: tank\ntime: {end: 1 h}\n"
    "grid: {extent: [0 m, 0 m, 60 m, 40 m], cells: [6, 4]}\nbathymetry: {shape: {kind: flat}}\n"
    "initial:\n"
    "  shape: {kind: column, x: 20 m, y: 20 m, radius: 15 m, inside: 2 m, outside: 1 m, tracer: "
    "1}\n"
    "tracers: [{name: dye}]\nprecision: double\n";

static const ria_checkpoint_identity identity = {.solver = "estuary",
                                                 .case_hash = "0123456789abcdef"};
static ria_checkpoint_row rows[] = {{0, 1}, {300, 2}, {600, 3}};
static const ria_checkpoint_records records = {
    .gauge_rows = 3, .gauge_header = 4, .history_records = 2, .history_time = 600, .gauge = rows};
static test_run *tank;

/* Seal the changed checkpoint again; otherwise it would be refused for its seal. */
static void edit(const char *data, size_t size) {
  target_copy("own.h5", "checkpoint.h5");
  if (hdf5_edit("checkpoint.h5", data, size))
    target_expect(ria_seal_whole("checkpoint.h5") == RIA_SUCCESS, "a checkpoint is not sealed");
}

static void prepare(void) {
  ria_runtime *runtime;
  ria_snapshot *snapshot;
  setenv("RIA_MPI_BACKOFF", "1", 0);
  setenv("RIA_WORKER_BACKOFF", "1", 0);
  setenv("STARPU_WORKERS_NOBIND", "1", 0);
  setenv("STARPU_HOME", ".", 0);
  target_expect(ria_runtime_create(&(ria_runtime_options){.workers = 1}, &runtime) == RIA_SUCCESS,
                "no runtime");
  tank = test_run_new(runtime, yaml, 0, NULL);
  test_run_advance(tank, 10);
  target_expect(ria_simulation_snapshot(tank->simulation, &snapshot) == RIA_SUCCESS &&
                    ria_checkpoint_write(runtime, snapshot, &identity, &records, "own.h5") ==
                        RIA_SUCCESS,
                "no checkpoint");
  ria_snapshot_destroy(snapshot);
  ria_checkpoint_records found;
  edit(HDF5_EDIT_NOTHING, sizeof HDF5_EDIT_NOTHING - 1);
  target_expect(ria_checkpoint_read(tank->simulation, &identity, "checkpoint.h5", &found) ==
                    RIA_SUCCESS,
                "changes are refused");
  ria_checkpoint_records_destroy(&found);
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
  ria_start_file_read("checkpoint.h5", NULL, &grid, &(ria_start_fields){4, 3, names}, 1, NX, 0,
                      NY - 1, fields);
}

static void use_fields(void) {
  ria_field_file file;
  if (ria_field_file_open("checkpoint.h5", &file) == RIA_SUCCESS)
    ria_field_file_close(&file);
}

static void run(const char *data, size_t size) {
  edit(data, size);
  long before = hdf5_open_ids();
  ria_checkpoint_records found;
  double last = 0;
  if (ria_checkpoint_read(tank->simulation, &identity, "checkpoint.h5", &found) == RIA_SUCCESS) {
    for (int64_t r = 0; found.known && r < found.gauge_rows; r++)
      last += found.gauge[r].time;
    (void)last;
    ria_checkpoint_records_destroy(&found);
  } else {
    target_expect(strstr(ria_status_detail(), "checkpoint.h5") != NULL,
                  "an error does not name the file");
  }
  use_start();
  use_fields();
  target_expect(hdf5_open_ids() == before, "an id of HDF5 stays open");
}

FUZZ_TARGET(prepare, run, 24)
