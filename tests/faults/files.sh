#!/bin/sh
# File calls that fail: a sample of what files_long.sh tries.
set -eu
python3 -B "$2/tests/faults/files.py" "$1" "$2" --sample 4 --subjects run-1,resume-1
python3 -B "$2/tests/faults/files.py" "$1" "$2" --sample 2 --subjects run-2,study-1
# Reading what a step leaves: a failure here was once taken for a file without a number.
exec python3 -B "$2/tests/faults/files.py" "$1" "$2" --jobs 2 --subjects study-1 --match "bytes.txt  EIO"
