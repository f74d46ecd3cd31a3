"""Real power cuts: an ext4 in a file, mounted through a loop device, is shut down at a random moment without its journal
being flushed (EXT4_IOC_SHUTDOWN); after a new mount, ria must go on and end as an undisturbed run does. Needs root and
loop devices; without them it is skipped with exit code 77. Usage: mount.py PROGRAMS SOURCE [OPTION]..."""
import argparse
import fcntl
import os
import random
import shutil
import struct
import subprocess
import sys
import time

import files
import lab as laboratory

SHUTDOWN = 0x8004587D  # EXT4_IOC_SHUTDOWN
NO_FLUSH = 2  # neither data nor journal
SKIPPED = 77


def system(*command):
    return subprocess.run(command, capture_output=True, text=True, check=False)


class Disk:
    """An ext4 of 64 MB in a file of the laboratory."""

    def __init__(self, lab):
        self.image, self.path = os.path.join(lab.folder, "image"), lab.place("disk")
        self.mounted = False
        with open(self.image, "wb") as file:
            file.truncate(64 << 20)
        self.maker = shutil.which("mkfs.ext4", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
        self.why = self.make() or self.mount() if self.maker else "mkfs.ext4 is not installed"

    def make(self):
        """Why there is no file system, or None."""
        made = system(self.maker, "-q", "-F", "-E", "root_owner=0:0", self.image)
        return made.stderr.strip() if made.returncode else None

    def mount(self):
        """Why it cannot be mounted, or None."""
        done = system("mount", "-o", "loop", self.image, self.path)
        self.mounted = done.returncode == 0
        return None if self.mounted else done.stderr.strip() or "it cannot be mounted"

    def unmount(self):
        for _ in range(300):  # the last process may be about to end
            if not self.mounted:
                return
            self.mounted = system("umount", self.path).returncode != 0
            if self.mounted:
                time.sleep(0.1)
        system("umount", "-l", self.path)
        self.mounted = False
        raise SystemExit("the disk cannot be unmounted: a process that the test does not know uses it")

    def replace(self):
        """A copy of the image in its place: another process of the machine may still hold the disk that was shut down,
        in a mount namespace of its own, and a new mount of the same image would be of that one."""
        copy = self.image + "-copy"
        shutil.copyfile(self.image, copy)
        os.replace(copy, self.image)

    def shut_down(self):
        """What has not reached the disk never will."""
        folder = os.open(self.path, os.O_RDONLY | os.O_DIRECTORY)
        try:
            fcntl.ioctl(folder, SHUTDOWN, struct.pack("I", NO_FLUSH))
        finally:
            os.close(folder)


def begin(lab, work, command):
    """The command in the background, without what it prints."""
    environment = dict(os.environ, RIA_FAULT_MARK=work, RIA_RETRY_DELAY="0.05")
    return subprocess.Popen([lab.ria, *command], cwd=work, env=environment, stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)


def cut_power(lab, disk, work, command, delay):
    """Cuts the power `delay` seconds after the run's start, and mounts the disk anew."""
    process = begin(lab, work, command)
    try:
        process.wait(delay)
    except subprocess.TimeoutExpired:
        pass
    disk.shut_down()
    laboratory.end_all(f"RIA_FAULT_MARK={work}")
    process.wait()
    disk.unmount()
    disk.replace()
    why = disk.mount()
    if why:
        raise SystemExit(f"the disk cannot be mounted after a cut: {why}")


def empty(path):
    for entry in os.scandir(path):
        if entry.is_dir(follow_symlinks=False):
            shutil.rmtree(entry.path)
        else:
            os.remove(entry.path)


def run_subject(subject, disk, options):
    """How many cuts went wrong."""
    lab, work, wrong = subject.lab, os.path.join(disk.path, "work"), 0
    began = time.monotonic()
    subject.undisturbed()
    whole, choice = time.monotonic() - began, random.Random()
    for turn in range(options.cuts):
        empty(disk.path)
        os.mkdir(work)
        subject.prepare(work)
        os.sync()  # what was there before is on the disk
        delay = choice.uniform(0, whole)
        cut_power(lab, disk, work, subject.first, delay)
        again = lab.start(work, subject.again)
        if again.code or again.wrong():
            why = (again.wrong() or "refuses") + laboratory.said(again)
        else:
            why = subject.wrong(work)
        if why or options.verbose:
            print(f"{subject.name}  cut {turn}, after {delay:.2f} of {whole:.2f} s: {why or 'right'}", flush=True)
        wrong += bool(why)
    return wrong


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs")
    parser.add_argument("source")
    parser.add_argument("--subjects", default="run-1,resume-1,run-2,study-1")
    parser.add_argument("--cuts", type=int, default=20, help="power cuts a subject")
    parser.add_argument("--verbose", action="store_true", help="a line for each cut, not only for those that went wrong")
    options = parser.parse_args()
    lab = laboratory.Lab(options.programs, options.source)
    disk = wrong = None
    try:
        disk = Disk(lab)
        if disk.why:
            print(f"skipped: no ext4 can be mounted from a file here: {disk.why}")
            return SKIPPED
        wrong = sum(run_subject(files.subject_of(lab, name), disk, options) for name in options.subjects.split(","))
    finally:
        if disk:
            disk.unmount()
        lab.close()
    print(f"{wrong} cuts went wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
