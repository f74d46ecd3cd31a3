# shellcheck shell=bash
# Bash completion of ria: commands, options, and their names and files. The script reads them from the
# program, so that new commands and options need no change here.

# The commands, from the indented lines of `ria --help`.
_ria_commands() { "$1" --help 2>/dev/null | sed -n 's/^  \([a-z][a-z]*\)  *[^ ].*/\1/p'; }

# The options in the help of a command: in brackets in its usage, or at the start of their description.
_ria_options() {
  "$1" "$2" --help 2>/dev/null | grep -oE -- '(^ +|\[|, )--?[a-z][a-z-]*' | tr -d ' [,' | sort -u
  echo --help
}

_ria_kernels() { "$1" kernels --json 2>/dev/null | sed -n 's/^    "name": "\([^"]*\)".*/\1/p'; }

# The targets or strategies of all kernels.
_ria_choices() { "$1" kernels --json 2>/dev/null | sed -n 's/^ *"'"$2"'": "\([^"]*\)".*/\1/p' | sort -u; }

# Files with this extension, and folders.
_ria_files() {
  compgen -d -- "$word"
  compgen -f -X "!*.$1" -- "$word"
}

# Folders that contain a study.
_ria_studies() {
  local study
  for study in */study.sqlite; do
    [ ! -e "$study" ] || compgen -W "$(printf '%q' "${study%/*}")" -- "$word"
  done
  return 0
}

# The steps of the study that the previous words name, or of the only study in the current folder.
_ria_steps() {
  local study=${COMP_WORDS[2]-}
  [ "$COMP_CWORD" -gt 2 ] && [ -e "$study/study.sqlite" ] || study=
  # shellcheck disable=SC2086 # passes no word if there is no study
  compgen -W "$("$1" status ${study:+"$study"} --json 2>/dev/null |
    sed -n 's/^ *"name": "\([A-Za-z][^"]*\)",$/\1/p' | tail -n +2)" -- "$word"
}

# The value of an option; fails if the option takes no value.
_ria_value() {
  case $2 in
  --precision) compgen -W "single double" -- "$word" ;;
  --target) compgen -W "$([ "${COMP_WORDS[1]}" != run ] || echo auto) $(_ria_choices "$1" target)" -- "$word" ;;
  --gpu-memory) compgen -W "resident staged" -- "$word" ;;
  --strategy) compgen -W "$(_ria_choices "$1" strategy)" -- "$word" ;;
  --field) compgen -W "level speed concentration" -- "$word" ;;
  --bed) compgen -W "wet wetdry land case" -- "$word" ;;
  -o | --output) compgen -f -- "$word" ;;
  --mode) compgen -W "auto local allocation jobs" -- "$word" ;;
  --study | --into) compgen -d -- "$word" ;;
  -n | --set | --until | --tiles | --size | --switches | --tolerance | --relative | --every | --window | --resolution | --crs | --offset | --seconds | --steps | \
    --workers | --workers-beside-gpus | --depth | --trace-steps | --array-cap | --retry-delay | --grace | --interval | --attempt | --wait | --key | --step | --rate | --figure) ;;
  *) return 1 ;;
  esac
  return 0
}

_ria_arguments() {
  case $2 in
  run | calibrate | validate | plan | submit | status | watch | report) _ria_files yaml ;;
  logs | cancel | retry | results) _ria_studies && _ria_steps "$1" ;;
  init) compgen -W "$("$1" init 2>/dev/null | sed 's/ .*//')" -- "$word" ;;
  schema) compgen -W "case workflow keys" -- "$word" ;;
  info | diff) _ria_files h5 ;;
  plot) _ria_files yaml ;;
  trace | history | compare) compgen -d -- "$word" ;;
  bench) compgen -W "estuary $(_ria_kernels "$1")" -- "$word" ;;
  kernels) ;;
  *) compgen -f -- "$word" ;;
  esac
}

_ria() {
  local ria=${1/#\~\//$HOME/} word=$2 before=$3 command=${COMP_WORDS[1]-} values
  COMPREPLY=()
  if [ "$COMP_CWORD" = 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W "$(_ria_commands "$ria") --help --version" -- "$word")
    return
  fi
  # Bash splits --precision=double into three words.
  if [ "$word" = "=" ]; then
    word=
  elif [ "$before" = "=" ]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if values=$(_ria_value "$ria" "$before"); then
    :
  elif [[ $word == -* ]]; then
    values=$(compgen -W "$(_ria_options "$ria" "$command")" -- "$word")
  else
    values=$(_ria_arguments "$ria" "$command")
  fi
  [ -z "$values" ] || mapfile -t COMPREPLY <<<"$values"
}

complete -o filenames -F _ria ria
