#include "ria/status.h"
#include "ria/number.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static _Thread_local char detail[8192]; /* room for a complete message of a batch system */

const char *ria_status_text(ria_status status) {
  static const char *const text[] = {
#define RIA_STATUS_TEXT(name, words) words,
      RIA_STATUS_LIST(RIA_STATUS_TEXT)
#undef RIA_STATUS_TEXT
  };
  if (status < 0 || (size_t)status >= sizeof text / sizeof *text)
    return "unknown status";
  return text[status];
}

ria_status ria_fail(ria_status status, const char *format, ...) {
  char text[sizeof detail]; /* the arguments may point to the old detail */
  va_list args;
  va_start(args, format);
  ria_vsnprintf(text, sizeof text, format, args);
  va_end(args);
  memcpy(detail, text, sizeof detail);
  return status;
}

const char *ria_status_detail(void) {
  return detail;
}
