/** \file
 * Shapes (how a kernel's implementation divides its work) that were measured fastest on a device.
 * They change the speed, never the bits.
 *
 * A text file stores them, one a line:
 *
 *     KERNEL TARGET STRATEGY PRECISION CELLS COLUMNSxROWSxWARPS DEVICE
 *     roe_transport cuda fused single 64000000 2x32x4 NVIDIA H200
 *
 * CELLS is the size of the measured tile; DEVICE is the rest of the line. Lines that begin with '#'
 * and empty lines are skipped.
 */
#ifndef RIA_TUNING_H
#define RIA_TUNING_H

#include <stddef.h>
#include "ria/device_kernel.h"
#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The key of a measured shape. All borrowed. */
typedef struct {
  const ria_kernel *kernel;
  const ria_implementation *implementation;
  ria_precision precision;
  double cells;       /**< number of cells of the tile */
  const char *device; /**< name of the device */
} ria_tuned;

typedef struct ria_tuning ria_tuning;

/** The path of the tuning file: RIA_TUNING, or ria/tuning in the user's cache folder:
 * XDG_CACHE_HOME, ~/.cache. "" if there is no such folder, or its name is too long. Returns `path`.
 */
const char *ria_tuning_path(char *path, size_t size);

/** Read a tuning file; a missing file or a path "" has no shapes. *tuning is owned by the caller,
 * and NULL after an error. Errors: RIA_ERROR_FORMAT (names the line), RIA_ERROR_IO,
 * RIA_ERROR_MEMORY. */
ria_status ria_tuning_read(const char *path, ria_tuning **tuning);
void ria_tuning_destroy(ria_tuning *tuning);

/** The shape for a tile, if a tile of similar size was measured (within a factor of 4; the nearest
 * counts) and the implementation still offers the shape; else all 0, the implementation's default.
 * `tuning` may be NULL. */
ria_shape ria_tuning_shape(const ria_tuning *tuning, const ria_tuned *wanted);

/** Write a shape to the file; replaces an earlier shape with the same key. Missing folders are
 * created; the file is replaced atomically. Unreadable lines of the old file are lost. Errors:
 * RIA_ERROR_IO, RIA_ERROR_MEMORY, RIA_ERROR_ARGUMENT (no path). */
ria_status ria_tuning_keep(const char *path, const ria_tuned *tuned, ria_shape shape);

#ifdef __cplusplus
}
#endif
#endif
