/* Whether GPUs can be used, and the reason: for `target: auto` and error messages. */
#include <starpu.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "ria/gpus.h"
#include "ria/number.h"
#include "device.h"

#ifndef RIA_CUDA_ARCHITECTURES
#define RIA_CUDA_ARCHITECTURES ""
#endif

const char *ria_gpus_architectures(void) {
  return RIA_CUDA_ARCHITECTURES;
}

bool ria_gpus_built(char *why) {
  *why = '\0';
  if (device_built())
    return true;
  if (!*ria_gpus_architectures())
    snprintf(why, RIA_GPUS_WHY,
             "this ria was built without CUDA: nvcc was not found, or CUDA was not requested");
  else
    snprintf(why, RIA_GPUS_WHY, "this StarPU (%d.%d) was built without CUDA and drives no GPU",
             STARPU_MAJOR_VERSION, STARPU_MINOR_VERSION);
  return false;
}

/* If there are several unusable GPUs, the message describes the first one. */
static void refuse(const ria_gpu *gpu, char *why) {
  if (*gpu->failure)
    snprintf(why, RIA_GPUS_WHY, "GPU 0 (%s) does not answer: %s", gpu->name, gpu->failure);
  else
    snprintf(why, RIA_GPUS_WHY,
             "the kernels were compiled for compute capability %s, GPU 0 (%.40s) has %d.%d: build "
             "ria with -DRIA_CUDA_ARCHITECTURES=%d%d",
             ria_gpus_architectures(), gpu->name, gpu->major, gpu->minor, gpu->major, gpu->minor);
}

/* StarPU reads this variable too, and would drive no GPU. */
static bool starpu_is_told_none(void) {
  const char *number = getenv("STARPU_NCUDA");
  return number && !strcmp(number, "0");
}

static bool is_usable(const ria_gpu *gpu) {
  return !*gpu->failure && gpu->kernels;
}

bool ria_gpus_usable(const ria_gpus *gpus, char *why) {
  if (*gpus->undriven || gpus->state != RIA_GPUS_FOUND) {
    snprintf(why, RIA_GPUS_WHY, "%s", *gpus->undriven ? gpus->undriven : gpus->why);
    return false;
  }
  if (starpu_is_told_none()) {
    snprintf(why, RIA_GPUS_WHY, "STARPU_NCUDA=0 in the environment forbids it");
    return false;
  }
  for (int i = 0; i < gpus->count; i++)
    if (is_usable(&gpus->gpu[i]))
      return true;
  refuse(&gpus->gpu[0], why);
  return false;
}

bool ria_gpus_take(const ria_gpus *gpus, double bytes, char *why) {
  double room = 0;
  int usable = 0, first = -1;
  if (!ria_gpus_usable(gpus, why))
    return false;
  for (int i = 0; i < gpus->count; i++) {
    if (!is_usable(&gpus->gpu[i]))
      continue;
    if (first < 0)
      first = i;
    usable++;
    room += (double)gpus->gpu[i].free;
  }
  bool fits = bytes <= 0.9 * room; /* StarPU leaves a tenth of the memory to others */
  ria_snprintf(why, RIA_GPUS_WHY, "%d GPU%s (%.60s) with %.3g GiB free; the tiles take %.3g GiB%s",
               usable, usable > 1 ? "s" : "", gpus->gpu[first].name, room / 0x1p30, bytes / 0x1p30,
               fits ? "" : ", which do not fit");
  return fits;
}
