#include "netcdf.h"
#include <hdf5_hl.h>
#include <stdio.h>
#include <string.h>
#include "calendar.h"
#include "ria/h5.h"

enum { DEFLATE_LEVEL = 2 };

hid_t netcdf_dataset(hid_t where, const char *name, hid_t type, int rank, const hsize_t *size,
                     const hsize_t *most, const hsize_t *chunk, bool packed, const void *fill) {
  hid_t space = rank ? H5Screate_simple(rank, size, most) : H5Screate(H5S_SCALAR);
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_attr_creation_order(create, H5P_CRT_ORDER_TRACKED | H5P_CRT_ORDER_INDEXED);
  if (fill)
    H5Pset_fill_value(create, type, fill);
  if (chunk)
    H5Pset_chunk(create, rank, chunk);
  if (packed) {
    H5Pset_shuffle(create);
    H5Pset_deflate(create, DEFLATE_LEVEL);
    H5Pset_fletcher32(create);
  }
  hid_t id = H5Dcreate2(where, name, type, space, H5P_DEFAULT, create, H5P_DEFAULT);
  H5Pclose(create);
  H5Sclose(space);
  return id;
}

herr_t netcdf_make_scale(hid_t id, const char *name, int number) {
  const herr_t result = H5DSset_scale(id, name);
  return result < 0 ? result : ria_h5_put_int(id, "_Netcdf4Dimid", number);
}

herr_t netcdf_describe_time(hid_t id, bool has_start, double start) {
  if (ria_h5_put_text(id, "long_name", "time since the start") < 0)
    return -1;
  if (!has_start)
    return ria_h5_put_text(id, "units", "s");
  char units[64], iso[HISTORY_DATE_SIZE];
  history_date_iso(start, iso);
  snprintf(units, sizeof units, "seconds since %.10s %.*s", iso, (int)strcspn(iso + 11, "Z"),
           iso + 11);
  const char *const of[][2] = {{"standard_name", "time"},
                               {"axis", "T"},
                               {"units", units},
                               {"calendar", "proleptic_gregorian"}};
  herr_t result = 0;
  for (size_t i = 0; i < sizeof of / sizeof *of && result >= 0; i++)
    result = ria_h5_put_text(id, of[i][0], of[i][1]);
  return result;
}
