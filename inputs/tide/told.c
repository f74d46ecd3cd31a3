#include "ria/tide.h"

void ria_told_destroy(ria_told *told) {
  ria_case_errors_destroy(&told->warnings);
  ria_case_errors_destroy(&told->notes);
}
