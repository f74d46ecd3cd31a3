/* A uniform discharge per metre. */
SCALAR(inflow, "m2/s", "discharge per unit width into the domain")

static real asked(void) { return inflow; }
