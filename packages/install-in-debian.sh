#!/bin/sh
# Installs the packages of ria in a folder on this Debian 12, with what they need from Debian. As root. A container does so
# (packages/Containerfile, packages/apptainer.def), and the test packaging.debian_long.
#   install-in-debian.sh FOLDER [PACKAGE...]   default: ria and libria1; the others are libria-dev and ria-doc
set -eu
folder=$1
shift
[ $# -gt 0 ] || set -- ria libria1
export DEBIAN_FRONTEND=noninteractive
files=
for package in "$@"; do
  file=$(echo "$folder/${package}"_*.deb)
  [ -f "$file" ] || { echo "install-in-debian: $folder has not one file ${package}_*.deb: $file" >&2; exit 2; }
  files="$files $(realpath "$file")"
done
apt-get -q -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 update
# shellcheck disable=SC2086 # one word a file
apt-get -q -y --no-install-recommends -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 install $files
