#!/usr/bin/env bash
# A short run of libFuzzer on the workflow reader, with its expressions and sweeps; see fuzzer.bash.
source=$2
# shellcheck source=tests/fuzz/fuzzer.bash
. "$source/tests/fuzz/fuzzer.bash"
fuzz_require
# The kind that needs nothing but the reader.
cat >"$fuzz_folder/kinds.c" <<'KINDS'
#include "ria/step_kind.h"
extern const ria_step_kind ria_step_kind_shell;
const ria_step_kind *const ria_step_kinds[] = {&ria_step_kind_shell, 0};
KINDS
flow=$source/workflows/src
fuzz_build "$source" "$source/tests/fuzz/fuzz_workflow.c" "$fuzz_folder/kinds.c" "$source"/workflows/steps/shell/*.c \
  "$flow"/workflow.c "$flow"/workflow_*.c "$flow"/expression*.c "$flow"/sweep*.c "$flow"/task.c "$flow"/results.c \
  "$flow"/command_options.c "$flow"/command_errors.c "$source/jobs/src/own_script.c"
fuzz_run "$source" workflow 60
