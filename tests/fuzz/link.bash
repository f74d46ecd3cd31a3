#!/usr/bin/env bash
# Links a fuzz target: called with the command by which CMake would link it (targets.cmake), whose compiler clang
# takes the place of.
clang=$1
shift 2
exec "$clang" -fsanitize=fuzzer,address,undefined "$@"
