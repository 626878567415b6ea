"""The lab's cloud, as Azure:  metadata and wire server, resource manager, Blob Storage and Key Vault instead of EC2's services.

The lab starts it in place of its own cloud.py (see `tool_for_azure`), which it runs and adds to: DHCP, DNS, the network and apt stay the lab's.
"""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import threading
import urllib.parse

ORIGINAL = "cloud-of-lab.py"
WIRE_SERVER = "168.63.129.16"
CLOCK = "169.254.169.123"  # the lab's
# Of the distribution's chrony.conf, in place of the host's clock that Azure's images follow (/dev/ptp_hyperv): a namespace has no such device
CLOCKS = re.compile(r"^(ntp\.ubuntu\.com|(\d\.)?ubuntu\.pool\.ntp\.org)$")
NAMES = ("management.azure.com", "*.blob.core.windows.net", "*.vault.azure.net", "*.eastus.metrics.ingest.monitor.azure.com")
OF_AZURE = re.compile(r"(^|\.)(management\.azure\.com|blob\.core\.windows\.net|vault\.azure\.net|metrics\.ingest\.monitor\.azure\.com)$")


def tool_for_azure(tool, folder):
    """A copy of the lab's program whose cloud is this file."""
    source, copy = pathlib.Path(tool).resolve(), folder / "tool"
    copy.mkdir()
    for each in source.parent.iterdir():
        if each.name not in (source.name, "cloud.py", "__pycache__"):
            (copy / each.name).symlink_to(each)
    (copy / ORIGINAL).symlink_to(source.parent / "cloud.py")
    shutil.copy(source, copy / source.name)  # it looks for the others beside the file that it is, not beside a link to it
    here = pathlib.Path(__file__).resolve()
    (copy / "cloud.py").write_text("import sys\nsys.path.insert(0, %r)\nimport cloud\ncloud.main(sys.argv[1], %r)\n" % (str(here.parent), str(copy)))
    return str(copy / source.name)


def certificate(state):
    """In place of the one for AWS' names, of the same authority, which the nodes trust."""
    pki = pathlib.Path(state) / "pki"
    (pki / "azure-ext").write_text("subjectAltName=%s\nextendedKeyUsage=serverAuth\n" % ",".join("DNS:" + name for name in NAMES))
    sign(pki, "aws", "azure-ext")
    (pki / "database-ext").write_text("subjectAltName=DNS:*.mysql.database.azure.com\nextendedKeyUsage=serverAuth\n")
    sign(pki, "database", "database-ext")


def sign(pki, name, extensions):
    key = "openssl req -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout %s.key -out %s.csr -subj /CN=azure" % (name, name)
    certificate = "openssl x509 -req -in %s.csr -CA ca.pem -CAkey ca.key -days 30 -extfile %s -out %s.pem" % (name, extensions, name)
    for command in (key, certificate):
        subprocess.run(command.split(), cwd=pki, check=True, capture_output=True)


def with_routes(text):
    """DHCP as Azure answers: routes to metadata and wire server, by which cloud-init knows the primary interface, and the latter's address."""
    host_name = "(12, node['privateName'].encode())]"
    routes = "b''.join(bytes([p]) + socket.inet_aton(a)[: p // 8] + socket.inet_aton(str(net[1])) for p, a in ((0, '0.0.0.0'), (32, '%s'), (32, '169.254.169.254')))" % WIRE_SERVER
    assert text.count(host_name) == 1
    return text.replace(host_name, "%s, (121, %s), (245, socket.inet_aton('%s'))]" % (host_name[:-1], routes, WIRE_SERVER))


def main(state, tool_folder):
    original = pathlib.Path(tool_folder) / ORIGINAL
    text = with_routes(original.read_text())
    lab = {"__name__": "cloud_of_lab", "__file__": str(original)}
    exec(compile(text[: text.rindex("\nmain()")], str(original), "exec"), lab)

    from machines import Machines
    from services import Services

    certificate(state)
    site = json.loads((pathlib.Path(state).parent / "azure.json").read_text())
    services = Services(site, Machines(state, os.path.join(tool_folder, "node-lab"), site))
    look_up_of_lab = lab["look_up"]

    def look_up(name, kind):
        address = CLOCK if CLOCKS.match(name) else services.address_of(name)
        return [address] if address and kind == "A" else look_up_of_lab(name, kind)

    class Handler(lab["Base"]):
        def answer(self):
            length = int(self.headers.get("Content-Length") or 0)
            body = self.rfile.read(length) if length else b""
            parts = urllib.parse.urlsplit(self.path)
            host = (self.headers.get("Host") or "").split(":")[0]
            query = dict(urllib.parse.parse_qsl(parts.query))
            node = lab["by_ip"](self.client_address[0])
            try:
                status, data, headers = services.answer(node, host, self.command, parts.path, query, body, self.headers)
            except Exception as error:  # noqa: BLE001 a mistake of the stand-in is seen in its log
                status, data, headers = 500, repr(error).encode(), {}
            lab["log"]("azure", (node or {}).get("name", self.client_address[0]), host, self.command, self.path[:160], status)
            self.send(status, data, headers.items())

        do_GET = do_PUT = do_POST = do_DELETE = do_HEAD = do_PATCH = answer

    subprocess.run(["ip", "addr", "add", WIRE_SERVER + "/32", "dev", "br0"], check=True)
    threading.Thread(target=lab["serve"], args=(WIRE_SERVER, 80, Handler), daemon=True).start()
    lab.update(Metadata=Handler, Aws=Handler, AWS_NAME=OF_AZURE, look_up=look_up)
    lab["main"]()
