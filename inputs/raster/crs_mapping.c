/* A CRS as attributes of the CF conventions (appendix F, "Grid Mappings"). */
#include <cpl_conv.h>
#include <stdlib.h>
#include <string.h>
#include "crs.h"
#include "gdal_quiet.h"
#include "ria/raster.h"

enum { PARAMETERS = 6 };

/* GDAL's name of a projection, CF's, and GDAL's and CF's names of its parameters. Two GDAL names
 * with one CF name become an array. */
typedef struct {
  const char *projection, *mapping;
  struct {
    const char *of_gdal, *of_cf;
  } parameter[PARAMETERS];
} projection_names;

#define FALSE_ORIGIN                                                                               \
  {SRS_PP_FALSE_EASTING, "false_easting"}, {                                                       \
    SRS_PP_FALSE_NORTHING, "false_northing"                                                        \
  }

static const projection_names projections[] = {
    {SRS_PT_TRANSVERSE_MERCATOR,
     "transverse_mercator",
     {{SRS_PP_SCALE_FACTOR, "scale_factor_at_central_meridian"},
      {SRS_PP_CENTRAL_MERIDIAN, "longitude_of_central_meridian"},
      {SRS_PP_LATITUDE_OF_ORIGIN, "latitude_of_projection_origin"},
      FALSE_ORIGIN}},
    {SRS_PT_LAMBERT_CONFORMAL_CONIC_2SP,
     "lambert_conformal_conic",
     {{SRS_PP_STANDARD_PARALLEL_1, "standard_parallel"},
      {SRS_PP_STANDARD_PARALLEL_2, "standard_parallel"},
      {SRS_PP_CENTRAL_MERIDIAN, "longitude_of_central_meridian"},
      {SRS_PP_LATITUDE_OF_ORIGIN, "latitude_of_projection_origin"},
      FALSE_ORIGIN}},
    {SRS_PT_ALBERS_CONIC_EQUAL_AREA,
     "albers_conical_equal_area",
     {{SRS_PP_STANDARD_PARALLEL_1, "standard_parallel"},
      {SRS_PP_STANDARD_PARALLEL_2, "standard_parallel"},
      {SRS_PP_LONGITUDE_OF_CENTER, "longitude_of_central_meridian"},
      {SRS_PP_LATITUDE_OF_CENTER, "latitude_of_projection_origin"},
      FALSE_ORIGIN}},
    {SRS_PT_LAMBERT_AZIMUTHAL_EQUAL_AREA,
     "lambert_azimuthal_equal_area",
     {{SRS_PP_LONGITUDE_OF_CENTER, "longitude_of_projection_origin"},
      {SRS_PP_LATITUDE_OF_CENTER, "latitude_of_projection_origin"},
      FALSE_ORIGIN}},
    {SRS_PT_MERCATOR_1SP,
     "mercator",
     {{SRS_PP_CENTRAL_MERIDIAN, "longitude_of_projection_origin"},
      {SRS_PP_SCALE_FACTOR, "scale_factor_at_projection_origin"},
      FALSE_ORIGIN}},
    {SRS_PT_MERCATOR_2SP,
     "mercator",
     {{SRS_PP_CENTRAL_MERIDIAN, "longitude_of_projection_origin"},
      {SRS_PP_STANDARD_PARALLEL_1, "standard_parallel"},
      FALSE_ORIGIN}},
};

static void add_text(ria_crs_mapping *m, const char *name, const char *text) {
  if (text)
    m->attribute[m->attributes++] = (ria_attribute){.name = name, .text = text};
}

/* Append a number to the previous attribute, or add a new attribute. */
static void add_number(ria_crs_mapping *m, const char *name, double number) {
  ria_attribute *last = &m->attribute[m->attributes - 1];
  if (!last->text && !strcmp(last->name, name))
    last->number[last->count++] = number;
  else
    m->attribute[m->attributes++] = (ria_attribute){.name = name, .count = 1, .number = {number}};
}

/* Projections without a CF name are described only by the well-known text. */
static void add_projection(ria_crs_mapping *m, OGRSpatialReferenceH srs) {
  const char *projection = OSRGetAttrValue(srs, "PROJECTION", 0);
  if (strstr(m->wkt, "Pseudo Mercator")) /* on a sphere: CF's Mercator would be off by 40 km */
    return;
  const projection_names *p = NULL;
  for (size_t i = 0; projection && !p && i < sizeof projections / sizeof *projections; i++)
    if (!strcmp(projection, projections[i].projection))
      p = &projections[i];
  if (!p)
    return;
  add_text(m, "grid_mapping_name", p->mapping);
  for (int i = 0; i < PARAMETERS && p->parameter[i].of_gdal; i++)
    add_number(m, p->parameter[i].of_cf, OSRGetNormProjParm(srs, p->parameter[i].of_gdal, 0, NULL));
  add_number(m, "semi_major_axis", OSRGetSemiMajor(srs, NULL));
  add_number(m, "inverse_flattening", OSRGetInvFlattening(srs, NULL));
  add_number(m, "longitude_of_prime_meridian", OSRGetPrimeMeridian(srs, NULL));
}

/* GDAL reads `spatial_ref`; CF readers use `crs_wkt`. */
static ria_status describe(ria_crs_mapping *m, const char *name, OGRSpatialReferenceH srs) {
  char *wkt = raster_crs_wkt2(srs);
  m->wkt = wkt ? strdup(wkt) : NULL;
  m->name = strdup(strchr(name, '[') && OSRGetName(srs) ? OSRGetName(srs) : name);
  CPLFree(wkt);
  if (!m->wkt || !m->name)
    return ria_fail(RIA_ERROR_MEMORY, "no memory for a coordinate reference system");
  add_text(m, "crs", m->name);
  add_text(m, "crs_wkt", m->wkt);
  add_text(m, "spatial_ref", m->wkt);
  add_projection(m, srs);
  return RIA_SUCCESS;
}

ria_status ria_crs_map(const char *name, ria_crs_mapping *mapping) {
  *mapping = (ria_crs_mapping){0};
  if (!name)
    return RIA_SUCCESS;
  raster_gdal_message message;
  raster_gdal_begin(&message);
  OGRSpatialReferenceH srs = raster_crs_from_name(name);
  ria_status status = srs ? describe(mapping, name, srs) : RIA_SUCCESS;
  if (srs)
    OSRDestroySpatialReference(srs);
  raster_gdal_end();
  return status;
}

void ria_crs_mapping_destroy(ria_crs_mapping *mapping) {
  free(mapping->name);
  free(mapping->wkt);
  *mapping = (ria_crs_mapping){0};
}
