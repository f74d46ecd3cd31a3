/** \file
 * A film of maps, made by ffmpeg (Debian package ffmpeg) where it is installed.
 */
#ifndef RIA_ANIMATION_H
#define RIA_ANIMATION_H

#include "ria/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Make `path` (MP4, H.264, as browsers and slides play it) of PNG pictures of one size, `rate` of
 * them a second. Names of frames may be anything: ffmpeg is fed their bytes. The film appears only
 * when it is complete. Blocking; not collective. Errors: RIA_ERROR_UNSUPPORTED (ffmpeg is not
 * installed: names the package), RIA_ERROR_ARGUMENT (no frames, or a rate outside 0.1 .. 100),
 * RIA_ERROR_IO (a frame cannot be read, or what ffmpeg says), RIA_ERROR_MEMORY. */
ria_status ria_animation_make(int frames, const char *const *frame, double rate, const char *path);

#ifdef __cplusplus
}
#endif
#endif
