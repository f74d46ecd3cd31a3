#!/bin/sh
# Requests for memory that fail: a sample of what memory_long.sh tries.
exec python3 -B "$2/tests/faults/memory.py" "$1" "$2" --sample 4 --subjects run-1,resume-1,study-1
