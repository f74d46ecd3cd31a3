/** \file
 * How fast a GPU copies. */
#ifndef DEVICE_GPUS_BANDWIDTH_H
#define DEVICE_GPUS_BANDWIDTH_H

#include "ria/gpus.h"

/** Measure all copies of all GPUs; what cannot be measured stays 0. */
void gpus_measure(ria_gpus *gpus);

#endif
