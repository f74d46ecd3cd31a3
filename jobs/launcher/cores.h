/* The cores that this process may use. */
#ifndef RIA_CORES_H
#define RIA_CORES_H

#include <stdbool.h>

typedef struct {
  int count; /* cores (not hardware threads) that this process may use, no more than its control
                group gives it time on; at least 1 */
  bool all;  /* they are all that the machine has */
} ria_cores;

ria_cores ria_cores_find(void);

#endif
