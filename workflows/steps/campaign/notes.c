/* The notes below the table: meaning of its numbers, and missing measurements. */
#include <math.h>
#include <string.h>
#include "campaign.h"
#include "ria/text.h"

bool campaign_has_rows(const campaign_points *p) {
  bool some = false;
  for (int i = 0; i < p->rows; i++)
    some |= !campaign_is_empty(&p->row[i]);
  return some;
}

/* The first few; the CSV has all. */
static void note_failed(const campaign_points *p, ria_table *t) {
  enum { FEW = 5 };
  for (int i = 0, told = 0; i < p->rows && told < FEW; i++) {
    const campaign_row *row = &p->row[i];
    if (row->failed && ++told)
      ria_table_note(t, "Failed runs%s%s: %d of %d: %s", *row->point->label ? " of " : "",
                     row->point->label, row->failed, row->runs, row->why);
  }
}

/* Points without a row, because their hardware is missing. */
static void note_empty(const campaign_points *p, ria_table *t) {
  enum { FEW = 8 };
  ria_text names = {0};
  int empty = 0;
  for (int i = 0; i < p->rows; i++)
    if (campaign_is_empty(&p->row[i]) && ++empty <= FEW)
      ria_text_add(&names, "%s%s", empty > 1 ? "; " : "", p->row[i].point->label);
  if (empty > FEW)
    ria_text_add(&names, "; ...");
  if (empty)
    ria_table_note(
        t, "Not measured, because this machine has no GPU that ria can use: %d point%s%s%s%s.",
        empty, empty > 1 ? "s" : "", names.length ? " (" : "", names.length ? names.data : "",
        names.length ? ")" : "");
  ria_text_destroy(&names);
}

static void add_roofline_notes(const campaign_points *p, ria_table *t) {
  if (!campaign_tells_work(p))
    return;
  ria_table_note(t, "Operations: additions, multiplications, divisions and square roots, each as "
                    "one; comparisons are not counted. Bytes: fields read and written once per "
                    "sweep, or once per two sweeps that a GPU computes in one pass.");
  if (campaign_has_models(p))
    ria_table_note(t,
                   "Model: operations that its programs execute, including the steps of quotients "
                   "and roots, and bytes that they transfer; peaks of the modelled machine.");
  if (campaign_is_roofline(p))
    ria_table_note(t,
                   "Peaks: measured on a core (multiply-adds as two; a triad of that size) times "
                   "the workers, or on a GPU (multiply-adds as two; a copy) times the GPUs.");
  if (p->keys->sort != CAMPAIGN_PEAKS)
    ria_table_note(t, "Roofline: minimum time by memory, or by arithmetic with divisions and "
                      "square roots at their measured peaks, divided by the measured time.");
}

void campaign_add_notes(const campaign_points *p, ria_table *t) {
  int found = 0, skipped = 0;
  note_empty(p, t);
  if (!campaign_has_rows(p))
    return;
  const bool speedups = p->along && !campaign_is_roofline(p);
  if (speedups)
    ria_table_note(
        t,
        "Medians of %d interleaved run%s; from and to: quartiles of the total, and the 95%% "
        "bootstrap interval of the %s.",
        p->keys->repeat, p->keys->repeat > 1 ? "s" : "",
        p->keys->sort == CAMPAIGN_WEAK ? "efficiency" : "speed-up");
  else
    ria_table_note(t, "Medians of %d interleaved run%s%s.", p->keys->repeat,
                   p->keys->repeat > 1 ? "s" : "",
                   campaign_is_roofline(p) ? "" : "; from and to: quartiles of the total");
  add_roofline_notes(p, t);
  if (campaign_has_models(p))
    ria_table_note(t, "model: not measured. A model computes the time of another machine from the "
                      "instructions and transfers of its programs (docs/cell.md).");
  for (int i = 0; i < p->rows; i++)
    skipped += p->row[i].skipped && !campaign_is_empty(&p->row[i]);
  if (skipped)
    ria_table_note(
        t, "%d row%s not measured: their hardware was not requested, or this machine lacks it.",
        skipped, skipped > 1 ? "s" : "");
  if (p->keys->best_of)
    ria_table_note(t, "Only the fastest %s is shown.", p->keys->best_of);
  if (p->keys->note)
    ria_table_note(t, "%s", p->keys->note);
  if (p->missing)
    ria_table_note(t, "Points with failed runs: medians of the successful runs.");
  note_failed(p, t);
  if (campaign_is_crowded(p))
    ria_table_note(t, "*: oversubscribed, with more ranks and workers than cores: they shared "
                      "cores, so the time does not show the speed of the machine.");
  if (p->keys->sort == CAMPAIGN_PEAKS)
    ; /* no times */
  else if (campaign_is_of_lines(p->keys))
    ria_table_note(
        t, "Times of one step by the GPU's clock: medians over calls of many steps from the same "
           "start, with launches and waiting, without transfers and files (ria bench --line).");
  else if (campaign_is_of_kernel(p->keys))
    ria_table_note(t, "Times of one call of the kernel alone on cells in memory, without tasks and "
                      "exchange: processor time of one core, wall-clock time of several cores, or "
                      "time by the GPU's clock (ria bench).");
  else if (!strcmp(p->measure, "step_seconds"))
    ria_table_note(t,
                   "Total: wall-clock time of the steps, without start and files. Work: mean time "
                   "of a worker in kernels. Exchange: the rest, packing and waiting.");
  else if (!strcmp(p->measure, "seconds"))
    ria_table_note(t,
                   "Times of one step%s, averaged over the number in iterations. Total: wall-clock "
                   "time, without start and files. Work: mean time of a worker in kernels. "
                   "Exchange: the rest, packing and waiting.",
                   p->keys->bench ? " in the synthetic basin of ria bench" : "");
  else
    ria_table_note(t, "Total: the result %s.", p->measure);
  if (speedups)
    ria_table_note(t, "%s: against %s%s%s%s.",
                   p->keys->sort == CAMPAIGN_WEAK ? "Efficiency" : "Speed-up",
                   p->keys->base            ? ""
                   : isnan(p->row[0].along) ? "the first "
                                            : "the least ",
                   p->keys->base ? p->keys->base : p->along,
                   p->missing && !p->keys->base ? " that was measured" : "",
                   p->groups > 1 ? ", other things equal" : "");
  if (p->keys->second_base)
    ria_table_note(t, "Second speed-up: against %s.", p->keys->second_base);
  for (int i = 0; i < p->rows; i++)
    found += p->row[i].published >= 0;
  if (p->has_reference && found)
    ria_table_note(t, "Published (%s): %s", p->keys->reference, p->reference.about);
  else if (p->has_reference)
    ria_table_note(t, "No row of %s matches one of these points.", p->keys->reference);
}
