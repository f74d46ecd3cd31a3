/* The cores that this process may use. */
#ifndef LAUNCHER_CORES_H
#define LAUNCHER_CORES_H

#include <stdbool.h>

typedef struct {
  int count; /* cores, not hardware threads, within the control group's limit; at least 1 */
  bool all;  /* these are all cores of the machine */
} launcher_cores;

launcher_cores launcher_cores_find(void);

#endif
