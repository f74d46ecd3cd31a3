/** \file
 * The NVIDIA driver, as the kernel tells of it. */
#ifndef RIA_DRIVER_MODULE_H
#define RIA_DRIVER_MODULE_H

#include <stddef.h>

/** The version of the loaded module, as "580.65.06"; "" where there is none. */
void ria_driver_module(char *version, size_t size);
/** The same, out of the line in which the kernel tells of it. */
void ria_driver_version(const char *line, char *version, size_t size);

#endif
