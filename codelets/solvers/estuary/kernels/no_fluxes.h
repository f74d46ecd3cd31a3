/* The step does not output its mass fluxes. */
static void hand_on(void) {}
static bool hands_nothing(void) { return true; }
