"""What the check of a new node begins and ends with: `node_check.py begin` and `node_check.py end`.

begin: a node that carries the taint and whose GPUs nobody holds is to be checked; any other is left alone (a restarted node keeps its pods,
and a diagnosis beside a running job would harm both).
end: takes the taint off where no check failed, and says which did otherwise; the taint then stays until somebody has looked.

Environment: NODE, TAINT (its key), CHECK (folder of the pod). Files there: `skip` (nothing is checked), `failed` (why), `admitted`.
"""

import json
import os
import ssl
import sys
import time
import urllib.error
import urllib.request

ACCOUNT = os.environ.get("ACCOUNT", "/var/run/secrets/kubernetes.io/serviceaccount")
SERVER = os.environ.get("SERVER") or "https://kubernetes.default.svc"
FOLDER = os.environ.get("CHECK", "/check")
NODE = os.environ["NODE"]
TAINT = os.environ["TAINT"]


def ask(path, method="GET", body=None):
    """Answer of the API server, tried again while it is away."""
    with open(os.path.join(ACCOUNT, "token"), encoding="ascii") as file:
        headers = {"Authorization": "Bearer " + file.read().strip(), "Content-Type": "application/json-patch+json"}
    context = ssl.create_default_context(cafile=os.path.join(ACCOUNT, "ca.crt"))
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(30):
        try:
            request = urllib.request.Request(SERVER + path, data=data, headers=headers, method=method)
            with urllib.request.urlopen(request, context=context, timeout=20) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429 or attempt == 29:
                raise SystemExit("%s %s: %s" % (method, path, error.read().decode(errors="replace"))) from error
        except OSError as error:
            if attempt == 29:
                raise SystemExit("%s %s: %s" % (method, path, error)) from error
        time.sleep(float(os.environ.get("PAUSE", "5")))
    return None


def holders():
    """Pods of this node that hold GPUs, MIG devices or shares."""
    pods = ask("/api/v1/pods?fieldSelector=spec.nodeName%3D" + NODE)["items"]
    return [
        "%s/%s" % (pod["metadata"]["namespace"], pod["metadata"]["name"])
        for pod in pods
        if pod["status"].get("phase") not in ("Succeeded", "Failed")
        and any(
            name.startswith("nvidia.com/")
            for container in pod["spec"]["containers"]
            for name in (container.get("resources", {}).get("limits") or {})
        )
    ]


def taints():
    return ask("/api/v1/nodes/" + NODE)["spec"].get("taints", [])


def write(name, text):
    with open(os.path.join(FOLDER, name), "w", encoding="utf8") as file:
        file.write(text)


def begin():
    if not any(taint["key"] == TAINT for taint in taints()):
        write("skip", "it takes work already")
        return
    held = holders()
    if held:
        write("skip", "its GPUs are held by " + ", ".join(held))


def untaint():
    """The list that was read must be the one that is changed: others change taints too."""
    while True:
        before = taints()
        after = [taint for taint in before if taint["key"] != TAINT]
        if len(after) == len(before):
            return
        patch = [{"op": "test", "path": "/spec/taints", "value": before}, {"op": "replace", "path": "/spec/taints", "value": after}]
        try:
            ask("/api/v1/nodes/" + NODE, "PATCH", patch)
        except SystemExit as error:
            if before == taints():
                raise error


def end():
    failed = os.path.join(FOLDER, "failed")
    if os.path.exists(failed):
        with open(failed, encoding="utf8", errors="replace") as file:
            print("%s takes no work: %s" % (NODE, file.read().strip()), flush=True)
        return
    untaint()
    write("admitted", "")
    print("%s takes work" % NODE, flush=True)


if __name__ == "__main__":
    {"begin": begin, "end": end}[sys.argv[1]]()
    while sys.argv[1] == "end" and "ONCE" not in os.environ:
        time.sleep(3600)
