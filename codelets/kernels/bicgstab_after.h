/* Scalars and tests for the decision after an iteration of BiCGSTAB. Two definitions include this file: bicgstab_next and
 * bicgstab_decide. */

SCALAR(rr, "1", "sum of the squares of the residual")
SCALAR(eps, "1", "what it is to fall below")
SCALAR(rs, "1", "residual times shadow residual")
SCALAR(alpha, "1", "length of the step along the direction")
SCALAR(omega, "1", "length of the step along the residual")
SCALAR(count, "1", "iterations so far, of this system")
SCALAR(most, "1", "iterations that are too many")

/* The system is not solved, and the limit of iterations is not reached. */
static bool goes_on(void) {
  return rr > eps && count + 1.0 < most;
}

/* The method cannot continue with these scalars. */
static bool has_broken_down(void) {
  return alpha == 0.0 || omega == 0.0 || rs == 0.0;
}
