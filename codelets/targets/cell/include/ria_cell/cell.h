/** \file
 * A Cell Broadband Engine: one PPE, which is the calling thread, and up to 16 SPEs that run SPE
 * programs. The SPEs are coroutines of the calling thread and take turns where one has to wait, in
 * the order of their numbers: a run is the same each time. Many cells may be under way in as many
 * threads.
 *
 * Nothing here prints or exits. A rule that an SPE program breaks is RIA_ERROR_ARGUMENT, with the
 * program, the SPE, file:line and the numbers in ria_status_detail(); the README lists the rules.
 */
#ifndef RIA_CELL_H
#define RIA_CELL_H

#include <stddef.h>
#include <stdint.h>
#include <ria/ppe.h>
#include <ria/status.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  RIA_CELL_MOST_SPES = 16,
  RIA_CELL_LOCAL_STORE = 256 << 10, /* bytes */
  RIA_CELL_IN_MBOX_DEPTH = 4,
};

/** Bytes of the largest region that SPEs may transfer from and to: lists have addresses of 32 bits,
 * and there are gaps before it and behind. */
#define RIA_CELL_MOST_MAPPED (((uint64_t)1 << 32) - ((uint64_t)1 << 17))

/** An SPE program as the build makes it of a C file with a main(): cell.cmake. */
typedef int (*ria_spe_main)(unsigned long long spe, unsigned long long argp,
                            unsigned long long envp);
typedef struct {
  const char *name;
  size_t code, stack;   /* bytes of the local store that they take, as declared */
  ria_spe_main fast;    /* plain vector code */
  ria_spe_main checked; /* every load, store and instruction is seen */
} ria_spe_program;

typedef struct ria_cell ria_cell;

/** A cell with SPEs 0..spes-1, all idle. Owned by the caller until ria_cell_destroy(). */
ria_status ria_cell_create(int spes, ria_ppe_watch watch, ria_cell **cell);
void ria_cell_destroy(ria_cell *cell);

/** Lets SPEs transfer from memory, and to it if `writable`; `*ea` is the address that they know it
 * by, a multiple of 128 beyond what `memory` is of one. A region does not cross 4 GiB of these
 * addresses, so that lists reach all of it. Borrowed until ria_cell_unmap(). Errors: no bytes, more
 * than RIA_CELL_MOST_MAPPED. */
ria_status ria_cell_map(ria_cell *cell, void *memory, size_t bytes, int writable, uint64_t *ea);
/** Ends that. No SPE may be running. */
void ria_cell_unmap(ria_cell *cell, uint64_t ea);

/** Load a program on an idle SPE, to begin at the next advance. Errors: the SPE is not idle, code
 * and stack are larger than the local store, the program has no compilation for this watch. The
 * program is borrowed until it ends. */
ria_status ria_cell_start(ria_cell *cell, int spe, const ria_spe_program *program, uint64_t argp,
                          uint64_t envp);

/** Let the SPEs go on until each has ended or waits for a mailbox or signal. `*waiting`, which may
 * be NULL, is how many wait. Errors: a broken rule, which ends all programs; a deadlock: SPEs
 * wait, and nothing that the PPE did since the last advance lets one of them go on; where programs
 * are checked and all have ended, bytes of main memory that one SPE put and another one transferred
 * with no mailbox or signal read in between. */
ria_status ria_cell_advance(ria_cell *cell, int *waiting);

/** Advance to the end of all programs. Errors: as ria_cell_advance(), and programs that wait for
 * the PPE, which does nothing more. */
ria_status ria_cell_run(ria_cell *cell);

/** What the program that ended last on an SPE returned. */
int ria_cell_exit_code(const ria_cell *cell, int spe);

/** The PPE's side of the mailboxes; signals are ORed together. Errors: the mailbox is full, or
 * empty. */
ria_status ria_cell_write_in_mbox(ria_cell *cell, int spe, uint32_t value);
ria_status ria_cell_read_out_mbox(ria_cell *cell, int spe, uint32_t *value);
ria_status ria_cell_read_out_intr_mbox(ria_cell *cell, int spe, uint32_t *value);
ria_status ria_cell_signal(ria_cell *cell, int spe, int which, uint32_t value);

/** What SPEs have transferred since the cell was created. */
typedef struct {
  uint64_t commands, elements; /* of lists; a command without is one */
  uint64_t bytes_in, bytes_out;
} ria_cell_traffic;
ria_cell_traffic ria_cell_transferred(const ria_cell *cell);

#ifdef __cplusplus
}
#endif
#endif
