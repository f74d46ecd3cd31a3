#!/bin/sh
# Power cuts, made up from a record of what ria does to its files: a few of those that power_long.sh tries.
exec python3 -B "$2/tests/faults/power.py" "$1" "$2" --cuts 5
