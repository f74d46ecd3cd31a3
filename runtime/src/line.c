#include "ria/line.h"

const char *ria_line_variant_name(ria_line_variant variant) {
  static const char *const names[RIA_LINE_VARIANTS] = {
      [RIA_LINE_SHARED] = "shared", [RIA_LINE_REGISTER] = "register",
      [RIA_LINE_PACKED] = "packed", [RIA_LINE_LAUNCH] = "launch",
      [RIA_LINE_GRAPH] = "graph",   [RIA_LINE_PERSISTENT] = "persistent"};
  return variant < RIA_LINE_VARIANTS ? names[variant] : "none";
}
