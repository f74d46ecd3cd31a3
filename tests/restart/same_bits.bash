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

# like_first_anywhere PRECISION TILES FIRST SECOND: the same from two ranks, from exchanges every third step with these tiles, and
# from a run that stops at two times and goes on elsewhere.
like_first_anywhere() {
  like_first --precision "$1" --tiles 3x2 -n 2
  like_first --precision "$1" --tiles "$2" --set "time_tiling={scheme: expansion, depth: 3}"
  run_case other --overwrite --precision "$1" --tiles 3x2 --until "$3"
  run_case other --precision "$1" --tiles 1x1 --until "$4" --resume
  run_case other --precision "$1" --tiles 2x2 -n 2 --resume
  same "stopped twice"
  "$ria" diff "$folder/first/history.h5" "$folder/other/history.h5"
}
