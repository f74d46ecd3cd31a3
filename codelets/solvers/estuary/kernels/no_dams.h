/* No face has a structure. */
static bool has_dams(void) { return false; }
static real crest_here(void) { return 0.0; }
static real forth_here(void) { return 0.0; }
static real back_here(void) { return 0.0; }
static real gap_here(void) { return 0.0; }
