"""The password of an Azure Database for MySQL that is this cluster's alone: made on the head, which sets it at the server by its role there, and kept
on the head alone. What was set is noted on the state disk: a head sets its password once, and a new head or server gets a new one.

https://learn.microsoft.com/rest/api/mysql/servers/update
"""

import hashlib
import json
import os
import secrets
import sys
import time
import urllib.error
import urllib.request

API = "2023-12-30"
MANAGER = "https://management.azure.com"
NOTED = os.environ.get("WARPFORM_DATABASE_NOTE", "/var/lib/warpform/database-password-set")
PREFIX = "mysql:"
# Long enough for an update to have begun
PAUSE_SECONDS, LONGEST_SECONDS = int(os.environ.get("WARPFORM_DATABASE_PAUSE", "20")), 900


def parts(name):
    """`mysql:<id of the server>@<secret of this machine>`"""
    server, _, secret = name[len(PREFIX) :].partition("@")
    return server, secret


def new_password():
    """Three kinds of characters, which the server asks for, and none that slurmdbd.conf would read as anything else."""
    return "Wf1" + secrets.token_urlsafe(32)


class Server:
    def __init__(self, server, token):
        self.url, self.token = "%s%s?api-version=%s" % (MANAGER, server, API), token

    def call(self, method, url, body=None):
        """The answer with its headers."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": "Bearer " + self.token(MANAGER), "Content-Type": "application/json"}
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=60) as answer:
            return json.loads(answer.read() or b"{}"), answer.headers

    def set_password(self, password):
        """Returns when the server has taken it."""
        _, headers = self.call("PATCH", self.url, {"properties": {"administratorLoginPassword": password}})
        operation, until = headers.get("Azure-AsyncOperation"), time.monotonic() + LONGEST_SECONDS
        while time.monotonic() < until:
            time.sleep(PAUSE_SECONDS)
            state = self.state(operation)
            if state in ("Succeeded", "Ready"):
                return
            if state in ("Failed", "Canceled"):
                break
            print("the database server is %s" % state, file=sys.stderr)
        raise OSError("the database server did not take its password: %s" % state)

    def state(self, operation):
        """That of the update; of the server itself where this identity may not ask for the update."""
        try:
            if operation:
                return self.call("GET", operation)[0].get("status")
        except urllib.error.HTTPError as error:
            if error.code not in (401, 403):
                raise
        return self.call("GET", self.url)[0].get("properties", {}).get("state")


def password_of(name, store, token):
    server, secret = parts(name)
    value = store.value_of(secret)
    if value is None:
        store.put_first(secret, new_password())
        value = store.value_of(secret)
    mark = hashlib.sha256(server.encode() + b"\0" + value).hexdigest()
    if noted() != mark:
        Server(server, token).set_password(value.decode())
        note(mark)
    return value


def noted():
    try:
        with open(NOTED, encoding="utf-8") as file:
            return file.read().strip()
    except FileNotFoundError:
        return None


def note(mark):
    with open(os.open(NOTED + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
        file.write(mark + "\n")
    os.replace(NOTED + ".new", NOTED)
