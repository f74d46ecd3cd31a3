/* A structure on a face, such as a weir: what it lets through. FLUX includes this; the definition chooses no_dams.h or dams.h. */
static bool has_dams(void);

/* Of the face that FLUX is for: the crest above the reference level, far below all where there is no structure; the weir's
 * coefficient for water that passes to the high side and to the low side, 0: none passes. */
static real crest_here(void);
static real forth_here(void);
static real back_here(void);

/* The discharge over a crest per metre of a broad-crested weir, by the heads above it. Free: critical on the crest; from two
 * thirds on the lower head holds it back. */
static real weir(real head, real below) {
  real free = 0.54433105 * head * sqrt(gravity * head);  /* (2/3)^(3/2) */
  real drowned = below * sqrt((2.0 * gravity) * max(head - below, 0.0));
  return 3.0 * below > 2.0 * head ? min(drowned, free) : free;
}

/* dam: the mass flux; what it adds to each side's own flux of momentum; the fastest waves. By depth, velocity and level of the
 * low and of the high side, and by the mass flux that there would be without a structure: it never lets more through. To
 * either side it is a wall but for what passes, whose momentum the jet loses. */
static void pass_dam(real dam[4], real h_low, real v_low, real level_low, real h_high, real v_high, real level_high, real flow) {
  real crest = crest_here();
  real ahead_low = max(v_low, 0.0);
  real ahead_high = max(-v_high, 0.0);
  real head_low = max(fma(ahead_low * ahead_low, 0.5 / gravity, level_low - crest), 0.0);
  real head_high = max(fma(ahead_high * ahead_high, 0.5 / gravity, level_high - crest), 0.0);
  bool forth = head_low > head_high;
  real upper = max(head_low, head_high);
  real lower = forth ? max(level_high - crest, 0.0) : max(level_low - crest, 0.0);
  real most = weir(upper, min(lower, upper)) * (forth ? forth_here() : back_here());
  real mass = forth ? min(most, max(flow, 0.0)) : max(-most, min(flow, 0.0));

  /* No face may carry off more than its share of a cell. */
  real c_low = sqrt(gravity * h_low);
  real c_high = sqrt(gravity * h_high);
  real speed = max(fabs(v_low) + c_low, fabs(v_high) + c_high);
  real share = (0.4995 / cfl) * speed;
  real give_low = h_low > dry ? h_low * (share + 0.4995 * v_low) : 0.0;
  real give_high = h_high > dry ? h_high * (share - 0.4995 * v_high) : 0.0;
  mass = max(-give_high, min(give_low, mass));
  dam[0] = mass;
  dam[1] = c_low * (h_low * v_low - mass);
  dam[2] = c_high * (h_high * v_high - mass);
  dam[3] = speed;
}
