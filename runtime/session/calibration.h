/** \file
 * StarPU measures a machine when it first starts there, and keeps the results in files. It reads
 * and writes them without a lock: if several processes start at once on a new machine, one of them
 * may read a file that is half written, and abort. These functions make the processes wait for one
 * another the first time.
 */
#ifndef SESSION_CALIBRATION_H
#define SESSION_CALIBRATION_H

/** Call before starpu_init(). Returns at once if this machine has been measured, and otherwise
 * waits for a process that is measuring it. Sets a separate host name for each number of usable
 * cores, because StarPU measures again if this number has changed. Pass the result to
 * calibration_end(). Does nothing if no folder is writable. */
int calibration_begin(void);
/** Call after starpu_init(), even if it failed. */
void calibration_end(int token, int succeeded);

#endif
