#!/bin/sh
# Requests for memory that fail: those of every place in the program that asks, and 500 at random.
exec python3 -B "$2/tests/faults/memory.py" "$1" "$2" --jobs 2 --random 125
