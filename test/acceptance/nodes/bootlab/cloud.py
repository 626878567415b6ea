"""What stands in for the cloud, in the lab's own network:  python3 -m bootlab.cloud STATE

STATE/cloud.json says what is there, and may change at any time; log/calls gets a line for each DHCP lease, each name that nobody knows
(outside of the VPC or absent in it), each connection to a mirror and each call of an AWS API.
"""

import pathlib
import socket
import ssl
import sys
import threading
import time
from http.server import ThreadingHTTPServer

from . import address, amazon, metadata, names
from .files import read_json


class Site:
    def __init__(self, state):
        self.state = pathlib.Path(state)
        self.region = self.read()["region"]

    def read(self):
        return read_json(self.state / "cloud.json")

    def nodes(self):
        return self.read()["nodes"]

    def by_address(self, ip):
        return next((node for node in self.nodes().values() if node["ip"] == ip), None)

    def name_at(self, ip):
        return (self.by_address(ip) or {"name": ip})["name"]


def piped(one, other):
    """Hands on what one socket says to the other."""
    try:
        while said := one.recv(1 << 16):
            other.sendall(said)
        other.shutdown(socket.SHUT_WR)
    except OSError:
        one.close()
        other.close()


def apt(path, site, log):
    """A port of the gateway that leads to the relay's socket: file systems are what networks share here."""
    with socket.create_server((address.GATEWAY, address.APT_PORT), backlog=64) as listener:
        while True:
            node, (ip, _) = listener.accept()
            log("outside", site.name_at(ip), "apt")
            relay = socket.socket(socket.AF_UNIX)
            try:
                relay.connect(path)
            except OSError:
                node.close()
                continue
            for pair in ((node, relay), (relay, node)):
                threading.Thread(target=piped, args=pair, daemon=True).start()


def web(ip, port, handler, tls=None):
    server = ThreadingHTTPServer((ip, port), handler)
    server.daemon_threads = True
    if tls:
        server.socket = tls.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    return server.serve_forever


def main(state):
    site, lock = Site(state), threading.Lock()

    def log(*words):
        with lock, open(site.state / "log/calls", "a") as file:
            print(*words, file=file)

    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(site.state / "authority/amazon.pem", site.state / "authority/amazon.key")
    resolver, of_aws = names.Resolver(site, log, amazon.MOTO_PORT), amazon.handler(site, log)
    tasks = [
        lambda: address.serve(site, log),
        names.clock,
        lambda: apt(str(site.state / "apt.socket"), site, log),
        web(address.METADATA, 80, metadata.handler(site)),
        web(address.AWS, 80, of_aws),
        web(address.AWS, 443, of_aws, tls),
        *(server.serve_forever for ip in (address.RESOLVER, address.AMAZON_RESOLVER) for server in resolver.servers(ip)),
    ]
    for task in tasks:
        threading.Thread(target=task, daemon=True).start()
    (site.state / "cloud.ready").touch()
    while True:
        time.sleep(3600)


if __name__ == "__main__":
    main(sys.argv[1])
