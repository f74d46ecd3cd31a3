#!/usr/bin/env bash
# Numbers are read and written through ria/number.h alone, whatever the locale of the program that calls libria: no object
# calls strtod or atof, and no call of printf, scanf and their kin has a conversion of a floating-point number, or a format that is
# passed on.
set -euo pipefail
build=$(dirname "$1") source=$2
mapfile -t archives < <(find "$build" -name 'libria_*.a' ! -name libria_test_support.a ! -name libria_fuzzed.a)
[ ${#archives[@]} -ge 6 ] || { echo "number_calls: only ${#archives[@]} libraries of ria are in $build"; exit 1; }
calls=$(nm -A --undefined-only "${archives[@]}" 2>/dev/null | grep -E ' U (strto(d|f|ld)|atof)(_l)?$' | grep -v ':number\.c\.o:' || true)
[ -z "$calls" ] || { echo "number_calls: these call the C library; use ria_strtod:"; echo "${calls//"$build/"/}"; exit 1; }
cd "$source"
python3 - <(find runtime codelets inputs workflows jobs postproc -name '*.[ch]' ! -path '*/test*' ! -path '*/base/number.c' -print) <<'P'
import re, sys

call = re.compile(r"(?<!\w)v?(?:(?:[fd]|as|v?sn?)?printf|[fs]?scanf)\s*\(")
token = re.compile(r'"((?:[^"\\]|\\.)*)"|\'(?:[^\'\\]|\\.)+\'|[()]')
number = re.compile(r"%[-+ #0*]*(?:\d+|\*)?(?:\.(?:\d+|\*))?[lL]?[aAeEfFgG]")
files, calls, wrong = open(sys.argv[1]).read().split(), 0, []
for path in files:
    text = re.sub(r"/\*.*?\*/|//[^\n]*", lambda c: re.sub(r"[^\n]", " ", c[0]), open(path).read(), flags=re.S)
    for found in call.finditer(text):
        depth, strings = 1, []
        for t in token.finditer(text, found.end()):
            depth += {"(": 1, ")": -1}.get(t[0], 0)
            if t[1] is not None:
                strings.append(t[1])
            if not depth:
                break
        calls += 1
        if not strings or number.search("".join(strings).replace("%%", "")):
            wrong.append(f"{path}:{text.count(chr(10), 0, found.start()) + 1}: {found[0]}")
if len(files) < 400 or calls < 400:
    sys.exit(f"number_calls: only {calls} calls in {len(files)} files")
if wrong:
    sys.exit("number_calls: these print or scan numbers in the locale of the host; use ria/number.h:\n" + "\n".join(wrong))
print(f"{calls} calls in {len(files)} files print no number")
P
