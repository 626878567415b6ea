"""apt for nodes, which have no way out of the lab:  python3 -m bootlab.relay SOCKET MIRROR...

A proxy outside of the lab's network, on a socket in the file system. It hands on what is asked of the named mirrors and nothing else, and keeps
packages, whose content never changes under a name.
"""

import hashlib
import pathlib
import shutil
import socketserver
import sys
import threading
import urllib.error
import urllib.parse
import urllib.request
from http.server import BaseHTTPRequestHandler

from .files import CACHE

KEPT = CACHE / "debs"


class Relay(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 120
    schemes = {}

    def address_string(self):
        return "node"

    def log_message(self, *_):
        pass

    def kept(self, url):
        """A package of an earlier run, or of now."""
        path = KEPT / hashlib.sha256(url.encode()).hexdigest()
        if not path.exists():
            part = path.with_name("%s.%d" % (path.name, threading.get_ident()))
            with urllib.request.urlopen(url, timeout=60) as answer, open(part, "wb") as file:
                shutil.copyfileobj(answer, file)
            part.replace(path)
        return open(path, "rb"), path.stat().st_size

    def opened(self, url):
        if url.endswith(".deb"):
            return self.kept(url)
        answer = urllib.request.urlopen(url, timeout=60)
        return answer, answer.headers["Content-Length"]

    def do_GET(self):
        asked = urllib.parse.urlsplit(self.path)
        scheme = self.schemes.get(asked.hostname)
        try:
            if scheme is None:
                return self.refuse(403)
            content, length = self.opened(asked._replace(scheme=scheme).geturl())
        except urllib.error.HTTPError as error:
            return self.refuse(error.code)
        except OSError:
            return self.refuse(502)
        with content:
            self.send_response(200)
            if length is None:
                self.close_connection = True
                self.send_header("Connection", "close")
            else:
                self.send_header("Content-Length", str(length))
            self.end_headers()
            shutil.copyfileobj(content, self.wfile)

    def refuse(self, status):
        self.send_response(status)
        self.send_header("Content-Length", "0")
        self.end_headers()


class Server(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True
    request_queue_size = 64


if __name__ == "__main__":
    KEPT.mkdir(parents=True, exist_ok=True)
    mirrors = [urllib.parse.urlsplit(each) for each in sys.argv[2:]]
    Relay.schemes = {each.hostname: each.scheme for each in mirrors}
    pathlib.Path(sys.argv[1]).unlink(missing_ok=True)
    Server(sys.argv[1], Relay).serve_forever()
