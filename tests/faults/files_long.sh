#!/bin/sh
# File calls that fail: every call of a run and of a resumed run, on one rank and two.
exec python3 -B "$2/tests/faults/files.py" "$1" "$2" --jobs 2 --subjects run-1,resume-1,run-2,resume-2
