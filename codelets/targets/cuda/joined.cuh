/* For files that join several generated files, each in its own namespace: includes all headers
 * that do not depend on a kernel's `real`, before the first namespace. */
#include "device.cuh"
#include "guard.cuh"

#include "block_sum.cuh"
#include "parts.cuh"
#include "reduce.cuh"
#include "sums.cuh"
#include "through.cuh"
#include "track.cuh"
#include "wrap.cuh"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <ria/device_scalars.cuh>
#include <ria/guess.h>
