/* The XDMF file that describes the fields of history.h5 for ParaView and VisIt. */
#include <stdlib.h>
#include <string.h>
#include "history.h"
#include "file/textfile.h"
#include "ria/number.h"

/* "Z Y X" of a block's cells, or with `more` 1, of their corners. */
static const char *sizes(const ria_history_description *of, int block, int more, char text[96]) {
  hsize_t size[1 + RIA_AXES];
  const int rank = history_sizes(of, block, 0, size);
  int n = 0;
  for (int d = 1; d < rank; d++)
    n += snprintf(text + n, 96 - (size_t)n, "%s%llu", d > 1 ? " " : "",
                  (unsigned long long)size[d] + (unsigned long long)more);
  return text;
}

static void write_field(FILE *out, const ria_history_description *of, const char *file, int block,
                        const char *variable, int64_t record) {
  static const char *const zeros[] = {"", "", " 0 0", " 0 0 0"}, *const ones[] = {"", "", " 1 1",
                                                                                  " 1 1 1"};
  char cells[96], name[HISTORY_NAME];
  const int axes = history_axes(of), bytes = (int)ria_precision_size(of->precision);
  sizes(of, block, 0, cells);
  history_name(of, block, variable, name);
  fprintf(out, "        <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"%s\">\n", variable,
          of->nodes ? "Node" : "Cell");
  if (record < 0) {
    fprintf(out,
            "          <DataItem Dimensions=\"%s\" NumberType=\"Float\" Precision=\"%d\" "
            "Format=\"HDF\">%s:/%s</DataItem>\n",
            cells, bytes, file, name);
  } else {
    fprintf(out,
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%s\">\n"
            "            <DataItem Dimensions=\"3 %d\" NumberType=\"Int\" Format=\"XML\">%lld%s  "
            "1%s  1 %s</DataItem>\n",
            cells, 1 + axes, (long long)record, zeros[axes], ones[axes], cells);
    fprintf(out,
            "            <DataItem Dimensions=\"%lld %s\" NumberType=\"Float\" "
            "Precision=\"%d\" Format=\"HDF\">%s:/%s</DataItem>\n          </DataItem>\n",
            (long long)record + 1, cells, bytes, file, name);
  }
  fputs("        </Attribute>\n", out);
}

static const double *origin_of(const ria_history_description *of, int block) {
  return of->mesh ? of->mesh->block[block].origin : of->grid.origin;
}

static const double *spacing_of(const ria_history_description *of, int block) {
  return of->mesh ? of->mesh->block[block].spacing : of->grid.spacing;
}

/* Whether a block is described by the coordinates of the edges of its columns and rows. This is so
 * for a plane, because ParaView puts a plane described by origin and spacing into the plane of y
 * and z. */
static bool has_edges(const ria_history_description *of, int block) {
  return history_axes(of) == 2 && history_is_straight(of, block);
}

/* These coordinates, once for all records: two items of the domain for each such block. */
static void write_edges(FILE *out, const ria_history_description *of, int block) {
  const double *origin = origin_of(of, block), *spacing = spacing_of(of, block);
  const ria_range cells = history_cells(of, block);
  for (int axis = 0; axis < 2; axis++) {
    fprintf(
        out,
        "    <DataItem Dimensions=\"%lld\" NumberType=\"Float\" Precision=\"8\" Format=\"XML\">",
        (long long)cells.hi[axis] + 1);
    for (ria_global i = 0; i <= cells.hi[axis]; i++)
      ria_fprintf(out, "%s%.17g", i ? " " : "", origin[axis] + (double)i * spacing[axis]);
    fputs("</DataItem>\n", out);
  }
}

/* Number of a block's first item in the domain. */
static void refer_to_edges(FILE *out, const ria_history_description *of, int block) {
  char corners[96];
  int first = 1;
  for (int b = 0; b < block; b++)
    first += has_edges(of, b) ? 2 : 0;
  fprintf(out,
          "        <Topology TopologyType=\"2DRectMesh\" Dimensions=\"%s\"/>\n"
          "        <Geometry GeometryType=\"VXVY\">\n",
          sizes(of, block, 1, corners));
  for (int axis = 0; axis < 2; axis++)
    fprintf(out, "          <DataItem Reference=\"XML\">/Xdmf/Domain/DataItem[%d]</DataItem>\n",
            first + axis);
  fputs("        </Geometry>\n", out);
}

/* Geometry of the cells of a block in space: its axes, slowest first. */
static void write_uniform(FILE *out, const ria_history_description *of, int block) {
  char corners[96];
  fprintf(out,
          "        <Topology TopologyType=\"3DCoRectMesh\" Dimensions=\"%s\"/>\n"
          "        <Geometry GeometryType=\"ORIGIN_DXDYDZ\">\n",
          sizes(of, block, 1, corners));
  for (int what = 0; what < 2; what++) {
    const double *values = what ? spacing_of(of, block) : origin_of(of, block);
    ria_fprintf(out,
                "          <DataItem Dimensions=\"3\" NumberType=\"Float\" Precision=\"8\" "
                "Format=\"XML\">%.17g %.17g %.17g</DataItem>\n",
                values[2], values[1], values[0]);
  }
  fputs("        </Geometry>\n", out);
}

/* Geometry of a block with axes that are not parallel to those of space. */
static void write_corners(FILE *out, const ria_history_description *of, const char *file,
                          int block) {
  const int axes = history_axes(of);
  char corners[96], name[HISTORY_NAME];
  sizes(of, block, 1, corners);
  fprintf(out,
          "        <Topology TopologyType=\"%dDSMesh\" Dimensions=\"%s\"/>\n"
          "        <Geometry GeometryType=\"%s\">\n"
          "          <DataItem Dimensions=\"%s %d\" NumberType=\"Float\" Precision=\"8\" "
          "Format=\"HDF\">%s:/%s</DataItem>\n        </Geometry>\n",
          axes, corners, axes == 3 ? "XYZ" : "XY", corners, axes, file,
          history_name(of, block, "corners", name));
}

/* Geometry of nodes; their coordinates are three datasets. */
static void write_nodes(FILE *out, const ria_history_description *of, const char *file, int block) {
  static const char *const axes[RIA_AXES] = {"x", "y", "z"};
  char nodes[96], name[HISTORY_NAME];
  sizes(of, block, 0, nodes);
  fprintf(out,
          "        <Topology TopologyType=\"3DSMesh\" Dimensions=\"%s\"/>\n"
          "        <Geometry GeometryType=\"X_Y_Z\">\n",
          nodes);
  for (int a = 0; a < RIA_AXES; a++)
    fprintf(out,
            "          <DataItem Dimensions=\"%s\" NumberType=\"Float\" Precision=\"8\" "
            "Format=\"HDF\">%s:/%s</DataItem>\n",
            nodes, file, history_name(of, block, axes[a], name));
  fputs("        </Geometry>\n", out);
}

static void write_block(FILE *out, const ria_history_description *of, const char *file, int block,
                        int64_t record, double time) {
  const ria_variable *list[HISTORY_MAX_VARIABLES];
  int count = history_variables(of, list);
  fprintf(out, "      <Grid Name=\"%s\" GridType=\"Uniform\">\n",
          history_has_groups(of) ? of->mesh->block[block].name : "state");
  ria_fprintf(out, "        <Time Value=\"%.17g\"/>\n", time);
  if (of->nodes)
    write_nodes(out, of, file, block);
  else if (has_edges(of, block))
    refer_to_edges(out, of, block);
  else if (history_is_straight(of, block))
    write_uniform(out, of, block);
  else
    write_corners(out, of, file, block);
  for (int v = 0; v < count; v++)
    write_field(out, of, file, block, list[v]->name, record);
  for (int s = 0; s < of->shown->statics; s++)
    write_field(out, of, file, block, of->shown->fixed[s].name, -1);
  fputs("      </Grid>\n", out);
}

static void write_record(FILE *out, const ria_history_description *of, const char *file,
                         int64_t record, double time) {
  if (history_has_groups(of))
    ria_fprintf(out,
                "      <Grid Name=\"state\" GridType=\"Collection\" CollectionType=\"Spatial\">\n"
                "        <Time Value=\"%.17g\"/>\n",
                time);
  for (int b = 0; b < history_blocks(of); b++)
    write_block(out, of, file, b, record, time);
  if (history_has_groups(of))
    fputs("      </Grid>\n", out);
}

ria_status history_xdmf_write(const ria_history_description *of, int64_t records,
                              const double *time) {
  char *path = history_path_beside(of->path, ".xdmf");
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
  const char *slash = strrchr(of->path, '/');
  file_textfile file;
  ria_status status = file_textfile_begin(path, &file);
  if (status == RIA_SUCCESS) {
    fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"2.2\">\n  <Domain>\n",
          file.stream);
    for (int b = 0; b < history_blocks(of); b++)
      if (has_edges(of, b))
        write_edges(file.stream, of, b);
    fputs("    <Grid Name=\"history\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
          file.stream);
    for (int64_t r = 0; r < records; r++)
      write_record(file.stream, of, slash ? slash + 1 : of->path, r, time[r]);
    fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", file.stream);
    status = file_textfile_finish_soon(&file);
  }
  free(path);
  return status;
}
