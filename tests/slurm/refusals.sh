#!/usr/bin/env bash
# Behaviour of sbatch at some sites: it prints numbers that are no ids, changes comments, names a cluster, refuses for good or
# for a while. Each task runs once, jobs of others are left alone, and a permanent failure is reported once, in full.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 1 "$0" "$@"

real=$(type -P sbatch)
foreign=$("$real" --parsable --mem=64M --job-name=theirs --wrap='sleep 600')
mkdir bin
cat >bin/sbatch <<END
#!/bin/bash
refuse() { echo "\$*" >&2; exit 1; }
echo >>asked
jobs=\$(squeue --noheader --array | wc -l)
case \$SITE in
notice) printf '%s\n' "$foreign jobs of yours" "\$($real "\$@")" "see you in 7 days" ;;
silent) $real "\$@" >/dev/null; echo "$foreign" ;;
cluster) echo "\$($real "\$@");green" ;;
comments) # a plug-in that writes its own
  words=()
  for word; do case \$word in --comment=*) words+=(--comment=accounted) ;; *) words+=("\$word") ;; esac; done
  exec $real "\${words[@]}" ;;
few) # two more jobs than the foreign one
  [[ " \$* " =~ --array=0-([0-9]+) ]] && new=\$((BASH_REMATCH[1] + 1)) || new=1
  [ \$((jobs + new)) -le 3 ] || refuse "sbatch: error: AssocMaxSubmitJobLimit
sbatch: error: Batch job submission failed: Job violates accounting/QOS policy (job submit limit, user's size and/or time limits)"
  exec $real "\$@" ;;
single)
  [[ ! " \$* " =~ --array= ]] || refuse "sbatch: error: Batch job submission failed: Invalid job array specification"
  exec $real "\$@" ;;
none) refuse "You have too many jobs" ;;
never) echo "The project kelp is closed. \$(printf 'Ask the office. %.0s' {1..60})END"; exit 1 ;;
esac
END
chmod +x bin/sbatch
export PATH=$PWD/bin:$PATH
cat >flow.yaml <<'END'
name: flow
study: study
steps:
  points:
    kind: shell
    sweep: {k: [1, 2, 3, 4, 5]}
    retries: 0
    script: |
      . "$STUDY_BASH"
      mark start $k
    resources: {memory: 64 MB, time: 5 min}
END

# site NAME CODE [ARGUMENT]...: a new study under that site, whose engine ends with that code.
site() {
  rm -rf study asked
  : >"$LEDGER"
  : >log
  SITE=$1 engine_run "${@:2}"
}
# once COUNT: so many points began, each once, and nothing is left in the queue but the foreign job.
once() {
  expect "starts" "$(sort -k3,3 "$LEDGER" | awk '{ print $3 }' | uniq -u | wc -l) of $(wc -l <"$LEDGER")" "$1 of $1"
  await alone
}
alone() { [ "$(squeue --noheader --format=%i)" = "$foreign" ]; }

for site in notice silent cluster comments; do
  site $site 0
  once 5
  expect "submissions ($site)" "$(wc -l <asked)" 1
done

# The user's own comment.
sed 's/{memory/{options: [--comment=kelp], memory/' flow.yaml >own.yaml
mv flow.yaml flow; mv own.yaml flow.yaml
site notice 0
once 5
squeue --states=all --noheader --format='%k %j' | grep -q '^kelp points.flow.ria:' || study_fail "$(squeue --states=all --format='%k %j')"
mv flow flow.yaml

# Limits cost no attempt, and are told once.
for site in few single; do
  site $site 0
  once 5
  expect "attempts" "$(find study/tasks -name 'attempt-*' | wc -l)" 5
  expect "told" "$(grep -cE 'AssocMaxSubmitJobLimit|Invalid job array' study/log.txt)" 1
done

# One that never passes is an error in the end: of 3.6 s here, of an hour by default; not while a job waits or runs.
scancel "$foreign"
foreign=''
await alone
site none 2 --retry-delay 0.01
once 0
grep -q 'could not be started (sbatch failed (exit code 1): You have too many jobs)' study/log.txt || study_fail "no reason"

# A permanent refusal is not tried again; its message is printed in full.
site never 2
once 0
expect "submissions" "$(wc -l <asked)" 1
for place in log study/log.txt; do grep -q 'project kelp is closed.* END' $place || study_fail "cut: $place"; done
ria status study >out.txt || true
grep -q 'project kelp is closed.*END' out.txt || study_fail "cut: $(cat out.txt)"

# `ria submit`: the job is the one with the token, and a refusal leaves nothing.
{ printf '%s\n' '#!/usr/bin/env -S ria run' '#SBATCH --ntasks=1 --time=5 --export=NONE'; cat flow.yaml; } >file.yaml
sed -i "1s|ria run|$bin/ria run|" file.yaml
rm -rf study
SITE=notice ria submit file.yaml -- --hold >out.txt 2>&1 || study_fail "submit: $(cat out.txt)"
job=$(sed -n 's/^submitted flow as job \([0-9]*\);.*/\1/p' out.txt)
expect "the job" "$(squeue --noheader --format='%i %T')" "$job PENDING"
# Killed before it knew the answer, it is found by the token all the same.
sed -i 's/^job .*/job /' study/submitted
ria status study >out.txt || true
grep -q "job $job waits in the queue" out.txt || study_fail "not found: $(cat out.txt)"
scancel "$job"
! SITE=never ria submit file.yaml --study other >out.txt 2>&1 || study_fail "not refused"
grep -q 'project kelp is closed.*END' out.txt || study_fail "submit: $(cat out.txt)"
[ ! -e other ] || study_fail "a refused submission left a folder"
echo "what sites print and refuse does no harm"
