#!/usr/bin/env bash
# Every workflow that comes in two sizes is sound in both sizes, can be run and submitted as it is, and says how.
set -euo pipefail
ria=$1/ria
cd "$2"
for file in workflows/{estuary-week,estuary-month,scaling-strong,scaling-weak,scaling-gpus,problem-size,checkpoint-cost,smoke}.yaml \
  papers/*/*.yaml; do
  name=$(basename "$file" .yaml)
  [ -x "$file" ] || { echo "$file cannot be executed"; exit 1; }
  [ "$(head -1 "$file")" = "#!/usr/bin/env -S ria run" ] || { echo "$file: another first line"; exit 1; }
  grep -q "^#SBATCH --job-name=$name\$" "$file" || { echo "$file: no job name"; exit 1; }
  grep -q "ria run $name.yaml" "$file" || { echo "$file does not say how to run it"; exit 1; }
  grep -q "^name: $name\$" "$file" || { echo "$file: another name inside"; exit 1; }
  for size in full tiny; do "$ria" validate "$file" --set "size=$size" > /dev/null; done
  if "$ria" validate "$file" --set size=huge > /dev/null 2>&1; then
    echo "$file: takes a size that it does not have"
    exit 1
  fi
done
# The papers' tables on machines of several kinds.
for machine in cpu gpu gpus; do
  "$ria" validate papers/contaminants/contaminants-tables.yaml --set machine=$machine --set size=tiny > /dev/null
done
for table in 3 4 5 6 7 8 10 11 12; do
  "$ria" validate papers/swsolver/swsolver-table-$table.yaml --set machine=gpu --set size=tiny > /dev/null
done
for name in figure-2 table-2 table-3 figure-3; do
  "$ria" validate papers/sblock/sblock-$name.yaml --set machine=gpu --set size=tiny > /dev/null
done
for table in 2 3 4 5; do
  "$ria" validate papers/bwaves/bwaves-table-$table.yaml --set machine=gpu --set size=tiny > /dev/null
done
