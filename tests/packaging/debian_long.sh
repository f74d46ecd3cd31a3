#!/usr/bin/env bash
# The packages, on a Debian 12 that has nothing else: docs/install.md, line by line; the same bits from both instruction sets; an error
# on a processor without AVX2; nothing left after a purge.
set -euo pipefail
export LC_ALL=C
# shellcheck source-path=SCRIPTDIR source=debian.bash
. "${BASH_SOURCE[0]%/*}/debian.bash"
source=$2
fail() { echo "debian: $*" >&2; exit 1; }
[ "$(uname -m)" = x86_64 ] || skip "the packages are for x86-64"
command -v dpkg-shlibdeps >/dev/null || skip "dpkg-dev is not installed"
start_debian ca-certificates

"$source/packages/build"
# The address of the maintainer is none on purpose.
if command -v lintian >/dev/null; then
  lintian --allow-root --fail-on error --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog \
    "$source"/build-package/packages/*.deb || fail "lintian finds errors in the packages"
fi
rm -rf "$folder/srv/ria"
mkdir -p "$folder/srv/ria/packages" "$folder/srv/ria/build-package"
cp "$source/packages/install-in-debian.sh" "$folder/srv/ria/packages"
cp -r "$source/build-package/packages" "$folder/srv/ria/build-package"

# as_user COMMAND: as an ordinary user, at home.
as_user() {
  chroot "$folder" /usr/bin/env -i PATH=/usr/bin:/bin HOME=/home/user LANG=C.UTF-8 OMPI_MCA_btl_vader_single_copy_mechanism=none \
    setpriv --reuid=user --regid=user --clear-groups bash -c "cd && $*"
}
chroot "$folder" userdel -r user 2>/dev/null || true
chroot "$folder" useradd -m user

# The commands of the page, without the one that made the packages above. Those before the first of ria are root's.
python3 - "$source/docs/install.md" "$folder/srv/ria" <<'END'
import re, sys
page = open(sys.argv[1], encoding="utf-8").read()
section = page[page.index("\n## Packages for Debian 12\n"):page.index("\n### Reproducible packages\n")]
lines = [line for block in re.findall(r"^```sh\n(.*?)^```$", section, re.M | re.S) for line in block.splitlines()]
assert lines.pop(0) == "packages/build" and len(lines) >= 8, lines
first = lines.index("ria --version")
purge = re.findall(r"^`(apt purge [^`]*)`", section, re.M)
for name, part in ("root", lines[:first]), ("user", lines[first:]), ("purge", purge):
    assert part, name
    open(f"{sys.argv[2]}/{name}", "w", encoding="utf-8").write("".join(f"{line}\n" for line in part))
END

# As in a container: the command alone.
inside packages/install-in-debian.sh build-package/packages
as_user 'ria run /usr/share/ria/inputs/cases/heat/plate.yaml -o alone' || fail "ria and libria1 alone do not run a case"
inside "bash -eux root"
inside "apt-get -q -y --no-install-recommends install gcc libc6-dev pkg-config qemu-user >/dev/null"
as_user "bash -eux /srv/ria/user" 2>&1 | tee "$folder/srv/ria/printed"
[ -n "$(find "$folder"/home/user/arousa/maps -name "*.png" -print -quit)" ] || fail "the run drew no maps"
grep -q '^3600 ' <(sed 's/^ *//; s/  */ /g' "$folder/srv/ria/printed") || fail "the example did not come to its end"

# The best set is taken, and x86-64-v3 where it is asked for.
version=$(as_user ria --version)
[ "$(as_user 'GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F ria --version')" = "${version/v4/v3}" ] || fail "v3 cannot be asked for"
case='/usr/share/ria/inputs/cases/arousa/arousa.yaml --set time.end="2 h" --set grid.resolution="400 m" --set output.maps=false'
as_user "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F ria run $case -o v3"
grep -q '^instruction_set: .*x86-64-v3' "$folder/home/user/v3/provenance.yaml" || fail "provenance.yaml does not name x86-64-v3"
if [[ $version == *x86-64-v4* ]]; then
  as_user "ria run $case -o v4"
  grep -q '^instruction_set: .*x86-64-v4' "$folder/home/user/v4/provenance.yaml" || fail "provenance.yaml does not name x86-64-v4"
  as_user ria diff v3/checkpoints/latest v4/checkpoints/latest || fail "x86-64-v4 gives other bits than x86-64-v3"
else
  echo "debian: x86-64-v4 was not run: this processor lacks AVX-512"
fi

# A processor of 2008.
code=0
as_user "qemu-x86_64 -cpu Nehalem /usr/bin/ria run $case -o old" >"$folder/srv/ria/printed" 2>&1 || code=$?
{ [ "$code" = 2 ] && grep -q 'lacks AVX2' "$folder/srv/ria/printed"; } ||
  { cat "$folder/srv/ria/printed" && fail "exit code $code without AVX2, not an error that says so"; }

inside "dpkg -L ria libria1 libria-dev ria-doc | sort -u | grep . >installed"
inside "apt-get -q -y purge $(sed 's/^apt purge//' "$folder/srv/ria/purge") >/dev/null"
while read -r path; do
  [ ! -e "$folder$path" ] || inside "dpkg -S '$path' </dev/null >/dev/null 2>&1" || [ "$path" = /. ] || fail "$path is left after the purge"
done <"$folder/srv/ria/installed"
! inside "dpkg -l | grep -E '^.. +(lib)?ria'" || fail "dpkg still knows a package of ria"
! inside "ldconfig -p | grep libria" || fail "the loader still knows libria"
