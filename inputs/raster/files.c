#include "files.h"
#include <cpl_string.h>
#include <gdal.h>
#include "gdal_quiet.h"

static bool is_same(const char *path, const struct stat *file) {
  struct stat info;
  return !stat(path, &info) && info.st_dev == file->st_dev && info.st_ino == file->st_ino;
}

bool raster_reads(const char *source, const struct stat *file) {
  raster_gdal_message message;
  if (is_same(source, file))
    return true;
  raster_gdal_begin(&message);
  GDALDatasetH raster = GDALOpenEx(source, GDAL_OF_RASTER | GDAL_OF_READONLY, NULL, NULL, NULL);
  char **names = raster ? GDALGetFileList(raster) : NULL;
  bool reads = false;
  for (int i = 0; i < CSLCount(names); i++)
    reads |= is_same(names[i], file);
  CSLDestroy(names);
  if (raster)
    GDALClose(raster);
  raster_gdal_end();
  return reads;
}
