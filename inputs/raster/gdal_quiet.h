/* GDAL without its own printing; its message is kept for ria_fail(). */
#ifndef RIA_GDAL_QUIET_H
#define RIA_GDAL_QUIET_H

/* The first error between ria_gdal_begin and ria_gdal_end; later ones are mostly its consequences.
 */
typedef struct {
  char text[400];
} ria_gdal_message;

void ria_gdal_begin(ria_gdal_message *message);
void ria_gdal_end(void);

#endif
