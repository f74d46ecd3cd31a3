"""A model of a file system that tells what a power cut may leave of a folder.

It follows the events that the preloaded library has recorded (preload/files/record.c) and knows of each file what has
been written and what of that has been synced, and of each folder which changes of names have. After a cut,
- contents that were synced are there. Of later writes any may be there, page by page, and the file may already have its
  later size, with zeros where nothing was written: no file system promises more;
- names: a journaling file system (`ordered`: ext4, XFS) keeps their changes in order, and any sync keeps all that came
  before it. POSIX promises less (`strict`): only the sync of a folder keeps what its names are."""
import os

PAGE = 4096


class File:
    def __init__(self, data=b""):
        self.data = bytearray(data)  # as programs see it
        self.kept = bytearray(data)  # as it is on the disk for sure
        self.pending = []  # (offset, bytes) or (size, None) since the last sync

    def write(self, at, data):
        grow(self.data, at + len(data))
        self.data[at:at + len(data)] = data
        while data:
            part = PAGE - at % PAGE
            self.pending.append((at, data[:part]))
            at, data = at + part, data[part:]

    def resize(self, size):
        resize(self.data, size)
        self.pending.append((size, None))

    def sync(self):
        self.kept, self.pending = bytearray(self.data), []

    def after_cut(self, choice):
        """Contents that a cut may leave."""
        data = bytearray(self.kept)
        luck = choice.choice((0, 0, 0.5, 1))  # how much of it was on its way to the disk
        for at, part in self.pending[:choice.randint(0, len(self.pending)) if luck < 1 else None]:
            if luck == 0:
                break
            if part is None:
                resize(data, at)
                continue
            grow(data, at + len(part))
            if choice.random() < luck:
                data[at:at + len(part)] = part
        return bytes(data)


class Folder:
    def __init__(self):
        self.names = {}  # as programs see it: name -> File, Folder, or the text of a symbolic link
        self.after = {}  # what a cut leaves, while `Disk.cut` makes it up


class Change:
    """One change of names: removed and added entries, (folder, name, node), that happen together or not at all."""

    def __init__(self, removed, added):
        self.removed, self.added = removed, added
        self.strictly = self.orderly = False  # kept on every file system, or on one that keeps the order

    def folders(self):
        return [id(folder) for folder, *_ in self.removed + self.added]

    def apply(self, names):
        for folder, name, _ in self.removed:
            names(folder).pop(name, None)
        for folder, name, node in self.added:
            names(folder)[name] = node


def grow(data, size):
    data.extend(bytes(max(0, size - len(data))))


def resize(data, size):
    del data[size:]
    grow(data, size)


class Disk:
    """The folder `path` as it is now, all of it synced; `play` goes on from there."""

    def __init__(self, path):
        self.files, self.changes = {}, []
        self.root = self.load(path)

    def load(self, path):
        folder = Folder()
        for entry in os.scandir(path):
            if entry.is_symlink():
                node = os.readlink(entry.path)
            elif entry.is_dir():
                node = self.load(entry.path)
            else:
                with open(entry.path, "rb") as file:
                    node = self.files.setdefault(entry.inode(), File(file.read()))
            folder.names[entry.name] = node
            folder.after[entry.name] = node
        return folder

    # ---- names ----

    def find(self, path):
        """The folder that holds a name, and the name in it."""
        folder = self.root
        *above, name = path.split("/")
        for part in above:
            folder = folder.names[part]
        return folder, name

    def change(self, removed, added):
        changed = Change(removed, added)
        changed.apply(lambda folder: folder.names)
        self.changes.append(changed)

    def add(self, path, node):
        self.change([], [(*self.find(path), node)])

    def remove(self, path):
        self.change([(*self.find(path), None)], [])

    def rename(self, old, new):
        folder, name = self.find(old)
        self.change([(folder, name, None)], [(*self.find(new), folder.names[name])])

    def file(self, inode, path):
        """The file of an inode; one that came into being by a call that is not recorded is new."""
        folder, name = self.find(path.removesuffix(" (deleted)"))
        if inode not in self.files:
            self.files[inode] = File()
            self.add(path, self.files[inode])
        elif not path.endswith(" (deleted)") and name not in folder.names:
            self.add(path, self.files[inode])
        return self.files[inode]

    def sync(self, inode, path):
        node = self.root
        if path != ".":
            folder, name = self.find(path)
            node = folder.names.get(name)
        if not isinstance(node, Folder):
            self.file(inode, path).sync()
        for changed in self.changes:
            changed.orderly = True
            changed.strictly |= id(node) in changed.folders()

    # ---- events ----

    def play(self, call, words, data):
        if call == "write":
            inode, at, _, path = words.split(" ", 3)
            self.file(int(inode), path).write(int(at), data)
        elif call == "size":
            inode, size, path = words.split(" ", 2)
            self.file(int(inode), path).resize(int(size))
        elif call == "create":
            inode, path = words.split(" ", 1)
            self.files[int(inode)] = File()
            self.add(path, self.files[int(inode)])
        elif call == "sync":
            inode, path = words.split(" ", 1)
            self.sync(int(inode), path)
        elif call == "mkdir":
            self.add(words, Folder())
        elif call in ("unlink", "rmdir"):
            self.remove(words)
        elif call == "rename":
            self.rename(*words.split("\t"))
        elif call == "link":
            old, new = words.split("\t")
            folder, name = self.find(old)
            self.add(new, folder.names[name])
        elif call == "symlink":
            text, new = words.split("\t")
            self.add(new, text)
        else:
            raise ValueError(f"an unknown event: {call} {words}")

    # ---- what is left ----

    def cut(self, choice, ordered, path):
        """Puts into the empty folder `path` what a power cut now may leave."""
        kept = {id(changed) for changed in self.changes if (changed.orderly if ordered else changed.strictly)}
        open_changes = [changed for changed in self.changes if id(changed) not in kept]
        lucky = set()
        if ordered:  # a first part of them
            lucky.update(map(id, open_changes[:choice.randint(0, len(open_changes))]))
        else:  # a first part of each folder's
            for folder in dict.fromkeys(f for changed in open_changes for f in changed.folders()):
                own = [changed for changed in open_changes if folder in changed.folders()]
                lucky.update(map(id, own[:choice.randint(0, len(own))]))
        for changed in self.changes:
            if id(changed) in kept | lucky:
                changed.apply(lambda folder: folder.after)
        put(self.root, lambda folder: folder.after, lambda file: file.after_cut(choice), path, {})

    def whole(self, path):
        """The same with all that was written."""
        put(self.root, lambda folder: folder.names, lambda file: bytes(file.data), path, {})


def put(folder, names, contents, path, linked):
    for name, node in names(folder).items():
        to = os.path.join(path, name)
        if isinstance(node, Folder):
            os.mkdir(to)
            put(node, names, contents, to, linked)
        elif isinstance(node, str):
            os.symlink(node, to)
        elif id(node) in linked:
            os.link(linked[id(node)], to)
        else:
            linked[id(node)] = to
            with open(to, "wb") as file:
                file.write(contents(node))


def events(path):
    """The events of a record: (call, words, bytes of a write)."""
    with open(path, "rb") as file:
        while line := file.readline():
            call, words = line[:-1].decode().split(" ", 1)
            yield call, words, file.read(int(words.split(" ")[2])) if call == "write" else b""
