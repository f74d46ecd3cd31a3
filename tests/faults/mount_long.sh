#!/bin/sh
# Power cuts of a real file system, where one can be mounted.
exec python3 -B "$2/tests/faults/mount.py" "$1" "$2" --cuts 100
