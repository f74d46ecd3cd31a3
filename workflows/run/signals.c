#include "signals.h"
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void on_signal(int number) {
  (void)number;
  interrupted = 1;
}

static const int number[] = {SIGINT, SIGTERM, SIGUSR1, SIGHUP};

static void set_mask(int how) {
  sigset_t set;
  sigemptyset(&set);
  for (size_t i = 0; i < sizeof number / sizeof *number; i++)
    sigaddset(&set, number[i]);
  pthread_sigmask(how, &set, NULL);
}

void run_signals_hold(void) {
  set_mask(SIG_BLOCK);
}

void run_signals_catch(void) {
  struct sigaction action = {.sa_handler = on_signal, .sa_flags = SA_RESTART}, now;
  for (size_t i = 0; i < sizeof number / sizeof *number; i++) {
    /* A run started with nohup outlives its terminal. */
    if (number[i] == SIGHUP && !sigaction(SIGHUP, NULL, &now) && now.sa_handler == SIG_IGN)
      continue;
    /* A second Ctrl-C ends the run at once. */
    action.sa_flags = SA_RESTART | (number[i] == SIGINT ? (int)SA_RESETHAND : 0);
    sigaction(number[i], &action, NULL);
  }
  signal(SIGXFSZ, SIG_IGN); /* a file that grows too large must be an error, not a kill */
  set_mask(SIG_UNBLOCK);
}

bool run_signals_came(void) {
  return interrupted;
}
