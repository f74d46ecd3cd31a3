/* The seven blocks of a cell, into its fields. */

static void set_blocks(void) {
  real own[5][5], xp[5][5], yp[5][5], zp[5][5], xm[5][5], ym[5][5], zm[5][5];
  real low[3], high[3];
  face_waves(low, high);
  diagonal(own, low, high);
  beside(xp, 0, 0.5, at(w, 1, 0, 0), high[0]);
  beside(yp, 1, 0.5, at(w, 0, 1, 0), high[1]);
  beside(zp, 2, 0.5, at(w, 0, 0, 1), high[2]);
  beside(xm, 0, -0.5, at(w, -1, 0, 0), low[0]);
  beside(ym, 1, -0.5, at(w, 0, -1, 0), low[1]);
  beside(zm, 2, -0.5, at(w, 0, 0, -1), low[2]);
  for (int l = 0; l < 5; l++) {
    for (int m = 0; m < 5; m++) {
      next.a[l][m] = own[l][m];
      next.axp[l][m] = xp[l][m];
      next.ayp[l][m] = yp[l][m];
      next.azp[l][m] = zp[l][m];
      next.axm[l][m] = xm[l][m];
      next.aym[l][m] = ym[l][m];
      next.azm[l][m] = zm[l][m];
    }
  }
}
