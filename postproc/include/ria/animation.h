/** \file
 * A film of maps, made by ffmpeg (Debian package ffmpeg) if it is installed.
 */
#ifndef RIA_ANIMATION_H
#define RIA_ANIMATION_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Make `path` (MP4, H.264, which browsers and slides play) from PNG pictures of one size, `rate`
 * of them per second. Frames may have any names: ffmpeg gets their bytes. The film appears only
 * when complete. Blocking; not collective. Errors: RIA_ERROR_UNSUPPORTED (ffmpeg is not installed;
 * names the package), RIA_ERROR_ARGUMENT (no frames, or a rate outside 0.1 .. 100), RIA_ERROR_IO (a
 * frame cannot be read, or ffmpeg's message), RIA_ERROR_MEMORY. */
ria_status ria_animation_make(int frames, const char *const *frame, double rate, const char *path);

/** Check that ffmpeg is installed. Error: RIA_ERROR_UNSUPPORTED. */
ria_status ria_animation_check(void);

#ifdef __cplusplus
}
#endif
#endif
