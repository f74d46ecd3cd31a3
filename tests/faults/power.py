"""Power cuts without a power cut: records what ria does to its files, makes up what a cut at some moment may have
left of them (disk.py), starts ria again on that, and compares with an undisturbed run. Usage: power.py PROGRAMS SOURCE
[OPTION]...; --help lists them."""
import argparse
import collections
import copy
import filecmp
import os
import random
import sys

import files
import lab as laboratory
from disk import Disk, events


def record(subject, work):
    """Runs the subject in `work`, and returns the folder as it was before, as a Disk, and the events."""
    lab, path = subject.lab, os.path.join(subject.lab.folder, "events")
    subject.prepare(work)
    before = Disk(work)
    ended = lab.start(work, subject.first, {"LD_PRELOAD": lab.files, "RIA_FAULT_UNDER": work, "RIA_FAULT_RECORD": path})
    wrong = ended.code or ended.wrong() or subject.wrong(work)
    if wrong:
        raise SystemExit(f"{subject.name}: the run that is recorded went wrong: {wrong}\n{ended.text}")
    found = list(events(path))
    os.remove(path)
    return before, found


def replay(before, found):
    disk = copy.deepcopy(before)
    for event in found:
        disk.play(*event)
    return disk


def check_record(subject, work, before, found):
    """All events together must give the folder that the run has left; else something was not recorded."""
    disk = replay(before, found)
    made = subject.lab.place("made")
    disk.whole(made)
    different = compare(work, made)
    if different:
        raise SystemExit(f"{subject.name}: not everything was recorded: {different}")


def compare(one, other):
    found = filecmp.dircmp(one, other)
    names = found.left_only + found.right_only + found.funny_files
    names += [name for name in found.common_files if not filecmp.cmp(os.path.join(one, name), os.path.join(other, name), False)]
    for name in found.common_dirs:
        names += compare(os.path.join(one, name), os.path.join(other, name))
    return [os.path.join(os.path.basename(one), name) for name in names]


def trial(subject, before, found, ordered, seed):
    """Why the start after a cut behind these events went wrong, or None."""
    lab = subject.lab
    work = lab.place("power")
    replay(before, found).cut(random.Random(seed), ordered, work)
    again = lab.start(work, subject.again)
    if again.code or again.wrong():
        return (again.wrong() or "refuses") + laboratory.said(again)
    return subject.wrong(work)


def moments(found, count, choice):
    """Cuts at random, half of them right before or behind a sync or a change of names, where most is at stake."""
    sharp = [number + side for number, event in enumerate(found) if event[0] not in ("write", "size") for side in (0, 1)]
    return [choice.choice(sharp) if turn % 2 else choice.randint(0, len(found)) for turn in range(count)]


def run_subject(subject, options):
    lab, count = subject.lab, collections.Counter()
    work = lab.place("power")
    before, found = record(subject, work)
    check_record(subject, work, before, found)
    choice = random.Random(options.seed)
    print(f"{subject.name}: {len(found)} events, {options.cuts} cuts", flush=True)
    for turn, cut in enumerate(moments(found, options.cuts, choice)):
        if options.only and turn not in options.only:
            continue
        ordered = options.ordered or (not options.strict and turn % 4 != 3)
        why = trial(subject, before, found[:cut], ordered, f"{options.seed} {turn}")
        last = " ".join(found[cut - 1][:2]) if cut else "nothing"
        if why or options.verbose:
            print(f"{subject.name}  cut {turn}, {'ordered' if ordered else 'strict'} names, after {last}: {why or 'right'}", flush=True)
        count["wrong" if why else "right"] += 1
    return count


def numbers(text):
    return {int(part) for part in text.split(",")}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs")
    parser.add_argument("source")
    parser.add_argument("--subjects", default="run-1,resume-1,run-2,study-1")
    parser.add_argument("--cuts", type=int, default=100, help="power cuts a subject")
    parser.add_argument("--seed", default="1", help="of what is chosen at random")
    parser.add_argument("--only", type=numbers, help="only the cuts of these numbers")
    parser.add_argument("--ordered", action="store_true", help="only file systems that keep the order of names")
    parser.add_argument("--strict", action="store_true", help="only file systems that promise no more than POSIX")
    parser.add_argument("--limit", type=int, default=laboratory.LIMIT, help="seconds until a command hangs")
    parser.add_argument("--verbose", action="store_true", help="a line for each cut, not only for those that went wrong")
    options = parser.parse_args()
    lab = laboratory.Lab(options.programs, options.source)
    lab.limit = options.limit
    total = collections.Counter()
    try:
        for name in options.subjects.split(","):
            total += run_subject(files.subject_of(lab, name), options)
    finally:
        lab.close()
    print(f"{total['right']} right, {total['wrong']} wrong")
    return 1 if total["wrong"] or not total else 0


if __name__ == "__main__":
    sys.exit(main())
