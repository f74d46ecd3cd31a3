#!/usr/bin/env bash
# The commands around workflows: every option that a help names is also the variable that it names, a bad value is
# complained of by the name it was given by, and the words beside options mean the same to all of them.
set -euo pipefail
ria=$1/ria
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-options-XXXXXX")
trap 'rm -rf "$folder"' EXIT INT TERM
cd "$folder"
for variable in $(compgen -e RIA_ | grep -v '^RIA_\(SOURCE\|BIN\)_DIR$' || true); do unset "$variable"; done
fail() { echo "options: $*"; exit 1; }
# says CODE TEXT COMMAND...: it ends with that code and says the text.
says() {
  local code=0 wanted=$1 text=$2
  shift 2
  timeout -k 5 60 "$@" >out.txt 2>&1 </dev/null || code=$?
  [ $code = "$wanted" ] || fail "$*: exit code $code, not $wanted: $(cat out.txt)"
  grep -qF -- "$text" out.txt || fail "$*: '$text' is missing: $(cat out.txt)"
}

cat >flow.yaml <<'YAML'
name: flow
study: study-${size}
parameters: {size: big}
steps:
  a:
    kind: shell
    script: echo "$size"; echo 7 >n.txt
    outputs: [n.txt]
    environment: {size: "${size}"}
    resources: {time: 1 min}
  b: {kind: shell, needs: [a], command: [echo, b], resources: {time: 1 min}}
YAML
"$ria" run flow.yaml --quiet || fail "run"
"$ria" run flow.yaml --quiet -o another || fail "run -o"
[ "$(cat another/steps/a/n.txt another/steps/a/*/n.txt 2>/dev/null)" = 7 ] || fail "run -o: no study in another"
rm -r another

# explained COMMAND: its long options, each with what is said of it, one a line.
explained() {
  "$ria" "$1" --help | sed '1,/^Or runs a workflow/{/^Or runs a workflow/!{H;d}}' >help.txt
  [ "$1" = run ] || "$ria" "$1" --help >help.txt
  sed -n '/^  *-/,$p' help.txt | sed 's/^  \(-.\(, \)\?\)\?--/@--/; s/^$/@/' | tr '\n' ' ' | tr '@' '\n' | grep '^--'
}

texts=" set study key output step tiles "
for command in run submit validate plan status watch logs cancel retry results report init schema; do
  explained $command >options.txt || fail "the help of $command explains no option"
  grep -q '^--json' options.txt || fail "$command has no --json"
  while read -r option rest; do
    name=${option#--}
    variable=RIA_$(echo "$name" | tr 'a-z-' 'A-Z_')
    [[ "$rest" == *"($variable)"* || "$rest" == *"($variable=1)"* || "$rest" == *"($variable,"* ]] ||
      fail "ria $command --help does not name $variable: $option $rest"
    [[ "$texts" == *" $name "* ]] || says 2 "ria $command: $variable is '~bad~'; expected" env "$variable=~bad~" "$ria" $command flow.yaml
  done <options.txt
  says 2 "ria $command: there is no option '--no-such'" "$ria" $command flow.yaml --no-such
  says 2 "ria $command: --json takes no value" "$ria" $command flow.yaml --json=1
done

# Flags say yes and no; the command line comes after the variables; an empty variable is none.
says 0 '"launcher"' env RIA_JSON=yes "$ria" plan flow.yaml
says 0 'Nothing was run' env RIA_JSON=0 RIA_MODE= "$ria" plan flow.yaml
says 0 '"mode": "local"' env RIA_MODE=jobs RIA_JSON=1 "$ria" plan flow.yaml --mode local
says 2 "ria plan: --mode is 'jbos'; expected auto, local, allocation or jobs" "$ria" plan flow.yaml --mode jbos
says 2 "ria plan: --array-cap is '1.5'; expected a whole number from 0" "$ria" plan flow.yaml --array-cap 1.5
says 2 "ria plan: --study needs a value" "$ria" plan flow.yaml --study
says 2 "did you mean '--study'?" "$ria" plan flow.yaml --stduy x

# RIA_SET holds one setting a line, to every command: ';' is part of a value.
settings=$'size=tiny; x\n\nsteps.a.retries=1'
says 0 '"size=tiny; x"' env RIA_SET="$settings" "$ria" plan flow.yaml --json
says 0 'study-tiny; x' env RIA_SET="$settings" "$ria" validate flow.yaml
RIA_SET=$settings "$ria" run flow.yaml --quiet || fail "run with RIA_SET"
says 0 'tiny; x' "$ria" logs 'study-tiny; x' a
says 0 'tiny; x' env RIA_SET="$settings" "$ria" status flow.yaml
says 0 'more' env RIA_SET="size=tiny; x" "$ria" plan flow.yaml --set size=more --json

# The study: a folder, a workflow's file, --study, RIA_STUDY; then a step or task.
for study in study-big ./study-big/ flow.yaml; do
  says 0 'study-big' "$ria" status "$study"
  says 0 'finished' "$ria" watch "$study"
  says 0 'big' "$ria" logs "$study" a
  says 0 'step,task,key,value' "$ria" results "$study"
  says 0 'retry: 1 task' "$ria" retry "$study" b
  says 0 'page.html' "$ria" report "$study" -o page.html
done
for study in study-big flow.yaml; do says 0 'cancel: ' "$ria" cancel "$study"; done
says 0 'big' "$ria" logs a --study study-big
says 0 'big' env RIA_STUDY=study-big "$ria" logs a
says 0 'a,a,n_txt.value,7' "$ria" results study-big a
says 2 "there is no step or task 'c'" "$ria" results study-big c
says 2 "'study-big' is a study; name a step" "$ria" logs study-big
says 2 "'nothing' is neither a folder with a study" "$ria" retry nothing a
for command in status watch report 'logs --study' 'results --study' 'cancel --study' 'retry --study'; do
  step=
  [[ $command == logs* || $command == retry* ]] && step=a
  # shellcheck disable=SC2086
  says 2 "there is no folder or file 'nothing'" "$ria" $command nothing $step
  # shellcheck disable=SC2086
  says 2 "there is no study in the folder '/'" "$ria" $command / $step
done
says 2 'one study at a time' "$ria" status study-big flow.yaml
says 2 'one study and one step' "$ria" results study-big a b
says 2 "there are 2 studies here; name one" "$ria" status
