#!/bin/sh
# Power cuts, made up from a record of what ria does to its files.
exec python3 -B "$2/tests/faults/power.py" "$1" "$2" --cuts 300 --subjects run-1,resume-1,run-2,resume-2,study-1,study-2
