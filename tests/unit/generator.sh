#!/bin/sh
# The generator's own tests: its output for definitions, and its messages about bad ones.
set -eu
source=$2
for python in /usr/bin/python3 python3; do
  if "$python" -c 'import jinja2, pycparser' 2>/dev/null; then
    cd "$source/codelets"
    exec "$python" -B -m unittest discover -s ../tests/unit/generator -t ../tests/unit/generator
  fi
done
echo "no Python with jinja2 and pycparser: skipped"
exit 77
