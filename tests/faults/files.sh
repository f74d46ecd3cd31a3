#!/bin/sh
# File calls that fail: a sample of what files_long.sh tries.
set -eu
python3 -B "$2/tests/faults/files.py" "$1" "$2" --sample 4 --subjects run-1,resume-1
exec python3 -B "$2/tests/faults/files.py" "$1" "$2" --sample 2 --subjects run-2,study-1
