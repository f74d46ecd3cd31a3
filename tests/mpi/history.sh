#!/bin/sh
# The history written by two and by three ranks together, which share chunks of the file.
set -eu
program=$1/../tests/unit_test_history
for ranks in 2 3; do
  mpirun --oversubscribe --bind-to none -n "$ranks" "$program"
done
