/** \file
 * The committed corpus of a fuzz target, for any compiler. */
#ifndef RIA_TEST_CORPUS_H
#define RIA_TEST_CORPUS_H

#include <stddef.h>
#include <stdint.h>

/** Run `target` on each file of tests/fuzz/corpus/NAME and on the file cut short at `cuts` places
 * (at every byte where it has no more), which tests a parser at an unexpected end of input. In a
 * folder of its own, where `prepare` (may be NULL) writes files that the corpus names.
 */
void test_corpus_run(const char *name, void (*target)(const uint8_t *data, size_t size),
                     size_t cuts, void (*prepare)(void));

#endif
