/** \file
 * Gives back what malloc_align.h gave. */
#ifndef __FREE_ALIGN_H__
#define __FREE_ALIGN_H__

#include <ria_spe/machine.h>

#define _free_align(address) ria_spe_free(address, __FILE__, __LINE__)

#endif
