/** \file
 * DMA, tags, mailboxes and signals by the names of the Cell SDK (C/C++ Language Extensions for Cell
 * Broadband Engine Architecture, chapter "Programming support for MFC input and output").
 *
 * tid and rid (transfer and replacement class) only affect caches, and are ignored.
 */
#ifndef __SPU_MFCIO_H__
#define __SPU_MFCIO_H__

#include <spu_intrinsics.h>
#include <ria_spe/machine.h>

#define MFC_MIN_DMA_SIZE          16
#define MFC_MAX_DMA_SIZE          16384
#define MFC_MIN_DMA_LIST_ELEMENTS 1
#define MFC_MAX_DMA_LIST_ELEMENTS 2048
#define MFC_MIN_DMA_LIST_SIZE     8
#define MFC_MAX_DMA_LIST_SIZE     16384

#define MFC_TAG_INVALID 0xFFFFFFFF
#define MFC_TAG_VALID   0x00000000

#define MFC_TAG_UPDATE_IMMEDIATE 0
#define MFC_TAG_UPDATE_ANY       1
#define MFC_TAG_UPDATE_ALL       2

#define mfc_ea2h(ea)    ((unsigned int)((unsigned long long)(ea) >> 32))
#define mfc_ea2l(ea)    ((unsigned int)(ea))
#define mfc_hl2ea(h, l) (((unsigned long long)(unsigned int)(h) << 32) | (unsigned int)(l))
#define mfc_ceil128(v)  (((v) + 127) & ~127)

#define RIA_SPE_ONE(command, ls, ea, size, tag, tid, rid)                                          \
  ((void)(tid), (void)(rid), ria_spe_dma(command, ls, ea, 0, size, tag, __FILE__, __LINE__))
#define RIA_SPE_MANY(command, ls, ea, list, size, tag, tid, rid)                                   \
  ((void)(tid), (void)(rid),                                                                       \
   ria_spe_dma((command) | RIA_SPE_LIST, ls, ea, list, size, tag, __FILE__, __LINE__))

#define mfc_put(ls, ea, size, tag, tid, rid) RIA_SPE_ONE(RIA_SPE_PUT, ls, ea, size, tag, tid, rid)
#define mfc_putf(ls, ea, size, tag, tid, rid)                                                      \
  RIA_SPE_ONE(RIA_SPE_PUT | RIA_SPE_FENCE, ls, ea, size, tag, tid, rid)
#define mfc_putb(ls, ea, size, tag, tid, rid)                                                      \
  RIA_SPE_ONE(RIA_SPE_PUT | RIA_SPE_BARRIER, ls, ea, size, tag, tid, rid)
#define mfc_get(ls, ea, size, tag, tid, rid) RIA_SPE_ONE(RIA_SPE_GET, ls, ea, size, tag, tid, rid)
#define mfc_getf(ls, ea, size, tag, tid, rid)                                                      \
  RIA_SPE_ONE(RIA_SPE_GET | RIA_SPE_FENCE, ls, ea, size, tag, tid, rid)
#define mfc_getb(ls, ea, size, tag, tid, rid)                                                      \
  RIA_SPE_ONE(RIA_SPE_GET | RIA_SPE_BARRIER, ls, ea, size, tag, tid, rid)

#define mfc_putl(ls, ea, list, size, tag, tid, rid)                                                \
  RIA_SPE_MANY(RIA_SPE_PUT, ls, ea, list, size, tag, tid, rid)
#define mfc_putlf(ls, ea, list, size, tag, tid, rid)                                               \
  RIA_SPE_MANY(RIA_SPE_PUT | RIA_SPE_FENCE, ls, ea, list, size, tag, tid, rid)
#define mfc_putlb(ls, ea, list, size, tag, tid, rid)                                               \
  RIA_SPE_MANY(RIA_SPE_PUT | RIA_SPE_BARRIER, ls, ea, list, size, tag, tid, rid)
#define mfc_getl(ls, ea, list, size, tag, tid, rid)                                                \
  RIA_SPE_MANY(RIA_SPE_GET, ls, ea, list, size, tag, tid, rid)
#define mfc_getlf(ls, ea, list, size, tag, tid, rid)                                               \
  RIA_SPE_MANY(RIA_SPE_GET | RIA_SPE_FENCE, ls, ea, list, size, tag, tid, rid)
#define mfc_getlb(ls, ea, list, size, tag, tid, rid)                                               \
  RIA_SPE_MANY(RIA_SPE_GET | RIA_SPE_BARRIER, ls, ea, list, size, tag, tid, rid)

#define mfc_barrier(tag)     ria_spe_dma_barrier(tag, __FILE__, __LINE__)
#define mfc_stat_cmd_queue() ria_spe_queue_room()

#define mfc_write_tag_mask(mask)         ria_spe_write_tag_mask(mask)
#define mfc_read_tag_mask()              ria_spe_read_tag_mask()
#define mfc_write_tag_update(how)        ria_spe_write_tag_update(how, __FILE__, __LINE__)
#define mfc_write_tag_update_immediate() mfc_write_tag_update(MFC_TAG_UPDATE_IMMEDIATE)
#define mfc_write_tag_update_any()       mfc_write_tag_update(MFC_TAG_UPDATE_ANY)
#define mfc_write_tag_update_all()       mfc_write_tag_update(MFC_TAG_UPDATE_ALL)
#define mfc_read_tag_status()            ria_spe_read_tag_status(__FILE__, __LINE__)
#define mfc_stat_tag_status()            ria_spe_count_tag_status()
#define mfc_read_tag_status_immediate()  (mfc_write_tag_update_immediate(), mfc_read_tag_status())
#define mfc_read_tag_status_any()        (mfc_write_tag_update_any(), mfc_read_tag_status())
#define mfc_read_tag_status_all()        (mfc_write_tag_update_all(), mfc_read_tag_status())

#define mfc_tag_reserve()                 ria_spe_tag_reserve(1)
#define mfc_tag_release(tag)              ria_spe_tag_release(tag, 1)
#define mfc_multi_tag_reserve(count)      ria_spe_tag_reserve(count)
#define mfc_multi_tag_release(tag, count) ria_spe_tag_release(tag, count)

#define RIA_SPE_READ(channel)         ria_spe_read_channel(channel, __FILE__, __LINE__)
#define RIA_SPE_WRITE(channel, value) ria_spe_write_channel(channel, value, __FILE__, __LINE__)
#define RIA_SPE_COUNT(channel)        ria_spe_count_channel(channel, __FILE__, __LINE__)

#define spu_read_in_mbox()             RIA_SPE_READ(RIA_SPE_IN_MBOX)
#define spu_stat_in_mbox()             RIA_SPE_COUNT(RIA_SPE_IN_MBOX)
#define spu_write_out_mbox(value)      RIA_SPE_WRITE(RIA_SPE_OUT_MBOX, value)
#define spu_stat_out_mbox()            RIA_SPE_COUNT(RIA_SPE_OUT_MBOX)
#define spu_write_out_intr_mbox(value) RIA_SPE_WRITE(RIA_SPE_OUT_INTR_MBOX, value)
#define spu_stat_out_intr_mbox()       RIA_SPE_COUNT(RIA_SPE_OUT_INTR_MBOX)
#define spu_read_signal1()             RIA_SPE_READ(RIA_SPE_SIGNAL_1)
#define spu_stat_signal1()             RIA_SPE_COUNT(RIA_SPE_SIGNAL_1)
#define spu_read_signal2()             RIA_SPE_READ(RIA_SPE_SIGNAL_2)
#define spu_stat_signal2()             RIA_SPE_COUNT(RIA_SPE_SIGNAL_2)

#endif
