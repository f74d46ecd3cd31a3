/** \file
 * A Cell as a device of the runtime: the table of functions of ria/ppe.h. */
#ifndef RIA_CELL_DRIVER_H
#define RIA_CELL_DRIVER_H

#include <ria/ppe.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Up to 16 SPEs: a blade of two chips; a PlayStation 3 has one. */
extern const ria_ppe_driver ria_cell_driver;

#ifdef __cplusplus
}
#endif
#endif
