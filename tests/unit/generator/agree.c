/* All implementations of the kernel KERNEL against the first, to the bit.
 */
#include "kernel_tile.h"

extern const ria_kernel KERNEL;

/* What the registry would define. */
extern const ria_target ria_target_cpu, ria_target_cuda;
const ria_target ria_target_cpu = {.name = "cpu", .kind = RIA_TARGET_HOST};
const ria_target ria_target_cuda = {.name = "cuda", .kind = RIA_TARGET_DEVICE};

static void run(const ria_implementation *one, const kernel_tile *from, kernel_tile *into,
                unsigned switches, ria_step_args *args) {
  const double scalars[] = {0.1, 0.3};
  const ria_box box = ria_box_plane(-1, from->nx + 1, -1, from->ny + 1);
  const ria_box owned = ria_box_plane(2, from->nx, 0, from->ny - 1);
  void *scratch = NULL;
  if (one->scratch_bytes)
    scratch = malloc(one->scratch_bytes(from->nx + 4, from->precision) + 128);
  *args = (ria_step_args){.pitch = from->pitch,
                          .update = box,
                          .owned = owned,
                          .scalars = scalars,
                          .switches = switches,
                          .scratch = (void *)(((uintptr_t)scratch + 127) / 128 * 128)};
  for (int f = 0; f < from->nstate; f++) {
    args->src[f] = tile_origin(from, f);
    args->dst[f] = tile_origin(into, f);
  }
  args->statics[0] = tile_origin(from, from->nstate);
  one->step[from->precision](args);
  free(scratch);
}

int main(void) {
  const ria_kernel *kernel = &KERNEL;
  int failures = 0;
  for (int p = 0; p < RIA_PRECISIONS; p++) {
    kernel_tile from = tile_new(kernel, p, 150, 5, 3);
    tile_fill(&from, kernel, PATTERN_WET, 5);
    tile_poison_outside(&from, kernel, ria_box_plane(-1, 151, -1, 6));
    for (unsigned s = 0; s < 1u << kernel->nswitch; s++) {
      kernel_tile wanted = tile_like(&from);
      ria_step_args a, b;
      run(&kernel->implementation[0], &from, &wanted, s, &a);
      for (int i = 1; i < kernel->implementations; i++) {
        if (!kernel->implementation[i].step[p])
          continue; /* a device's, or not in this precision */
        kernel_tile got = tile_like(&from);
        char where[160] = "";
        run(&kernel->implementation[i], &from, &got, s, &b);
        if (!tile_equal(&got, &wanted, where, sizeof where) || a.rate_max != b.rate_max) {
          printf("%s differs: %s, rates %g and %g\n", kernel->implementation[i].strategy, where,
                 b.rate_max, a.rate_max);
          failures++;
        }
        tile_free(&got);
      }
      tile_free(&wanted);
    }
    tile_free(&from);
  }
  return failures != 0;
}
