/* Friction of a bed with one Manning's n. */
#include "../../../kernels/inverse_cube_root.h"

SCALAR(manning, "s/m1/3", "Manning's n")

/* The bed's stress over density and velocity. */
static real bed_drag(real speed, real h) {
  return (gravity * (manning * manning)) * speed * inverse_cube_root(max(h, 8e-7));
}

/* The same for a speed of 1 m/s in 0.1 m of water. */
static real film_drag(void) {
  return (gravity * (manning * manning)) * 2.15443469; /* 0.1^(-1/3) */
}
