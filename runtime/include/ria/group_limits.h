/** \file
 * What the control groups (cgroups, versions 1 and 2) of this process let it use: containers and
 * Slurm set them.
 */
#ifndef RIA_GROUP_LIMITS_H
#define RIA_GROUP_LIMITS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  double cores;   /**< processor time each second, such as 1.5; 0: not limited */
  int64_t memory; /**< bytes; 0: not limited */
} ria_group_limits;

/** The least of the limits of this process's groups and those above them, as far as they can be
 * read. \param root  of the file system: "", or a folder that holds `proc` and `sys`, for tests */
void ria_group_limits_find(const char *root, ria_group_limits *limits);

#ifdef __cplusplus
}
#endif
#endif
