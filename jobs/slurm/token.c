#include "token.h"
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "ria/hash.h"

void slurm_token_make(const char *folder, const char *salt, char token[SLURM_TOKEN_SIZE]) {
  uint64_t hash = ria_fnv(RIA_FNV_START, folder, strlen(folder));
  hash = ria_fnv(hash, salt, strlen(salt));
  snprintf(token, SLURM_TOKEN_SIZE, "ria:%016llx", (unsigned long long)hash);
}

void slurm_token_new(const char *folder, char token[SLURM_TOKEN_SIZE]) {
  struct timespec now;
  char salt[160], host[65] = "";
  clock_gettime(CLOCK_REALTIME, &now);
  if (gethostname(host, sizeof host - 1))
    *host = '\0';
  snprintf(salt, sizeof salt, " %lld.%09ld %ld@%s", (long long)now.tv_sec, now.tv_nsec,
           (long)getpid(), host);
  slurm_token_make(folder, salt, token);
}
