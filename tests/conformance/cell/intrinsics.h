/** \file
 * Layout of the input and output of cell/intrinsics.c. */
#ifndef RIA_TEST_CELL_INTRINSICS_H
#define RIA_TEST_CELL_INTRINSICS_H

enum { SHIFTS = 64, TURNS = 34, PATTERNS = 8 };

/* 16 bytes each. */
enum {
  IN_F32,                  /* 3 vectors */
  IN_F64 = IN_F32 + 3,     /* 3 */
  IN_U32 = IN_F64 + 3,     /* 3 */
  IN_PATTERN = IN_U32 + 3, /* for shuffles */
  IN_COUNT = IN_PATTERN + PATTERNS
};

#define RESULTS(X)                                                                                 \
  X(ADD)                                                                                           \
  X(SUB)                                                                                           \
  X(MUL)                                                                                           \
  X(MADD)                                                                                          \
  X(MSUB)                                                                                          \
  X(NMSUB)                                                                                         \
  X(RE)                                                                                            \
  X(RSQRTE)                                                                                        \
  X(DIVF4)                                                                                         \
  X(SQRTF4)                                                                                        \
  X(FABSF4)                                                                                        \
  X(CMPGT)                                                                                         \
  X(CMPEQ)                                                                                         \
  X(CMPABSGT)                                                                                      \
  X(CMPABSEQ)                                                                                      \
  X(SEL)                                                                                           \
  X(CONVTS)                                                                                        \
  X(CONVTU)                                                                                        \
  X(CONVTF_S)                                                                                      \
  X(CONVTF_U)                                                                                      \
  X(ADD_D)                                                                                         \
  X(SUB_D)                                                                                         \
  X(MUL_D)                                                                                         \
  X(MADD_D)                                                                                        \
  X(MSUB_D)                                                                                        \
  X(NMSUB_D)                                                                                       \
  X(NMADD_D)                                                                                       \
  X(DIVD2)                                                                                         \
  X(SQRTD2)                                                                                        \
  X(FABSD2)                                                                                        \
  X(CMPGT_D)                                                                                       \
  X(CMPEQ_D)                                                                                       \
  X(SEL_D)                                                                                         \
  X(EXTEND)                                                                                        \
  X(ROUNDTF)                                                                                       \
  X(ADD_U)                                                                                         \
  X(SUB_U)                                                                                         \
  X(AND)                                                                                           \
  X(OR)                                                                                            \
  X(XOR)                                                                                           \
  X(NAND)                                                                                          \
  X(NOR)                                                                                           \
  X(EQV)                                                                                           \
  X(ANDC)                                                                                          \
  X(ORC)                                                                                           \
  X(CMPGT_U)                                                                                       \
  X(CMPGT_S)                                                                                       \
  X(CMPEQ_U)                                                                                       \
  X(CNTLZ)                                                                                         \
  X(SL_EACH)                                                                                       \
  X(SPLATS)                                                                                        \
  X(SPLATS_D)                                                                                      \
  X(INSERT)                                                                                        \
  X(INSERT_D)                                                                                      \
  X(EXTRACT)                                                                                       \
  X(EXTRACT_D)                                                                                     \
  X(PROMOTE)                                                                                       \
  X(SCALARS)                                                                                       \
  X(SCALARS_D)

typedef enum {
#define RESULT(name) R_##name,
  RESULTS(RESULT)
#undef RESULT
      R_SHIFTS,                                 /* sl, rl, rlmask, rlmaska by n */
  R_TURNS = R_SHIFTS + 4 * SHIFTS,              /* rlqwbyte, slqwbyte, rlmaskqwbyte by n */
  R_SHUFFLES = R_TURNS + 3 * TURNS,             /* of u8, u32, f64 for each pattern */
  R_FIXED_SHUFFLES = R_SHUFFLES + 3 * PATTERNS, /* by patterns known to the compiler */
  R_COUNT = R_FIXED_SHUFFLES + 3
} result;

#endif
