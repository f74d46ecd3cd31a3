#!/usr/bin/env bash
# ./quickstart and ./check on a Debian 12 that has nothing but git and a clone of this checkout: debootstrap
# into a folder, and chroot. Only what is committed is cloned. Needs root, debootstrap and a mirror of Debian.
#   clean_debian_long.sh BIN SOURCE [COMMAND...]   default: ./quickstart, ./quickstart again, ./check
# RIA_CLEAN_FOLDER: use this folder and keep it.
set -euo pipefail
source=$2
shift 2
skip() { echo "clean_debian: skipped, $*" >&2; exit 77; }
[ "$(id -u)" = 0 ] || skip "it needs root"
command -v debootstrap >/dev/null || skip "debootstrap is not installed"
git -C "$source" rev-parse --verify -q HEAD >/dev/null || skip "$source has no commit to clone"

folder=${RIA_CLEAN_FOLDER:-$(mktemp -d /var/tmp/ria-clean-XXXXXX)}
mirror=$(sed -n 's/^\(URIs:\|deb\) \(http[^ ]*debian\/*\)\( .*\)\{0,1\}$/\2/p' \
  /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1 || true)
finish() {
  umount -lq "$folder/dev" "$folder/sys" "$folder/proc" "$folder" 2>/dev/null || true
  [ -n "${RIA_CLEAN_FOLDER:-}" ] || rm -rf --one-file-system "$folder"
}
trap finish EXIT

if [ ! -e "$folder/etc/debian_version" ]; then
  debootstrap --variant=minbase --include=git,ca-certificates bookworm "$folder" "${mirror:-http://deb.debian.org/debian}"
fi
# How this machine reaches the mirror: name server, proxy, and what else apt was told.
cp -L /etc/resolv.conf /etc/hosts "$folder/etc/"
grep -lE 'Acquire::' /etc/apt/apt.conf.d/* 2>/dev/null | xargs -r cp -t "$folder/etc/apt/apt.conf.d/"
# The tests of Slurm make namespaces, for which the root must be a mount, and slurmd wants to see the control groups.
mkdir -p "$folder/proc" "$folder/sys" "$folder/dev"
mount --bind "$folder" "$folder"
mount --make-private "$folder"
mount -t proc proc "$folder/proc"
for tree in sys dev; do
  mount --rbind /$tree "$folder/$tree"
  mount --make-rslave "$folder/$tree"
done
rm -rf "$folder/srv/ria"
git clone -q "$source" "$folder/srv/ria"

# No home, no locale, no variables of this session.
inside() { chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /srv/ria && $*"; }
if [ $# -gt 0 ]; then
  inside "$*"
  exit
fi
inside ./quickstart
inside ls 'runs/quickstart/maps/*.png' runs/quickstart/gauges.csv runs/quickstart/history.h5
inside ./quickstart
inside ./check
