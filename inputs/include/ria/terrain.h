/** \file
 * The grid and still-water depth of a case, and the state of an earlier run.
 */
#ifndef RIA_TERRAIN_H
#define RIA_TERRAIN_H

#include "ria/attribute.h"
#include "ria/case.h"
#include "ria/case_field.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The fields of the initial water, [ny][nx], owned. NULL: the case gives no such field. */
typedef struct {
  double *level; /**< m above the reference; below the bed: no water */
  double *u, *v; /**< m/s; both or none */
} ria_terrain_start;

enum { RIA_TERRAIN_FIELDS = 16 };

/** A field of the solver's own keys, such as a roughness. */
typedef struct {
  const char *name; /**< borrowed from the caller of ria_terrain_lay() */
  double *values;   /**< [ny][nx], owned */
} ria_terrain_field;

/** A face with a structure, or through which the flow is measured: the low side of a cell across an
 * axis. */
typedef struct {
  int axis;
  ria_global cell[2]; /**< may be one past the last cell */
  int boundary;       /**< 1 + the number of the boundary on a line that contains the face; 0: none
                       */
  bool section;       /**< the flow is measured there */
} ria_terrain_face;

/** A connection between two places, such as a culvert, or the positive direction of a section; m.
 */
typedef struct {
  double from[2], to[2];
  bool section;
} ria_terrain_way;
/** A circle of a release; m. */
typedef struct {
  const char *name; /**< borrowed from the case */
  double at[2], radius;
} ria_terrain_spot;
/** A place along a boundary with its own level or tide. */
typedef struct {
  int boundary;
  double along; /**< m, coordinate along the side */
  double at[2]; /**< m */
  int constituents;
  ria_constituent *constituent; /**< owned by the terrain */
  const ria_series *level;      /**< NULL: there are constituents; borrowed from the case */
} ria_terrain_station;

/** The grid of a case and the still-water depth H on it, [ny][nx], m, positive below the reference
 * level, negative on land. Every rank holds the whole grid. */
typedef struct {
  ria_grid grid;           /**< grid of one block; all 0 if the case names blocks */
  ria_mesh mesh;           /**< the same block, or the case's blocks; its arrays are owned, names
                                are borrowed from the case. `blocks` 0: a plane built by code */
  ria_block_grid *nodes;   /**< the grid whose nodes are the mesh's cells, or NULL; owned */
  double *depth;           /**< owned; NULL for a box or blocks */
  ria_terrain_start start; /**< on the same cells */
  int fields;
  ria_terrain_field field[RIA_TERRAIN_FIELDS]; /**< on the same cells, see ria_terrain_lay() */
  int faces;
  ria_terrain_face *face; /**< faces with structures and sections, for pictures; owned */
  int ways;
  ria_terrain_way *way; /**< likewise */
  int spots;
  ria_terrain_spot *spot; /**< likewise */
  int stations;
  ria_terrain_station *station; /**< in order of boundary, then from the side's start to its end;
                                     owned */
  char *crs;                    /**< "EPSG:32629" or NULL; owned */
  ria_case_errors warnings;     /**< probable mistakes that the bed reveals; owned */
  ria_case_errors notes;        /**< how files were read; owned */
} ria_terrain;

/** Load, cut and resample the case's bathymetry, or evaluate its shape. Blocking, not collective.
 * Errors: RIA_ERROR_IO, RIA_ERROR_FORMAT (a NaN or a hole, with its place), RIA_ERROR_ARGUMENT (no
 * such CRS), RIA_ERROR_CASE (the raster does not cover the grid, something lies in an impossible
 * place, or there is no water). */
ria_status ria_terrain_load(const ria_case *the_case, ria_terrain *terrain);
/** Decides whether memory for a mesh may be allocated. */
typedef ria_status ria_terrain_allow(void *context, const ria_mesh *mesh);
/** As ria_terrain_load(), but loads only if `allow` returns RIA_SUCCESS. Any other status is
 * returned. */
ria_status ria_terrain_load_if(const ria_case *the_case, ria_terrain_allow *allow, void *context,
                               ria_terrain *terrain);
/** As ria_terrain_load_if(), but adds every error to `errors`, like ria_case_read(). */
ria_status ria_terrain_examine(const ria_case *the_case, ria_terrain *terrain,
                               ria_case_errors *errors);
/** Add an error at a place of the case. */
void ria_terrain_reject(ria_case_errors *errors, const ria_case *the_case,
                        const ria_case_place *place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/** Add a warning at a place of the case to the terrain's warnings. */
void ria_terrain_warn(const ria_case *the_case, ria_terrain *terrain, const ria_case_place *place,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
/** Add a note, such as "converted from ft to m", to the terrain's notes. */
void ria_terrain_note(const ria_case *the_case, ria_terrain *terrain, const ria_case_place *place,
                      const char *format, ...) __attribute__((format(printf, 4, 5)));
/** Put a field of the solver's own keys onto the grid; for ria_solver_keys.examine. The terrain
 * stores it under `name` and notes how its file was read. False: an error was added. */
bool ria_terrain_lay(const ria_case *the_case, ria_terrain *terrain, const ria_case_field *field,
                     const ria_case_field_use *use, const char *name, ria_case_errors *errors);
/** Add a field with `value` in each cell. Borrowed. NULL: no memory, or too many fields. */
double *ria_terrain_add_field(ria_terrain *terrain, const char *name, double value);
/** Add a face with a structure or a section. Error: RIA_ERROR_MEMORY. */
ria_status ria_terrain_add_face(ria_terrain *terrain, const ria_terrain_face *face);
/** Add a way. Error: RIA_ERROR_MEMORY. */
ria_status ria_terrain_add_way(ria_terrain *terrain, const ria_terrain_way *way);
/** Add a circle. Error: RIA_ERROR_MEMORY. */
ria_status ria_terrain_add_spot(ria_terrain *terrain, const ria_terrain_spot *spot);
/** Add a station, whose constituents are copied. Error: RIA_ERROR_MEMORY. */
ria_status ria_terrain_add_station(ria_terrain *terrain, const ria_terrain_station *station);
/** The stations of a boundary and their number. Borrowed. */
const ria_terrain_station *ria_terrain_stations(const ria_terrain *terrain, int boundary,
                                                int *count);
/** The values of a field, [ny][nx], or NULL if there is no field with this name. Borrowed. */
const double *ria_terrain_field_of(const ria_terrain *terrain, const char *name);
/** Move the terrain's warnings and notes to the case. */
void ria_terrain_pass_warnings(ria_terrain *terrain, ria_case *the_case);
void ria_terrain_destroy(ria_terrain *terrain);

/** Find the block that contains a point in space, and its cell there. False: no block does. */
bool ria_terrain_find(const ria_terrain *terrain, const double point[RIA_AXES], int *block,
                      ria_global cell[RIA_AXES]);

/** Names of fields; fields from `required` on may be missing in a file. */
typedef struct {
  int count, required;
  const char *const *name;
} ria_start_fields;

/** Read fields of the cells [x0,x1) x [y0,y1) from a checkpoint, or from the record of a history at
 * `time` (`initial.time`; NULL: the last one): `values[field]` is [y1-y0][x1-x0], 0 where the field
 * is missing. Several threads may call it. Errors: RIA_ERROR_IO, RIA_ERROR_CORRUPT,
 * RIA_ERROR_FORMAT (no such fields), RIA_ERROR_CASE (no such record), RIA_ERROR_MISMATCH (another
 * number of cells). */
ria_status ria_start_file_read(const char *path, const char *time, const ria_grid *grid,
                               const ria_start_fields *fields, ria_global x0, ria_global x1,
                               ria_global y0, ria_global y1, double *const *values);

enum { RIA_STATE_ATTRIBUTES = 8 };

/** Describe the case in a checkpoint, for a run that starts from it: `crs`, `start` (s since 1970),
 * `bed_mark` and `bed_mean` (m), `tracer` and `tracer_unit`. Texts are borrowed. Returns their
 * number. */
int ria_state_describe(const ria_case *the_case, const ria_terrain *terrain,
                       ria_attribute attribute[RIA_STATE_ATTRIBUTES]);

/** Compare the file that a case starts from with the case: cells, place, CRS, bed, tracer, time,
 * and patches that are released again. Warnings and a note go to the terrain, errors to `errors`.
 * Properties that the file does not give are not compared. */
void ria_state_check(const ria_case *the_case, ria_terrain *terrain, ria_case_errors *errors);

#ifdef __cplusplus
}
#endif
#endif
