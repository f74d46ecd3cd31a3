#!/usr/bin/env bash
# Every ready-made workflow is sound in both sizes, can be run and submitted as it is, and says how.
set -euo pipefail
ria=$1/ria
cd "$2"
found=0
for file in workflows/*.yaml; do
  name=$(basename "$file" .yaml)
  [ -x "$file" ] || { echo "$file cannot be executed"; exit 1; }
  [ "$(head -1 "$file")" = "#!/usr/bin/env -S ria run" ] || { echo "$file: another first line"; exit 1; }
  grep -q "^#SBATCH --job-name=$name\$" "$file" || { echo "$file: no job name"; exit 1; }
  grep -q "ria run $name.yaml" "$file" || { echo "$file does not say how to run it"; exit 1; }
  grep -q "^name: $name\$" "$file" || { echo "$file: another name inside"; exit 1; }
  for size in full tiny; do "$ria" validate "$file" --set "size=$size" > /dev/null; done
  ! "$ria" validate "$file" --set size=huge > /dev/null 2>&1
  found=$((found + 1))
done
[ "$found" -ge 7 ]
