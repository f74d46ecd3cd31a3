#include "ria/replaced.h"
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ria/text.h"

enum { START = 1024 };

static const char *const what[] = {[RIA_REPLACED_PICTURE] = "a picture",
                                   [RIA_REPLACED_FILM] = "a film",
                                   [RIA_REPLACED_REPORT] = "a report of ria",
                                   [RIA_REPLACED_JSON] = "JSON"};

/* `start` ends with NUL. */
static bool is_kind(ria_replaced kind, const char *path, const char *start, size_t length) {
  switch (kind) {
  case RIA_REPLACED_PICTURE:
    return ria_text_ends_in(path, ".svg") ? strstr(start, "<svg") != NULL
                                          : length > 8 && !memcmp(start, "\x89PNG\r\n\x1a\n", 8);
  case RIA_REPLACED_FILM:
    return length > 8 && !memcmp(start + 4, "ftyp", 4);
  case RIA_REPLACED_REPORT: /* the policy identifies pages older than the generator's name */
    return !strncmp(start, "<!DOCTYPE html>", 15) &&
           (strstr(start, "<meta name=\"generator\" content=\"ria\">") ||
            strstr(start, "content=\"default-src 'none'; img-src data:; media-src data:;"));
  default:
    start += strspn(start, " \t\r\n");
    return *start == '{' || *start == '[';
  }
}

static ria_status look(const char *path, int file, ria_replaced kind) {
  struct stat info;
  char start[START + 1];
  ssize_t length = 0;
  if (fstat(file, &info) || !S_ISREG(info.st_mode) || (length = read(file, start, START)) < 0)
    return ria_fail(RIA_ERROR_IO,
                    "%s is not a regular file, so it is not replaced; name another file", path);
  start[length] = '\0';
  if (!length || is_kind(kind, path, start, (size_t)length))
    return RIA_SUCCESS;
  return ria_fail(RIA_ERROR_IO,
                  "%s exists and is not %s, so it is not replaced; remove it, or name "
                  "another file",
                  path, what[kind]);
}

ria_status ria_replaced_check(const char *path, ria_replaced kind) {
  int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0)
    return errno == ENOENT || errno == ENOTDIR || errno == ENAMETOOLONG
               ? RIA_SUCCESS
               : ria_fail(RIA_ERROR_IO, "cannot look at %s: %s", path, strerror(errno));
  ria_status status = look(path, file, kind);
  close(file);
  return status;
}
