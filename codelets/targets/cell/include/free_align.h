/** \file
 * Frees memory of malloc_align.h. */
#ifndef __FREE_ALIGN_H__
#define __FREE_ALIGN_H__

#include <ria_spe/machine.h>

#define _free_align(address) ria_spe_free(address, __FILE__, __LINE__)

#endif
