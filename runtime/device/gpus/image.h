/** \file
 * Whether the current GPU can run the compiled kernels of this ria.
 */
#ifndef DEVICE_GPUS_IMAGE_H
#define DEVICE_GPUS_IMAGE_H

#ifdef __cplusplus
extern "C" {
#endif

/** The compute capability that kernels were compiled for, such as 90, and whether for this GPU they
 * exist only as PTX. Returns 0 or a CUDA error code: there is no image. */
int gpu_image(int *architecture, int *translated);

#ifdef __cplusplus
}
#endif
#endif
