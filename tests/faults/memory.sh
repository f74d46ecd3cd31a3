#!/bin/sh
# Requests for memory that fail: a sample of what memory_long.sh tries.
set -eu
python3 -B "$2/tests/faults/memory.py" "$1" "$2" --sample 4 --subjects run-1,resume-1,study-1
# The name of a study's folder: without memory for it, there was once no sentence.
exec python3 -B "$2/tests/faults/memory.py" "$1" "$2" --subjects study-1 --match workflow_resolve
