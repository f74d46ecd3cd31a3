# shellcheck shell=bash
# Functions that ./quickstart and ./check share. Source it in the root of the checkout.

say() { printf '\n== %s\n' "$*"; }
fail() { printf '%s: %s\n' "${0##*/}" "$*" >&2; exit 2; }

as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    fail "packages are missing and this is not root, nor is there sudo; as root: apt-get install ${missing[*]}"
  fi
}

apt_get() {
  as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3 "$@"
}

# Retries for ten minutes: another apt may hold the lists, or the mirror may be busy.
apt_get_patiently() {
  local try
  for try in $(seq 20); do
    apt_get "$@" && return
    printf 'apt-get %s failed (try %d); again in 30 s\n' "$1" "$try" >&2
    sleep 30
  done
  fail "apt-get $* does not succeed"
}

# install_packages [build]: installs the packages of packages.txt that dpkg does not have; with `build`,
# without those that only ./check needs. Needs no network if none is missing.
install_packages() {
  local wanted have
  missing=()
  wanted=$(sed "${1:+/# check:/d;}"' s/#.*//; s/[[:space:]]*$//; /^$/d' packages.txt)
  # shellcheck disable=SC2086 # one word a package
  have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' $wanted 2>/dev/null || true)
  for package in $wanted; do
    grep -qx "installed $package" <<<"$have" || missing+=("$package")
  done
  [ ${#missing[@]} = 0 ] && return
  say "Installing ${#missing[@]} packages: ${missing[*]}"
  apt_get_patiently update
  apt_get_patiently install --no-install-recommends "${missing[@]}"
}

# The home folder may be missing, and a container restricts MPI; variables that the user set are
# kept.
prepare_environment() {
  export HOME=${HOME:-$PWD/build}
  export STARPU_HOME=${STARPU_HOME:-$PWD/build}
  export OMPI_MCA_btl_vader_single_copy_mechanism=${OMPI_MCA_btl_vader_single_copy_mechanism:-none}
  if [ "$(id -u)" = 0 ]; then
    export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
  fi
}

# build PRESET JOBS [TARGET [OPTION...]]: configures the build unless it is configured, with these options of CMake,
# and builds the target (default: all). After a failure it builds the parts that do not depend on the failed one.
build() {
  local folder=build
  [ "$1" = gcc ] || folder=build-$1
  if [ ! -f "$folder/build.ninja" ]; then
    mkdir -p "$folder"
    cmake --preset "$1" "${@:4}" >"$folder/configure.log" 2>&1 || { cat "$folder/configure.log"; return 1; }
  fi
  cmake --build "$folder" -j "$2" --target "${3:-all}" -- -k 0
}
