#!/bin/sh
# The history written by two and by three ranks together, which share chunks of the file.
set -eu
programs="$1/../tests/unit_test_history $1/../tests/unit_test_history_nodes"
for ranks in 2 3; do
  for program in $programs; do
    mpirun --oversubscribe --bind-to none -n "$ranks" "$program"
  done
done
