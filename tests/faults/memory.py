"""Fails requests for memory that ria's own code makes: each trial fails one request of one place in the program, or all
from that one on; see lab.py for what is expected. Usage: memory.py PROGRAMS SOURCE [OPTION]...; --help lists them."""
import argparse
import collections
import concurrent.futures
import os
import queue
import random
import shutil
import subprocess
import sys

import lab as laboratory

Position = collections.namedtuple("Position", "site number lasts")


class Command(laboratory.Run):
    """A command that reads what others have left, and prints. It must print the same, or say what failed."""

    def __init__(self, lab, name, command, source):
        self.lab, self.name, self.source = lab, name, source
        self.first = self.again = command
        # `ria validate` ends with 1 where a file does not serve, for lack of memory too.
        self.codes = (1, laboratory.ERROR) if command[0] == "validate" else (laboratory.ERROR,)
        work = lab.place("expected")
        self.prepare(work)
        self.expected = self.printed(work, lab.start(work, command))

    def prepare(self, work):
        shutil.copytree(self.source, work, symlinks=True, dirs_exist_ok=True)

    def printed(self, work, ended):
        return ended.code, ended.text.replace(work, "WORK")

    def wrong(self, work, ended=None):
        return None if not ended or self.printed(work, ended) == self.expected else "prints something else"


def commands(lab):
    """Commands of ria on a run and on a study that are there."""
    run, study = laboratory.Run(lab, 1, False).good, laboratory.Study(lab, 1).good
    lists = {
        run: ["validate tiny.yaml", "info run/history.h5", "info run/checkpoints/latest", "diff run/history.h5 run/history.h5",
              "validate --keys", "plot run --field level"],
        study: ["validate flow.yaml", "plan flow.yaml", "status study", "results study", "logs study water",
                "report study", "schema"],
    }
    for source, lines in lists.items():
        for line in lines:
            yield Command(lab, "ria " + line, line.split(), source)


def variables(lab, state):
    return {"LD_PRELOAD": lab.memory, "RIA_FAULT_STATE": lab.state(state)}


def sites(subject):
    """How often each place asks for memory in an undisturbed run, and where it is."""
    lab = subject.lab
    work, log = lab.place("count"), os.path.join(lab.folder, "log")
    subject.prepare(work)
    ended = lab.start(work, subject.first, dict(variables(lab, "state"), RIA_FAULT_LOG=log))
    if ended.code or ended.wrong():
        raise SystemExit(f"{subject.name}: the run that counts went wrong: {ended.wrong()}\n{ended.text}")
    shutil.rmtree(work)
    found = collections.Counter()
    with open(log, encoding="utf-8") as file:
        for line in file:
            site, count = line.split()
            found[site] += int(count)
    os.remove(log)
    places = find_places(lab, found)
    # The CUDA runtime is linked into the program, but not ria's own; it comes without lines.
    own = collections.Counter({site: count for site, count in found.items() if "?" not in places[site]})
    if found and not own:
        raise SystemExit(f"{subject.name}: no request has a line: {lab.ria} has no debugging information")
    return own, places


def positions(found, more):
    """The first and the last request of each place, once and lasting, and `more` at random: the same each time."""
    for site, count in sorted(found.items()):
        yield Position(site, 1, False)
        yield Position(site, 1, True)
        if count > 1:
            yield Position(site, count, False)
    choice = random.Random(1)
    total, names = sum(found.values()), sorted(found)
    for number in choice.sample(range(1, total + 1), min(more, total)):
        for site in names:
            if number <= found[site]:
                yield Position(site, number, False)
                break
            number -= found[site]


def find_places(lab, found):
    """FUNCTION at FILE:LINE of each place; the addresses are those behind the calls."""
    addresses = "\n".join(hex(int(site, 16) - 1) for site in found)
    lines = subprocess.run(["addr2line", "-f", "-s", "-e", lab.ria], input=addresses, capture_output=True, text=True,
                           check=True).stdout.split("\n")
    return {site: " at ".join(lines[2 * number:2 * number + 2]) for number, site in enumerate(found)}


def run_trial(subject, places, position):
    place = places.get()
    lab, work = subject.lab, subject.lab.place(place)
    try:
        return laboratory.judge(subject, work, dict(variables(lab, place + "-state"), RIA_FAULT_SITE=position.site,
                                                    RIA_FAULT_AT=str(position.number),
                                                    RIA_FAULT_LASTS=str(int(position.lasts))))
    finally:
        places.put(place)


def run_subject(subject, options, seen):
    """Prints a line for each trial that went wrong, and returns how many ended how."""
    found, place_of = sites(subject)
    chosen = list(positions(found, options.random))
    if options.new:  # places that an earlier subject has shown are left out
        chosen = [position for position in chosen if position.site not in seen]
    seen.update(found)
    if options.match:
        chosen = [position for position in chosen if options.match in place_of[position.site]]
    if options.sample:
        chosen = random.Random(1).sample(chosen, min(options.sample, len(chosen)))
    print(f"{subject.name}: {sum(found.values())} requests of {len(found)} places, {len(chosen)} trials", flush=True)
    places, count = queue.Queue(), collections.Counter()
    for number in range(options.jobs):
        places.put(f"work-{number}")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for position, (outcome, why) in zip(chosen, pool.map(lambda p: run_trial(subject, places, p), chosen)):
            if outcome == "wrong" or options.verbose:
                print(f"{subject.name}  request {position.number}{' lasts' if position.lasts else ''} of "
                      f"{place_of[position.site]}: {outcome}{': ' + why if why else ''}", flush=True)
            count[outcome] += 1
    return count


def subjects(lab, names):
    for name in names.split(","):
        if name == "commands":
            yield from commands(lab)
            continue
        kind, ranks = name.split("-")
        yield laboratory.Study(lab, int(ranks)) if kind == "study" else laboratory.Run(lab, int(ranks), kind == "resume")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs")
    parser.add_argument("source")
    parser.add_argument("--subjects", default="run-1,resume-1,study-1,commands,run-2")
    parser.add_argument("--random", type=int, default=0, help="so many more requests at random, a subject")
    parser.add_argument("--new", action="store_true", help="only places that no earlier subject has reached")
    parser.add_argument("--sample", type=int, default=0, help="so many trials a subject; 0: all")
    parser.add_argument("--match", help="only places whose function or file holds this text")
    parser.add_argument("--jobs", type=int, default=1, help="trials at a time")
    parser.add_argument("--limit", type=int, default=laboratory.LIMIT, help="seconds until a command hangs")
    parser.add_argument("--verbose", action="store_true", help="a line for each trial, not only for those that went wrong")
    options = parser.parse_args()
    lab = laboratory.Lab(options.programs, options.source)
    lab.limit = options.limit
    total, seen = collections.Counter(), set()
    try:
        for subject in subjects(lab, options.subjects):
            total += run_subject(subject, options, seen)
    finally:
        lab.close()
    print(f"{total['right']} right, {total['said']} said what failed, {total['wrong']} wrong")
    return 1 if total["wrong"] or not total else 0


if __name__ == "__main__":
    sys.exit(main())
