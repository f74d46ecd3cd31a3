/** \file
 * Vectors of 128 bits and their intrinsics by the names of the Cell SDK (C/C++ Language Extensions
 * for Cell Broadband Engine Architecture, chapter "SPU low-level specific and generic intrinsics").
 *
 * A program is compiled twice with this header: as C, where a vector is one of the compiler's
 * (ria_spe/fast.h), and as C++, where every instruction, load and store is checked and counted
 * (ria_spe/checked.hh). Both compute the same bits.
 *
 * Arithmetic is IEEE 754 in both precisions, rounded to nearest, with infinities and NaN; spu_madd
 * and its kin round once. The README lists the differences to a real SPU.
 */
#ifndef __SPU_INTRINSICS_H__
#define __SPU_INTRINSICS_H__

#ifdef RIA_SPE_CHECKED
#include <ria_spe/checked.hh>
#else
#include <ria_spe/fast.h>
#endif

#endif
