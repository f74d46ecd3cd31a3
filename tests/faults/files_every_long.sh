#!/bin/sh
# File calls that fail: every call of a run on one rank in every way.
exec python3 -B "$2/tests/faults/files.py" "$1" "$2" --jobs 2 --subjects run-1,resume-1 --every-variant
