/* Structures on faces: each cell has those of its low faces. */
static bool has_dams(void) { return true; }
static real crest_here(void) { return high_cell.crestn; }
static real forth_here(void) { return high_cell.forthn; }
static real back_here(void) { return high_cell.backn; }
static real gap_here(void) { return high_cell.gapn; }
