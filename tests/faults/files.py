"""Fails file calls one by one: each trial makes one call of a file fail, or all from that one on, as a broken or a
full disk would; see lab.py for what is expected. Usage: files.py PROGRAMS SOURCE [OPTION]...; --help lists them."""
import argparse
import collections
import concurrent.futures
import os
import queue
import random
import shutil
import sys

import lab as laboratory

Position = collections.namedtuple("Position", "rank kind call name number")
VARIANTS = [("EIO", False), ("EIO", True), ("ENOSPC", True), ("ENOSPC", False), ("KILL", False)]


def variables(lab, work, state):
    return {"LD_PRELOAD": lab.files, "RIA_FAULT_UNDER": work, "RIA_FAULT_STATE": lab.state(state)}


def positions(subject):
    """Every call of an undisturbed run, numbered by rank, call and name."""
    lab = subject.lab
    work, log = lab.place(subject.name + "-count"), os.path.join(lab.folder, "log")
    subject.prepare(work)
    ended = lab.start(work, subject.first, dict(variables(lab, work, "state"), RIA_FAULT_LOG=log))
    wrong = ended.code or ended.wrong() or subject.wrong(work)
    if wrong:
        raise SystemExit(f"{subject.name}: the run that counts went wrong: {wrong}\n{ended.text}")
    shutil.rmtree(work)
    seen, found = collections.Counter(), []
    with open(log, encoding="utf-8") as file:
        for line in file:
            rank, kind, call, name = line.rstrip("\n").split(" ", 3)
            seen[rank, call, name] += 1
            found.append(Position(rank, kind, call, name, seen[rank, call, name]))
    os.remove(log)
    return found


def trials(found, every_variant):
    """Each position with each variant that can fail it; or with one of them, in turn."""
    turn = 0
    for position in found:
        able = [v for v in VARIANTS if v[0] != "ENOSPC" or position.kind == "room"]
        if every_variant:
            yield from ((position, variant) for variant in able)
        else:
            yield position, able[turn % len(able)]
            turn += 1


def sample(chosen, count):
    """The same each time; files that are written often come no more often than others."""
    groups = collections.defaultdict(list)
    choice = random.Random(1)
    for trial in chosen:
        groups[trial[0].call, trial[0].name].append(trial)
    names = choice.sample(sorted(groups), min(count, len(groups)))
    return [choice.choice(groups[name]) for name in names]


def words(position, variant):
    error, lasts = variant
    return f"rank {position.rank}  {position.call} {position.number}  {position.name}  {error}{' lasts' if lasts else ''}"


def run_trial(subject, places, position, variant):
    place = places.get()
    lab, work = subject.lab, subject.lab.place(place)
    error, lasts = variant
    try:
        return laboratory.judge(subject, work, dict(
            variables(lab, work, place + "-state"), RIA_FAULT_AT=str(position.number), RIA_FAULT_CALL=position.call,
            RIA_FAULT_NAME=position.name, RIA_FAULT_RANK=position.rank, RIA_FAULT_ERRNO=error,
            RIA_FAULT_LASTS=str(int(lasts))), kills=error == "KILL")
    finally:
        places.put(place)


def run_subject(subject, options):
    """Prints a line for each trial, and returns how many ended how."""
    chosen = list(trials(positions(subject), options.every_variant))
    calls = len(chosen)
    if options.match:
        chosen = [trial for trial in chosen if options.match in words(*trial)]
    if options.sample:
        chosen = sample(chosen, options.sample)
    print(f"{subject.name}: {len(chosen)} of {calls} trials", flush=True)
    places, count = queue.Queue(), collections.Counter()
    for number in range(options.jobs):
        places.put(f"{subject.name}-{number}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        ends = pool.map(lambda trial: run_trial(subject, places, *trial), chosen)
        for trial, (outcome, why) in zip(chosen, ends):
            if outcome == "wrong" or options.verbose:
                print(f"{subject.name}  {words(*trial)}: {outcome}{': ' + why if why else ''}", flush=True)
            count[outcome] += 1
    return count


def subject_of(lab, name):
    kind, ranks = name.split("-")
    if kind == "study":
        return laboratory.Study(lab, int(ranks))
    return laboratory.Run(lab, int(ranks), kind == "resume")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs")
    parser.add_argument("source")
    parser.add_argument("--subjects", default="run-1,resume-1,run-2,resume-2,study-1,study-2")
    parser.add_argument("--sample", type=int, default=0, help="so many trials a subject; 0: all")
    parser.add_argument("--every-variant", action="store_true", help="EIO and ENOSPC, once and lasting, and kill, at each call")
    parser.add_argument("--match", help="only trials whose line holds this text")
    parser.add_argument("--jobs", type=int, default=1, help="trials at a time")
    parser.add_argument("--limit", type=int, default=laboratory.LIMIT, help="seconds until a command hangs")
    parser.add_argument("--verbose", action="store_true", help="a line for each trial, not only for those that went wrong")
    options = parser.parse_args()
    lab = laboratory.Lab(options.programs, options.source)
    lab.limit = options.limit
    total = collections.Counter()
    try:
        for name in options.subjects.split(","):
            total += run_subject(subject_of(lab, name), options)
    finally:
        lab.close()
    print(f"{total['right']} right, {total['said']} said what failed, {total['wrong']} wrong")
    return 1 if total["wrong"] or not total else 0


if __name__ == "__main__":
    sys.exit(main())
