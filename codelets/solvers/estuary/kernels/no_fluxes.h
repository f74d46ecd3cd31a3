/* The step keeps its mass fluxes to itself. */
static void hand_on(void) {}
static bool hands_nothing(void) { return true; }
