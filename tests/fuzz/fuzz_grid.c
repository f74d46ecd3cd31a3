/* Grid files: one that ria wrote, changed as the input says (support/hdf5_edits.h): it is read or
 * refused with a reason, no id of HDF5 stays open. */
#include <gdal_frmts.h>
#include "use_raster.h"
#include "hdf5_edits.h"

static ria_case whole, part;

static void prepare(void) {
  double values[4 * 5];
  char crs[] = "EPSG:32629";
  /* GDAL reads a file that is no longer a grid file, but not by its HDF5 driver, which crashes on
   * some damaged files (docs/trust.md, limits). */
  GDALRegister_GTiff();
  ria_raster raster = {
      .nx = 5, .ny = 4, .x0 = 1000, .y0 = 2000, .dx = 10, .dy = 20, .values = values, .crs = crs};
  for (int i = 0; i < 20; i++)
    values[i] = -i;
  ria_grid_note note = {"bed elevation", "a test", "made by hand"};
  target_expect(ria_grid_file_write("own.h5", &raster, &note) == RIA_SUCCESS, "no grid file");
  target_copy("own.h5", "grid.h5");
  ria_raster again;
  hdf5_edit("grid.h5", HDF5_EDIT_NOTHING, sizeof HDF5_EDIT_NOTHING - 1);
  target_expect(ria_grid_file_read("grid.h5", NULL, &again) == RIA_SUCCESS, "changes are refused");
  ria_raster_destroy(&again);
  use_case_create(&whole, "grid.h5", "");
  use_case_create(&part, "grid.h5", "extent: [1005, 2010, 1045, 2070], resolution: 7");
}

static void run(const char *data, size_t size) {
  static const ria_extent window = {1012, 2030, 1038, 2050};
  target_copy("own.h5", "grid.h5");
  hdf5_edit("grid.h5", data, size);
  long before = hdf5_open_ids();
  ria_grid_file_is("grid.h5");
  if (use_read("grid.h5", NULL, NULL) && use_read("grid.h5", "EPSG:32629", &window)) {
    use_terrain(&whole);
    use_terrain(&part);
  }
  target_expect(hdf5_open_ids() == before, "an id of HDF5 stays open");
}

FUZZ_TARGET(prepare, run, 32)
