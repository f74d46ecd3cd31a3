"""Runs ria where something fails, and says what came of it.

A subject is something small that ria does: a run of a case, a run that goes on, a study. A trial prepares it in a folder
of its own, starts it with the variables that make a preloaded library fail something, looks at how it ended, starts
it again without them, and compares what is there then with an undisturbed run."""
import filecmp
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

LIMIT = 120  # seconds until a command counts as one that hangs
GONE = 15  # seconds in which its processes are gone after its end
ERROR = 2  # exit code of ria
NOISE = re.compile(r"Signal: |Segmentation|MPI_ABORT|HDF5-DIAG|\bmpirun (?:has|noticed|detected)\b|core dumped|backtrace|Sanitizer", re.I)
# A complaint of a command, of the engine about a step, or about a case or a workflow.
SENTENCE = re.compile(r"^(?:ria(?: [a-z]+)?: \S|[0-9:]{8}  \S+  failed: |\S+:\d+:\d+: |cannot |no memory ).*", re.M)


class Ended:
    """How a command ended."""

    def __init__(self, code, text, hung, left):
        self.code, self.text, self.hung, self.left = code, text, hung, left

    def wrong(self, codes=(ERROR,)):
        """Why this is not how ria may end, or None: with 0, or with a sentence and 2, and nobody left."""
        if self.hung:
            return "hangs"
        if self.left:
            return f"{self.left} processes are left"
        if self.code < 0:
            return signal.Signals(-self.code).name
        if self.code and self.code not in codes:
            return f"exit code {self.code}"
        if self.code and not SENTENCE.search(self.text):
            return "no sentence"
        heard = NOISE.search(self.text)
        return f"'{heard.group()}' is heard" if heard else None


class Lab:
    """A temporary folder, the program, and the libraries to preload."""

    def __init__(self, programs, source):
        self.ria = os.path.join(programs, "ria")
        self.source = source
        tests = os.path.join(os.path.dirname(os.path.abspath(programs)), "tests")
        self.files = os.path.join(tests, "libria_fault_files.so")
        self.memory = os.path.join(tests, "libria_fault_memory.so")
        self.folder = os.path.realpath(tempfile.mkdtemp(prefix="ria-faults-"))
        self.limit = LIMIT
        os.environ.setdefault("RIA_OVERSUBSCRIBE", "1")  # ranks wait most of the time
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # a test that is ended leaves nothing behind

    def close(self):
        """Nothing is left, neither of a trial that was cut off."""
        for _ in range(10):
            end(marked(f"RIA_FAULT_MARK={self.folder}", whole=False))
            shutil.rmtree(self.folder, ignore_errors=True)
            if not os.path.exists(self.folder):
                break
            time.sleep(0.2)

    def place(self, name):
        """An empty folder."""
        path = os.path.join(self.folder, name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        return path

    def state(self, name):
        """The file in which processes count."""
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(bytes(64))
        return path

    def start(self, work, command, variables=None):
        """Runs `ria COMMAND` in the folder `work` to its end."""
        mark = f"RIA_FAULT_MARK={work}"
        environment = dict(os.environ, RIA_FAULT_MARK=work, RIA_RETRY_DELAY="0.05", **(variables or {}))
        process = subprocess.Popen([self.ria, *command], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        try:
            text, hung = process.communicate(timeout=self.limit)[0], False
        except subprocess.TimeoutExpired:
            end(marked(mark))
            text, hung = process.communicate()[0], True
        left = wait_for_end(mark)
        return Ended(process.returncode, text.decode(errors="replace"), hung, left)


def marked(mark, whole=True):
    """The processes that have this variable in their environment, or one whose value begins like this."""
    found, wanted = [], mark.encode() + (b"\0" if whole else b"/")
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/environ", "rb") as file:
                if wanted in file.read():
                    found.append(int(name))
        except OSError:
            pass  # it has ended, or is not ours
    return found


def end(processes):
    for process in processes:
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass


def end_all(mark):
    """Kills them until there are none: some may just have been started by others."""
    while left := marked(mark):
        end(left)
        time.sleep(0.02)


def wait_for_end(mark):
    """How many are still there when they should be gone; they are killed."""
    patience = time.monotonic() + GONE
    while (left := marked(mark)) and time.monotonic() < patience:
        time.sleep(0.02)
    end(left)
    return len(left)


CASE = """name: tiny
time: {steps: 24}
grid: {extent: [0 m, 0 m, 10 m, 10 m], cells: [32, 32]}
bathymetry: {shape: {kind: flat}}
initial:
  shape: {kind: column, x: 5 m, y: 5 m, radius: 1.5 m, inside: 2 m, outside: 1 m, tracer: 1}
numerics: {order: 1}
tracers: [{name: dye, threshold: 0.01}]
gauges:
  every: 0.06 s
  points: {middle: [5 m, 5 m], side: [9 m, 5 m]}
output: {every: 0.12 s, maps: false}
checkpoint: {every: 0.1 s, keep: 2}
"""

STUDY = """name: tiny
study: study
defaults: {retries: 1}
steps:
  water:
    kind: case
    case: tiny.yaml
    resources: {ranks: RANKS, workers: 1}
  sum:
    kind: shell
    needs: [water]
    script: |
      cat ../water/gauges.csv ../water/arrivals.csv > all.txt
      wc -c < all.txt > bytes.txt
    outputs: [all.txt, bytes.txt]
  twice:
    kind: shell
    command: [bash, -c, "echo $((2 * ${sum.bytes_txt.value})) > twice.txt"]
    outputs: [twice.txt]
"""


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


class Run:
    """`ria run` of a small case; or, of a run that was killed before its last checkpoint, `ria run --resume`."""

    folder = "run"
    codes = (ERROR,)

    def __init__(self, lab, ranks, resume):
        self.lab, self.ranks, self.resume = lab, ranks, resume
        self.name = f"{'resume' if resume else 'run'}-{ranks}"
        self.command = ["run", "tiny.yaml", "-o", "run", "--workers", "1"] + (["-n", str(ranks)] if ranks > 1 else [])
        self.again = self.command + ["--resume"]
        self.first = self.again if resume else self.command
        self.cut = os.path.join(lab.folder, self.name + "-cut")
        if resume:
            self.cut_short()
        self.good = self.undisturbed()

    def cut_short(self):
        """A record of the history and rows of gauges are behind the last checkpoint, as a kill leaves them."""
        lab, work = self.lab, self.lab.place(self.name + "-cut")
        write(os.path.join(work, "tiny.yaml"), CASE)
        ended = lab.start(work, self.command, {
            "LD_PRELOAD": lab.files, "RIA_FAULT_UNDER": work, "RIA_FAULT_STATE": lab.state("cut-state"),
            "RIA_FAULT_ERRNO": "KILL", "RIA_FAULT_CALL": "close", "RIA_FAULT_AT": "1",
            "RIA_FAULT_NAME": "run/checkpoints/step-0000000024.h5.partial"})
        left = sorted(os.listdir(os.path.join(work, "run", "checkpoints")))
        if ended.code == 0 or len([name for name in left if name.endswith(".h5")]) != 2:
            raise SystemExit(f"the run that is cut short ended with {ended.code} and {left}:\n{ended.text}")

    def undisturbed(self):
        work = self.lab.place(self.name + "-good")
        self.prepare(work)
        ended = self.lab.start(work, self.first)
        if ended.code:
            raise SystemExit(f"the undisturbed run ended with {ended.code}:\n{ended.text}")
        return work

    def prepare(self, work):
        if self.resume:
            shutil.copytree(self.cut, work, symlinks=True, dirs_exist_ok=True)
        else:
            write(os.path.join(work, "tiny.yaml"), CASE)

    def wrong(self, work, _=None):
        """Why the results differ from those of an undisturbed run, or None. The second: how it ended."""
        return compare(self.lab, os.path.join(self.good, self.folder), os.path.join(work, self.folder))


class Study(Run):
    """`ria run` of a workflow with steps that need one another."""

    folder = "study/steps/water"

    def __init__(self, lab, ranks):
        self.lab, self.ranks, self.resume, self.name = lab, ranks, False, f"study-{ranks}"
        self.command = self.first = self.again = ["run", "flow.yaml"]
        self.good = self.undisturbed()

    def prepare(self, work):
        write(os.path.join(work, "tiny.yaml"), CASE)
        write(os.path.join(work, "flow.yaml"), STUDY.replace("RANKS", str(self.ranks)))

    def wrong(self, work, _=None):
        for name in ("sum/all.txt", "sum/bytes.txt", "twice/twice.txt"):
            path = os.path.join("study/steps", name)
            if not same_bytes(os.path.join(self.good, path), os.path.join(work, path)):
                return f"{path} differs"
        status = self.lab.start(work, ["status", "study"])
        if status.code or "3 of 3 steps done" not in status.text:
            return f"the study is not done: {status.text.strip()}"
        return super().wrong(work)


def same_bytes(one, other):
    try:
        return filecmp.cmp(one, other, shallow=False)
    except OSError:
        return False


def compare(lab, good, run):
    """Why the results of a run differ from those of another, or None."""
    for name in ("gauges.csv", "arrivals.csv"):
        if not same_bytes(os.path.join(good, name), os.path.join(run, name)):
            return f"{name} differs"
    for name in ("checkpoints/latest", "history.h5"):
        diff = lab.start(good, ["diff", name, os.path.join(run, name)])
        if diff.code:
            return f"{name} differs ({diff.text.strip().splitlines()[-1:]})"
    for name in ("summary.json", "case.yaml", "provenance.yaml", "history.xdmf"):
        if not os.path.exists(os.path.join(run, name)):
            return f"there is no {name}"
    half = [name for _, _, names in os.walk(run) for name in names if re.search(r"\.(partial|new)$", name)]
    return f"half-written files: {half}" if half else None


def judge(subject, work, variables, kills=False):
    """One trial: ("right" or "said", None), or ("wrong", why) if something about it is wrong. A process that the
    trial kills need not end well."""
    lab = subject.lab
    subject.prepare(work)
    first = lab.start(work, subject.first, variables)
    why = first.wrong(subject.codes) if not kills or first.hung else None
    if first.code == 0 and not why:
        why = subject.wrong(work, first)
    if why:
        why += said(first)
    again = lab.start(work, subject.again)
    if again.code or again.wrong():
        worse = f"next start: {again.wrong() or 'refuses'}{said(again)}"
    else:
        worse = subject.wrong(work, again)
        worse = f"next start: {worse}" if worse else None
    if why or worse:
        return "wrong", "; ".join(filter(None, (why, worse)))
    return ("right" if first.code == 0 else "said"), None


def said(ended):
    """The first line that ria complains with; without one the last line of all."""
    found = SENTENCE.search(ended.text)
    line = found.group() if found else "".join(ended.text.rstrip().splitlines()[-1:])
    return f" ({line[:160]})" if line else ""
