/* Rows of blades in a CGNS file: families and rotating coordinates of zones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "blocks/cgns.h"
#include "ria/number.h"

/* A whole number in a descriptor of the family; `fallback` if it has none. */
static int family_number(const blocks_cgns *cgns, int family, const char *name, int fallback) {
  int descriptors = 0, value = fallback;
  if (cg_goto(cgns->file, BLOCKS_CGNS_BASE, "Family_t", family, "end") ||
      cg_ndescriptors(&descriptors))
    return fallback;
  for (int d = 1; d <= descriptors; d++) {
    char found[BLOCKS_CGNS_NAME], *text = NULL;
    if (cg_descriptor_read(d, found, &text))
      continue;
    if (!strcmp(found, name))
      value = atoi(text);
    cg_free(text);
  }
  return value > 0 ? value : fallback;
}

static int find_family(const blocks_cgns *cgns, const char *name) {
  int families = 0;
  if (cg_nfamilies(cgns->file, BLOCKS_CGNS_BASE, &families))
    return 0;
  for (int f = 1; f <= families; f++) {
    char found[BLOCKS_CGNS_NAME];
    int bocos, geometries;
    if (!cg_family_read(cgns->file, BLOCKS_CGNS_BASE, f, found, &bocos, &geometries) &&
        !strcmp(found, name))
      return f;
  }
  return 0;
}

/* Find the axis of a rotation rate. It must be the axis found before, if any. */
static ria_status find_axis(blocks_cgns *cgns, const char *zone, const float rate[RIA_AXES],
                            const float centre[RIA_AXES], int *axis) {
  for (int a = 0; a < RIA_AXES; a++)
    if (rate[a] != 0) {
      if (*axis >= 0 && *axis != a)
        return ria_fail(
            RIA_ERROR_FORMAT,
            "the zone '%s' of '%s' rotates about %c, but others, or the same, about %c; "
            "expected one axis",
            zone, cgns->path, "xyz"[a], "xyz"[*axis]);
      *axis = a;
    }
  for (int a = 0; a < RIA_AXES; a++)
    if (centre[a] != 0 && a != *axis)
      return ria_fail(RIA_ERROR_FORMAT,
                      "the zone '%s' of '%s' rotates about an axis through %c = %g; expected one "
                      "through the origin",
                      zone, cgns->path, "xyz"[a], centre[a]);
  return RIA_SUCCESS;
}

ria_status blocks_cgns_read_rows(blocks_cgns *cgns, ria_block_grid *grid, bool *turns) {
  float common[RIA_AXES], common_centre[RIA_AXES];
  int axis = cgns->cylindrical ? 0 : -1;
  const bool all_rotate =
      !cg_goto(cgns->file, BLOCKS_CGNS_BASE, "end") && !cg_rotating_read(common, common_centre);
  for (int b = 0; b < grid->blocks; b++) {
    float rate[RIA_AXES] = {0}, centre[RIA_AXES] = {0};
    char family[BLOCKS_CGNS_NAME * 32] = "", name[BLOCKS_CGNS_NAME + 16];
    if (cg_goto(cgns->file, BLOCKS_CGNS_BASE, "Zone_t", cgns->zone[b], "end"))
      return blocks_cgns_fail(cgns->path, "read the zones of");
    bool rotates = !cg_rotating_read(rate, centre);
    if (!rotates && all_rotate) {
      memcpy(rate, common, sizeof rate);
      memcpy(centre, common_centre, sizeof centre);
      rotates = true;
    }
    if (cg_goto(cgns->file, BLOCKS_CGNS_BASE, "Zone_t", cgns->zone[b], "end") ||
        cg_famname_read(family))
      *family = 0;
    RIA_TRY(find_axis(cgns, grid->block[b].name, rate, centre, &axis));
    *turns |= rotates;
    const int number = *family ? find_family(cgns, family) : 0;
    const int blades = number ? family_number(cgns, number, "Blades", 0) : 0;
    if (!rotates && !blades)
      continue;
    double speed = 0;
    for (int a = 0; a < RIA_AXES; a++)
      speed += (double)rate[a] * cgns->angle;
    if (*family)
      snprintf(name, sizeof name, "%.32s", family);
    else
      ria_snprintf(name, sizeof name, speed != 0 ? "row%.6g" : "row", fabs(speed));
    int row = ria_block_grid_find_row(grid, name);
    if (row < 0) {
      RIA_TRY(ria_block_grid_add_row(
          grid, name, blades, number ? family_number(cgns, number, "Passages", 1) : 1, &row));
      grid->row[row].speed = rotates ? speed : NAN;
    } else if (rotates && grid->row[row].speed != speed) {
      return ria_fail(RIA_ERROR_FORMAT,
                      "zones of the row '%s' in '%s' rotate at %g and at %g rad/s; expected one "
                      "speed a row",
                      name, cgns->path, grid->row[row].speed, speed);
    }
    grid->block[b].row = row;
  }
  cgns->axis = axis < 0 ? 0 : axis;
  return RIA_SUCCESS;
}
