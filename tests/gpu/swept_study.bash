# shellcheck shell=bash
# swept_study_is_whole RIA STUDY: the study of the swept paper at size tiny has a row for every variant at its smallest
# line, our speed-ups beside the paper's, the figure, and whole runs of the GPU. What is missing is said.
swept_study_is_whole() {
  local steps=$2/steps equation variant
  for equation in heat kuramoto euler; do
    for variant in $("$1" bench $equation --line --points 2^11 --json | sed -n 's/.*"variant": "\(.*\)",/\1/p' | sort -u); do
      [ "$(grep -c "^2048,$variant,[0-9]*," "$steps/$equation/table.csv")" = 1 ] ||
        { echo "$equation has no row of $variant" && return 1; }
    done
    grep -q '^shared,launch,[0-9.]*,[0-9]*,[0-9.]*,[0-9]*,' "$steps/$equation/ranges.csv" &&
      grep -q 'fastest swept' "$steps/$equation/figure.md" || { echo "$equation has no ranges or no figure" && return 1; }
  done
  grep -q '^GPU swept,2048,1,' "$steps/cpu-and-gpu/table.csv" || { echo "no runs of the GPU" && return 1; }
}
