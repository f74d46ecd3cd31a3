/* A structure on a face, such as a weir: the flow that it lets through. FLUX includes this; the definition includes no_dams.h or dams.h. */
static bool has_dams(void);

/* The crest of the face of FLUX above the reference level, far below all beds if there is no
 * structure; the weir's coefficients for water to the high side and to the low side (0: no flow);
 * the height of the opening above the crest. */
static real crest_here(void);
static real forth_here(void);
static real back_here(void);
static real gap_here(void);

/* The discharge per metre of a broad-crested weir, from the heads above its crest. The depth on
 * the crest is the lower head, but at least two thirds of the upper one: then the flow is critical,
 * and independent of the downstream level. Under a gate it is at most the opening. */
static real weir(real head, real below) {
  real on_crest = fmin(fmax(below, 0.66666667 * head), gap_here());
  return on_crest * sqrt((2.0 * gravity) * fmax(head - fmax(below, on_crest), 0.0));
}

/* dam: the mass flux; its contribution to each side's own flux of momentum; the fastest waves. From depth,
 * velocity and level of the low and of the high side, and from the mass flux without a structure, which limits it.
 * For each side it is a wall except for the water that passes, and the jet loses the momentum of that water. */
static void pass_dam(real dam[4], real h_low, real v_low, real level_low, real h_high, real v_high, real level_high, real flow) {
  real crest = crest_here();
  real ahead_low = fmax(v_low, 0.0);
  real ahead_high = fmax(-v_high, 0.0);
  real head_low = fmax(fma(ahead_low * ahead_low, 0.5 / gravity, level_low - crest), 0.0);
  real head_high = fmax(fma(ahead_high * ahead_high, 0.5 / gravity, level_high - crest), 0.0);
  real to_high = weir(head_low, fmax(level_high - crest, 0.0)) * forth_here();
  real to_low = weir(head_high, fmax(level_low - crest, 0.0)) * back_here();
  real mass = fmax(fmin(to_high - to_low, fmax(flow, 0.0)), fmin(flow, 0.0));

  /* No face may take more than its share of a cell. */
  real c_low = sqrt(gravity * h_low);
  real c_high = sqrt(gravity * h_high);
  real speed = fmax(fabs(v_low) + c_low, fabs(v_high) + c_high);
  real share = (0.4995 / cfl) * speed;
  real give_low = h_low > dry ? h_low * (share + 0.4995 * v_low) : 0.0;
  real give_high = h_high > dry ? h_high * (share - 0.4995 * v_high) : 0.0;
  mass = fmax(-give_high, fmin(give_low, mass));
  dam[0] = mass;
  dam[1] = c_low * (h_low * v_low - mass);
  dam[2] = c_high * (h_high * v_high - mass);
  dam[3] = speed;
}
