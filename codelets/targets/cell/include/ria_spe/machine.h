/** \file
 * Implementation of the SDK's functions: the SPE that runs the calling program. SPE programs
 * include spu_intrinsics.h, spu_mfcio.h, simdmath.h and malloc_align.h, never this.
 *
 * Every function acts on the SPE whose program calls it. If a rule is broken, the function does not
 * return: the program ends there, and ria_cell_advance() reports the program, the place and the
 * numbers.
 */
#ifndef RIA_SPE_MACHINE_H
#define RIA_SPE_MACHINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Commands of the memory flow controller: the CBEA's opcodes. */
enum {
  RIA_SPE_BARRIER = 1,
  RIA_SPE_FENCE = 2,
  RIA_SPE_LIST = 4,
  RIA_SPE_PUT = 0x20,
  RIA_SPE_GET = 0x40,
};

/* An element of a DMA list: 8 bytes, its address's lower half at the end. */
typedef struct mfc_list_element {
  uint64_t notify : 1;
  uint64_t reserved : 16;
  uint64_t size : 15;
  uint64_t eal : 32;
} mfc_list_element_t;

/** Queue a transfer. `list` is NULL or, with RIA_SPE_LIST, the list in the local store, of `size`
 * bytes; `ea` gives the upper half of a list's addresses then. */
void ria_spe_dma(unsigned command, volatile void *ls, uint64_t ea, const volatile void *list,
                 size_t size, unsigned tag, const char *file, int line);

/** mfc_barrier: commands queued later, with any tag, execute after all commands queued now. */
void ria_spe_dma_barrier(unsigned tag, const char *file, int line);

unsigned ria_spe_queue_room(void);

void ria_spe_write_tag_mask(unsigned mask);
unsigned ria_spe_read_tag_mask(void);
void ria_spe_write_tag_update(unsigned how, const char *file, int line);
unsigned ria_spe_read_tag_status(const char *file, int line);
unsigned ria_spe_count_tag_status(void);

/** The lowest of `count` consecutive tags that are not reserved; ~0u if there are none. */
unsigned ria_spe_tag_reserve(unsigned count);
/** 0, or ~0u if one of them was not reserved. */
unsigned ria_spe_tag_release(unsigned first, unsigned count);

/* Channels to the PPE and to other SPEs; reading an empty one or writing a full one waits. */
enum {
  RIA_SPE_IN_MBOX,
  RIA_SPE_OUT_MBOX,
  RIA_SPE_OUT_INTR_MBOX,
  RIA_SPE_SIGNAL_1,
  RIA_SPE_SIGNAL_2
};
unsigned ria_spe_read_channel(int channel, const char *file, int line);
void ria_spe_write_channel(int channel, unsigned value, const char *file, int line);
/** Number of entries that can be read, or written, without waiting. */
unsigned ria_spe_count_channel(int channel, const char *file, int line);

/** Allocates bytes of the local store, at a multiple of 1 << log2; it is an error if too few are
 * free. */
void *ria_spe_allocate(size_t bytes, unsigned log2, const char *file, int line);
void ria_spe_free(void *address, const char *file, int line);

/* --- Calls of the checked compilation of a program --------------------------------------------- /
 */

/* Identifies an instruction's result: its number in the order of execution. 0: not computed by an
 * instruction, such as a constant that a compiler keeps in a register. */
typedef uint64_t ria_spe_id;

/* SPU instructions, by class; the classes are explained in include/ria_cell/model.h. Mnemonic,
 * class, flops.
 */
#define RIA_SPE_INSTRUCTIONS(X)                                                                    \
  X(FA, SINGLE, 4)                                                                                 \
  X(FS, SINGLE, 4)                                                                                 \
  X(FM, SINGLE, 4)                                                                                 \
  X(FMA, SINGLE, 8)                                                                                \
  X(FMS, SINGLE, 8)                                                                                \
  X(FNMS, SINGLE, 8)                                                                               \
  X(DFA, DOUBLE, 2)                                                                                \
  X(DFS, DOUBLE, 2)                                                                                \
  X(DFM, DOUBLE, 2)                                                                                \
  X(DFMA, DOUBLE, 4)                                                                               \
  X(DFMS, DOUBLE, 4)                                                                               \
  X(DFNMS, DOUBLE, 4)                                                                              \
  X(DFNMA, DOUBLE, 4)                                                                              \
  X(FESD, DOUBLE, 0)                                                                               \
  X(FRDS, DOUBLE, 0)                                                                               \
  X(DFCEQ, DOUBLE_COMPARE, 0)                                                                      \
  X(DFCGT, DOUBLE_COMPARE, 0)                                                                      \
  X(FI, INTEGER, 0)                                                                                \
  X(CSFLT, INTEGER, 0)                                                                             \
  X(CUFLT, INTEGER, 0)                                                                             \
  X(CFLTS, INTEGER, 0)                                                                             \
  X(CFLTU, INTEGER, 0)                                                                             \
  X(MPY, INTEGER, 0)                                                                               \
  X(FCEQ, FIXED, 0)                                                                                \
  X(FCGT, FIXED, 0)                                                                                \
  X(FCMEQ, FIXED, 0)                                                                               \
  X(FCMGT, FIXED, 0)                                                                               \
  X(CEQ, FIXED, 0)                                                                                 \
  X(CGT, FIXED, 0)                                                                                 \
  X(CLGT, FIXED, 0)                                                                                \
  X(A, FIXED, 0)                                                                                   \
  X(SF, FIXED, 0)                                                                                  \
  X(AND, FIXED, 0)                                                                                 \
  X(OR, FIXED, 0)                                                                                  \
  X(XOR, FIXED, 0)                                                                                 \
  X(NAND, FIXED, 0)                                                                                \
  X(NOR, FIXED, 0)                                                                                 \
  X(EQV, FIXED, 0)                                                                                 \
  X(ANDC, FIXED, 0)                                                                                \
  X(ORC, FIXED, 0)                                                                                 \
  X(SELB, FIXED, 0)                                                                                \
  X(CLZ, FIXED, 0)                                                                                 \
  X(IL, FIXED, 0)                                                                                  \
  X(SHL, ROTATE, 0)                                                                                \
  X(ROT, ROTATE, 0)                                                                                \
  X(ROTM, ROTATE, 0)                                                                               \
  X(ROTMA, ROTATE, 0)                                                                              \
  X(CNTB, BYTE, 0)                                                                                 \
  X(AVGB, BYTE, 0)                                                                                 \
  X(ABSDB, BYTE, 0)                                                                                \
  X(SHUFB, SHUFFLE, 0)                                                                             \
  X(ROTQBY, SHUFFLE, 0)                                                                            \
  X(ROTQBI, SHUFFLE, 0)                                                                            \
  X(FSM, SHUFFLE, 0)                                                                               \
  X(GB, SHUFFLE, 0)                                                                                \
  X(ORX, SHUFFLE, 0)                                                                               \
  X(CWD, SHUFFLE, 0)                                                                               \
  X(FREST, SHUFFLE, 0)                                                                             \
  X(FRSQEST, SHUFFLE, 0)                                                                           \
  X(LQD, LOAD, 0)                                                                                  \
  X(STQD, STORE, 0)                                                                                \
  X(BR, BRANCH, 0)                                                                                 \
  X(BR_MISSED, MISSED, 0)                                                                          \
  X(WRCH, CHANNEL, 0)                                                                              \
  X(RDCH, CHANNEL, 0)
typedef enum {
#define RIA_SPE_INSTRUCTION(name, class, flops) RIA_SPE_##name,
  RIA_SPE_INSTRUCTIONS(RIA_SPE_INSTRUCTION)
#undef RIA_SPE_INSTRUCTION
      RIA_SPE_INSTRUCTION_COUNT
} ria_spe_instruction;

/** Records an instruction. */
ria_spe_id ria_spe_execute(ria_spe_instruction what, ria_spe_id a, ria_spe_id b, ria_spe_id c);
/** The same for an instruction with one used lane. */
ria_spe_id ria_spe_execute_scalar(ria_spe_instruction what, ria_spe_id a, ria_spe_id b,
                                  ria_spe_id c);
/** Records the use of the value of `bytes` bytes at `address`: a load if it is in the local
 * store. */
ria_spe_id ria_spe_use(const void *address, size_t bytes, const char *file, int line);
/** Records that the value computed by `id` is created at `address`, or replaces another one: a
 * store if that is in the local store, else a register. */
void ria_spe_make(void *address, size_t bytes, ria_spe_id id);
void ria_spe_assign(void *address, size_t bytes, ria_spe_id id);
/** Records that a turn of a loop ends with a hinted branch. */
int ria_spe_turn(int condition, int expected, const char *file, int line);
/** Records a branch on data, not hinted; it falls through if `condition`. */
int ria_spe_branch(int condition, ria_spe_id of);

#ifdef __cplusplus
}
#endif
#endif
