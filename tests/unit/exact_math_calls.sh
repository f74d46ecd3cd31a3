#!/usr/bin/env bash
# No object of ria calls the C library's sin, exp and the like, or their vector variants, whose last bits depend on
# the processor: ria/exact_math.h has them correctly rounded. An exception is an object whose values reach no field
# and no record; one that no longer needs to be an exception is an error too.
set -euo pipefail
build=$(dirname "$1")
functions='a?(sin|cos|tan)h?|atan2|sincos|exp(2|10|m1)?|log(2|10|1p)?|pow|hypot|cbrt|erfc?|[tl]gamma|[jy][01n]'
exceptions=(
  exact_math.c   # calls the long double ones, and checks what they say
  libria_workflows.a:tile.c  # a tile to measure kernels on
  libria_workflows.a:basin.c # a sea bed to measure solvers on
  plot.c map.c palette.c chart.c bars.c arrows.c ticks.c postproc.a:bar.c # pictures
  postproc.a:table.c # widths of columns; other libraries have a table.c too
)
mapfile -t archives < <(find "$build" -name 'libria_*.a' ! -name libria_test_support.a ! -name libria_fuzzed.a)
[ ${#archives[@]} -ge 6 ] || { echo "exact_math_calls: only ${#archives[@]} libraries of ria are in $build"; exit 1; }
# Lines of `library.a:object: U function`.
calls=$(nm -A --undefined-only "${archives[@]}" 2>/dev/null | grep -E " U (($functions)(f|l|f128)?|_ZGV.*)$" || true)
for exception in "${exceptions[@]}"; do
  grep -Eq "(:|libria_|/)$exception\.o:" <<<"$calls" || { echo "exact_math_calls: $exception calls none: take it off the list"; exit 1; }
  calls=$(grep -Ev "(:|libria_|/)$exception\.o:" <<<"$calls" || true)
done
[ -z "$calls" ] || {
  echo "exact_math_calls: these call the C library; use ria/exact_math.h:"
  echo "${calls//"$build/"/}"
  exit 1
}
echo "${#archives[@]} libraries, $(nm -A "${archives[@]}" 2>/dev/null | cut -d: -f1,2 | sort -u | wc -l) objects: none calls them but ${#exceptions[@]} exceptions"
