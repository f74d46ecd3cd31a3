/** \file
 * A Cell Broadband Engine: one PPE, which is the calling thread, and up to 16 SPEs that run SPE
 * programs. The SPEs are coroutines of the calling thread; when one waits, the next in the order of
 * numbers runs, so runs are reproducible. Several cells may run at once, each in its own thread.
 *
 * No function prints or exits. If an SPE program breaks a rule, the error is RIA_ERROR_ARGUMENT,
 * with the program, the SPE, file:line and the numbers in ria_status_detail(); the README lists the
 * rules.
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

/** Bytes of the largest region that SPEs may transfer from and to: lists have 32-bit addresses,
 * and regions are separated by gaps. */
#define RIA_CELL_MOST_MAPPED (((uint64_t)1 << 32) - ((uint64_t)1 << 17))

/** An SPE program, built from a C file with a main(): cell.cmake. */
typedef int (*ria_spe_main)(unsigned long long spe, unsigned long long argp,
                            unsigned long long envp);
typedef struct {
  const char *name;
  size_t code, stack;   /* bytes in the local store, as declared */
  ria_spe_main fast;    /* plain vector code */
  ria_spe_main checked; /* every load, store and instruction is checked */
} ria_spe_program;

typedef struct ria_cell ria_cell;

/** A cell with SPEs 0..spes-1, all idle. Owned by the caller until ria_cell_destroy(). */
ria_status ria_cell_create(int spes, ria_ppe_watch watch, ria_cell **cell);
void ria_cell_destroy(ria_cell *cell);

/** Lets SPEs transfer from memory, and to it if `writable`; `*ea` is its effective address, which
 * has the same remainder modulo 128 as `memory`. A region crosses no multiple of 4 GiB of these
 * addresses, so that lists reach all of it. Borrowed until ria_cell_unmap(). Errors: no bytes, more
 * than RIA_CELL_MOST_MAPPED. */
ria_status ria_cell_map(ria_cell *cell, void *memory, size_t bytes, int writable, uint64_t *ea);
/** Ends the mapping. No SPE may be running. */
void ria_cell_unmap(ria_cell *cell, uint64_t ea);

/** Load a program on an idle SPE; it starts at the next advance. Errors: the SPE is not idle,
 * code and stack are larger than the local store, the program is not compiled for this kind of
 * watch. The program is borrowed until it ends. */
ria_status ria_cell_start(ria_cell *cell, int spe, const ria_spe_program *program, uint64_t argp,
                          uint64_t envp);

/** Run the SPEs until each has ended or waits for a mailbox or signal. `*waiting`, which may be
 * NULL, is the number that wait. Errors: a broken rule, which ends all programs; a deadlock: SPEs
 * wait, and the PPE has done nothing since the last advance that would let one continue; a race,
 * reported when all checked programs have ended: bytes of main memory that one SPE put and another
 * one transferred, with no mailbox or signal read in between. */
ria_status ria_cell_advance(ria_cell *cell, int *waiting);

/** Advance to the end of all programs. Errors: as ria_cell_advance(), and programs that wait for
 * the PPE, which sends nothing more. */
ria_status ria_cell_run(ria_cell *cell);

/** The return value of the last program that ended on an SPE. */
int ria_cell_exit_code(const ria_cell *cell, int spe);

/** The PPE's side of the mailboxes; signals are ORed together. Errors: the mailbox is full, or
 * empty. */
ria_status ria_cell_write_in_mbox(ria_cell *cell, int spe, uint32_t value);
ria_status ria_cell_read_out_mbox(ria_cell *cell, int spe, uint32_t *value);
ria_status ria_cell_read_out_intr_mbox(ria_cell *cell, int spe, uint32_t *value);
ria_status ria_cell_signal(ria_cell *cell, int spe, int which, uint32_t value);

/** Counts of the SPEs' transfers since the cell was created. */
typedef struct {
  uint64_t commands, elements; /* elements of lists; a command without a list counts as one */
  uint64_t bytes_in, bytes_out;
} ria_cell_traffic;
ria_cell_traffic ria_cell_transferred(const ria_cell *cell);

#ifdef __cplusplus
}
#endif
#endif
