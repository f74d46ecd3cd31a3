#!/usr/bin/env bash
# Steps side by side in an allocation: those that wait for one another run at once wherever there is room for them,
# whatever their sizes and in whatever order Slurm hears of them; what does not fit beside others waits for room.
set -euo pipefail
bin=$1 source=$2
# shellcheck source=tests/slurm/study.bash
. "$source/tests/slurm/study.bash"
study_begin 2 "$0" "$@"

# meet COUNT: come, and wait until so many have.
meet() {
  mark here "$(hostname)"
  until [ "$(grep -c " here " "$LEDGER")" -ge "$1" ]; do sleep 0.1; done
}
export -f mark meet
# allocated NODES <STEPS: a workflow of these steps in an allocation of so many nodes, two cores of each.
allocated() {
  rm -rf study
  : >"$LEDGER"
  printf '%s\n' 'name: flow' 'study: study' 'defaults: {resources: {time: 2 min}, retries: 0}' 'steps:' >flow.yaml
  cat >>flow.yaml
  salloc --quiet --nodes="$1" --ntasks-per-node=2 --time=10 ria run flow.yaml >log 2>&1 || study_fail "exit code $?"
}
# All four cores were in use at once: so many ranks met on each node.
met() { expect "ranks on the nodes" "$(marks here node1) $(marks here node2)" "$1 $2"; }

# Two share the cores of a node; a third needs both, and has them for itself.
allocated 1 <<'END'
  small: {kind: shell, sweep: {k: [1, 2]}, script: meet 2; mark left small}
  whole: {kind: shell, resources: {workers: 2}, script: mark begin whole; sleep 0.3; mark end whole}
END
use='BEGIN { is["here"] = 1; is["left"] = -1; is["begin"] = 2; is["end"] = -2 } { n += is[$2]; if (n > 2) exit 1 }'
sort -n "$LEDGER" | awk "$use" || study_fail "more than two cores in use: $(cat "$LEDGER")"
expect "ends" "$(marks left small) $(marks end whole)" "2 1"

for _ in 1 2 3; do
  # Whoever comes first must leave a node to the one that needs the cores of one.
  allocated 2 <<'END'
  small: {kind: shell, sweep: {k: [1, 2]}, script: meet 3}
  wide: {kind: shell, resources: {workers: 2}, script: meet 3}
END
  [[ "$(marks here node1) $(marks here node2)" =~ ^(1 2|2 1)$ ]] || study_fail "not as wide as that: $(cat "$LEDGER")"
  # No node has room for three ranks.
  allocated 2 <<'END'
  small: {kind: shell, script: meet 4}
  three: {kind: shell, resources: {ranks: 3}, script: meet 4}
END
  met 2 2
  # Two cores of each rank, one rank on each node.
  allocated 2 <<'END'
  spread: {kind: shell, resources: {ranks: 2, ranks_per_node: 1, workers: 2}, script: meet 2}
END
  met 1 1
  # Jobs that have ended leave free cores on different nodes.
  allocated 2 <<'END'
  brief: {kind: shell, script: mark end brief}
  small: {kind: shell, sweep: {k: [1, 2]}, script: meet 4}
  pair: {kind: shell, needs: [brief], resources: {ranks: 2}, script: meet 4}
END
  met 2 2
done
echo "at once where there is room"
