/* A device's sums of the inflow through a tile's openings against sums of a CPU's values for each
 * face, to the bit. After boundary_suite.h and on_executor.h, or on_gpu.h. */
#ifndef RIA_THROUGH_CASE_H
#define RIA_THROUGH_CASE_H

#include "through_cpu.h"

enum { OPENINGS = 6, NUMBERS = 41, MOST_FACES = OPENINGS * 2 * RIA_DEVICE_WARP };

/* Parts of all four sides, of which two count as one opening. */
static const ria_device_opening through_opening[OPENINGS] = {
    {.axis = 0, .outward = -1, .from = 0, .to = NY, .across = 0, .number = 3},
    {.axis = 0, .outward = 1, .from = 2, .to = 7, .across = NX - 1, .number = 0},
    {.axis = 1, .outward = -1, .from = 0, .to = 5, .across = 0, .number = 1},
    {.axis = 1, .outward = -1, .from = 5, .to = NX, .across = 0, .number = NUMBERS - 1},
    {.axis = 1, .outward = 1, .from = 1, .to = 2, .across = NY - 1, .number = 1},
    {.axis = 1, .outward = 1, .from = 4, .to = NX - 1, .across = NY - 1, .number = 2}};

/* Faces between cells, as in sections, given as a list. */
static const ria_device_opening inside_opening[OPENINGS] = {
    {.axis = 0, .outward = -1, .from = 0, .to = NY, .across = NX / 2, .number = 3},
    {.axis = 0, .outward = 1, .from = 2, .to = 7, .across = NX / 3, .number = 0},
    {.axis = 0, .outward = 1, .from = 7, .to = 8, .across = NX / 3 - 1, .number = 0},
    {.axis = 1, .outward = -1, .from = 5, .to = NX, .across = NY / 2, .number = NUMBERS - 1},
    {.axis = 1, .outward = 1, .from = 1, .to = 2, .across = NY / 2, .number = 1},
    {.axis = 1, .outward = 1, .from = 4, .to = NX - 1, .across = NY - 2, .number = 2}};

/* These faces as a list: the faces of an opening fill whole warps; some count with the opposite
 * sign. */
static int list_faces(const ria_device_opening *opening, ria_device_face *face) {
  int count = 0;
  for (int n = 0; n < OPENINGS; n++) {
    const ria_device_opening *o = &opening[n];
    for (int c = o->from; c < o->to || count % RIA_DEVICE_WARP; c++) {
      const int along = c < o->to ? c : o->from;
      face[count++] = (ria_device_face){.x = o->axis ? along : o->across,
                                        .y = o->axis ? o->across : along,
                                        .axis = o->axis,
                                        .outward = o->outward,
                                        .sign = c < o->to ? 1 - 2 * (n % 2) : 0,
                                        .number = o->number};
    }
  }
  return count;
}

/* Both as sums whose digits are carried. */
static void compare_flows(ria_flows *got, ria_flows *wanted, int amounts) {
  assert_int_equal(got->used, wanted->used);
  assert_int_equal(got->invalid, 0);
  for (int n = 0; n < NUMBERS; n++)
    for (int a = 0; a < amounts; a++)
      assert_true(ria_flow_value(&ria_flows_in(got)[n][a]) ==
                  ria_flow_value(&ria_flows_in(wanted)[n][a]));
  for (int a = 0; a < amounts; a++)
    assert_true(ria_flow_value(&got->left[a]) == ria_flow_value(&wanted->left[a]));
}

/* `step`: one that measures, or `through` of a device. */
static void try_measure(const ria_kernel *kernel, ria_device_step_function step,
                        const ria_device_opening *opening, ria_precision precision, ria_shape shape,
                        int pattern, unsigned switches) {
  const bool listed = opening == inside_opening;
  double scalars[RIA_MAX_SCALARS];
  const size_t bytes = ria_flows_bytes(NUMBERS);
  ria_flows *flows = TILE_ALLOC(128, (bytes + 127) / 128 * 128);
  ria_flows *wanted = calloc(1, bytes);
  assert_true(flows && wanted);
  memset(flows, 0, bytes);
  kernel_tile src = fresh(kernel, precision, pattern), dst = fresh(kernel, precision, pattern);
  tile_scalars(kernel, pattern, scalars);
  ria_device_face *face = TILE_ALLOC(128, MOST_FACES * sizeof *face);
  assert_true(face);
  const ria_device_measure measure = {.openings = listed ? 0 : OPENINGS,
                                      .opening = opening,
                                      .faces = listed ? list_faces(opening, face) : 0,
                                      .face = face,
                                      .share = {0.125, 0.3},
                                      .left = {0, 0.75},
                                      .flows = flows};
  ria_device_step_args args = {.step = {.pitch = src.pitch,
                                        .update = ria_box_plane(0, NX, 0, NY),
                                        .owned = ria_box_plane(0, NX, 0, NY),
                                        .scalars = scalars,
                                        .switches = switches},
                               .report = device_report(),
                               .shape = shape,
                               .measure = &measure};
  for (int f = 0; f < src.nstate; f++) {
    args.step.src[f] = tile_origin(&src, f);
    args.step.dst[f] = tile_origin(&dst, f);
  }
  for (int f = 0; f < src.nstatic; f++)
    args.step.statics[f] = tile_origin(&src, src.nstate + f);
  const int code = step(&args);
  if (code != 1 || shape.columns < 2) { /* else a shape that this precision does not have */
    assert_int_equal(code, 0);
    assert_int_equal(device_wait(), 0);
    for (int n = 0; n < OPENINGS; n++) {
      const int sign = listed && n % 2 ? -1 : 1;
      const double share[2] = {sign * measure.share[0], sign * measure.share[1]}, none[2] = {0, 0};
      add_inflow_of_cpu(kernel, &src, scalars, switches, &opening[n], share,
                        listed ? none : measure.left, wanted);
    }
    compare_flows(flows, wanted, kernel->amounts);
    assert_true(pattern == PATTERN_DRY || ria_flow_value(&ria_flows_in(wanted)[3][0]) != 0);
  }
  tile_free(&src);
  tile_free(&dst);
  TILE_FREE(face);
  TILE_FREE(flows);
  free(wanted);
}

/* A step that measures, in a shape; and the launch that does nothing else. */
static void try_measures(const ria_kernel *kernel, ria_device_step_function step,
                         ria_device_step_function alone, ria_precision precision, ria_shape shape) {
  for (int pattern = 0; pattern < PATTERNS; pattern++)
    for (unsigned switches = 0; switches < 1u << kernel->nswitch; switches++)
      if (pattern != PATTERN_UNSTABLE) {
        try_measure(kernel, step, through_opening, precision, shape, pattern, switches);
        try_measure(kernel, alone, through_opening, precision, shape, pattern, switches);
        try_measure(kernel, step, inside_opening, precision, shape, pattern, switches);
        try_measure(kernel, alone, inside_opening, precision, shape, pattern, switches);
      }
}

#endif
