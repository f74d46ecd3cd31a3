/** \file
 * Copy bandwidths of GPUs.
 */
#ifndef DEVICE_GPUS_BANDWIDTH_H
#define DEVICE_GPUS_BANDWIDTH_H

#include "ria/gpus.h"

/** Measure all copies of all GPUs; entries that cannot be measured stay 0. */
void gpus_measure(ria_gpus *gpus);

#endif
