/** \file
 * How fast a GPU copies. */
#ifndef RIA_GPU_BANDWIDTH_H
#define RIA_GPU_BANDWIDTH_H

#include "ria/gpus.h"

/** Measure all copies of all GPUs; what cannot be measured stays 0. */
void ria_gpus_measure(ria_gpus *gpus);

#endif
