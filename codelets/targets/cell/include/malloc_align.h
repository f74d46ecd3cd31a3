/** \file
 * The SDK's way to the heap of the local store. Here it is the only way to data that DMA can reach:
 * statics and the stack of a program lie in the host's memory.
 */
#ifndef __MALLOC_ALIGN_H__
#define __MALLOC_ALIGN_H__

#include <ria_spe/machine.h>

#define _malloc_align(size, log2_align) ria_spe_allocate(size, log2_align, __FILE__, __LINE__)

#endif
