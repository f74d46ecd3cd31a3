/* The XDMF sidecar, which tells ParaView and VisIt where the fields lie in history.h5. */
#include <stdlib.h>
#include <string.h>
#include "history.h"
#include "file/textfile.h"

static void write_plane(FILE *out, const ria_history_description *of, const char *file,
                        const char *variable, int64_t record) {
  long long nx = of->grid.cells[0], ny = of->grid.cells[1];
  int bytes = (int)ria_precision_size(of->precision);
  fprintf(out, "        <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"Cell\">\n",
          variable);
  if (record < 0) {
    fprintf(out,
            "          <DataItem Dimensions=\"%lld %lld\" NumberType=\"Float\" Precision=\"%d\" "
            "Format=\"HDF\">%s:/%s</DataItem>\n",
            ny, nx, bytes, file, variable);
  } else {
    fprintf(out,
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%lld %lld\">\n"
            "            <DataItem Dimensions=\"3 3\" NumberType=\"Int\" Format=\"XML\">%lld 0 0  "
            "1 1 1  1 %lld %lld</DataItem>\n",
            ny, nx, (long long)record, ny, nx);
    fprintf(out,
            "            <DataItem Dimensions=\"%lld %lld %lld\" NumberType=\"Float\" "
            "Precision=\"%d\" Format=\"HDF\">%s:/%s</DataItem>\n          </DataItem>\n",
            (long long)record + 1, ny, nx, bytes, file, variable);
  }
  fputs("        </Attribute>\n", out);
}

static void write_record(FILE *out, const ria_history_description *of, const char *file,
                         int64_t record, double time) {
  const ria_grid *grid = &of->grid;
  const ria_variable *list[RIA_HISTORY_MAX_VARIABLES];
  int count = ria_history_variables(of, list);
  fprintf(out,
          "      <Grid Name=\"state\" GridType=\"Uniform\">\n"
          "        <Time Value=\"%.17g\"/>\n"
          "        <Topology TopologyType=\"2DCoRectMesh\" Dimensions=\"%lld %lld\"/>\n",
          time, (long long)grid->cells[1] + 1, (long long)grid->cells[0] + 1);
  fprintf(out,
          "        <Geometry GeometryType=\"ORIGIN_DXDY\">\n"
          "          <DataItem Dimensions=\"2\" NumberType=\"Float\" Precision=\"8\" "
          "Format=\"XML\">%.17g %.17g</DataItem>\n"
          "          <DataItem Dimensions=\"2\" NumberType=\"Float\" Precision=\"8\" "
          "Format=\"XML\">%.17g %.17g</DataItem>\n"
          "        </Geometry>\n",
          grid->origin[1], grid->origin[0], grid->spacing[1], grid->spacing[0]);
  for (int v = 0; v < count; v++)
    write_plane(out, of, file, list[v]->name, record);
  if (of->ground)
    write_plane(out, of, file, of->shown->ground.name, -1);
  fputs("      </Grid>\n", out);
}

ria_status ria_xdmf_write(const ria_history_description *of, int64_t records, const double *time) {
  char *path = ria_path_beside(of->path, ".xdmf");
  if (!path)
    return ria_fail(RIA_ERROR_MEMORY, "%s: no memory for a name", of->path);
  const char *slash = strrchr(of->path, '/');
  ria_textfile file;
  ria_status status = ria_textfile_begin(path, &file);
  if (status == RIA_SUCCESS) {
    fputs("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Xdmf Version=\"2.2\">\n  <Domain>\n"
          "    <Grid Name=\"history\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
          file.stream);
    for (int64_t r = 0; r < records; r++)
      write_record(file.stream, of, slash ? slash + 1 : of->path, r, time[r]);
    fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", file.stream);
    status = ria_textfile_finish_soon(&file);
  }
  free(path);
  return status;
}
