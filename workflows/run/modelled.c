#include "modelled.h"
#include "ria/number.h"
#include <stdio.h>

json_t *modelled_json(const ria_modelled *m) {
  return json_pack(
      "{s:s, s:s, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f, s:f}",
      "what", "modelled, not measured", "machine", m->machine, "machines", m->cells, "spes",
      m->spes, "chips", m->chips, "seconds", m->seconds, "seconds_unrolled", m->seconds_unrolled,
      "compute_seconds", m->compute, "wait_seconds", m->wait, "ppe_seconds", m->ppe, "cycles",
      m->cycles, "instructions", m->instructions, "even", m->even, "odd", m->odd, "flops", m->flops,
      "bytes", m->bytes, "commands", m->commands);
}

void modelled_text(const ria_modelled *m, char *text, size_t room) {
  const char *unit[] = {"s", "ms", "us"};
  double scale = 1;
  int u = 0;
  for (; u < 2 && m->seconds * scale < 0.1; u++)
    scale *= 1000;
  char who[96] = "";
  if (m->cells > 1)
    snprintf(who, sizeof who, "the slowest of %d Cells with ", m->cells);
  ria_snprintf(
      text, room,
      "model, not a measurement: %s%d SPEs of %s%s would take %.4g %s, %.4g with loops unrolled; "
      "%.3g %s waiting for transfers, %.3g GB/s, %.3g Gflop/s%s",
      who, m->spes, m->machine, m->cells > 1 ? " each" : "", m->seconds * scale, unit[u],
      m->seconds_unrolled * scale, m->wait * scale, unit[u], m->bytes / m->seconds * 1e-9,
      m->flops / m->seconds * 1e-9, m->cells > 1 ? " in all" : "");
}
