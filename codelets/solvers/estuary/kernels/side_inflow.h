/* A discharge that is the same a metre. */
SCALAR(inflow, "m2/s", "discharge per unit width into the domain")

static real asked(void) { return inflow; }
