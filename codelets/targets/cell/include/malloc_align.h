/** \file
 * The SDK's allocation from the heap of the local store. In this simulation only such memory can be
 * a target of DMA: statics and the stack of a program are in the host's memory.
 */
#ifndef __MALLOC_ALIGN_H__
#define __MALLOC_ALIGN_H__

#include <ria_spe/machine.h>

#define _malloc_align(size, log2_align) ria_spe_allocate(size, log2_align, __FILE__, __LINE__)

#endif
