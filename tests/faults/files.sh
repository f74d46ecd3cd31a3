#!/bin/sh
# File calls that fail: a sample of what files_long.sh tries.
exec python3 -B "$2/tests/faults/files.py" "$1" "$2" --sample 3 --subjects run-1,resume-1,run-2,study-1
