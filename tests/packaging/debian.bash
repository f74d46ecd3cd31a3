# shellcheck shell=bash
# A fresh Debian 12 in a folder, by debootstrap and chroot; sourced by tests. Needs root, debootstrap and a mirror of Debian.
# RIA_CLEAN_FOLDER: use this folder and keep it.

skip() { echo "${0##*/}: skipped, $*" >&2; exit 77; }

# start_debian PACKAGES: makes it in $folder, with these packages (a,b); it goes when the script ends.
start_debian() {
  local mirror tree
  [ "$(id -u)" = 0 ] || skip "it needs root"
  command -v debootstrap >/dev/null || skip "debootstrap is not installed"
  folder=${RIA_CLEAN_FOLDER:-$(mktemp -d /var/tmp/ria-clean-XXXXXX)}
  mirror=$(sed -n 's/^\(URIs:\|deb\) \(http[^ ]*debian\/*\)\( .*\)\{0,1\}$/\2/p' \
    /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null | head -1 || true)
  trap finish_debian EXIT
  chmod 755 "$folder" # its root, which ordinary users pass
  if [ ! -e "$folder/etc/debian_version" ]; then
    debootstrap --variant=minbase --include="$1" bookworm "$folder" "${mirror:-http://deb.debian.org/debian}"
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
}

finish_debian() {
  umount -lq "$folder/dev" "$folder/sys" "$folder/proc" "$folder" 2>/dev/null || true
  [ -n "${RIA_CLEAN_FOLDER:-}" ] || rm -rf --one-file-system "$folder"
}

# inside COMMAND: as root in /srv/ria, without a home, a locale and variables of this session.
inside() { chroot "$folder" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin bash -c "cd /srv/ria && $*"; }
