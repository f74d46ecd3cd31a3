#!/bin/sh
# Power cuts, made up from a record of what ria does to its files: a few of those that power_long.sh tries, and some right
# after a step's end was recorded, before the engine has looked at what the step left; one of a file system that
# keeps no more names than POSIX promises.
set -e
python3 -B "$2/tests/faults/power.py" "$1" "$2" --cuts 5
python3 -B "$2/tests/faults/power.py" "$1" "$2" --cuts 300 --subjects study-1 --only 69,78,237
exec python3 -B "$2/tests/faults/power.py" "$1" "$2" --cuts 300 --subjects study-2 --only 27
