/** \file
 * StarPU measures a machine when it first starts there, and keeps what it found in files. It reads
 * and writes them without a lock: of several processes that start at once on a new machine, one
 * finds a file half written and aborts. Here they wait for one another, the first time only.
 */
#ifndef SESSION_CALIBRATION_H
#define SESSION_CALIBRATION_H

/** Before starpu_init(): returns at once where this machine is known, and waits for another process
 * that is measuring it. Gives each number of cores that processes may use here a name of its own,
 * because StarPU measures again where that number has changed. What it returns is for
 * calibration_end(). Without a folder that can be written nothing is done. */
int calibration_begin(void);
/** After starpu_init(), whether it succeeded or not. */
void calibration_end(int token, int succeeded);

#endif
