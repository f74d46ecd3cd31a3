/* The datasets of a history without a time axis: the statics, or the coordinates of nodes. */
#include <stdlib.h>
#include "file/h5.h"
#include "writer.h"

int history_statics(const ria_history_description *of) {
  return of->nodes ? RIA_AXES * history_blocks(of) : of->shown->statics;
}

const char *history_static(const ria_history_description *of, int number, int *block, char *name) {
  static const char *const axes[RIA_AXES] = {"x", "y", "z"};
  *block = of->nodes ? number / RIA_AXES : 0;
  return history_name(of, *block,
                      of->nodes ? axes[number % RIA_AXES] : of->shown->fixed[number].name, name);
}

/* Append the chunks of a dataset. */
static bool list_chunks(hid_t id, int rank, ria_byte_range **chunk, size_t *chunks) {
  hid_t space = id < 0 ? id : H5Dget_space(id);
  hsize_t count = 0;
  bool good = space >= 0 && H5Dget_num_chunks(id, space, &count) >= 0;
  ria_byte_range *grown = realloc(*chunk, (*chunks + (size_t)count + 1) * sizeof *grown);
  if (grown)
    *chunk = grown;
  for (hsize_t c = 0; good && grown && c < count; c++) {
    hsize_t offset[RIA_AXES], size = 0;
    unsigned mask = 0;
    haddr_t address = HADDR_UNDEF;
    good = rank <= RIA_AXES && H5Dget_chunk_info(id, space, c, offset, &mask, &address, &size) >= 0;
    (*chunk)[(*chunks)++] = (ria_byte_range){address, size};
  }
  ria_h5_close(space);
  return good && grown;
}

ria_status history_list_statics(const ria_history_description *of, hid_t file,
                                ria_byte_range **chunk, size_t *chunks) {
  const int count = history_statics(of);
  bool good = !count || H5Fflush(file, H5F_SCOPE_LOCAL) >= 0;
  for (int s = 0; s < count; s++) {
    char name[HISTORY_NAME];
    int block;
    hid_t id = H5Dopen2(file, history_static(of, s, &block, name), H5P_DEFAULT);
    good = good && list_chunks(id, history_axes(of), chunk, chunks);
    ria_h5_close(id);
    if (!good)
      return ria_fail(RIA_ERROR_IO, "%s: its %s cannot be written", of->path, name);
  }
  return RIA_SUCCESS;
}
