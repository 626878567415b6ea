"""Key Vault, for the program `secret`: names are addresses of secrets, values are bytes. `file:PATH` is a secret of this machine alone,
which is made anew where the machine is; `mysql:…` is the password of a database server (database_server.py).

https://learn.microsoft.com/rest/api/keyvault/secrets
"""

import json
import os
import shlex
import urllib.error
import urllib.parse
import urllib.request

import database_server

API = "7.4"
METADATA = os.environ.get("WARPFORM_METADATA", "http://169.254.169.254")
SETTINGS = os.environ.get("WARPFORM_MACHINE", "/etc/warpform/machine.env")
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))
OWN = "file:"
VAULT = "https://vault.azure.net"


def token(resource=VAULT):
    with open(SETTINGS, encoding="utf-8") as file:
        settings = dict(word.split("=", 1) for word in shlex.split(file.read()))
    query = {"api-version": "2018-02-01", "resource": resource, "client_id": settings["CLIENT_ID"]}
    url = METADATA + "/metadata/identity/oauth2/token?" + urllib.parse.urlencode(query)
    with OPENER.open(urllib.request.Request(url, headers={"Metadata": "true"}), timeout=10) as answer:
        return json.loads(answer.read())["access_token"]


def call(method, name, body=None):
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": "Bearer " + token(), "Content-Type": "application/json"}
    request = urllib.request.Request("%s?api-version=%s" % (name, API), data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read())


class Store:
    # A role that was just given is not known everywhere at once.
    refused = OSError

    def __init__(self):
        self.own = {}

    def value_of(self, name):
        """None while there is none."""
        if name.startswith(OWN):
            return self.own.get(name) or read(name[len(OWN) :])
        if name.startswith(database_server.PREFIX):
            return database_server.password_of(name, self, token)
        try:
            return call("GET", name)["value"].encode()
        except urllib.error.HTTPError as error:
            if error.code == 404:
                return None
            raise

    def put_first(self, name, value):
        """There is one head, so that no other can have made it meanwhile."""
        if name.startswith(OWN):
            self.own[name] = value.encode()
        else:
            self.put(name, value)

    def put(self, name, value):
        call("PUT", name, {"value": value})


def read(path):
    try:
        with open(path, "rb") as file:
            return file.read() or None
    except FileNotFoundError:
        return None
