/* Rasters by GDAL (ESRI ASCII grid, GeoTIFF): whatever the bytes, a raster is read or
 * refused with a reason. */
#include <gdal.h>
#include <gdal_frmts.h>
#include <cpl_conv.h>
#include <cpl_string.h>
#include <ogr_srs_api.h>
#include <unistd.h>
#include "use_raster.h"

static ria_case whole, part;

/* A raster of a few cells as a file of a driver, for the corpus; RIA_FUZZ_SEEDS is its folder. */
static void make_seed(const char *folder, const char *driver, const char *name, GDALDataType type,
                      int epsg) {
  char path[4096];
  double transform[6] = {1000, 10, 0, 2080, 0, -20}, values[20];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  GDALDatasetH set = GDALCreate(GDALGetDriverByName(driver), path, 5, 4, 1, type, NULL);
  target_expect(set != NULL, "no seed");
  OGRSpatialReferenceH srs = OSRNewSpatialReference(NULL);
  OSRImportFromEPSG(srs, epsg);
  for (int i = 0; i < 20; i++)
    values[i] = -i;
  GDALSetGeoTransform(set, transform);
  GDALSetSpatialRef(set, srs);
  GDALSetRasterNoDataValue(GDALGetRasterBand(set, 1), -99);
  target_expect(GDALRasterIO(GDALGetRasterBand(set, 1), GF_Write, 0, 0, 5, 4, values, 5, 4,
                             GDT_Float64, 0, 0) == CE_None,
                "a seed is not written");
  OSRDestroySpatialReference(srs);
  GDALClose(set);
}

static void prepare(void) {
  const char *seeds = getenv("RIA_FUZZ_SEEDS");
  CPLSetConfigOption("GDAL_PAM_ENABLED", "NO");
  CPLSetConfigOption("GDAL_NUM_THREADS", "1");
  CPLSetErrorHandler(CPLQuietErrorHandler);
  /* Those of the inputs, and the one that warps: others open further files, or the network. That of
   * netCDF crashes at some damaged files (docs/trust.md, limits). */
  GDALRegister_GTiff();
  GDALRegister_AAIGrid();
  GDALRegister_VRT();
  target_write("bed", "", 0);
  use_case_create(&whole, "bed", "");
  use_case_create(&part, "bed", "extent: [1005, 2010, 1045, 2070], resolution: 7");
  if (seeds) {
    make_seed(seeds, "GTiff", "float.tif", GDT_Float32, 32629);
    make_seed(seeds, "GTiff", "short.tif", GDT_Int16, 4326);
  }
}

static void run(const char *data, size_t size) {
  static const ria_extent window = {1012, 2030, 1038, 2050};
  static const char other[] = "VRTDataset";
  for (size_t i = 0; i + sizeof other - 1 <= size; i++)
    if (!memcmp(data + i, other, sizeof other - 1))
      return;
  target_write("bed", data, size);
  if (use_read("bed", NULL, NULL) && use_read("bed", "EPSG:32629", &window)) {
    use_terrain(&whole);
    use_terrain(&part);
  }
}

FUZZ_TARGET(prepare, run, 200)
