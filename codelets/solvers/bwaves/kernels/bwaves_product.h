/* The product of a cell's stored blocks and a vector: see the definitions that include this. */

static void multiply(void) {
  for (int l = 0; l < 5; l++) {
    real s[5];
    for (int m = 0; m < 5; m++) {
      s[m] = fma_sparse(cell.a[l][m], cell.x[m], 0.0);
      s[m] = fma_sparse(cell.axp[l][m], at(x[m], 1, 0, 0), s[m]);
      s[m] = fma_sparse(cell.ayp[l][m], at(x[m], 0, 1, 0), s[m]);
      s[m] = fma_sparse(cell.azp[l][m], at(x[m], 0, 0, 1), s[m]);
      s[m] = fma_sparse(cell.axm[l][m], at(x[m], -1, 0, 0), s[m]);
      s[m] = fma_sparse(cell.aym[l][m], at(x[m], 0, -1, 0), s[m]);
      s[m] = fma_sparse(cell.azm[l][m], at(x[m], 0, 0, -1), s[m]);
    }
    next.y[l] = (((s[0] + s[1]) + s[2]) + s[3]) + s[4];
  }
}
