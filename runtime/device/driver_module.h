/** \file
 * The NVIDIA driver, as the kernel tells of it. */
#ifndef DEVICE_DRIVER_MODULE_H
#define DEVICE_DRIVER_MODULE_H

#include <stddef.h>

/** The version of the loaded module, as "580.65.06"; "" where there is none. */
void driver_module(char *version, size_t size);
/** The same, out of the line in which the kernel tells of it. */
void driver_version(const char *line, char *version, size_t size);

#endif
