/** \file
 * The rules that an SPE program can break. The line of broken.c that breaks a rule has its name in
 * a comment. */
#ifndef RIA_TEST_CELL_RULES_H
#define RIA_TEST_CELL_RULES_H

/* Name, whether the rule needs a checked program, part of the message. */
#define BROKEN_RULES(X)                                                                            \
  X(TRANSFER_SIZE, 0, "mfc_get of 24 bytes: it takes 1, 2, 4, 8 or a multiple of 16")              \
  X(TRANSFER_EMPTY, 0, "mfc_get of 0 bytes")                                                       \
  X(TRANSFER_LARGE, 0, "mfc_get of 16400 bytes: it takes at most 16384")                           \
  X(LOCAL_ALIGNMENT, 0, "which is no multiple of 16")                                              \
  X(MAIN_ALIGNMENT, 0, "mfc_put at address 0x")                                                    \
  X(SMALL_ALIGNMENT, 0, "both must be multiples of 4 and agree modulo 16")                         \
  X(TAG_RANGE, 0, "mfc_get with tag 32: tags are 0 to 31")                                         \
  X(QUEUE_FULL, 0, "while 16 commands are in flight: the queue takes 16")                          \
  X(OUTSIDE_STORE, 0, "mfc_get of 1 bytes leaves the local store")                                 \
  X(NOT_ALLOCATED, 0, "is not within a block from _malloc_align")                                  \
  X(ON_STACK, 0, "uses a variable on the stack")                                                   \
  X(NOT_MAPPED, 0, "is not mapped")                                                                \
  X(BEYOND_REGION, 0, "is byte 4080 of a region of 4096")                                          \
  X(READ_ONLY, 0, "of a region that is read only")                                                 \
  X(LIST_LONG, 0, "with a list of 2049 elements: it takes at most 2048")                           \
  X(LIST_SIZE, 0, "with a list of 12 bytes: an element takes 8")                                   \
  X(LIST_ALIGNMENT, 0, "which is no multiple of 8")                                                \
  X(LIST_ELEMENT, 0, "mfc_getl of 20 bytes")                                                       \
  X(LIST_STALL, 0, "element 0 of the list asks to stall and notify")                               \
  X(NOT_WAITED, 0, "the program ended without a wait for tag 5 of this mfc_get of 64 bytes")       \
  X(UNORDERED_PUT, 0, "with tag 1 uses bytes of the local store that mfc_get with tag 1")          \
  X(UNORDERED_GET, 0, "uses bytes of the local store that mfc_put with tag 0")                     \
  X(FENCE_OF_OTHER_TAG, 0, "mfc_getf of 64 bytes with tag 1 uses bytes of the local store")        \
  X(UNORDERED_MEMORY, 1, "uses memory that mfc_put with tag 2")                                    \
  X(NO_TAG, 0, "a wait for no tag: the tag mask is 0")                                             \
  X(NO_UPDATE, 0, "mfc_read_tag_status would wait for ever")                                       \
  X(PUT_UNWRITTEN, 0, "mfc_put of 64 bytes: byte 32")                                              \
  X(PUT_OF_POISON, 0, "computed from what was read, before its transfer's tag was waited for")     \
  X(STORE_FULL, 0, "do not fit the local store: of 262144 bytes, 4096 are code, 4096 stack")       \
  X(FREED_IN_FLIGHT, 0, "a block of 64 bytes is freed that a transfer of tag 4 is using")          \
  X(FREED_TWICE, 0, "is no block of the local store")                                              \
  X(MAILBOX_EMPTY, 0, "waits for a mailbox or a signal")                                           \
  X(MAILBOX_FULL, 0, "waits for a mailbox or a signal")                                            \
  X(MAILBOX_POLLED, 0, "waits for a mailbox or a signal")                                          \
  X(SIGNAL_MISSING, 0, "waits for a mailbox or a signal")                                          \
  X(LOAD_IN_FLIGHT, 1, "a load of 16 bytes at local store address 0x1010 before the tag")          \
  X(NUMBER_IN_FLIGHT, 1, "a load of 4 bytes at local store address 0x1004 before the tag")         \
  X(LOAD_ALIGNMENT, 1, "a load of 16 bytes at local store address 0x1004, which is no multiple")   \
  X(STORE_ALIGNMENT, 1, "a store of 16 bytes at local store address 0x1008, which is no multiple") \
  X(LOAD_OUTSIDE, 1, "a load of 16 bytes from outside the local store")                            \
  X(STORE_OUTSIDE, 1, "a store of 16 bytes outside the local store")                               \
  X(LOAD_BEYOND, 1, "a load of 16 bytes at local store address 0x1040, which is not within")       \
  X(LOAD_UNWRITTEN, 1, "a load of 16 bytes at local store address 0x1000, which were never")       \
  X(STORE_TO_LEAVING, 1, "before the tag of the transfer from there was waited for")               \
  X(STORE_TO_ARRIVING, 1, "before the tag of the transfer to there was waited for")                \
  X(SOURCE_CHANGED, 1, "byte 3 of the source of mfc_put of 64 bytes")                              \
  X(MEMORY_CHANGED, 1, "byte 7 of the source of mfc_get of 64 bytes")

typedef enum {
#define BROKEN_RULE(name, checked, said) name,
  BROKEN_RULES(BROKEN_RULE)
#undef BROKEN_RULE
      BROKEN_RULE_COUNT
} broken_rule;

#endif
