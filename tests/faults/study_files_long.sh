#!/bin/sh
# File calls that fail: every call of a study.
exec python3 -B "$2/tests/faults/files.py" "$1" "$2" --jobs 2 --subjects study-1,study-2
