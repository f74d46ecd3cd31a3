#!/usr/bin/env bash
# ./quickstart and ./check on a Debian 12 that has nothing but git and a clone of this checkout. Only what is committed is cloned.
#   clean_debian_long.sh BIN SOURCE [COMMAND...]   default: ./quickstart, ./quickstart again, ./check
set -euo pipefail
# shellcheck source-path=SCRIPTDIR source=debian.bash
. "${BASH_SOURCE[0]%/*}/debian.bash"
source=$2
shift 2
git -C "$source" rev-parse --verify -q HEAD >/dev/null || skip "$source has no commit to clone"
start_debian git,ca-certificates
rm -rf "$folder/srv/ria"
git clone -q "$source" "$folder/srv/ria"

if [ $# -gt 0 ]; then
  inside "$*"
  exit
fi
inside ./quickstart
inside ls 'runs/quickstart/maps/*.png' runs/quickstart/gauges.csv runs/quickstart/history.h5
inside ./quickstart
inside ./check
