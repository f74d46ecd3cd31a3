/** \file
 * Limits that the control groups (cgroups, versions 1 and 2) set for this process. Containers and
 * Slurm use them.
 */
#ifndef RIA_GROUP_LIMITS_H
#define RIA_GROUP_LIMITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double cores;   /**< processor seconds a second, such as 1.5; 0: not limited */
  int64_t memory; /**< bytes; 0: not limited */
} ria_group_limits;

/** The lowest limits of this process's groups and their parent groups, as far as they can be read.
 * \param root of the file system: "", or, in tests, a folder that holds `proc` and `sys` */
void ria_group_limits_find(const char *root, ria_group_limits *limits);

#ifdef __cplusplus
}
#endif
#endif
