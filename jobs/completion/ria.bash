# shellcheck shell=bash
# Bash completion of ria: commands, options, and the files and names that they take.

_ria_commands() { "$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  *[^ ].*/\1/p'; }
_ria_options() { "$1" "$2" --help 2>/dev/null | grep -oE -- '(^|[[:space:][,])--?[a-z][a-z-]*' | tr -d ' [,\t'; }
_ria_kernels() { "$1" kernels --json 2>/dev/null | sed -n 's/.*"name": *"\([a-z_0-9]*\)".*/\1/p'; }

# Files whose names end so, and folders to look in.
_ria_files() {
  compgen -d -- "$word"
  compgen -f -X "!*.$1" -- "$word"
}

_ria() {
  local ria=$1 word=$2 before=$3 command=${COMP_WORDS[1]-}
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_ria_commands "$ria") --help --version" -- "$word")
    return
  fi
  case $before in
  --precision) mapfile -t COMPREPLY < <(compgen -W "single double" -- "$word") && return ;;
  --target) mapfile -t COMPREPLY < <(compgen -W "cpu" -- "$word") && return ;;
  -o) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
  -n | --set | --tiles | --size | --strategy) return ;;
  esac
  if [[ $word == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_ria_options "$ria" "$command")" -- "$word")
    return
  fi
  case $command in
  run | validate) mapfile -t COMPREPLY < <(_ria_files yaml) ;;
  info | diff) mapfile -t COMPREPLY < <(_ria_files h5) ;;
  plot) mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
  bench) mapfile -t COMPREPLY < <(compgen -W "$(_ria_kernels "$ria")" -- "$word") ;;
  *) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
  esac
}

complete -o filenames -F _ria ria
