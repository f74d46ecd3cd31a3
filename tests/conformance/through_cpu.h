/* The inflow through an opening in one step by a CPU's THROUGH: the reference for devices. */
#ifndef RIA_THROUGH_CPU_H
#define RIA_THROUGH_CPU_H

#include "tests.h"
#include "kernel_tile.h"
#include <ria/registry.h>
#include <stdlib.h>

static inline void add_fluxes(ria_flows *flows, const ria_device_opening *o, const double *share,
                              const double *left, int amounts, const double *flux) {
  for (int i = 0; i < (o->to - o->from) * amounts; i++) {
    const int a = i % amounts;
    const double term = share[o->axis] * flux[i];
    ria_flow_add(&ria_flows_in(flows)[o->number][a], term);
    if (left[a] > 0)
      ria_flow_add(&flows->left[a], left[a] * term);
  }
  flows->used = flows->used > o->number ? flows->used : o->number + 1;
}

/* `share`, `left`: as in ria_device_measure. */
static inline void add_inflow_of_cpu(const ria_kernel *kernel, const kernel_tile *t,
                                     const double *scalars, unsigned switches,
                                     const ria_device_opening *o, const double *share,
                                     const double *left, ria_flows *flows) {
  const ria_kernel *known = ria_kernel_find(kernel->name);
  const ria_implementation *cpu = known ? ria_kernel_implementation(known, "cpu", NULL) : NULL;
  double *flux = calloc((size_t)((o->to - o->from) * kernel->amounts) + 1, sizeof *flux);
  assert_true(flux && cpu && cpu->through[t->precision]);
  ria_through_args args = {.pitch = t->pitch,
                           .x = o->axis ? o->from : o->across,
                           .y = o->axis ? o->across : o->from,
                           .count = o->to - o->from,
                           .axis = o->axis,
                           .outward = o->outward,
                           .scalars = scalars,
                           .switches = switches,
                           .flux = flux};
  for (int f = 0; f < t->nstate; f++)
    args.src[f] = tile_origin(t, f);
  for (int f = 0; f < t->nstatic; f++)
    args.statics[f] = tile_origin(t, t->nstate + f);
  cpu->through[t->precision](&args);
  add_fluxes(flows, o, share, left, kernel->amounts, flux);
  free(flux);
}

#endif
