/** \file
 * Private: random numbers as a function of their purpose.
 */
#ifndef PARTICLES_RANDOM_H
#define PARTICLES_RANDOM_H

#include <stdint.h>

typedef struct {
  uint32_t word[4];
} random_words;

/** Philox4x32-10: four words that depend on all bits of the counter and the key. J. K. Salmon, M.
 * A. Moraes, R. O. Dror, D. E. Shaw: Parallel random numbers: as easy as 1, 2, 3 (2011). */
static inline random_words random_philox(random_words counter, uint32_t low, uint32_t high) {
  uint32_t *c = counter.word;
  for (int round = 0; round < 10; round++) {
    const uint64_t a = (uint64_t)0xD2511F53 * c[0], b = (uint64_t)0xCD9E8D57 * c[2];
    c[0] = (uint32_t)(b >> 32) ^ c[1] ^ low;
    c[2] = (uint32_t)(a >> 32) ^ c[3] ^ high;
    c[1] = (uint32_t)b;
    c[3] = (uint32_t)a;
    low += 0x9E3779B9;
    high += 0xBB67AE85;
  }
  return counter;
}

/** Purpose of a number: the walk of a step, a death in an interval, an attempt to find a place. */
typedef enum { RANDOM_WALK, RANDOM_DEATH, RANDOM_PLACE } random_use;

static inline random_words random_of(uint64_t seed, uint32_t group, uint32_t particle,
                                     random_use use, uint64_t step) {
  const random_words counter = {
      {particle, group, (uint32_t)step, (uint32_t)(step >> 32) | (uint32_t)use << 30}};
  return random_philox(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
}

/** A number from two words, greater than 0 and less than 1. */
static inline double random_share(const random_words *random, int pair) {
  const uint64_t bits =
      (uint64_t)random->word[2 * pair] << 32 | (uint64_t)random->word[2 * pair + 1];
  return ((double)(bits >> 12) + 0.5) * 0x1p-52;
}

#endif
