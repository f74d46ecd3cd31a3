/* Polygons, and the value of each polygon's attribute. */
#include <cpl_string.h>
#include <gdal.h>
#include <gdal_alg.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "field.h"
#include "ria/number.h"
#include "ria/text.h"
#include "units/unit_factor.h"
#include "units/units.h"
#include "vector.h"

/* A file of polygons while it is read. */
typedef struct {
  const ria_case_field *field;
  const ria_case_field_use *use;
  field_vector vector;
  int attribute;
  GDALDatasetH map; /* one band of doubles in the values' memory */
  double scale;     /* unit factor of an attribute that holds the value itself */
  ria_text unknown;
  int unknown_count;
} polygons;

static ria_status find_attribute(polygons *p) {
  OGRFeatureDefnH definition = OGR_L_GetLayerDefn(p->vector.layer);
  ria_text names = {0};
  p->attribute = OGR_FD_GetFieldIndex(definition, p->field->attribute);
  if (p->attribute >= 0)
    return RIA_SUCCESS;
  for (int i = 0; i < OGR_FD_GetFieldCount(definition); i++)
    ria_text_add(&names, "%s%.40s", i ? ", " : "",
                 OGR_Fld_GetNameRef(OGR_FD_GetFieldDefn(definition, i)));
  const ria_status status =
      ria_fail(RIA_ERROR_CASE, "%s: its polygons have no attribute '%.60s'; they have %s",
               p->field->polygons, p->field->attribute, names.data ? names.data : "none");
  ria_text_destroy(&names);
  return status;
}

static ria_status open_map(polygons *p, const ria_grid *grid, double *values) {
  char place[64] = "", pointer[96];
  double t[6] = {grid->origin[0], grid->spacing[0], 0, grid->origin[1], 0, grid->spacing[1]};
  p->map = GDALCreate(GDALGetDriverByName("MEM"), "", (int)grid->cells[0], (int)grid->cells[1], 0,
                      GDT_Float64, NULL);
  place[CPLPrintPointer(place, values, sizeof place - 1)] = '\0';
  snprintf(pointer, sizeof pointer, "DATAPOINTER=%s", place);
  char *options[] = {pointer, NULL};
  if (p->map && GDALAddBand(p->map, GDT_Float64, options) == CE_None &&
      GDALSetGeoTransform(p->map, t) == CE_None)
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_MEMORY, "no map for %s: %s", p->field->polygons,
                  p->vector.message.text);
}

/* NAN: the polygon has no value. */
static ria_status value_of(polygons *p, OGRFeatureH feature, double *value) {
  *value = p->field->value;
  if (p->field->has_value)
    return RIA_SUCCESS; /* the same in all */
  const char *text = OGR_F_GetFieldAsString(feature, p->attribute);
  if (p->field->rows) {
    *value = field_value_of(p->field, text);
    if (isnan(*value) && !p->unknown_count++)
      ria_text_add(&p->unknown, "polygons with %s '%.60s'", p->field->attribute, text);
    return RIA_SUCCESS;
  }
  if (!units_number(text, value))
    return ria_fail(
        RIA_ERROR_CASE,
        "%s: '%.60s' of the attribute '%s' is not a number; say which number it stands for, as "
        "%s.values",
        p->field->polygons, text, p->field->attribute, p->use->subject.key);
  *value *= p->scale;
  return RIA_SUCCESS;
}

static ria_status draw(polygons *p, OGRFeatureH feature) {
  OGRGeometryH shape;
  double value;
  int band = 1;
  RIA_TRY(value_of(p, feature, &value));
  RIA_TRY(field_vector_shape(&p->vector, feature, &shape));
  if (!shape)
    return RIA_SUCCESS;
  const OGRwkbGeometryType type = wkbFlatten(OGR_G_GetGeometryType(shape));
  if (type != wkbPolygon && type != wkbMultiPolygon)
    return ria_fail(RIA_ERROR_FORMAT, "%s holds a %s, but a field needs polygons",
                    p->field->polygons, OGR_G_GetGeometryName(shape));
  if (!OGR_G_IsValid(shape))
    return ria_fail(RIA_ERROR_FORMAT,
                    "polygon %lld of %s crosses itself (%s); mend it, for example with `ogr2ogr "
                    "-makevalid MENDED.geojson %s`",
                    (long long)OGR_F_GetFID(feature), p->field->polygons, p->vector.message.text,
                    p->field->polygons);
  if (GDALRasterizeGeometries(p->map, 1, &band, 1, &shape, NULL, NULL, &value, NULL, NULL, NULL) !=
      CE_None)
    return ria_fail(RIA_ERROR_FORMAT, "a polygon of %s cannot be put onto the grid: %s",
                    p->field->polygons, p->vector.message.text);
  return RIA_SUCCESS;
}

static ria_status draw_all(polygons *p) {
  ria_status status = RIA_SUCCESS;
  OGRFeatureH feature;
  while (status == RIA_SUCCESS && (feature = OGR_L_GetNextFeature(p->vector.layer))) {
    status = draw(p, feature);
    OGR_F_Destroy(feature);
  }
  if (status == RIA_SUCCESS && p->unknown_count && !p->field->has_otherwise)
    status = field_fail_names(p->field, p->use, p->field->polygons, p->unknown.data);
  return status;
}

static ria_status lay(polygons *p, const ria_grid *grid, double *values) {
  double offset;
  p->scale = 1;
  if (p->field->unit && *p->use->subject.unit)
    RIA_TRY(units_factor(p->field->unit, p->use->subject.unit, &p->scale, &offset));
  for (ria_global i = 0; i < grid->cells[0] * grid->cells[1]; i++)
    values[i] = NAN;
  RIA_TRY(find_attribute(p));
  RIA_TRY(open_map(p, grid, values));
  return draw_all(p);
}

ria_status field_lay_polygons(const ria_case_field *field, const ria_case_field_use *use,
                              const char *crs, const ria_grid *grid, double *values) {
  polygons p = {.field = field, .use = use};
  ria_status status = field_vector_open(field->polygons, "polygons", crs, &p.vector);
  if (status == RIA_SUCCESS)
    status = lay(&p, grid, values);
  if (p.map)
    GDALClose(p.map);
  ria_text_destroy(&p.unknown);
  field_vector_close(&p.vector);
  return status;
}

/* ---- cells in polygons ---- */

ria_status ria_polygons_mark(const char *path, const char *crs, const ria_grid *grid,
                             double *values, double value) {
  const ria_case_field field = {.polygons = (char *)path, .value = value, .has_value = true};
  polygons p = {.field = &field};
  ria_status status = field_vector_open(path, "polygons", crs, &p.vector);
  if (status == RIA_SUCCESS)
    status = open_map(&p, grid, values);
  if (status == RIA_SUCCESS)
    status = draw_all(&p);
  if (p.map)
    GDALClose(p.map);
  field_vector_close(&p.vector);
  return status;
}
