/* Friction of a bed with a roughness that varies in space, by one of three laws. The laws are
 * selected by weights, 0 or 1, because conditions would make compilers choose other loops. */
#include "../../../kernels/inverse_cube_root.h"

SCALAR(manning, "1", "1: the roughness is Manning's n, s/m1/3; 0: it is not")
SCALAR(chezy, "1", "1: the roughness is the reciprocal of Chezy's coefficient, s/m1/2; 0: it is not")
SCALAR(linear, "1", "1: the roughness is the rate of a linear friction, 1/s; 0: it is not")

/* The roughness of the cell for which friction is computed. */
static real roughness_here(void);

/* The bed's stress over density and velocity. */
static real bed_drag(real speed, real h) {
  real n = roughness_here();
  real squared = (gravity * (n * n)) * speed;
  return squared * (manning * inverse_cube_root(max(h, 8e-7)) + chezy) + linear * (n * h);
}

/* The same for a speed of 1 m/s in 0.1 m of water. */
static real film_drag(void) {
  real n = roughness_here();
  return (gravity * (n * n)) * (manning * 2.15443469 + chezy) + linear * (0.1 * n); /* 0.1^(-1/3) */
}
