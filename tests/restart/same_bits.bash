# Functions of tests that compare runs of one case, for `source`. They use $ria, $case, $folder and the options in `settings`.
# shellcheck disable=SC2154

# run_case NAME OPTION...: leaves $folder/NAME.
run_case() {
  "$ria" run "$case" -o "$folder/$1" "${settings[@]}" "${@:2}" > "$folder/log" 2>&1 ||
    { cat "$folder/log"; return 1; }
}

# same WORDS...: fails, with these words, unless the last checkpoints of `first` and `other` are the same.
same() {
  "$ria" diff "$folder/first/checkpoints/latest" "$folder/other/checkpoints/latest" > "$folder/diff" ||
    { echo "differs: $*"; cat "$folder/diff"; return 1; }
}

# like_first OPTION...: runs `other` with these options, and compares.
like_first() {
  run_case other --overwrite "$@"
  same "$@"
}
