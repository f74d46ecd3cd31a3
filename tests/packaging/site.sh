#!/usr/bin/env bash
# The site of the documentation builds without a warning; its links and anchors lead somewhere, it loads nothing from the network, and
# the search finds words of pages, headers and commands.
set -euo pipefail
for program in sphinx-build doxygen mandoc; do
  command -v "$program" >/dev/null || { echo "no $program: see packages.txt" && exit 77; }
done
python=$(sed -n '1s/^#! *//p' "$(command -v sphinx-build)")
"$python" -c 'import myst_parser, furo' 2>/dev/null || { echo "no furo or myst_parser: see packages.txt" && exit 77; }
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-site-test-XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() {
  echo "site: $*" >&2
  exit 1
}

"$2/docs/site/build" "$folder/site" --ria "$1/ria" >"$folder/log" 2>&1 || { cat "$folder/log" && fail "it does not build"; }
for page in index docs/tutorials/spill docs/headers/runtime-simulation.h docs/man/ria.1 papers/README examples/poisson.c docs/gallery; do
  [ -s "$folder/site/$page.html" ] || fail "there is no page $page"
done
[ "$(find "$folder/site/_images" -name '*.png' -size +2k | wc -l)" -ge 15 ] || fail "the gallery has no pictures"
python3 - "$folder/site/searchindex.js" <<'END'
import json, re, sys
text = open(sys.argv[1], encoding="utf-8").read()
index = json.loads(re.search(r"Search\.setIndex\((.*)\)", text, re.S)[1])
found = {**index["terms"], **index["titleterms"]}
for word, page in (("bathymetri", "docs/case"), ("ria_simulation_cr", "docs/headers/runtime-simulation.h"), ("oversubscrib", "docs/man/ria.1")):
    words = [term for term in found if term.startswith(word)]
    numbers = {n for term in words for n in (found[term] if isinstance(found[term], list) else [found[term]])}
    assert index["docnames"].index(page) in numbers, f"the search for {word} does not find {page}"
END

# The check finds what is wrong in a page.
mkdir "$folder/bad" && cp "$folder/site/searchindex.js" "$folder/bad"
cat >"$folder/bad/page.html" <<'END'
<style>p { background: url(https://example.org/style.png) }</style><a href="none.html">a</a> <a href="#none">b</a>
<a href="page.html#here" id="here">c</a> <a href="https://example.org">d</a> <img src="//example.org/x.png"><script src="https://example.org/y.js"></script>
END
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$2/docs/site" python3 - "$folder/bad" <<'END'
import sys
from check import check
found = check(sys.argv[1])
wanted = ["page.html: none.html leads nowhere", "page.html: #none: that page has no such anchor", "page.html: loads //example.org/x.png",
          "page.html: loads https://example.org/y.js", "page.html: loads https://example.org/style.png"]
assert sorted(found) == sorted(wanted), found
END
