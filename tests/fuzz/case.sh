#!/usr/bin/env bash
# A short run of libFuzzer on the case reader; see fuzzer.bash.
source=$2
# shellcheck source=tests/fuzz/fuzzer.bash
. "$source/tests/fuzz/fuzzer.bash"
fuzz_require
fuzz_build "$source" "$source/tests/fuzz/fuzz_case.c"
echo 'ncols 1' >bed.asc
printf 'time,value\n0,1\n60,2\n' >x.csv
printf 'name,amplitude,phase\nM2,1.08,77\n' >tide.csv
fuzz_run "$source" case 20
