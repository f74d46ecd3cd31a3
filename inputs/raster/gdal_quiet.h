/* Suppresses GDAL's printing and keeps its message for ria_fail(). */
#ifndef RASTER_GDAL_QUIET_H
#define RASTER_GDAL_QUIET_H

/* The first error between raster_gdal_begin and raster_gdal_end; later ones are mostly its
 * consequences.
 */
typedef struct {
  char text[400];
} raster_gdal_message;

void raster_gdal_begin(raster_gdal_message *message);
void raster_gdal_end(void);

#endif
