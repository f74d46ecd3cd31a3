#!/usr/bin/env bash
# docs/tutorials: each page's commands run as they stand, one after the other, in a folder with nothing but the ready cases;
# they print the lines of the page and make the files that it names.
set -euo pipefail
export LC_ALL=C.UTF-8
folder=$(mktemp -d "${TMPDIR:-/tmp}/ria-tutorials-XXXXXX")
trap 'rm -rf "$folder"' EXIT
export PATH=$1:$PATH
cd "$folder"

python3 - "$2" <<'END'
import os, re, shutil, subprocess, sys, time

source = sys.argv[1]
pages = sorted(name for name in os.listdir(f"{source}/docs/tutorials") if name != "README.md")
assert len(pages) >= 3, pages
bad = []

def plain(text):
    """Lines without the width of columns."""
    return [" ".join(line.split()) for line in text.splitlines() if line.strip()]

def prints(page, command, output, wanted):
    """Whether the wanted lines are in the output, in their order; `...` stands for any text or lines."""
    rest = iter(plain(output))
    for line in plain(wanted):
        pattern = re.compile(".*".join(re.escape(part) for part in line.split("...")))
        if line != "..." and not any(pattern.fullmatch(printed) for printed in rest):
            bad.append(f"{page}: this line is not printed, or not in this order: {line}\n  by:\n{command}  which prints:\n{output}")
            return

def follow(page):
    text = open(f"{source}/docs/tutorials/{page}", encoding="utf-8").read()
    words = len(text.split())
    if words > 900:
        bad.append(f"{page}: {words} words, more than 900")
    blocks = re.findall(r"^(?:`([\w.-]+)`:\n\n)?```(\w+)\n(.*?)^```$", text, re.M | re.S)
    assert len(blocks) == len(re.findall(r"^```\w", text, re.M)), f"{page}: a block that does not end"
    commands, output = "", ""
    for name, kind, body in blocks:
        if kind == "sh":
            done = subprocess.run(["bash", "-euo", "pipefail", "-c", body], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            commands, output = body, done.stdout
            if done.returncode:
                bad.append(f"{page}: exit code {done.returncode} of\n{body}{output}")
                return
        elif kind == "text":
            assert commands, f"{page}: no command prints\n{body}"
            prints(page, commands, output, body)
        else:
            assert name, f"{page}: a block without the name of its file"
            open(name, "w", encoding="utf-8").write(body)
    for made in re.findall(r"`((?:runs|compare)[\w/.-]*\.\w+)`", text):
        if not os.path.exists(made):
            bad.append(f"{page}: there is no {made}")

for page in pages:
    os.mkdir(page[:-3])
    os.chdir(page[:-3])
    shutil.copytree(f"{source}/inputs/cases", "inputs/cases")
    began = time.monotonic()
    follow(page)
    print(f"{page}: {time.monotonic() - began:.0f} s")
    os.chdir("..")
if bad:
    sys.exit("tutorials: " + "\ntutorials: ".join(bad))
END
