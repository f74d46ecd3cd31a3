/** \file
 * Shapes that were found fastest on a device: how a kernel's implementation cuts its work there.
 * They bear on time alone, never on a bit.
 *
 * They are kept in a text file, a line each:
 *
 *     KERNEL TARGET STRATEGY PRECISION CELLS COLUMNSxROWSxWARPS DEVICE
 *     roe_transport cuda fused single 64000000 2x32x4 NVIDIA H200
 *
 * CELLS is the size of the tile that was measured; DEVICE is the rest of the line. Lines that begin
 * with '#' and empty ones are passed over.
 */
#ifndef RIA_TUNING_H
#define RIA_TUNING_H

#include <stddef.h>
#include "ria/device_kernel.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What a shape was measured for. All borrowed. */
typedef struct {
  const ria_kernel *kernel;
  const ria_implementation *implementation;
  ria_precision precision;
  double cells;       /**< of the tile */
  const char *device; /**< its name */
} ria_tuned;

typedef struct ria_tuning ria_tuning;

/** The file: what RIA_TUNING says, or ria/tuning in the user's folder for caches: XDG_CACHE_HOME,
 * ~/.cache. "" if there is no such place, or its name is too long. Returns `path`. */
const char *ria_tuning_path(char *path, size_t size);

/** Reads a file; one that is not there, or a path "", has no shapes. *tuning is owned by the
 * caller, and NULL after an error. Errors: RIA_ERROR_FORMAT (names the line), RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_tuning_read(const char *path, ria_tuning **tuning);
void ria_tuning_destroy(ria_tuning *tuning);

/** The shape for a tile, if one of nearly its size was measured (up to 4 times as large or small;
 * the nearest counts) and the implementation still offers it; else all 0, which stands for the
 * implementation's default. `tuning` may be NULL. */
ria_shape ria_tuning_shape(const ria_tuning *tuning, const ria_tuned *wanted);

/** Puts a shape into the file, in the place of one that was measured for the same. Folders are made
 * that are not there; the file appears whole or not at all. What cannot be read of an old file is
 * lost with it. Errors: RIA_ERROR_IO, RIA_ERROR_MEMORY, RIA_ERROR_ARGUMENT (no path). */
ria_status ria_tuning_keep(const char *path, const ria_tuned *tuned, ria_shape shape);

#ifdef __cplusplus
}
#endif
#endif
