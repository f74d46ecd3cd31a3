/* Datasets, dimensions and times as netCDF-4 stores them in HDF5. Also for postproc/tracks. */
#ifndef HISTORY_NETCDF_H
#define HISTORY_NETCDF_H

#include <hdf5.h>
#include <stdbool.h>

/* Create a dataset that keeps the order of its attributes, as netCDF-4 expects. `rank` 0: a scalar;
 * `most`, `chunk` and `fill` may be NULL; `packed`: shuffled, deflated, with checksums. Negative
 * on an error. */
hid_t netcdf_dataset(hid_t where, const char *name, hid_t type, int rank, const hsize_t *size,
                     const hsize_t *most, const hsize_t *chunk, bool packed, const void *fill);

/* Make a dataset the dimension scale of the dimension with this number in the file. */
herr_t netcdf_make_scale(hid_t id, const char *name, int number);

/* Write the attributes of times in seconds since the start. In the CF conventions a time is a date,
 * so without a start it is written as an ordinary coordinate. */
herr_t netcdf_describe_time(hid_t id, bool has_start, double start);

#endif
