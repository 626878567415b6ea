"""The head's book: which instance is which node, what is being launched, which pool rests for want of capacity.

One SQLite file on the head's state volume, so that resume, suspend and the timers, which Slurm and systemd run side by
side, see each other's work. A launch is written down before the cloud is asked: a second resume for the same nodes finds the
claim, and what a process left behind that died in the middle is found by the launch's token, which its instances carry.
"""

import contextlib
import fcntl
import functools
import os
import socket
import sqlite3
import tempfile
import time
import uuid

SCHEMA = """
create table if not exists nodes (
  name text primary key, instance text, address text, pool text not null, token text not null, at real not null);
create index if not exists nodes_by_instance on nodes (instance);
create table if not exists launches (token text primary key, process text not null, at real not null);
create table if not exists backoffs (pool text primary key, until real not null, reason text not null);
create table if not exists notes (key text primary key, value text not null);
create table if not exists boots (name text primary key, source integer not null, job text, user text, up_at real);
create table if not exists failures (pool text, source integer, count integer not null, reason text not null, primary key (pool, source));
"""


# A launch lasts a few minutes at the most; what the other of two controllers does can't be seen from here.
ELSEWHERE_SECONDS = 900


def process_mark(pid):
    """Host, boot, id and start of a process, which no other has, also once the head was restarted or replaced; None for a dead one."""
    with open("/proc/sys/kernel/random/boot_id", encoding="ascii") as file:
        boot = file.read().strip()
    try:
        with open("/proc/%d/stat" % pid, encoding="utf-8", errors="replace") as file:
            fields = file.read().rpartition(")")[2].split()  # from the third on: state; the 22nd is the start in ticks
    except (FileNotFoundError, ProcessLookupError):
        return None
    return None if fields[0] in "ZX" else "%s %s %d %s" % (socket.gethostname(), boot, pid, fields[19])


def alive(mark, at):
    host, _, pid, _ = mark.split()
    if host != socket.gethostname():
        return time.time() - at < ELSEWHERE_SECONDS
    return process_mark(int(pid)) == mark


# Given up by the first write that finds the disk full, so that what ends and starts nodes can still be written down
RESERVE_BYTES = 64 << 20


def needs_space(method):
    """Runs a write again, on the reserve, when the disk is full."""

    @functools.wraps(method)
    def wrapped(self, *arguments, **options):
        try:
            return method(self, *arguments, **options)
        except sqlite3.OperationalError as error:
            if "full" not in str(error) or not os.path.exists(self.reserve):
                raise
            os.unlink(self.reserve)
            return method(self, *arguments, **options)

    return wrapped


def opened(path):
    db = sqlite3.connect(path, timeout=60, isolation_level=None)
    db.executescript(SCHEMA)
    fault = db.execute("pragma quick_check(1)").fetchone()[0]
    if fault != "ok":
        raise sqlite3.DatabaseError("malformed: %s" % fault)
    return db


def is_damaged(error):
    return any(word in str(error) for word in ("malformed", "not a database", "unsupported file format"))


def opened_or_new(path):
    """The book; a new one in place of one that can't be read, without which idle nodes would run on. The old one is kept beside it. Reconcile enters
    what Slurm knows, and ends nothing until a person accepts the new book (plausible.py)."""
    try:
        return opened(path)
    except sqlite3.DatabaseError as error:
        if not is_damaged(error):
            raise
    folder = os.open(os.path.dirname(path), os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        try:
            return opened(path)  # another program was faster
        except sqlite3.DatabaseError as error:
            if not is_damaged(error):
                raise
        for end in ("", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                os.replace(path + end, path + ".damaged" + end)
        return opened(path)
    finally:
        os.close(folder)


def make_owned(path, folder):
    """An empty book that is its folder's owner's from the first: one that root begins would be nobody else's to read until root is done. SQLite
    gives its journal to the same owner. Another program may be faster."""
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".warpform-") as file:
        owner = os.stat(folder)
        os.fchown(file.fileno(), owner.st_uid, owner.st_gid)
        os.fchmod(file.fileno(), 0o644)
        with contextlib.suppress(FileExistsError):
            os.link(file.name, path)


class Book:
    def __init__(self, path):
        folder = os.path.dirname(path)
        os.makedirs(folder, exist_ok=True)
        self.reserve = os.path.join(folder, "reserve")
        if os.geteuid() == 0 and not os.path.exists(path):
            make_owned(path, folder)
        self.db = opened_or_new(path)
        if os.geteuid() == 0:  # also one that took the place of a damaged one
            os.chown(path, os.stat(folder).st_uid, os.stat(folder).st_gid)

    @contextlib.contextmanager
    def transaction(self):
        """All or nothing. On a full disk SQLite has taken back what was begun, and a commit would hide the error that says so."""
        self.db.execute("begin immediate")
        try:
            yield
            self.db.execute("commit")
        except BaseException:
            if self.db.in_transaction:
                self.db.rollback()
            raise

    # -- nodes and launches -------------------------------------------------------------------------------------------

    @needs_space
    def claim(self, names, pool):
        """Takes the nodes that nobody launches or has launched; returns (token, names taken), or (None, [])."""
        token, now = uuid.uuid4().hex, time.time()
        with self.transaction():
            held = {row[0] for row in self.db.execute("select name from nodes")}
            mine = [name for name in names if name not in held]
            if mine:
                self.db.execute("insert into launches values (?, ?, ?)", (token, process_mark(os.getpid()), now))
                self.db.executemany(
                    "insert into nodes values (?, null, null, ?, ?, ?)", [(name, pool, token, now) for name in mine]
                )
        return (token, mine) if mine else (None, [])

    @needs_space
    def launched(self, rows, source=0, owners=None):
        """rows: (node, instance, address); source: index of the pool's; owners: node -> (job, user)"""
        with self.transaction():
            self.db.executemany(
                "update nodes set instance = ?, address = ? where name = ?", [(i, address, name) for name, i, address in rows]
            )
            self.db.executemany(
                "insert or replace into boots values (?, ?, ?, ?, null)",
                [(name, source, *((owners or {}).get(name) or (None, None))) for name, _, _ in rows],
            )

    @needs_space
    def adopt(self, name, instance, address, pool):
        """Enters an instance that the book does not know, but whose address Slurm has for that node."""
        row = (name, instance, address, pool, "adopted", time.time())
        self.db.execute("insert or replace into nodes values (?, ?, ?, ?, ?, ?)", row)

    @needs_space
    def finish(self, token):
        self.db.execute("delete from launches where token = ?", (token,))

    @needs_space
    def release(self, names):
        with self.transaction():
            self.db.executemany("delete from nodes where name = ?", [(name,) for name in names])

    def dead_launches(self):
        """Launches whose process is gone: (token, names of its nodes that got no instance)."""
        out = []
        for token, process, at in self.db.execute("select token, process, at from launches").fetchall():
            if not alive(process, at):
                rows = self.db.execute("select name from nodes where token = ? and instance is null", (token,))
                out.append((token, [row[0] for row in rows]))
        return out

    def bound(self, token):
        """(node, instance, address) of a launch's nodes that got an instance."""
        return self.db.execute("select name, instance, address from nodes where token = ? and instance is not null", (token,)).fetchall()

    def launching(self):
        """Tokens of the launches that are not finished."""
        return {row[0] for row in self.db.execute("select token from launches")}

    def nodes(self):
        """name -> (instance or None while it is being launched, address, pool, time of the entry)"""
        rows = self.db.execute("select name, instance, address, pool, at from nodes")
        return {name: tuple(rest) for name, *rest in rows}

    # -- boots and their failures: see brake.py --------------------------------------------------------------------------

    def boots(self):
        """node -> (source, job, user, time since which it is up or None)"""
        return {name: tuple(rest) for name, *rest in self.db.execute("select name, source, job, user, up_at from boots")}

    @needs_space
    def boot_up(self, names, at):
        self.db.executemany("update boots set up_at = ? where name = ?", [(at, name) for name in names])

    @needs_space
    def boot_over(self, names):
        self.db.executemany("delete from boots where name = ?", [(name,) for name in names])

    def failures(self):
        """(pool, source) -> (how many in a row, the last reason)"""
        return {(pool, source): (count, reason) for pool, source, count, reason in self.db.execute("select * from failures")}

    @needs_space
    def failed(self, pool, source, count, reason):
        self.db.execute("insert or replace into failures values (?, ?, ?, ?)", (pool, source, count, reason))

    @needs_space
    def succeeded(self, pool, source=None):
        """Forgets the failures of a source, or of all of the pool's."""
        self.db.execute("delete from failures where pool = ? and (? is null or source = ?)", (pool, source, source))

    def keep_reserve(self):
        """Makes the reserve where there is room for it ten times over."""
        space = os.statvfs(os.path.dirname(self.reserve))
        if not os.path.exists(self.reserve) and space.f_bavail * space.f_frsize > 10 * RESERVE_BYTES:
            with open(self.reserve, "wb") as file:
                os.posix_fallocate(file.fileno(), 0, RESERVE_BYTES)

    # -- pools that rest ----------------------------------------------------------------------------------------------

    @needs_space
    def back_off(self, pool, until, reason):
        self.db.execute("insert or replace into backoffs values (?, ?, ?)", (pool, until, reason))

    def backoffs(self):
        return self.db.execute("select pool, until, reason from backoffs").fetchall()

    @needs_space
    def end_back_off(self, pool):
        self.db.execute("delete from backoffs where pool = ?", (pool,))

    # -- one-line memories of the timers ------------------------------------------------------------------------------

    @needs_space
    def note(self, key, value):
        self.db.execute("insert or replace into notes values (?, ?)", (key, value))

    def noted(self, key):
        row = self.db.execute("select value from notes where key = ?", (key,)).fetchone()
        return row[0] if row else None

    def keys(self, prefix):
        return [key for (key,) in self.db.execute("select key from notes where substr(key, 1, ?) = ?", (len(prefix), prefix)).fetchall()]

    @needs_space
    def forget(self, key):
        self.db.execute("delete from notes where key = ?", (key,))
