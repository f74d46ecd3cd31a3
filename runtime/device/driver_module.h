/** \file
 * The NVIDIA driver, as reported by the kernel.
 */
#ifndef DEVICE_DRIVER_MODULE_H
#define DEVICE_DRIVER_MODULE_H

#include <stddef.h>

/** The version of the loaded module, such as "580.65.06"; "" if none is loaded. */
void driver_module(char *version, size_t size);
/** The version in a line of the kernel's report. */
void driver_version(const char *line, char *version, size_t size);

#endif
