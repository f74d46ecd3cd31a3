/** \file
 * Whether the current GPU can run what nvcc has compiled for this ria. */
#ifndef DEVICE_GPUS_IMAGE_H
#define DEVICE_GPUS_IMAGE_H

#ifdef __cplusplus
extern "C" {
#endif

/** The compute capability that kernels were compiled for, as 90, and whether they are there for
 * this GPU only as PTX. Returns 0 or the code of a CUDA error: that there is no image. */
int gpu_image(int *architecture, int *translated);

#ifdef __cplusplus
}
#endif
#endif
