/** \file
 * A Cell as the runtime drives it: the table of functions of ria/ppe.h. */
#ifndef RIA_CELL_DRIVER_H
#define RIA_CELL_DRIVER_H

#include <ria/ppe.h>
#include <ria_cell/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Up to 16 SPEs: a blade of two chips; a PlayStation 3 has one. */
extern const ria_ppe_driver ria_cell_driver;

/** The machine of a choice, and how many SPEs it takes. Errors: more SPEs than it
 * has. */
ria_status ria_cell_choose(const ria_ppe_choice *choice, ria_cell_machine *machine, int *spes);

/** What a modelled cell took, as two compilers would have translated its programs. */
ria_status ria_cell_modelled(const ria_cell *cell, const ria_cell_machine *machine, int spes,
                             ria_modelled *modelled);

#ifdef __cplusplus
}
#endif
#endif
