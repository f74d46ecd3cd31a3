#!/bin/sh
# Power cuts of a real file system, where one can be mounted: a few of those that mount_long.sh tries.
exec python3 -B "$2/tests/faults/mount.py" "$1" "$2" --cuts 2 --subjects run-1,study-1
